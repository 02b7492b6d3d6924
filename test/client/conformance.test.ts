/**
 * The public conformance cases, as they were recorded from a plain Ethereum node: over HTTP and over WebSocket, against the
 * `ethereum` dialect on the chain that they were recorded on. The suite's own runner says how a case is judged.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Pretick } from '../../src/index.ts';
import { startPretick } from '../../src/index.ts';
import { sharedData } from '../support/shared-data.ts';
import { engineName } from '../support/engine.ts';
import { listenTo } from '../support/socket.ts';

type Exchange = { readonly request: string; readonly response: unknown };

type Case = { readonly speconly: boolean; readonly exchanges: readonly Exchange[] };

/** What the suite's runner exports, as far as it is used here. */
type Runner = {
  findCases(folder: string): readonly string[];
  parseCase(text: string): Case;
  judge(
    exchange: Exchange,
    reply: unknown,
    options: { readonly speconly: boolean },
  ): { readonly found: readonly unknown[]; readonly strict: readonly unknown[] };
  describe(difference: unknown): string;
};

const suite = sharedData('conformance', 'the public conformance cases');

const transports = [
  { transport: 'HTTP', answer: overHttp },
  { transport: 'WebSocket', answer: overWebSocket },
];

describe.skipIf(suite === undefined).each(transports)(
  'the public cases over $transport',
  async ({ transport, answer }) => {
    const folder = suite ?? '';
    const runner =
      suite === undefined ? undefined : ((await import(pathToFileURL(join(folder, 'run.mjs')).href)) as Runner);
    const names = runner?.findCases(folder) ?? [];
    const passed = new Set<string>();
    const strict = new Set<string>();
    let emulator: Pretick;

    beforeAll(async () => {
      emulator = await startPretick({
        port: 0,
        engine: engineName,
        genesis: join(folder, 'genesis.json'),
        import: join(folder, 'chain.rlp'),
      });
    });
    afterAll(() => emulator.stop());

    test.each(names)('%s', async (name) => {
      const { parseCase, judge, describe: inWords } = runner!;
      const { speconly, exchanges } = parseCase(readFileSync(join(folder, `${name}.io`), 'utf8'));
      const asRecorded: boolean[] = [];
      for (const exchange of exchanges) {
        // oxlint-disable-next-line no-await-in-loop -- a conversation: one thing after another
        const verdict = judge(exchange, await answer(emulator.url, exchange.request), { speconly });
        expect(verdict.found.map(inWords)).toEqual([]);
        asRecorded.push(verdict.strict.length === 0);
      }
      passed.add(name);
      if (asRecorded.every(Boolean)) strict.add(name);
    });

    test('the case that was left out for its size: 77 logs in 21 MB', async () => {
      const params = [{ fromBlock: '0x1', toBlock: '0x3' }];
      const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params });
      const { result } = (await answer(emulator.url, request)) as { readonly result: readonly unknown[] };
      expect(result).toHaveLength(77);
    });

    test('all of them pass, error texts included', () => {
      process.stdout.write(
        `conformance over ${transport}: ${passed.size} of ${names.length} cases pass, ${strict.size} strictly\n`,
      );
      expect(names.filter((name) => !strict.has(name))).toEqual([]);
    });
  },
);

async function overHttp(url: string, body: string): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return response.json();
}

async function overWebSocket(url: string, message: string): Promise<unknown> {
  const { socket, next } = await listenTo(url.replace('http', 'ws'));
  socket.send(message);
  return next();
}
