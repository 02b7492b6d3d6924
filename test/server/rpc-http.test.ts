import { describe, expect, test } from 'vitest';
import type { Served } from './serve.ts';
import { request, serve } from './serve.ts';

async function post({ app }: Served, url: string, payload: string, headers: Record<string, string> = {}) {
  const reply = await app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { status: reply.statusCode, body: reply.body, headers: reply.headers };
}

const notListed = { code: -32601, message: 'rpc method is not whitelisted' };

describe('endpoints', () => {
  test.each([
    ['/', 'mainnet'],
    ['/rpc/mainnet', 'mainnet'],
    ['/rpc/mainnet/', 'mainnet'],
    ['/rpc/testnet', 'testnet'],
    ['/provider/mainnet', 'mainnet'],
    ['/provider/testnet', 'testnet'],
    ['/?key=abc', 'mainnet'],
  ])('POST %s reaches %s', async (url, chain) => {
    expect(await post(await serve(), url, request('count_name'))).toMatchObject({
      status: 200,
      body: `{"jsonrpc":"2.0","id":1,"result":"${chain}"}`,
      headers: { 'content-type': 'application/json; charset=utf-8' },
    });
  });

  test('the chains are apart, the faces of one chain are not', async () => {
    const served = await serve();
    await post(served, '/rpc/mainnet', request('count_add', ['0x5']));
    expect((await post(served, '/provider/mainnet', request('count_add', ['0x1']))).body).toContain('"0x6"');
    expect((await post(served, '/provider/testnet', request('count_add', ['0x1']))).body).toContain('"0x1"');
  });
});

describe('the public face', () => {
  test.each(['/', '/rpc/mainnet', '/rpc/testnet'])('refuses a provider’s method with HTTP 403 at %s', async (url) => {
    const { status, body } = await post(await serve(), url, request('count_private', [], 'x'));
    expect(status).toBe(403);
    expect(body).toBe(`{"jsonrpc":"2.0","id":"x","error":${JSON.stringify(notListed)}}`);
  });

  test('refuses it in a batch as an element alone', async () => {
    const { status, body } = await post(
      await serve(),
      '/',
      `[${request('count_private', [], 1)},${request('count_name', [], 2)}]`,
    );
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual([
      { jsonrpc: '2.0', id: 1, error: notListed },
      { jsonrpc: '2.0', id: 2, result: 'mainnet' },
    ]);
  });
});

test('the provider’s face serves it', async () => {
  expect(await post(await serve(), '/provider/testnet', request('count_private'))).toMatchObject({
    status: 200,
    body: '{"jsonrpc":"2.0","id":1,"result":"private"}',
  });
});

describe('an error of JSON-RPC', () => {
  test.each([
    ['a rule of the chain', request('count_refuse'), -32000, 'already known'],
    [
      'bad parameters',
      request('count_add', ['0x01']),
      -32602,
      'invalid argument 0 (amount): hex number with leading zero digits',
    ],
    [
      'an unknown method',
      request('count_nme'),
      -32601,
      'the method "count_nme" does not exist, did you mean count_name?',
    ],
    ['a bug', request('count_break'), -32603, 'Internal error'],
  ])('by %s is HTTP 200', async (_, payload, code, message) => {
    const { status, body } = await post(await serve(), '/', payload);
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual({ jsonrpc: '2.0', id: 1, error: { code, message } });
  });

  test.each([
    ['no JSON', '{"jsonrpc":', -32700, /^Parse error: .*JSON/],
    ['an empty body', '', -32700, /^Parse error: the body is empty$/],
    ['no request', '5', -32600, /^Invalid request: expected an object/],
    ['no method', '{"jsonrpc":"2.0"}', -32600, /^Invalid request: method must be a string, not nothing$/],
    ['an empty batch', '[]', -32600, /^Invalid request: the batch is empty$/],
  ])('by %s is HTTP 400 with a null id', async (_, payload, code, message) => {
    const { status, body, headers } = await post(await serve(), '/rpc/mainnet', payload);
    expect(status).toBe(400);
    expect(headers['content-type']).toContain('application/json');
    expect(JSON.parse(body)).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code, message: expect.stringMatching(message) as unknown },
    });
  });
});

describe('a notification', () => {
  test('is carried out and answered by an empty 204', async () => {
    const served = await serve();
    const reply = await post(served, '/', '{"jsonrpc":"2.0","method":"count_add","params":["0x2"]}');
    expect(reply).toMatchObject({ status: 204, body: '' });
    expect((await post(served, '/', request('count_add', ['0x1']))).body).toContain('"0x3"');
  });
});

describe('limits', () => {
  test('a body above the limit is 413, one at the limit is served', async () => {
    const served = await serve({ body: 2000 });
    const padded = (length: number) => request('count_name').padEnd(length);
    expect((await post(served, '/', padded(2000))).status).toBe(200);
    expect(await post(served, '/', padded(2001))).toMatchObject({
      status: 413,
      body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32021,"message":"request body too large"}}',
    });
  });

  test('a batch above the limit is 413 as a whole', async () => {
    const served = await serve({ batch: 2 });
    const batch = (length: number) => `[${Array.from({ length }, () => request('count_add', ['0x1'])).join(',')}]`;
    expect((await post(served, '/', batch(2))).status).toBe(200);
    expect(await post(served, '/', batch(3))).toMatchObject({
      status: 413,
      body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32014,"message":"too many RPC calls in batch request: max 2, got 3"}}',
    });
    expect((await post(served, '/', request('count_add', ['0x1']))).body).toContain('"0x3"');
  });
});

describe('any content type may carry JSON', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json-rpc',
    'x/y',
  ])('%s', async (type) => {
    expect((await post(await serve(), '/', request('count_name'), { 'content-type': type })).status).toBe(200);
  });

  test('none at all', async () => {
    const { app } = await serve();
    const reply = await app.inject({ method: 'POST', url: '/', payload: Buffer.from(request('count_name')) });
    expect(reply.json()).toMatchObject({ result: 'mainnet' });
  });

  test('unless it is none', async () => {
    expect(await post(await serve(), '/', request('count_name'), { 'content-type': 'nonsense' })).toMatchObject({
      status: 415,
      body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request: the content type is malformed"}}',
    });
  });

  test('but text that is no JSON is told so', async () => {
    const reply = await post(await serve(), '/', '<xml/>', { 'content-type': 'text/xml' });
    expect(reply).toMatchObject({ status: 400, body: expect.stringContaining('-32700') });
  });
});

describe('another HTTP method than POST', () => {
  test.each(['GET', 'PUT', 'PATCH', 'DELETE'] as const)('%s is 405 and says what to do', async (method) => {
    const { app } = await serve();
    for (const url of ['/', '/rpc/mainnet', '/provider/testnet']) {
      const reply = await app.inject({ method, url });
      expect(reply.statusCode).toBe(405);
      expect(reply.headers['allow']).toBe('POST, OPTIONS');
      expect(reply.json()).toEqual({
        jsonrpc: '2.0',
        id: null,
        error: { code: -32600, message: `${method} is not for this path: send JSON-RPC 2.0 requests by POST` },
      });
    }
  });

  test('HEAD is 405 without a body', async () => {
    const { app } = await serve();
    const reply = await app.inject({ method: 'HEAD', url: '/' });
    expect([reply.statusCode, reply.body]).toEqual([405, '']);
  });
});

describe('browsers of other origins', () => {
  const preflight = {
    method: 'OPTIONS',
    url: '/rpc/mainnet',
    headers: {
      origin: 'http://localhost:3000',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-api-key',
    },
  } as const;

  test('may call', async () => {
    const { app } = await serve();
    const reply = await app.inject(preflight);
    expect(reply.statusCode).toBe(204);
    expect(reply.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'content-type,x-api-key',
      'access-control-allow-methods': expect.stringContaining('POST') as unknown,
    });
    const refused = await app.inject({ method: 'POST', url: '/', payload: request('count_private') });
    expect(refused.headers['access-control-allow-origin']).toBe('*');
  });

  test('may also ask without saying what for', async () => {
    const { app } = await serve();
    expect((await app.inject({ method: 'OPTIONS', url: '/' })).statusCode).toBe(204);
  });

  test('may not when the setting is off', async () => {
    const { app } = await serve({ cors: false });
    const reply = await app.inject({ method: 'POST', url: '/', payload: request('count_name') });
    expect(reply.headers).not.toHaveProperty('access-control-allow-origin');
    expect((await app.inject(preflight)).headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('log lines', () => {
  test('tell of each request which method, chain and face it was for, how long it took and how it ended', async () => {
    const served = await serve();
    await post(served, '/provider/testnet', request('count_name'));
    await post(served, '/', request('count_refuse'));
    await post(served, '/', `[${request('count_name')},${request('nope')},3]`);
    await post(served, '/', '{');
    const common = { level: 30, time: expect.any(Number) as unknown, msg: 'request', ms: 0 };
    expect(served.lines).toEqual([
      { ...common, method: 'count_name', chain: 'testnet', face: 'provider' },
      { ...common, method: 'count_refuse', chain: 'mainnet', face: 'public', code: -32000 },
      { ...common, method: 'batch', calls: 3, errors: 2, chain: 'mainnet', face: 'public' },
      { ...common, chain: 'mainnet', face: 'public', code: -32700 },
    ]);
  });

  test('are not made below the level that is asked for', async () => {
    const served = await serve({ level: 'warn' });
    await post(served, '/', request('count_name'));
    expect(served.lines).toEqual([]);
  });

  test('tell of a bug with its cause', async () => {
    const served = await serve({ level: 'error' });
    await post(served, '/', request('count_break'));
    expect(served.lines).toEqual([
      expect.objectContaining({
        msg: 'unexpected error',
        method: 'count_break',
        chain: 'mainnet',
        face: 'public',
        err: expect.objectContaining({
          type: 'TypeError',
          message: 'the secret of the house',
          stack: expect.any(String) as unknown,
        }) as unknown,
      }),
    ]);
  });

  test('measure with the clock they are given', async () => {
    const served = await serve();
    const reply = post(served, '/', request('count_wait'));
    await served.arrived;
    await served.clock.advance(12);
    served.open();
    await reply;
    expect(served.lines).toMatchObject([{ method: 'count_wait', ms: 12 }]);
  });
});
