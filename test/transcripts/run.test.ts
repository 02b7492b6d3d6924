/**
 * Replays the transcripts of this folder, one file per behaviour of the wire, each against an emulator of its own whose clock stands
 * still. Replies are held against the file byte for byte; `vitest --update` writes what the emulator answers.
 *
 *     // a remark
 *     // start: {"batchLimit":2}      settings, before everything else
 *     // path: /provider/mainnet      where to send from here on; /rpc/mainnet at first
 *     // advance: 200                 that many ms pass
 *     // status: 400                  HTTP status of the next reply when it is not 200
 *     >> {"jsonrpc":"2.0","id":1,"method":"eth_chainId"}
 *     << {"jsonrpc":"2.0","id":1,"result":"0x2105"}
 *
 * `<block 1>` stands for the hash of that block, in requests and in replies; `<why>` for what a version of Node says of bad JSON.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PretickOptions } from '../../src/index.ts';
import type { TestEmulator } from '../support/emulator.ts';
import { createTestEmulator } from '../support/emulator.ts';
import { listenTo } from '../support/socket.ts';

type Answer = {
  /** `undefined` where the transport has none; the one in the file then counts as right. */
  readonly status: number | undefined;
  readonly text: string;
};

/** Sends a body to a path of the emulator. */
type Transport = (url: string, body: string) => Promise<Answer>;

const transports: Readonly<Record<string, Transport>> = {
  async http(url, body) {
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return { status: response.status, text: await response.text() };
  },
  async websocket(url, body) {
    const { socket, nextText } = await listenTo(url.replace('http', 'ws'));
    socket.send(body);
    // Replies come in order: when this one is the first, there was nothing to answer.
    socket.send('{"jsonrpc":"2.0","id":"last","method":"eth_chainId"}');
    const text = await nextText();
    socket.close();
    return { status: undefined, text: text.includes('"id":"last"') ? '' : text };
  },
};

/** What HTTP alone has: a body that is refused before it is read, and no notifications. */
const httpOnly = new Set(['body-limit.io', 'eth_subscribe-http.io']);

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.io'));

const engines = ['ethereumjs', 'pretick'] as const;
// The transport does not know the engine: one of them is enough for the second.
const runs = [...engines.map((engine) => ['http', engine] as const), ['websocket', 'pretick'] as const];

describe.each(runs)('over %s, on the engine %s', (name, engine) => {
  it.each(files.filter((file) => name === 'http' || !httpOnly.has(file)))('%s', async (file) => {
    const path = join(import.meta.dirname, file);
    const written = readFileSync(path, 'utf8');
    await expect(await replay(written, transports[name]!, { engine })).toMatchFileSnapshot(path);
  });
});

/** The transcript with the replies as they are now. */
async function replay(transcript: string, transport: Transport, settings: PretickOptions): Promise<string> {
  const lines = transcript.split('\n');
  const emulator = await createTestEmulator({ ...settings, ...settingsIn(lines) });
  const hashes = new Map<string, string>();
  let path = '/rpc/mainnet';
  let expectedStatus = 200;
  const replayed: string[] = [];
  for (const line of lines) {
    const [, directive, value = ''] = /^\/\/ (path|advance|status): (.*)$/.exec(line) ?? [];
    if (directive === 'status') expectedStatus = Number(value);
    if (directive === 'status' || line.startsWith('<<')) continue;
    if (directive === 'path') path = value;
    // oxlint-disable-next-line no-await-in-loop -- a conversation: one thing after another
    if (directive === 'advance') await emulator.advance(Number(value));
    if (!line.startsWith('>>')) {
      replayed.push(line);
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop
    await learnHashes(emulator, hashes);
    const request = replaceAll(line.slice(3), [...hashes]);
    // oxlint-disable-next-line no-await-in-loop
    const { status = expectedStatus, text } = await transport(`${emulator.url}${path}`, request);
    expectedStatus = 200;
    if (status !== 200) replayed.push(`// status: ${status}`);
    const known = replaceAll(
      text,
      [...hashes].map(([token, hash]) => [hash, token]),
    );
    const reply = known.replace(/(?<="Parse error: )(?!the body).*(?="})/, '<why>');
    replayed.push(line, reply === '' ? '<<' : `<< ${reply}`);
  }
  return replayed.join('\n');
}

function settingsIn(lines: readonly string[]): PretickOptions {
  const start = lines.find((line) => line.startsWith('// start: '));
  return start === undefined ? {} : (JSON.parse(start.slice('// start: '.length)) as PretickOptions); // checked by the emulator
}

/** Adds the hashes of the blocks sealed since. */
async function learnHashes({ client }: TestEmulator, hashes: Map<string, string>): Promise<void> {
  const head = await client.getBlockNumber();
  for (let number = hashes.size; number <= head; number += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const { hash } = await client.getBlock({ blockNumber: BigInt(number) });
    hashes.set(`<block ${number}>`, hash);
  }
}

function replaceAll(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
}
