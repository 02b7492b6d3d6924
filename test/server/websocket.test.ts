import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { ClientOptions } from 'ws';
import type { Listener } from '../support/socket.ts';
import { listenTo } from '../support/socket.ts';
import type { Served, ServeOptions } from './serve.ts';
import { request, serve } from './serve.ts';
import type { Notice } from '../../src/rpc/session.ts';
import type { SocketLimits } from '../../src/server/rpc-websocket.ts';

type Listening = Served & { readonly connect: (path?: string, options?: ClientOptions) => Promise<Listener> };

async function listen(options: ServeOptions = {}): Promise<Listening> {
  const served = await serve(options);
  const { port } = await served.listener.listen({ host: '127.0.0.1', port: 0 });
  return { ...served, connect: async (path = '/', client = {}) => listenTo(`ws://127.0.0.1:${port}${path}`, client) };
}

/** One turn of the event loop. */
async function turn(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}

describe('requests over WebSocket', () => {
  test.each([
    ['/', 'mainnet'],
    ['/rpc/mainnet', 'mainnet'],
    ['/rpc/testnet', 'testnet'],
    ['/rpc/testnet/', 'testnet'],
    ['/provider/testnet', 'testnet'],
  ])('at %s reach %s', async (path, name) => {
    const { connect } = await listen();
    const client = await connect(path);
    expect(await client.ask('count_name')).toEqual({ jsonrpc: '2.0', id: 1, result: name });
  });

  test('are answered in the order of their arrival', async () => {
    const { connect, open } = await listen();
    const client = await connect();
    for (const [index, method] of ['count_wait', 'count_name', 'count_name'].entries())
      client.socket.send(request(method, [], index));
    open();
    expect(await client.take(3)).toMatchObject([{ id: 0, result: 'waited' }, { id: 1 }, { id: 2 }]);
  });

  test('come as batches too, within the same limits', async () => {
    const { connect } = await listen({ batch: 2 });
    const client = await connect();
    const batch = (length: number) =>
      `[${Array.from({ length }, (_, id) => request('count_add', ['0x1'], id)).join(',')}]`;
    client.socket.send(batch(2));
    expect(await client.next()).toEqual([
      { jsonrpc: '2.0', id: 0, result: '0x1' },
      { jsonrpc: '2.0', id: 1, result: '0x2' },
    ]);
    client.socket.send(batch(3));
    expect(await client.next()).toMatchObject({ id: null, error: { code: -32014 } });
  });

  test('may be binary, unreadable or notifications', async () => {
    const { connect } = await listen();
    const { socket, next } = await connect();
    socket.send(Buffer.from(request('count_name', [], 'binary')));
    socket.send('{');
    socket.send('{"jsonrpc":"2.0","method":"count_add","params":["0x1"]}');
    socket.send(request('count_add', ['0x1'], 'last'));
    expect(await next()).toMatchObject({ id: 'binary', result: 'mainnet' });
    expect(await next()).toMatchObject({ id: null, error: { code: -32700 } });
    expect(await next()).toMatchObject({ id: 'last', result: '0x2' });
  });

  test('for what the face does not serve get the error that HTTP sends with 403', async () => {
    const { connect } = await listen();
    const open = await connect('/rpc/mainnet');
    const error = { code: -32601, message: 'rpc method is not whitelisted' };
    expect(await open.ask('count_private')).toEqual({ jsonrpc: '2.0', id: 1, error });
    const provider = await connect('/provider/mainnet');
    expect(await provider.ask('count_private')).toMatchObject({ result: 'private' });
  });

  test('are logged one line each', async () => {
    const { connect, lines } = await listen();
    const client = await connect('/provider/testnet');
    await client.ask('count_name');
    await client.ask('count_refuse');
    expect(lines.filter(({ msg }) => msg === 'request')).toMatchObject([
      { method: 'count_name', chain: 'testnet', face: 'provider' },
      { method: 'count_refuse', code: -32000 },
    ]);
  });

  test('beyond the body limit end the connection', async () => {
    const { connect } = await listen({ body: 200 });
    const { socket, closed } = await connect();
    socket.send(request('count_name', ['x'.repeat(200)]));
    expect(await closed).toMatchObject({ code: 1009 });
  });

  test('of a client that is ahead wait unread', async () => {
    const { connect, open, arrived } = await listen({ sockets: { messages: 2 } });
    const { socket, take } = await connect();
    for (let id = 0; id < 50; id += 1) socket.send(request(id === 0 ? 'count_wait' : 'count_name', [], id));
    await arrived;
    open();
    expect((await take(50)).map((reply) => (reply as { id: number }).id)).toEqual(
      Array.from({ length: 50 }, (_, id) => id),
    );
  });
});

describe('a connection', () => {
  test.each(['/rpc/nowhere', '/v1/tokenized-stocks/nothing'])('to %s is refused with 404', async (path) => {
    const { connect } = await listen();
    await expect(connect(path)).rejects.toThrow('404');
  });

  test('to what is no JSON-RPC path ends at once', async () => {
    const { connect } = await listen();
    const { closed } = await connect('/_pretick/health');
    expect(await closed).toMatchObject({ code: 1005 });
  });

  test('is refused beyond the limit, with a reason', async () => {
    const { connect } = await listen({ sockets: { connections: 1 } });
    const first = await connect();
    const second = await connect();
    expect(await second.closed).toEqual({ code: 1013, reason: 'too many connections: max 1' });
    first.socket.close();
    await first.closed;
    await turn();
    const third = await connect();
    expect(await third.ask('count_name')).toMatchObject({ result: 'mainnet' });
  });

  test('is pinged, and ended when it does not answer', async () => {
    const { connect, clock } = await listen({ sockets: { pingInterval: 1_000 } });
    const answering = await connect();
    const silent = await connect('/', { autoPong: false });
    const answered = once(answering.socket, 'ping');
    await clock.advance(1_000);
    await answered;
    // The pong is on its way before this request.
    await answering.ask('count_name');
    await clock.advance(1_000);
    expect(await silent.closed).toMatchObject({ code: 1006 });
    expect(await answering.ask('count_name')).toMatchObject({ result: 'mainnet' });
  });

  test('that is closed leaves no timer: the next one is pinged at its own time', async () => {
    const { connect, app, clock } = await listen({ sockets: { pingInterval: 1_000 } });
    const first = await connect();
    await clock.advance(500);
    first.socket.close();
    while (app.websocketServer.clients.size > 0) await turn();
    const second = await connect();
    let pings = 0;
    second.socket.on('ping', () => (pings += 1));
    await clock.advance(500);
    await second.ask('count_name');
    expect(pings).toBe(0);
    await clock.advance(500);
    await second.ask('count_name');
    expect(pings).toBe(1);
  });
});

describe('a client that does not read', () => {
  /** A connection that is told what the test says, over the chain's side of it. */
  async function told(sockets: Partial<SocketLimits>) {
    let deliver: (notice: Notice) => void = () => undefined;
    let isEnded = false;
    const served = await listen({
      sockets,
      connect(given) {
        deliver = given;
        return {
          begin: () => ({
            context: { name: 'mainnet', value: 0n, gate: Promise.resolve(), arrive: () => undefined },
            answered: () => undefined,
          }),
          end() {
            isEnded = true;
          },
        };
      },
    });
    const client = await served.connect();
    await client.ask('count_name');
    return { ...served, client, tell: (notice: Notice) => deliver(notice), isEnded: () => isEnded };
  }

  /** More than the buffers of the system hold. */
  const large = 'x'.repeat(1 << 20);

  test('loses its oldest flashblocks and hears the newest when it reads on', async () => {
    const { client, tell } = await told({ flashblocks: 3 });
    client.socket.pause();
    for (let index = 0; index < 60; index += 1)
      tell({ subscription: 'one', texts: [JSON.stringify({ index, large })], isFlashblock: true });
    tell({ subscription: 'two', texts: ['{"head":true}'], isFlashblock: false });
    client.socket.resume();
    const heard: unknown[] = [];
    for (;;) {
      const message = (await client.next()) as { readonly index?: number };
      if (message.index === undefined) break;
      heard.push(message.index);
    }
    expect(heard.slice(-3)).toEqual([57, 58, 59]);
    expect(heard.length).toBeLessThan(30);
  });

  test('is given up when what must arrive piles up, with a reason for when it wakes', async () => {
    const { client, tell, clock, app, isEnded, lines } = await told({ waiting: 5 << 20 });
    client.socket.pause();
    for (let index = 0; index < 40 && !isEnded(); index += 1)
      tell({ subscription: 'one', texts: [JSON.stringify({ index, large })], isFlashblock: false });
    expect(isEnded()).toBe(true);
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'ended a connection that does not read' }));
    await clock.advance(1_000);
    while (app.websocketServer.clients.size > 0) await turn();
  });
});

describe('closing', () => {
  test('answers what was begun, then ends each connection with 1001', async () => {
    const { connect, listener, arrived, open } = await listen();
    const busy = await connect();
    const idle = await connect();
    busy.socket.send(request('count_wait'));
    await arrived;
    const stopped = listener.close();
    expect(await idle.closed).toEqual({ code: 1001, reason: 'the emulator stops' });
    open();
    expect(await busy.next()).toMatchObject({ result: 'waited' });
    expect(await busy.closed).toMatchObject({ code: 1001 });
    await stopped;
  });

  test('cuts a client that does not end its side after a grace', async () => {
    const { connect, listener, clock } = await listen();
    const { socket, ask, closed } = await connect();
    await ask('count_name');
    socket.pause();
    const stopped = listener.close();
    while (listener.server.listening) await turn();
    await clock.advance(700);
    await stopped;
    socket.resume();
    expect(await closed).toMatchObject({ code: expect.any(Number) });
  });
});
