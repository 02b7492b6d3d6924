import { describe, expect, test } from 'vitest';
import { serve } from './serve.ts';

describe('health', () => {
  test('is good as long as the process answers', async () => {
    const { app, state } = await serve();
    state.isReady = false;
    const reply = await app.inject('/_pretick/health');
    expect([reply.statusCode, reply.json()]).toEqual([200, { status: 'alive' }]);
  });

  test('readiness follows the chains', async () => {
    const { app, state } = await serve();
    state.isReady = false;
    const early = await app.inject('/_pretick/ready');
    expect([early.statusCode, early.json()]).toEqual([503, { status: 'starting' }]);
    state.isReady = true;
    const late = await app.inject('/_pretick/ready');
    expect([late.statusCode, late.json()]).toEqual([200, { status: 'ready' }]);
  });

  test('can be asked by HEAD', async () => {
    const { app } = await serve();
    expect((await app.inject({ method: 'HEAD', url: '/_pretick/ready' })).statusCode).toBe(200);
  });
});

describe('a path that is not there', () => {
  test.each([
    ['GET', '/rpc/nonet'],
    ['POST', '/rpc'],
    ['GET', '/v2/tokenized-stocks/chains'],
    ['GET', '/v1x'],
    ['POST', '/_pretick/health'],
  ] as const)('%s %s is 404 and says which there are', async (method, url) => {
    const { app } = await serve();
    const reply = await app.inject({
      method,
      url,
      ...(method === 'POST' && { payload: '<x/>', headers: { 'content-type': 'text/xml' } }),
    });
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toEqual({
      error: 'Not Found',
      message: `There is no ${method} ${url} here.`,
      endpoints: {
        'JSON-RPC (POST, WebSocket)': ['/', '/rpc/mainnet', '/rpc/testnet', '/provider/mainnet', '/provider/testnet'],
        'REST (GET)': ['/v1/tokenized-stocks/chains'],
        'own (GET)': ['/_pretick/health', '/_pretick/ready'],
      },
    });
  });

  test('with a URL that cannot be decoded is 400', async () => {
    const { app } = await serve();
    const reply = await app.inject('/rpc/%zz');
    expect([reply.statusCode, reply.json()]).toEqual([400, { error: 'Bad Request', message: 'The URL is malformed.' }]);
  });

  test.each(['/__proto__', '/constructor', '/rpc/__proto__', '/rpc/toString'])(
    'even when it is called %s',
    async (url) => {
      const { app } = await serve();
      expect((await app.inject(url)).statusCode).toBe(404);
    },
  );
});
