/** The imported chain held against @ethereumjs/vm's own runBlock: another state, another trie, other rules of a block. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBlockFromRLP } from '@ethereumjs/block';
import type { Common } from '@ethereumjs/common';
import { createCommonFromGethGenesis, parseGethGenesisState } from '@ethereumjs/common';
import { bytesToHex } from '@ethereumjs/util';
import { createVM, runBlock } from '@ethereumjs/vm';
import { describe, expect, it } from 'vitest';
import { createChain } from '../../src/chain/chain.ts';
import { resolveConfig } from '../../src/config.ts';
import { encodeBlock } from '../../src/evm/block.ts';
import { decodeBlocks } from '../../src/evm/block-decoding.ts';
import { ethereumRules, readGethGenesis } from '../../src/geth-genesis.ts';
import { createEngine } from '../support/engine.ts';
import { sharedData } from '../support/shared-data.ts';

const folder = sharedData('conformance', 'the comparison of an import with runBlock');

describe.skipIf(folder === undefined)('an imported block', () => {
  it('leaves the state, gas and receipts that runBlock of @ethereumjs/vm leaves', { timeout: 60_000 }, async () => {
    const file = (name: string): string => join(folder!, name);
    const read = readGethGenesis(file('genesis.json'));
    const chain = await createChain({
      rules: ethereumRules(read, resolveConfig()),
      genesis: read.genesis,
      engine: createEngine(),
      firstTimestamp: read.genesis.header.timestamp + 12n,
    });

    const json = JSON.parse(readFileSync(file('genesis.json'), 'utf8')) as GenesisFile;
    const common = commonOf(json, bytesOf(chain.head.hash));
    const vm = await createVM({ common, setHardfork: true });
    await vm.stateManager.generateCanonicalGenesis!(parseGethGenesisState(json));

    for (const decoded of decodeBlocks(readFileSync(file('chain.rlp')))) {
      await chain.import(decoded);
      const { head } = chain;
      const block = createBlockFromRLP(encodeBlock(head), { common, setHardfork: true });
      const root = bytesOf(chain.at({ kind: 'number', number: head.header.number - 1n }).header.stateRoot);
      const judged = await runBlock(vm, {
        block,
        root,
        skipHeaderValidation: true,
        skipBlockValidation: true,
        setHardfork: true,
      });
      expect({
        number: head.header.number,
        stateRoot: bytesToHex(judged.stateRoot),
        gasUsed: judged.gasUsed,
        receipts: judged.receipts.map((receipt) => [receipt.cumulativeBlockGasUsed, receipt.logs.length]),
      }).toEqual({
        number: head.header.number,
        stateRoot: head.header.stateRoot,
        gasUsed: head.header.gasUsed,
        receipts: head.receipts.map((receipt) => [receipt.cumulativeGasUsed, receipt.logs.length]),
      });
    }
  });
});

type GenesisFile = Parameters<typeof parseGethGenesisState>[0];

/** The library's view of the chain. Imported blocks have no blobs attached, so it needs no KZG to verify any. */
function commonOf(json: GenesisFile, genesisHash: Uint8Array): Common {
  const kzg = {} as never; // never called
  return createCommonFromGethGenesis(json, { chain: 'conformance', genesisHash, customCrypto: { kzg } });
}

function bytesOf(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex.slice(2), 'hex'));
}
