import { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { createLogger } from '../../src/server/logger.ts';

function sink(isTTY: boolean) {
  let text = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  return { destination: Object.assign(stream, { isTTY }), read: () => text };
}

const line = { method: 'eth_call', chain: 'mainnet', face: 'public', ms: 0.42 };
/** Without colours and the time of day. */
const plain = (text: string) => stripVTControlCharacters(text).replaceAll(/^\[[\d:.]+\] /gm, '');

test('lines are JSON where nobody looks', async () => {
  const { destination, read } = sink(false);
  const log = await createLogger({ level: 'info', format: 'auto', destination });
  log.info(line, 'request');
  expect(JSON.parse(read())).toEqual({ level: 30, time: expect.any(Number) as unknown, ...line, msg: 'request' });
});

test('on a terminal a request is one short line', async () => {
  const { destination, read } = sink(true);
  const log = await createLogger({ level: 'info', format: 'auto', destination });
  log.info(line, 'request');
  log.info({ ...line, face: 'provider', code: -32000 }, 'request');
  log.info({ chain: 'mainnet', face: 'public', ms: 1, code: -32700 }, 'request');
  log.info({ method: 'batch', calls: 20, errors: 2, chain: 'mainnet', face: 'public', ms: 3 }, 'request');
  log.info({ chain: 'mainnet', block: 7 }, 'sealed');
  expect(plain(read()).trimEnd().split('\n')).toEqual([
    'INFO: eth_call mainnet 0.42 ms',
    'INFO: eth_call mainnet provider 0.42 ms error -32000',
    'INFO: unreadable request mainnet 1 ms error -32700',
    'INFO: batch of 20 mainnet 3 ms 2 errors',
    'INFO: sealed mainnet {"block":7}',
  ]);
  expect(read()).toContain('\u001B[32mINFO');
});

test('the format that is asked for wins over the terminal', async () => {
  const terminal = sink(true);
  (await createLogger({ level: 'info', format: 'json', destination: terminal.destination })).info('hello');
  expect(JSON.parse(terminal.read())).toMatchObject({ msg: 'hello' });
  const file = sink(false);
  (await createLogger({ level: 'info', format: 'pretty', destination: file.destination })).info('hello');
  expect(file.read()).toMatch(/INFO: hello\n$/);
  expect(file.read()).not.toContain('\u001B');
});

test('a bug shows its stack', async () => {
  const { destination, read } = sink(true);
  const log = await createLogger({ level: 'info', format: 'auto', destination });
  log.error({ err: new TypeError('secret'), method: 'eth_call', chain: 'mainnet', face: 'public' }, 'unexpected error');
  expect(plain(read())).toMatch(/^ERROR: unexpected error in eth_call mainnet[^]*TypeError: secret[^]*at /);
});

test('below the level nothing is written', async () => {
  const { destination, read } = sink(false);
  const log = await createLogger({ level: 'warn', format: 'json', destination });
  log.info(line, 'request');
  expect(read()).toBe('');
});
