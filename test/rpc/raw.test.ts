import type { Hex } from 'viem';
import { bytesToHex, fromRlp, keccak256, parseTransaction } from 'viem';
import { describe, expect, test } from 'vitest';
import { hashHeader } from '../../src/evm/block.ts';
import { uncleJson } from '../../src/rpc/encoding.ts';
import { alice, bob, createTestChain, seal, sign } from '../support/chain.ts';
import { invoke } from './invoke.ts';

async function chainWithTransfers() {
  const chain = await createTestChain();
  const transactions = [
    await sign(alice, { to: bob.address, value: 1n }),
    await sign(alice, { to: bob.address, nonce: 1, type: 'legacy', gasPrice: 10n ** 9n, gas: 21_000n, chainId: 8453 }),
  ];
  for (const transaction of transactions) await chain.submit(transaction);
  await chain.tick(1, 10);
  await seal(chain);
  return { chain, raw: transactions.map((transaction) => bytesToHex(transaction)) };
}

const unknown = `0x${'ab'.repeat(32)}`;

describe('raw blocks', () => {
  test('a raw header hashes to the block hash, and a raw block begins with it', async () => {
    const { chain } = await chainWithTransfers();
    const header = await invoke<Hex>(chain, 'debug_getRawHeader', '0x1');
    expect(keccak256(header)).toBe(chain.head.hash);
    const block = await invoke<Hex>(chain, 'debug_getRawBlock', chain.head.hash);
    expect(fromRlp(block)[0]).toEqual(fromRlp(header));
    expect((block.length - 2) / 2).toBe(chain.head.size);
  });

  test('a raw block holds typed transactions as bytes and legacy ones as lists', async () => {
    const { chain, raw } = await chainWithTransfers();
    const transactions = fromRlp(await invoke<Hex>(chain, 'debug_getRawBlock', 'latest'))[1] as readonly unknown[];
    const legacy = chain.head.transactions.findIndex(({ type }) => type === 0);
    expect(transactions[1 - legacy]).toBe(raw[0]);
    expect(transactions[legacy]).toEqual(fromRlp(raw[1]!));
  });

  test('a number that no block has yet gives nothing, an unknown hash is an error', async () => {
    const { chain } = await chainWithTransfers();
    expect(await invoke(chain, 'debug_getRawBlock', '0x2')).toBe('0x');
    expect(await invoke(chain, 'debug_getRawHeader', '0x2')).toBe('0x');
    expect(await invoke(chain, 'debug_getRawReceipts', '0x2')).toBe(null);
    await expect(invoke(chain, 'debug_getRawBlock', unknown)).rejects.toMatchObject({ kind: 'blockNotFound' });
    await expect(invoke(chain, 'debug_getRawHeader', unknown)).rejects.toMatchObject({ kind: 'blockNotFound' });
  });

  test('raw receipts are typed bytes with status and gas', async () => {
    const { chain } = await chainWithTransfers();
    const receipts = await invoke<readonly Hex[]>(chain, 'debug_getRawReceipts', '0x1');
    const typed = receipts.find((receipt) => receipt.startsWith('0x02'));
    expect(fromRlp(`0x${typed!.slice(4)}`)[0]).toBe('0x01');
    expect(receipts).toHaveLength(2);
    expect(await invoke(chain, 'debug_getRawReceipts', '0x0')).toEqual([]);
  });
});

describe('raw transactions', () => {
  test('are what was sent, by hash and by place', async () => {
    const { chain, raw } = await chainWithTransfers();
    const { hash } = chain.head.transactions[0]!;
    const [first] = raw;
    for (const method of ['eth_getRawTransactionByHash', 'debug_getRawTransaction'])
      expect(await invoke(chain, method, hash)).toBe(first);
    expect(await invoke(chain, 'eth_getRawTransactionByBlockNumberAndIndex', 'latest', '0x0')).toBe(first);
    expect(await invoke(chain, 'eth_getRawTransactionByBlockHashAndIndex', chain.head.hash, '0x0')).toBe(first);
    expect(parseTransaction(first!)).toMatchObject({ value: 1n });
  });

  test('are there as soon as the pool has them', async () => {
    const { chain } = await chainWithTransfers();
    const raw = await sign(bob, { to: alice.address });
    expect(await invoke(chain, 'eth_getRawTransactionByHash', await chain.submit(raw))).toBe(bytesToHex(raw));
  });

  test('are empty where there is none', async () => {
    const { chain } = await chainWithTransfers();
    expect(await invoke(chain, 'debug_getRawTransaction', unknown)).toBe('0x');
    expect(await invoke(chain, 'eth_getRawTransactionByBlockNumberAndIndex', '0x1', '0x9')).toBe('0x');
    expect(await invoke(chain, 'eth_getRawTransactionByBlockHashAndIndex', unknown, '0x0')).toBe('0x');
  });
});

describe('headers and uncles', () => {
  test('a header is the block without its body', async () => {
    const { chain } = await chainWithTransfers();
    const block = await invoke<Record<string, unknown>>(chain, 'eth_getBlockByNumber', '0x1');
    const { uncles: _, transactions: __, withdrawals: ___, size: ____, ...header } = block;
    expect(await invoke(chain, 'eth_getHeaderByNumber', '0x1')).toEqual(header);
    expect(await invoke(chain, 'eth_getHeaderByHash', chain.head.hash)).toEqual(header);
    expect(await invoke(chain, 'eth_getHeaderByNumber', '0x9')).toBe(null);
  });

  test('a block of this chain has no uncles, an unknown block has no count', async () => {
    const { chain } = await chainWithTransfers();
    expect(await invoke(chain, 'eth_getUncleCountByBlockNumber', 'latest')).toBe('0x0');
    expect(await invoke(chain, 'eth_getUncleCountByBlockHash', chain.head.hash)).toBe('0x0');
    expect(await invoke(chain, 'eth_getUncleCountByBlockHash', unknown)).toBe(null);
    expect(await invoke(chain, 'eth_getUncleCountByBlockNumber', '0x9')).toBe(null);
    expect(await invoke(chain, 'eth_getUncleByBlockNumberAndIndex', '0x1', '0x0')).toBe(null);
    expect(await invoke(chain, 'eth_getUncleByBlockHashAndIndex', unknown, '0x0')).toBe(null);
  });

  test('an uncle is a block without transactions and with the size of its header', async () => {
    const chain = await createTestChain();
    const { header } = chain.head;
    expect(uncleJson(header)).toMatchObject({ hash: hashHeader(header), uncles: [], number: '0x0' });
    expect(uncleJson(header)).not.toHaveProperty('transactions');
  });
});
