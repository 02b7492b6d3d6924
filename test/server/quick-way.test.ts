import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Served, ServeOptions } from './serve.ts';
import { request, serve } from './serve.ts';

/** A server on a port that remembers which requests came to Fastify. */
async function listen(
  options: ServeOptions = {},
): Promise<Served & { readonly port: number; readonly seen: readonly string[] }> {
  const served = await serve(options);
  const seen: string[] = [];
  served.listener.server.on('request', ({ url }: IncomingMessage) => {
    seen.push(url!);
  });
  const { port } = await served.listener.listen({ host: '127.0.0.1', port: 0 });
  return { ...served, seen, port };
}

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  onTestFinished(() => {
    socket.destroy();
  });
  return socket;
}

type Form = { readonly path?: string; readonly lines?: readonly string[] };

function post(body: string, { path = '/', lines = [] }: Form = {}): string {
  const length = Buffer.byteLength(body);
  return [`POST ${path} HTTP/1.1`, 'Host: pretick', ...lines, `Content-Length: ${length}`, '', body].join('\r\n');
}

/** The next response, its date left out. */
async function response(socket: Socket): Promise<string> {
  let text = '';
  for (;;) {
    const [chunk] = (await once(socket, 'data')) as [string];
    text += chunk;
    const [head, body] = text.split('\r\n\r\n');
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
    if (body !== undefined && Buffer.byteLength(body) >= length) return `${head!.replace(/^Date: .*$/m, '')}\n${body}`;
  }
}

/** All that comes up to that text. */
async function until(socket: Socket, end: string): Promise<string> {
  let text = '';
  while (!text.includes(end)) text += ((await once(socket, 'data')) as [string])[0];
  return text;
}

async function ask(port: number, text: string): Promise<string> {
  const socket = open(port);
  socket.write(text);
  return response(socket);
}

/** What an ordinary client does not say, and nobody minds. */
const odd = 'TE: trailers';

describe('an ordinary POST is answered without Fastify, as Fastify answers it', () => {
  const batch = `[${Array.from({ length: 6 }, () => request('count_name')).join(',')}]`;
  test.each([
    ['a result', request('count_name'), '/'],
    ['a result of another chain', request('count_name'), '/provider/testnet'],
    ['a slash at the end', request('count_name'), '/rpc/testnet/'],
    ['a result that takes its time', request('count_wait'), '/'],
    ['letters beyond ASCII', request('count_name', [], 'ключ é 🔑'), '/'],
    ['bytes that are no text', '{"jsonrpc":"2.0","id":"\u0080","method":"count_name"}', '/'],
    ['an error', request('count_refuse'), '/'],
    ['a bug', request('count_break'), '/'],
    ['a notification', '{"jsonrpc":"2.0","method":"count_name"}', '/'],
    ['no JSON', '{', '/'],
    ['a method that the face refuses', request('count_private'), '/rpc/mainnet'],
    ['a batch', `[${request('count_name')},${request('nope')},3]`, '/'],
    ['too long a batch', batch, '/'],
  ])('%s', async (_, body, path) => {
    const { port, seen, open: letGo } = await listen();
    letGo();
    const quick = await ask(port, post(body, { path }));
    expect(seen).toEqual([]);
    expect(quick).toBe(await ask(port, post(body, { path, lines: [odd] })));
    expect(seen).toEqual([path]);
  });

  test('and without the permission of browsers when the setting is off', async () => {
    const { port, seen } = await listen({ cors: false });
    const quick = await ask(port, post(request('count_name')));
    expect(quick).not.toContain('access-control');
    expect(quick).toBe(await ask(port, post(request('count_name'), { lines: [odd] })));
    expect(seen).toEqual(['/']);
  });

  test('with a log line', async () => {
    const { port, lines } = await listen();
    await ask(port, post(request('count_refuse'), { path: '/provider/testnet' }));
    expect(lines.filter(({ msg }) => msg === 'request')).toEqual([
      expect.objectContaining({ method: 'count_refuse', chain: 'testnet', face: 'provider', code: -32000 }),
    ]);
  });
});

describe('Fastify is asked', () => {
  test.each([
    ['for a path that is not there', post(request('count_name'), { path: '/nope' }), /^HTTP\/1.1 404 /],
    ['for a path with a query', post(request('count_name'), { path: '/?key=a' }), /"result":"mainnet"/],
    ['when the body is too large', post('x'.repeat(2001)), /^HTTP\/1.1 413 [^]*"code":-32021/],
    ['when the type is malformed', post('{}', { lines: ['Content-Type: nonsense'] }), /^HTTP\/1.1 415 /],
    ['for other pages', 'GET /_pretick/health HTTP/1.1\r\nHost: a\r\n\r\n', /"status":"alive"/],
    ['by another method', 'PUT / HTTP/1.1\r\nHost: a\r\n\r\n', /^HTTP\/1.1 405 /],
    ['when there is no body', post(''), /the body is empty/],
    [
      'when the body comes in chunks',
      `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0\r\n\r\n`,
      /^HTTP\/1.1 400 [^]*"code":-32700/,
    ],
  ])('%s', async (_, text, reply) => {
    const { port, seen } = await listen();
    expect(await ask(port, text)).toMatch(reply);
    expect(seen).toHaveLength(1);
  });

  test('when the head is longer than Node permits', async () => {
    const { port } = await listen();
    const text = await ask(port, post(request('count_name'), { lines: [`X-Long: ${'x'.repeat(20_000)}`] }));
    expect(text).toMatch(/^HTTP\/1.1 431 /);
  });

  test('to permit a body that waits for it', async () => {
    const { port } = await listen();
    const socket = open(port);
    const body = request('count_name');
    const [head] = post(body, { lines: ['Expect: 100-continue'] }).split('\r\n\r\n');
    socket.write(`${head}\r\n\r\n`);
    expect(await response(socket)).toMatch(/^HTTP\/1.1 100 Continue/);
    socket.write(body);
    expect(await response(socket)).toContain('"result":"mainnet"');
  });

  test('and keeps a connection that it was given', async () => {
    const { port, seen } = await listen();
    const socket = open(port);
    socket.write(post(request('count_add', ['0x1'])));
    expect(await response(socket)).toContain('"result":"0x1"');
    socket.write('GET /_pretick/health HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(await response(socket)).toContain('alive');
    socket.write(post(request('count_add', ['0x1'])));
    expect(await response(socket)).toContain('"result":"0x2"');
    expect(seen).toEqual(['/_pretick/health', '/']);
  });
});

describe('a request in pieces', () => {
  const text = post(request('count_name'));
  test.each([
    ['inside the method', 3],
    ['inside the head', 20],
    ['between head and body', text.indexOf('{')],
    ['inside the body', text.length - 5],
  ])('is taken when it is cut %s', async (_, cut) => {
    const { port, seen } = await listen();
    const socket = open(port);
    socket.setNoDelay(true);
    await new Promise((resolve) => {
      socket.write(text.slice(0, cut), resolve);
    });
    // Another connection's answer proves that the first piece was read.
    await ask(port, text);
    socket.write(text.slice(cut));
    expect(await response(socket)).toContain('"result":"mainnet"');
    expect(seen).toEqual([]);
  });

  test('of which there are many goes to Fastify, after what came before it', async () => {
    const { port, seen, arrived, open: letGo } = await listen();
    const socket = open(port);
    socket.write(post(request('count_wait')) + text.slice(0, 10));
    await arrived;
    for (const piece of [text.slice(10, 20), text.slice(20, 30), text.slice(30)]) {
      socket.write(piece);
      await ask(port, text);
    }
    letGo();
    expect(await until(socket, '"result":"mainnet"')).toMatch(/"result":"waited"[^]*"result":"mainnet"/);
    expect(seen).toEqual(['/']);
  });

  test('that breaks off is answered 400', async () => {
    const { port } = await listen();
    const socket = open(port);
    socket.end(text.slice(0, -5));
    expect(await response(socket)).toMatch(/^HTTP\/1.1 400 /);
  });
});

test('requests that do not wait for answers begin at once and are answered in their order', async () => {
  const { port, open: letGo } = await listen();
  const socket = open(port);
  socket.write(
    post(request('count_wait', [], 1)) + post(request('count_name', [], 2)) + post(request('count_name', [], 3)),
  );
  await ask(port, post(request('count_name')));
  letGo();
  const text = await until(socket, '"id":3');
  expect([...text.matchAll(/"id":(\d)/g)].map(([, id]) => id)).toEqual(['1', '2', '3']);
});

test('who has sent everything is still answered', async () => {
  const { port, arrived, open: letGo } = await listen();
  const socket = open(port);
  socket.end(post(request('count_wait')));
  await arrived;
  letGo();
  expect(await response(socket)).toContain('"result":"waited"');
  await once(socket, 'close');
  expect(socket.destroyed).toBe(true);
});

test('who does not read is not read from either', async () => {
  const { port, listener } = await listen({ body: 100_000, level: 'warn' });
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  const [accepted] = (await once(listener.server, 'connection')) as [Socket];
  // The id comes back with the answer; so much does not fit between the two.
  const id = 'x'.repeat(30_000);
  for (let sent = 0; sent < 500; sent += 1) socket.write(post(request('count_name', [], id)));
  while (!accepted.isPaused()) await turn();
  socket.resume();
  await once(accepted, 'resume');
  expect(accepted.isPaused()).toBe(false);
});

/** One turn of the event loop. */
async function turn(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}
