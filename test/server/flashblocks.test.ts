import { once } from 'node:events';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { ClientOptions } from 'ws';
import { listenTo } from '../support/socket.ts';
import type { ServeOptions } from './serve.ts';
import { request, serve } from './serve.ts';

/** A server whose chains share one feed, into which the test speaks. */
async function listen(options: ServeOptions = {}) {
  const readers = new Set<(document: string) => void>();
  const served = await serve({
    feed: (deliver) => {
      readers.add(deliver);
      return () => readers.delete(deliver);
    },
    ...options,
  });
  const { port } = await served.listener.listen({ host: '127.0.0.1', port: 0 });
  return {
    ...served,
    /** How many listen to the feed itself. */
    readers: () => readers.size,
    tell: (document: string) => {
      for (const deliver of readers) deliver(document);
    },
    connect: async (path = '/flashblocks/mainnet', client: ClientOptions = {}) =>
      listenTo(`ws://127.0.0.1:${port}${path}`, client),
  };
}

/** One turn of the event loop. */
async function turn(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}

describe('the feed', () => {
  test.each(['/flashblocks/mainnet', '/flashblocks/testnet', '/flashblocks/mainnet/'])(
    'at %s tells each document as one message, without being asked',
    async (path) => {
      const { connect, tell } = await listen();
      const client = await connect(path);
      tell('{"index":0}');
      tell('{"index":1}');
      expect(await client.take(2)).toEqual([{ index: 0 }, { index: 1 }]);
    },
  );

  test.each([
    ['text' as const, false],
    ['brotli' as const, true],
  ])('as %s has binary frames: %s', async (format, binary) => {
    const { connect, tell } = await listen({ format });
    const { socket } = await connect();
    const heard = once(socket, 'message');
    const document = JSON.stringify({ index: 0, text: 'x'.repeat(1_000) });
    tell(document);
    const [data, isBinary] = (await heard) as [Buffer, boolean];
    expect(isBinary).toBe(binary);
    expect((binary ? brotliDecompressSync(data) : data).toString()).toBe(document);
    expect(data.length < 100).toBe(binary);
  });

  test('is listened to once for all readers, and only while there are any', async () => {
    const { connect, tell, readers, app } = await listen();
    expect(readers()).toBe(0);
    const clients = [await connect(), await connect(), await connect()];
    expect(readers()).toBe(1);
    tell('{"index":7}');
    for (const { next } of clients) expect(await next()).toEqual({ index: 7 });
    for (const { socket } of clients) socket.close();
    while (app.websocketServer.clients.size > 0) await turn();
    expect(readers()).toBe(0);
  });

  test('ignores what its readers send', async () => {
    const { connect, tell, lines } = await listen();
    const { socket, next } = await connect();
    const ponged = once(socket, 'pong');
    socket.send('{');
    socket.send(request('count_name'));
    socket.ping();
    await ponged;
    tell('{"index":3}');
    expect(await next()).toEqual({ index: 3 });
    expect(lines.filter(({ msg }) => msg === 'request')).toEqual([]);
  });

  test('is not there for a chain without flashblocks', async () => {
    const { connect, app } = await listen({ feed: undefined });
    await expect(connect()).rejects.toThrow('404');
    const reply = await app.inject({ url: '/flashblocks/mainnet' });
    expect(reply.statusCode).toBe(404);
    expect(reply.body).not.toContain('/flashblocks/testnet');
  });

  test('says over plain HTTP how it is read, and elsewhere where it is', async () => {
    const { app } = await listen();
    const reply = await app.inject({ url: '/flashblocks/testnet' });
    expect(reply.statusCode).toBe(426);
    expect(reply.headers.upgrade).toBe('websocket');
    expect(reply.json()).toMatchObject({ error: 'Upgrade Required' });
    expect((await app.inject({ url: '/flashblocks' })).body).toContain('/flashblocks/testnet');
  });
});

describe('a reader', () => {
  test('beyond the limit is refused with a reason; the place of one who left is free', async () => {
    const { connect, app, tell } = await listen({ readers: 2 });
    const first = await connect('/flashblocks/testnet');
    await connect();
    expect(await (await connect()).closed).toEqual({ code: 1013, reason: 'too many readers: max 2' });
    first.socket.close();
    while (app.websocketServer.clients.size > 1) await turn();
    const third = await connect();
    tell('{"index":1}');
    expect(await third.next()).toEqual({ index: 1 });
  });

  test('is no JSON-RPC connection, and the other way round', async () => {
    const { connect, tell } = await listen({ readers: 1, sockets: { connections: 1 } });
    const reader = await connect();
    const client = await connect('/');
    expect(await client.ask('count_name')).toMatchObject({ result: 'mainnet' });
    tell('{"index":1}');
    expect(await reader.next()).toEqual({ index: 1 });
  });

  test('is pinged, and ended when it does not answer', async () => {
    const { connect, clock, tell } = await listen({ sockets: { pingInterval: 1_000 } });
    const answering = await connect();
    const silent = await connect('/flashblocks/mainnet', { autoPong: false });
    const pinged = once(answering.socket, 'ping');
    await clock.advance(1_000);
    await pinged;
    // The pong is on its way before this ping, whose answer comes after the server has seen both.
    const ponged = once(answering.socket, 'pong');
    answering.socket.ping();
    await ponged;
    await clock.advance(1_000);
    expect(await silent.closed).toMatchObject({ code: 1006 });
    tell('{"index":2}');
    expect(await answering.next()).toEqual({ index: 2 });
  });

  test('that is slow loses the oldest flashblocks, and hears the newest when it reads on', async () => {
    const { connect, tell } = await listen({ sockets: { flashblocks: 3 } });
    const [slow, quick] = [await connect(), await connect()];
    slow.socket.pause();
    // More than the buffers of the system hold.
    const large = 'x'.repeat(1 << 20);
    for (let index = 0; index < 60; index += 1) {
      tell(JSON.stringify({ index, large }));
      expect(await quick.next()).toMatchObject({ index });
    }
    slow.socket.resume();
    const heard: number[] = [];
    while (heard.at(-1) !== 59) heard.push(((await slow.next()) as { readonly index: number }).index);
    expect(heard.slice(-3)).toEqual([57, 58, 59]);
    expect(heard.length).toBeLessThan(30);
  });

  test('is told with 1001 when the emulator stops', async () => {
    const { connect, listener, readers } = await listen();
    const { closed } = await connect();
    await listener.close();
    expect(await closed).toEqual({ code: 1001, reason: 'the emulator stops' });
    expect(readers()).toBe(0);
  });
});
