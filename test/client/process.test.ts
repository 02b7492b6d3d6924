/** The built command as another program meets it: log lines, and answers in flight when it ends. `npm test` builds it first. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const command = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));

type Line = Readonly<Record<string, unknown>>;

/** Starts the command on a free port; its log lines, which are JSON for programs, tell which. */
async function startCommand(flags: readonly string[] = [], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [command, '--port', '0', ...flags], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close').then(([code]: unknown[]) => code);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  /** The next line with that message. */
  const logged = async (message: string): Promise<Line> => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`It ended without logging ${message}.`);
    const line = JSON.parse(value) as Line;
    return line['msg'] === message ? line : logged(message);
  };
  const url = String((await logged('ready'))['url']);
  return { child, ended, logged, url };
}

async function rpc(url: string, method: string, ...params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return response.json();
}

it('logs where it listens, and a line for each request', async () => {
  const { url, logged } = await startCommand();
  await rpc(`${url}/rpc/testnet`, 'eth_chainId');
  expect(await logged('request')).toMatchObject({ level: 30, method: 'eth_chainId', chain: 'testnet', face: 'public' });
  await rpc(`${url}/provider/mainnet`, 'eth_getBalance', '0x12');
  expect(await logged('request')).toMatchObject({
    method: 'eth_getBalance',
    chain: 'mainnet',
    face: 'provider',
    code: -32602,
    ms: expect.any(Number),
  });
});

it('takes settings from variables, and flags before them', async () => {
  const { url } = await startCommand(['--genesis-time', '1700000000'], {
    PRETICK_CHAINS: 'testnet',
    PRETICK_GENESIS_TIME: '1600000000',
    PRETICK_TICKING: 'manual',
  });
  expect(await rpc(url, 'eth_chainId')).toMatchObject({ result: '0x14a34' });
  expect(await rpc(url, 'eth_getBlockByNumber', 'earliest', false)).toMatchObject({
    result: { timestamp: '0x6553f100' },
  });
});

it('finishes the answer in flight on SIGTERM, takes no new connection, and ends within a second', async () => {
  const { child, ended, url } = await startCommand();
  const { hostname, port } = new URL(url);
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' });
  const socket = connect(Number(port), hostname);
  const reply = text(socket);
  const head = `POST / HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  socket.write(head + body.slice(0, 10));
  // The server reads one connection after another: this answer means that it has begun with the other request.
  await rpc(url, 'eth_chainId');

  const start = performance.now();
  child.kill('SIGTERM');
  const isRefused = async (): Promise<boolean> =>
    fetch(`${url}/_pretick/health`, { headers: { connection: 'close' } }).then(isRefused, () => true);
  expect(await isRefused()).toBe(true);
  socket.write(body.slice(10));
  expect(await reply).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n\{"jsonrpc":"2\.0","id":1,"result":"0x2105"\}$/);
  expect(await ended).toBe(0);
  expect(performance.now() - start).toBeLessThan(1_000);
});

it('ends within a second on SIGTERM although a client keeps its connection busy', async () => {
  const { child, ended, url } = await startCommand();
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write('POST / HTTP/1.1\r\ncontent-length: 10\r\n');
  await rpc(url, 'eth_chainId');
  const start = performance.now();
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(performance.now() - start).toBeLessThan(1_000);
});
