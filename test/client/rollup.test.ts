/** The chain's own shape as unmodified clients see it: viem's chains and op-stack actions, on both chains (reference §9). */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMPT } from '@ethereumjs/mpt';
import type { Hex } from 'viem';
import { concatHex, fromRlp, hexToBytes, keccak256, numberToHex, padHex, parseEther, toHex, toRlp } from 'viem';
import { base, basePreconf, baseSepolia } from 'viem/chains';
import { publicActionsL2 } from 'viem/op-stack';
import { describe, expect, it, onTestFinished } from 'vitest';
import { builtInFixtures } from '../../src/fixtures.ts';
import { l1Block, messagePasser } from '../predeploys/interfaces.ts';
import type { TestEmulator } from '../support/emulator.ts';
import { block, createTestEmulator, flashblock, publicClient, walletClient } from '../support/emulator.ts';

const depositor = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001';

type Client = ReturnType<typeof publicClient<typeof base>>;
type Wallet = ReturnType<typeof walletClient<TestEmulator['alice']['account'], typeof base>>;

/** Each chain with its own definition, and the first with the one that reads at pending. To the compiler they differ in their names. */
const chains = [
  ['base', 'main', base],
  ['basePreconf', 'main', basePreconf as unknown as typeof base],
  ['baseSepolia', 'test', baseSepolia as unknown as typeof base],
] as const;

const ask = async <Result>(client: Client, method: string, params: readonly unknown[]): Promise<Result> =>
  client.request({ method, params } as never);

/** The root over values by their position. */
async function rootOf(values: readonly Hex[]): Promise<Hex> {
  const trie = await createMPT();
  for (const [index, value] of values.entries()) {
    const key = toRlp(index === 0 ? '0x' : numberToHex(index), 'bytes');
    // oxlint-disable-next-line no-await-in-loop -- one trie
    await trie.put(key, hexToBytes(value));
  }
  return toHex(trie.root());
}

describe.each(chains)('the deposit of L1 attributes on %s', (_, key, chain) => {
  const connect = (emulator: TestEmulator): Client => publicClient(emulator[key].provider, chain);

  it('is a transaction of its own type, with a receipt', async () => {
    const emulator = await createTestEmulator();
    const client = connect(emulator);
    await emulator.advance(block);
    const { transactions, number } = await client.getBlock({ blockNumber: 1n, includeTransactions: true });
    const [deposit, ...others] = transactions;
    expect(others).toEqual([]);
    expect(deposit).toMatchObject({
      type: 'deposit',
      from: depositor,
      to: l1Block.address,
      gas: 1_000_000n,
      value: 0n,
      gasPrice: 0n,
      nonce: 0,
      blockNumber: number,
      transactionIndex: 0,
      mint: 0n,
    });
    const { hash } = deposit!;
    expect(await client.getTransaction({ hash })).toEqual(deposit);
    expect(await client.getTransactionReceipt({ hash })).toMatchObject({
      status: 'success',
      effectiveGasPrice: 0n,
      l1Fee: 0n,
      l1GasPrice: 0x6bdbf6fn,
      logs: [],
    });
    expect(await ask(client, 'eth_getTransactionReceipt', [hash])).toMatchObject({
      type: '0x7e',
      depositNonce: '0x0',
      depositReceiptVersion: '0x1',
      blobGasUsed: '0x0',
      l1BaseFeeScalar: '0x8dd',
      l1BlobBaseFee: '0x582765',
      l1BlobBaseFeeScalar: '0x101c12',
      daFootprintGasScalar: '0x94',
    });
  });

  it('costs about the documented gas once its contract knows all slots', async () => {
    const emulator = await createTestEmulator();
    const client = connect(emulator);
    await emulator.advance(4 * block);
    const { transactions } = await client.getBlock({ blockNumber: 4n });
    const { gasUsed } = await client.getTransactionReceipt({ hash: transactions[0]! });
    expect(Math.abs(Number(gasUsed) - 0xb48a)).toBeLessThan(1_000);
  });

  it('tells the contract of the L1 below', async () => {
    const emulator = await createTestEmulator({ genesisTime: 1_800_000_000 });
    const client = connect(emulator);
    await emulator.advance(8 * block);
    const read = async (functionName: 'number' | 'timestamp' | 'sequenceNumber' | 'basefee' | 'blobBaseFee') =>
      client.readContract({ ...l1Block, functionName, blockTag: 'latest' });
    expect(await read('timestamp')).toBe(1_800_000_012n);
    expect(await read('sequenceNumber')).toBe(2n);
    expect(await read('basefee')).toBe(0x6bdbf6fn);
    expect(await read('blobBaseFee')).toBe(0x582765n);
    const number = await read('number');
    await emulator.advance(4 * block);
    expect(await read('number')).toBe(number + 1n);
  });

  it('counts for its sender like a transaction of anybody', async () => {
    const emulator = await createTestEmulator();
    const client = connect(emulator);
    await emulator.advance(2 * block);
    const count = async (blockTag: 'latest' | 'pending') =>
      client.getTransactionCount({ address: depositor, blockTag });
    expect([await count('latest'), await count('pending')]).toEqual([2, 3]);
  });

  it('cannot be sent', async () => {
    const emulator = await createTestEmulator();
    const client = connect(emulator);
    const { transactions } = await client.getBlock({ blockTag: 'pending' });
    const raw = await ask<Hex>(client, 'debug_getRawTransaction', [transactions[0]]);
    expect(keccak256(raw)).toBe(transactions[0]);
    await expect(client.sendRawTransaction({ serializedTransaction: raw })).rejects.toMatchObject({
      details: 'failed to decode signed transaction',
    });
  });
});

describe('raw bytes', () => {
  it('are what the roots of the block cover', async () => {
    const { alice, provider, advance } = await createTestEmulator();
    await alice.sendTransaction({ to: alice.account.address, value: 1n, data: '0x1234' });
    await advance(block);
    const sealed = await provider.getBlock();
    const raws = await Promise.all(
      sealed.transactions.map(async (hash) => ask<Hex>(provider, 'debug_getRawTransaction', [hash])),
    );
    expect(await rootOf(raws)).toBe(sealed.transactionsRoot);
    const receipts = await ask<Hex[]>(provider, 'debug_getRawReceipts', ['latest']);
    expect(await rootOf(receipts)).toBe(sealed.receiptsRoot);
    const [, , , logs, depositNonce, version] = fromRlp(`0x${receipts[0]!.slice(4)}`) as unknown[];
    expect([logs, depositNonce, version]).toEqual([[], '0x', '0x01']);
    const whole = await ask<Hex>(provider, 'debug_getRawBlock', ['latest']);
    expect(sealed.size).toBe(BigInt(whole.length / 2 - 1));
    const [header, transactions] = fromRlp(whole) as [never, Hex[]];
    expect(keccak256(toRlp(header))).toBe(sealed.hash);
    expect(transactions).toEqual(raws);
  });
});

describe.each(chains)('fees on %s', (_, key, chain) => {
  const connect = (emulator: TestEmulator): Client => publicClient(emulator[key].provider, chain);
  const walletOf = (emulator: TestEmulator): Wallet => walletClient(emulator[key].rpc, emulator.alice.account, chain);

  it('are those that viem estimates, and leave the sender', async () => {
    const emulator = await createTestEmulator();
    const client = connect(emulator).extend(publicActionsL2());
    await emulator.advance(block);
    const wallet = walletOf(emulator);
    const { account } = wallet;
    const fields = { to: emulator.bob.account.address, value: parseEther('1') };
    const estimated = await client.estimateL1Fee({ account, ...fields });
    const total = await client.estimateTotalFee({ account, ...fields });
    const hash = await wallet.sendTransaction(fields);
    await emulator.advance(block);
    const { l1Fee, gasUsed, effectiveGasPrice } = await client.getTransactionReceipt({ hash });
    expect(l1Fee).toBeGreaterThan(0n);
    // A transfer is at the least size either way.
    expect(estimated).toBe(l1Fee);
    expect(total).toBe(l1Fee! + gasUsed * (await client.getGasPrice()));
    expect(await client.getBalance({ address: account.address, blockTag: 'latest' })).toBe(
      parseEther('9999') - l1Fee! - gasUsed * effectiveGasPrice,
    );
  });

  it('grow with the bytes, as viem estimates before', async () => {
    const emulator = await createTestEmulator();
    const client = connect(emulator).extend(publicActionsL2());
    await emulator.advance(block);
    const wallet = walletOf(emulator);
    const { account } = wallet;
    // Words of a hash do not compress.
    const data = concatHex(Array.from({ length: 40 }, (_, index) => keccak256(numberToHex(index + 1))));
    const fields = { to: emulator.bob.account.address, data };
    const estimated = await client.estimateL1Fee({ account, ...fields });
    const hash = await wallet.sendTransaction(fields);
    await emulator.advance(flashblock);
    const { l1Fee } = await client.getTransactionReceipt({ hash });
    expect(l1Fee).toBeGreaterThan(5n * (await client.estimateL1Fee({ account, to: fields.to })));
    // The estimate is of other fees and another nonce; a handful of bytes is all that it can be wrong by.
    expect(Math.abs(Number(estimated - l1Fee!))).toBeLessThan(Number(l1Fee) / 100);
  });

  it('are nothing on L1 by setting, for contracts and clients alike', async () => {
    const emulator = await createTestEmulator({ l1Fee: false });
    const client = connect(emulator).extend(publicActionsL2());
    await emulator.advance(block);
    const wallet = walletOf(emulator);
    const { account } = wallet;
    const fields = { to: emulator.bob.account.address, value: 1n };
    expect(await client.estimateL1Fee({ account, ...fields })).toBe(0n);
    const hash = await wallet.sendTransaction(fields);
    await emulator.advance(block);
    const { l1Fee, gasUsed, effectiveGasPrice } = await client.getTransactionReceipt({ hash });
    expect(l1Fee).toBe(0n);
    expect(await client.getBalance({ address: account.address })).toBe(
      parseEther('10000') - 1n - gasUsed * effectiveGasPrice,
    );
  });
});

describe('the header', () => {
  it('commits to the messages to L1', async () => {
    const { alice, bob, client, advance } = await createTestEmulator();
    const args = [bob.account.address, 50_000n, '0x1234'] as const;
    await alice.writeContract({ ...messagePasser, functionName: 'initiateWithdrawal', args, value: 5n });
    await advance(flashblock);
    const before = await client.getBlock();
    const pending = await client.getBlock({ blockTag: 'pending' });
    expect(pending.withdrawalsRoot).not.toBe(before.withdrawalsRoot);
    await advance(block - flashblock);
    const { address } = messagePasser;
    const { storageHash } = await client.getProof({ address, storageKeys: [] });
    const sealed = await client.getBlock();
    expect(sealed).toMatchObject({ withdrawalsRoot: storageHash, withdrawals: [] });
    expect(pending.withdrawalsRoot).toBe(storageHash);
    expect((await client.getProof({ address, storageKeys: [], blockNumber: 0n })).storageHash).toBe(
      before.withdrawalsRoot,
    );
  });

  it('tells the data of the block in place of blobs', async () => {
    const { alice, bob, client, advance } = await createTestEmulator();
    await alice.sendTransaction({ to: bob.account.address, value: 1n });
    await advance(block);
    const { extraData, ...sealed } = await client.getBlock();
    expect(sealed).toMatchObject({ blobGasUsed: 14_800n, excessBlobGas: 0n });
    expect(extraData).toBe(
      concatHex(['0x01', numberToHex(125, { size: 4 }), numberToHex(6, { size: 4 }), padHex('0x4c4b40', { size: 8 })]),
    );
  });
});

it('the deposit is no news of the mempool', async () => {
  const { provider, advance } = await createTestEmulator();
  const id = await ask<Hex>(provider, 'eth_newPendingTransactionFilter', []);
  await advance(2 * block);
  expect(await ask(provider, 'eth_getFilterChanges', [id])).toEqual([]);
  expect(await ask(provider, 'txpool_status', [])).toEqual({ pending: '0x0', queued: '0x0' });
  const { transactions } = await provider.getBlock({ blockTag: 'pending' });
  expect(await ask(provider, 'base_transactionStatus', [transactions[0]])).toEqual({ status: 'Unknown' });
});

it('a chain without L1 below has plain blocks', async () => {
  const fixtures = mkdtempSync(join(tmpdir(), 'pretick-fixtures-'));
  onTestFinished(() => rmSync(fixtures, { recursive: true }));
  cpSync(builtInFixtures, fixtures, { recursive: true });
  const file = join(fixtures, 'mainnet', 'chain.json');
  const { rollup, ...plain } = JSON.parse(readFileSync(file, 'utf8')) as { readonly rollup: unknown };
  expect(rollup).toBeDefined();
  writeFileSync(file, JSON.stringify(plain));
  const { alice, bob, client, advance } = await createTestEmulator({ fixtures });
  const hash = await alice.sendTransaction({ to: bob.account.address, value: 1n });
  await advance(block);
  const sealed = await client.getBlock();
  expect(sealed).toMatchObject({ transactions: [hash], gasUsed: 21_000n, blobGasUsed: 0n });
  const receipt = await client.getTransactionReceipt({ hash });
  expect(receipt).toMatchObject({ transactionIndex: 0, l1Fee: null });
  const spent = 1n + receipt.gasUsed * receipt.effectiveGasPrice;
  expect(await client.getBalance({ address: alice.account.address })).toBe(parseEther('10000') - spent);
  expect(await client.getBalance({ address: '0x4200000000000000000000000000000000000019' })).toBe(0n);
});
