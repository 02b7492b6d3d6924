import { once } from 'node:events';
import { Agent, request as send } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Served, ServeOptions } from './serve.ts';
import { request, serve } from './serve.ts';

async function listen(options: ServeOptions = {}): Promise<Served & { readonly port: number }> {
  const served = await serve(options);
  const { port } = await served.listener.listen({ host: '127.0.0.1', port: 0 });
  return { ...served, port };
}

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket.on('error', () => undefined); // a connection that is cut is what some tests wait for
  onTestFinished(() => {
    socket.destroy();
  });
  return socket;
}

const head = (length: number, lines = '') =>
  `POST / HTTP/1.1\r\nHost: pretick\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${lines}\r\n`;

/** One turn of the event loop. */
async function turn(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** All that comes until the other side closes. */
async function rest(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: string) => (text += chunk));
  await once(socket, 'close');
  return text;
}

describe('requests over a socket', () => {
  test('on one connection are answered one after another, in order', async () => {
    const { port } = await listen();
    const socket = open(port);
    const bodies = [request('count_add', ['0x1'], 1), request('count_add', ['0x1'], 2), request('count_name', [], 3)];
    socket.write(
      bodies.map((body, index) => head(body.length, index === 2 ? 'Connection: close\r\n' : '') + body).join(''),
    );
    const results = (await rest(socket)).split('\n').filter((line) => line.startsWith('{'));
    expect(results.map((line) => /\{"jsonrpc".*?\}/.exec(line)?.[0])).toEqual([
      '{"jsonrpc":"2.0","id":1,"result":"0x1"}',
      '{"jsonrpc":"2.0","id":2,"result":"0x2"}',
      '{"jsonrpc":"2.0","id":3,"result":"mainnet"}',
    ]);
  });

  test('may come in pieces, cut inside a character', async () => {
    const { port } = await listen();
    const socket = open(port);
    const body = Buffer.from(request('count_name', [], 'ключ'));
    socket.write(head(body.length, 'Connection: close\r\n'));
    const cut = body.indexOf(Buffer.from('ю')) + 1;
    await new Promise((resolve) => {
      socket.write(body.subarray(0, cut), resolve);
    });
    await turn();
    socket.write(body.subarray(cut));
    expect(await rest(socket)).toContain('"id":"ключ"');
  });

  test('that announce too large a body are refused before it is sent', async () => {
    const { port } = await listen({ body: 2000 });
    const socket = open(port);
    socket.write(head(1_000_000_000));
    const reply = await rest(socket);
    expect(reply).toMatch(/^HTTP\/1.1 413 /);
    expect(reply).toContain('"code":-32021');
  });

  test('that never say how long they are, are cut at the limit', async () => {
    const { port } = await listen({ body: 2000 });
    const socket = open(port);
    socket.write('POST / HTTP/1.1\r\nHost: pretick\r\nTransfer-Encoding: chunked\r\n\r\n');
    const chunk = `400\r\n${'x'.repeat(0x400)}\r\n`;
    socket.write(chunk.repeat(3));
    expect(await rest(socket)).toMatch(/^HTTP\/1.1 413 /);
  });

  test('that are no HTTP are answered 400 and cut', async () => {
    const { port } = await listen();
    const socket = open(port);
    socket.write('hello\r\n\r\n');
    expect(await rest(socket)).toMatch(/^HTTP\/1.1 400 /);
  });

  test('whose client goes away disturb nobody', async () => {
    const { port, arrived, open: letGo, app } = await listen();
    const socket = open(port);
    const body = request('count_wait');
    socket.write(head(body.length) + body);
    await arrived;
    socket.destroy();
    letGo();
    const reply = await app.inject({ method: 'POST', url: '/', payload: request('count_name') });
    expect(reply.statusCode).toBe(200);
  });
});

describe('closing', () => {
  test('ends idle connections at once', async () => {
    const { listener, port } = await listen();
    const socket = open(port);
    const body = request('count_name');
    socket.write(head(body.length) + body);
    await once(socket, 'data');
    const closed = once(socket, 'close');
    await listener.close();
    await closed;
    expect(socket.closed).toBe(true);
  });

  test('lets an answer in flight finish, then ends its connection', async () => {
    const { listener, port, arrived, open: letGo } = await listen();
    const socket = open(port);
    const body = request('count_wait');
    socket.write(head(body.length) + body);
    await arrived;
    const closing = listener.close();
    while (listener.server.listening) await turn();
    const reply = rest(socket);
    letGo();
    expect(await reply).toMatch(/^HTTP\/1.1 200 OK[^]*connection: close[^]*"result":"waited"/i);
    await closing;
  });

  test('takes no new connections', async () => {
    const { listener, port, arrived, open: letGo } = await listen();
    const busy = open(port);
    const body = request('count_wait');
    busy.write(head(body.length) + body);
    await arrived;
    const closing = listener.close();
    while (listener.server.listening) await turn();
    const [error] = (await once(connect(port, '127.0.0.1'), 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
    letGo();
    await closing;
  });

  test('cuts what hangs after a grace, be it half a request or an answer that does not come', async () => {
    const { listener, port, arrived, clock } = await listen();
    const half = open(port);
    half.write(head(100));
    const stuck = open(port);
    const body = request('count_wait');
    stuck.write(head(body.length) + body);
    await arrived;
    const cut = Promise.all([once(half, 'close'), once(stuck, 'close')]);
    const closing = listener.close();
    while (listener.server.listening) await turn();
    await clock.advance(699);
    expect(half.closed).toBe(false);
    await clock.advance(1);
    await cut;
    await closing;
  });

  test('leaves nothing behind: the port is free again', async () => {
    const first = await listen();
    const agent = new Agent({ keepAlive: true });
    const sent = send({ agent, port: first.port, host: '127.0.0.1', method: 'POST' });
    sent.end(request('count_name'));
    const [reply] = (await once(sent, 'response')) as [NodeJS.ReadableStream];
    reply.resume();
    await once(reply, 'end');
    await first.listener.close();
    const second = await serve();
    expect(await second.listener.listen({ host: '127.0.0.1', port: first.port })).toMatchObject({ port: first.port });
    agent.destroy();
  });

  test('tells who asks for readiness that it stops', async () => {
    const { listener, port, arrived, open: letGo } = await listen();
    const busy = open(port);
    const body = request('count_wait');
    busy.write(head(body.length) + body);
    await arrived;
    const asking = open(port);
    asking.write('GET /_pretick/ready HTTP/1.1\r\nHost: pretick\r\n');
    await once(asking, 'connect');
    const closing = listener.close();
    const reply = rest(asking);
    asking.write('\r\n');
    letGo();
    expect(await reply).toMatch(/^HTTP\/1.1 503 /);
    await closing;
  });
});
