/**
 * Public conformance cases that do not depend on the chain they were recorded on, nor on the dialect of a plain Ethereum node: a
 * fresh emulator as it comes answers them as recorded. The whole suite runs on its own chain in `test/client`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createTestEmulator } from '../support/emulator.ts';
import { sharedData } from '../support/shared-data.ts';

const cases = [
  'eth_estimateGas/estimate-simple-transfer',
  'eth_getBalance/get-balance-unknown-account',
  'eth_getBlockByHash/get-block-by-empty-hash',
  'eth_getBlockReceipts/get-block-receipts-0',
  'eth_getBlockReceipts/get-block-receipts-empty',
  'eth_getBlockReceipts/get-block-receipts-future',
  'eth_getCode/get-code-unknown-account',
  'eth_getStorageAt/get-storage-invalid-key',
  'eth_getStorageAt/get-storage-invalid-key-too-large',
  'eth_getTransactionByHash/get-empty-tx',
  'eth_getTransactionReceipt/get-empty-tx',
  'eth_simulateV1/ethSimulate-add-more-non-defined-BlockStateCalls-than-fit',
  'eth_simulateV1/ethSimulate-block-override-reflected-in-contract',
  'eth_simulateV1/ethSimulate-block-timestamp-auto-increment',
  'eth_simulateV1/ethSimulate-block-timestamp-non-increment',
  'eth_simulateV1/ethSimulate-block-timestamp-order-38021',
  'eth_simulateV1/ethSimulate-check-invalid-nonce',
  'eth_simulateV1/ethSimulate-gas-fees-and-value-error-38014-with-validation',
  'eth_simulateV1/ethSimulate-move-to-address-itself-reference-38022',
  'eth_simulateV1/ethSimulate-move-two-non-precompiles-accounts-to-same',
  'eth_simulateV1/ethSimulate-simple-no-funds-with-validation',
  'eth_simulateV1/ethSimulate-try-to-move-non-precompile',
  'eth_syncing/check-syncing',
] as const;

type Exchange = { readonly request: string; readonly response: unknown };

/** What the suite's runner exports, as far as it is used here. */
type Runner = {
  parseCase(text: string): { readonly speconly: boolean; readonly exchanges: readonly Exchange[] };
  judge(
    exchange: Exchange,
    reply: unknown,
    options: { readonly speconly: boolean },
  ): { readonly found: readonly unknown[] };
  describe(difference: unknown): string;
};

const suite = sharedData('conformance', 'the conformance cases for a fresh emulator');
if (suite !== undefined) process.stdout.write(`conformance: ${cases.length} cases hold for a fresh emulator\n`);

describe.skipIf(suite === undefined)('a fresh emulator answers as recorded', () => {
  it.each(cases)('%s', async (name) => {
    const folder = suite ?? '';
    const runner = (await import(pathToFileURL(join(folder, 'run.mjs')).href)) as Runner;
    const { main } = await createTestEmulator();
    const { speconly, exchanges } = runner.parseCase(readFileSync(join(folder, `${name}.io`), 'utf8'));
    for (const exchange of exchanges) {
      // oxlint-disable-next-line no-await-in-loop -- a conversation: one thing after another
      const { found } = runner.judge(exchange, await answer(main.provider, exchange.request), { speconly });
      expect(found.map(runner.describe)).toEqual([]);
    }
  });
});

async function answer(url: string, body: string): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return response.json();
}
