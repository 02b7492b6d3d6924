/** The built command as a process: what it prints, how it ends. `npm test` builds it first. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { version } from '../../src/version.ts';

const command = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));
const running = new Set<ReturnType<typeof watch>['process']>();

afterEach(() => {
  for (const process of running) process.kill('SIGKILL');
});

function run(flags: readonly string[], environment: Record<string, string> = {}) {
  return watch(process.execPath, [command, ...flags], environment);
}

function watch(program: string, args: readonly string[], environment: Record<string, string> = {}) {
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const output = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text));
  const ended = once(child, 'close').then(([code]: unknown[]) => {
    running.delete(child);
    return { code, ...output };
  });
  /** The first match in what it prints. */
  const shows = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const [match] = pattern.exec(output.out) ?? [];
      if (match !== undefined) return match;
      const [from] = await Promise.race([once(child.stdout, 'data'), ended.then(() => ['end'])]);
      if (from === 'end') throw new Error(`It ended without showing ${String(pattern)}: ${JSON.stringify(output)}`);
    }
  };
  return { process: child, ended, shows };
}

test('tells its version and its flags', async () => {
  expect(await run(['--version']).ended).toEqual({ code: 0, out: `${version}\n`, err: '' });
  const { code, out, err } = await run(['--help']).ended;
  expect(out).toContain('--port <number>');
  expect({ code, err }).toEqual({ code: 0, err: '' });
});

test('ends with one line when a setting cannot be used', async () => {
  expect(await run(['--prot', '1']).ended).toEqual({
    code: 1,
    out: '',
    err: 'pretick: There is no flag --prot. Did you mean --port? See --help.\n',
  });
  expect(await run([], { PRETICK_FIXTURES: '/nowhere' }).ended).toEqual({
    code: 1,
    out: '',
    err: 'pretick: /nowhere: cannot be read as the folder of fixtures (ENOENT).\n',
  });
});

test('ends with one line when the port is taken', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const address = holder.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const { code, err } = await run(['--port', String(port), '--log-format', 'pretty']).ended;
  holder.close();
  expect(err).toBe(
    `pretick: Port ${port} of 127.0.0.1 is taken. Choose another with --port, or --port 0 for a free one.\n`,
  );
  expect(code).toBe(1);
});

test.each(['SIGTERM', 'SIGINT'] as const)('serves, warns of a misspelt variable, and stops on %s', async (signal) => {
  const emulator = run(['--log-format', 'pretty', '--log-level', 'warn'], { PRETICK_PORT: '0', PRETICK_PROT: '1' });
  const stocks = await emulator.shows(/http:\/\/\S+\/v1\/tokenized-stocks\/chains/);
  const answer = await fetch(stocks);
  expect(await answer.json()).toMatchObject({ chains: [{ chain_id: '8453' }, { chain_id: '84532' }] });
  emulator.process.kill(signal);
  expect(await emulator.ended).toMatchObject({
    code: 0,
    err: 'pretick: PRETICK_PROT is not a setting and was ignored. Did you mean PRETICK_PORT?\n',
  });
});

test('prints no banner where logs are JSON', async () => {
  const emulator = run(['--port', '0', '--log-format', 'json']);
  await emulator.shows(/\n/);
  emulator.process.kill('SIGTERM');
  const { out } = await emulator.ended;
  for (const line of out.trim().split('\n')) expect(JSON.parse(line)).toBeTypeOf('object');
});

test.skipIf(process.platform === 'win32')('npm start ends with the shell that npm puts before it', async () => {
  const script = fileURLToPath(new URL('../../.ci/start.mjs', import.meta.url));
  const start = watch('sh', ['-c', `"${process.execPath}" "${script}" --port 0 --log-format pretty; exit`]);
  await start.shows(/Pretick/);
  start.process.kill('SIGTERM');
  // It has ended only when nobody holds the shell's output any more.
  expect(await start.ended).toMatchObject({ code: null });
});
