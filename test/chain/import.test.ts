import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createChain } from '../../src/chain/chain.ts';
import { resolveConfig } from '../../src/config.ts';
import { decodeBlocks } from '../../src/evm/block-decoding.ts';
import { createEthereumjsEngine } from '../../src/evm/ethereumjs/engine.ts';
import { ethereumRules, readGethGenesis } from '../../src/geth-genesis.ts';

const folder = '/work/shared/conformance';

describe('import', () => {
  it('imports', async () => {
    const read = readGethGenesis(`${folder}/genesis.json`);
    const chain = await createChain({
      rules: ethereumRules(read, resolveConfig()),
      genesis: read.genesis,
      engine: createEthereumjsEngine(),
      firstTimestamp: read.genesis.header.timestamp + 12n,
    });
    expect(chain.head.hash).toBe('0x44fd89d504659cd58f48f4796b77a7e7012cf296a2409afa2f6c3cb99b5b3d99');
    for (const block of decodeBlocks(readFileSync(`${folder}/chain.rlp`))) await chain.import(block);
    expect(chain.head.header.number).toBe(54n);
    expect(chain.head.hash).toBe('0xd226371d0b1551adb03fb52b71f08e3e11247fe9b1af994768af8cdaa8e7dcd7');
  });
});
