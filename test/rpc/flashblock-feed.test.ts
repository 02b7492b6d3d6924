import { bytesToHex, keccak256 } from 'viem';
import { describe, expect, test } from 'vitest';
import type { Listener } from '../../src/chain/events.ts';
import { createFlashblockFeed } from '../../src/rpc/flashblock-feed.ts';
import { alice, bob, createTestChain, rules, seal, sign } from '../support/chain.ts';
import { invoke } from './invoke.ts';

type Document = {
  readonly payload_id: string;
  readonly index: number;
  readonly base?: Record<string, string>;
  readonly diff: Record<string, unknown> & { readonly transactions: readonly string[] };
  readonly metadata: Record<string, unknown>;
};

async function setUp() {
  const chain = await createTestChain();
  const bugs: unknown[] = [];
  const read = createFlashblockFeed({ chain, onBug: (error) => bugs.push(error) });
  const documents: Document[] = [];
  const stop = read((text) => documents.push(JSON.parse(text) as Document));
  return {
    chain,
    bugs,
    documents,
    stop,
    read,
    send: async (nonce: number) => {
      const raw = await sign(alice, { to: bob.address, nonce, value: 1n });
      await chain.submit(raw);
      return bytesToHex(raw);
    },
  };
}

describe('the raw feed', () => {
  test('opens each block with its base, and has the fields of the public feed', async () => {
    const { chain, documents } = await setUp();
    await seal(chain);
    const [opening] = documents;
    expect(Object.keys(opening!)).toEqual(['payload_id', 'index', 'base', 'diff', 'metadata']);
    const block = await invoke<Record<string, string>>(chain, 'eth_getBlockByNumber', 'pending', false);
    expect(opening!.base).toEqual({
      parent_beacon_block_root: block['parentBeaconBlockRoot'],
      parent_hash: chain.head.hash,
      fee_recipient: rules.feeRecipient,
      prev_randao: block['mixHash'],
      block_number: '0x2',
      gas_limit: block['gasLimit'],
      timestamp: block['timestamp'],
      extra_data: block['extraData'],
      base_fee_per_gas: block['baseFeePerGas'],
    });
    expect(Object.keys(opening!.diff)).toEqual([
      'state_root',
      'receipts_root',
      'logs_bloom',
      'gas_used',
      'block_hash',
      'transactions',
      'withdrawals',
      'withdrawals_root',
      'blob_gas_used',
    ]);
    expect(opening!.metadata).toEqual({ block_number: 2 });
    expect(opening!.payload_id).toMatch(/^0x03[0-9a-f]{14}$/);
  });

  test('tells the new transactions of each flashblock, and gas, roots and bloom of all so far', async () => {
    const { chain, documents, send } = await setUp();
    await seal(chain);
    documents.length = 0;
    const opened = chain.pending.receipts.at(-1)?.cumulativeGasUsed ?? 0n;
    const first = await send(0);
    await chain.tick(1, 10);
    await chain.tick(2, 10);
    const [second, third] = [await send(1), await send(2)];
    await chain.tick(3, 10);
    expect(documents.map(({ index, base, diff }) => [index, base, diff.transactions])).toEqual([
      [1, undefined, [first]],
      [2, undefined, []],
      [3, undefined, [second, third]],
    ]);
    const gas = (count: bigint): string => `0x${(opened + count * 21_000n).toString(16)}`;
    expect(documents.map(({ diff }) => diff['gas_used'])).toEqual([gas(1n), gas(1n), gas(3n)]);
    expect(documents.map(({ base }) => base)).toEqual([undefined, undefined, undefined]);
    await seal(chain);
    const { receiptsRoot, logsBloom } = chain.head.header;
    expect(documents[2]!.diff).toMatchObject({ receipts_root: receiptsRoot, logs_bloom: logsBloom });
    expect(documents[0]!.diff['receipts_root']).not.toBe(receiptsRoot);
    const hashes = chain.head.transactions.slice(-3).map(({ hash }) => hash);
    expect(hashes).toEqual([first, second, third].map((raw) => keccak256(raw)));
  });

  test('has one payload id for all flashblocks of a block, and another for the next', async () => {
    const { chain, documents } = await setUp();
    const ids: string[][] = [];
    for (let block = 0; block < 5; block += 1) {
      await seal(chain);
      for (let share = 1; share <= 10; share += 1) await chain.tick(share, 10);
      ids.push(documents.splice(0).map(({ payload_id }) => payload_id));
    }
    expect(ids.map((list) => [list.length, new Set(list).size])).toEqual(ids.map(() => [11, 1]));
    expect(new Set(ids.flat()).size).toBe(5);
  });

  test('begins for a late reader with the next flashblock', async () => {
    const { chain, read } = await setUp();
    await seal(chain);
    await chain.tick(1, 10);
    const indexes: number[] = [];
    const stop = read((text) => indexes.push((JSON.parse(text) as Document).index));
    expect(indexes).toEqual([]);
    await chain.tick(2, 10);
    await seal(chain);
    stop();
    await chain.tick(1, 10);
    expect(indexes).toEqual([2, 0]);
  });

  test('does not listen to the chain while nobody reads', async () => {
    const chain = await createTestChain();
    const listeners = new Set<Listener>();
    const subscribe = (listener: Listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    };
    const read = createFlashblockFeed({ chain: { ...chain, subscribe }, onBug: () => undefined });
    expect(listeners.size).toBe(0);
    const ends = [read(() => undefined), read(() => undefined)];
    expect(listeners.size).toBe(1);
    for (const end of ends) end();
    expect(listeners.size).toBe(0);
  });

  test('reports a flashblock that cannot be encoded, and tells the next one', async () => {
    const chain = await createTestChain();
    let tell: Listener = () => undefined;
    const subscribe = (listener: Listener) => {
      tell = listener;
      return () => undefined;
    };
    const bugs: unknown[] = [];
    const read = createFlashblockFeed({ chain: { ...chain, subscribe }, onBug: (error) => bugs.push(error) });
    const indexes: number[] = [];
    read((text) => indexes.push((JSON.parse(text) as Document).index));
    const bug = new Error('no root');
    const header = {
      ...chain.pending.header,
      get receiptsRoot(): never {
        throw bug;
      },
    };
    tell({ kind: 'preconfirmed', block: { ...chain.pending, header }, index: 1, first: 0 });
    tell({ kind: 'preconfirmed', block: chain.pending, index: 2, first: 0 });
    expect(bugs).toEqual([bug]);
    expect(indexes).toEqual([2]);
  });
});
