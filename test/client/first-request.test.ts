/** What comes first to a server that has just started, before the application behind its quick way is built. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { startPretick } from '../../src/index.ts';

async function start() {
  const emulator = await startPretick({ port: 0, ticking: 'manual' });
  onTestFinished(async () => emulator.stop());
  return emulator;
}

const chainId = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' });

it('may be many requests at once, each of another kind', async () => {
  const { url, stocks } = await start();
  const [list, found, missing, answer] = await Promise.all([
    fetch(stocks),
    fetch(`${url}/_pretick/ready`),
    fetch(`${url}/nowhere`),
    fetch(url, { method: 'POST', body: new Blob([chainId]).stream(), duplex: 'half' }),
  ]);
  expect([list.status, found.status, missing.status]).toEqual([200, 200, 404]);
  expect(await answer.json()).toEqual({ jsonrpc: '2.0', id: 1, result: '0x2105' });
});

it('may be WebSocket connections, two at once, the first of which speaks before it is answered', async () => {
  const { url } = await start();
  const sockets = [0, 1].map(() => new WebSocket(url.replace('http', 'ws')));
  const answers = await Promise.all(
    sockets.map(async (socket) => {
      await once(socket, 'open');
      socket.send(chainId);
      const [data] = (await once(socket, 'message')) as [Buffer];
      socket.close();
      return data.toString();
    }),
  );
  expect(answers).toEqual(Array(2).fill('{"jsonrpc":"2.0","id":1,"result":"0x2105"}'));
});

it('may be bytes that are no HTTP', async () => {
  const { url } = await start();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('no HTTP at all\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 Bad Request/);
});

it('may be the stop, while a connection is open that has not said anything', async () => {
  const { url, stop } = await start();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  const closed = once(socket.resume(), 'close');
  await stop();
  await closed;
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

it('may be a request that the stop meets while its answer is not begun', async () => {
  const { stocks, stop } = await start();
  const answer = fetch(stocks).then(
    ({ status }) => status,
    () => 'refused',
  );
  await stop();
  expect([200, 503, 'refused']).toContain(await answer);
});
