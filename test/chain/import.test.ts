import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Chain } from '../../src/chain/chain.ts';
import { createChain } from '../../src/chain/chain.ts';
import { resolveConfig } from '../../src/config.ts';
import type { DecodedBlock } from '../../src/evm/block-decoding.ts';
import { decodeBlocks } from '../../src/evm/block-decoding.ts';
import { createEthereumjsEngine } from '../../src/evm/ethereumjs/engine.ts';
import { createInterpreterEngine } from '../../src/evm/interpreter/engine.ts';
import { ethereumRules, readGethGenesis } from '../../src/geth-genesis.ts';
import { zeroHash } from '../../src/hex.ts';
import { sharedData } from '../support/shared-data.ts';

const folder = sharedData('conformance', 'the import of the public chain');

const engines = [createInterpreterEngine(), createEthereumjsEngine()].map((engine) => ({ name: engine.name, engine }));

describe.skipIf(folder === undefined).each(engines)(
  'the import of a chain through all forks on $name',
  ({ engine }) => {
    const genesisHash = '0x44fd89d504659cd58f48f4796b77a7e7012cf296a2409afa2f6c3cb99b5b3d99';
    const headHash = '0xd226371d0b1551adb03fb52b71f08e3e11247fe9b1af994768af8cdaa8e7dcd7';
    const file = (name: string): string => join(folder!, name);

    async function open(): Promise<Chain> {
      const read = readGethGenesis(file('genesis.json'));
      return createChain({
        rules: ethereumRules(read, resolveConfig()),
        genesis: read.genesis,
        engine,
        firstTimestamp: read.genesis.header.timestamp + 12n,
      });
    }

    const blocks = (): Generator<DecodedBlock> => decodeBlocks(readFileSync(file('chain.rlp')));

    it('gives the known genesis and head, with every root of every header verified', async () => {
      const chain = await open();
      expect(chain.head.hash).toBe(genesisHash);
      for (const block of blocks()) await chain.import(block);
      expect(chain.head.header.number).toBe(54n);
      expect(chain.head.hash).toBe(headHash);
    });

    it('refuses a bad block with number, hash and the first field that differs, and nothing of it stays', async () => {
      const chain = await open();
      const [first, second] = blocks();
      await chain.import(first!);
      const head = chain.head;
      const wrong = (header: Partial<DecodedBlock['header']>): DecodedBlock => ({
        ...second!,
        header: { ...second!.header, ...header },
      });
      await expect(chain.import(wrong({ stateRoot: zeroHash }))).rejects.toThrow(
        /^block 2 \(0x[0-9a-f]{64}\): stateRoot is 0x0{64}, expected 0x[0-9a-f]{64}$/,
      );
      await expect(chain.import(wrong({ gasUsed: 1n }))).rejects.toThrow('gasUsed is 0x1, expected 0x');
      await expect(chain.import(wrong({ number: 3n }))).rejects.toThrow('number is 0x3, expected 0x2');
      await expect(chain.import({ ...second!, transactions: second!.transactions.toReversed() })).rejects.toThrow(
        /^block 2 /,
      );
      expect(chain.head).toBe(head);
      await chain.import(second!);
      expect(chain.head.header.number).toBe(2n);
    });

    it('says where a file cannot be read, after the blocks before', () => {
      const bytes = readFileSync(file('chain.rlp')).subarray(0, 2_000);
      const read = (): DecodedBlock[] => [...decodeBlocks(bytes)];
      expect(read).toThrow(/^block \d+ of the file, at byte \d+: rlp: input too short$/);
    });
  },
);
