/** Under stress, too, what a client sees is always one consistent moment, and nothing is told twice or not at all. */
import type { Hex } from 'viem';
import { keccak256, pad, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { assemble, deploying } from '../support/assembly.ts';
import { block, createTestEmulator, flashblock, zeroHash } from '../support/emulator.ts';
import { readFeed } from '../support/feed.ts';
import { listenTo } from '../support/socket.ts';
import { createStallingClock } from '../support/stalling-clock.ts';

type Told = { readonly params: { readonly result: unknown } };

const start = 1_800_000_000_000;

describe('an event loop that stalls for 7 s', () => {
  it('makes one flashblock and one seal of what fell due, with consecutive indexes and heads', async () => {
    const clock = createStallingClock(start);
    const { main, alice, client, advance } = await createTestEmulator({
      ticking: 'auto',
      clock,
      genesisTime: start / 1000,
    });
    const feed = await readFeed(main.flashblocks!);
    const heads = await listenTo(main.rpc.replace('http', 'ws'));
    await heads.ask('eth_subscribe', ['newHeads']);
    await advance(flashblock);
    const hash = await alice.sendTransaction({ to: alice.account.address, value: 1n });
    clock.stall(7_000);
    await advance(2 * flashblock);
    const documents = await feed.take(4);
    expect(documents.map(({ index, metadata }) => [metadata.block_number, index])).toEqual([
      [1, 1],
      [1, 2],
      [2, 0],
      [2, 1],
    ]);
    const told = (await heads.take(1)) as readonly Told[];
    expect(told[0]!.params.result).toMatchObject({ number: '0x1' });
    expect((await client.getTransactionReceipt({ hash })).blockNumber).toBe(1n);
    const [first, second] = [
      await client.getBlock({ blockNumber: 1n }),
      await client.getBlock({ blockTag: 'pending' }),
    ];
    expect(second).toMatchObject({ number: 2n, parentHash: first.hash });
  });
});

describe('1,000 pending transactions', () => {
  it('are pre-confirmed in one flashblock, told once each, and sealed as they were', { timeout: 60_000 }, async () => {
    const emulator = await createTestEmulator();
    const { main, accounts, advance } = emulator;
    const senders = accounts.map(({ privateKey }) => privateKeyToAccount(privateKey));
    const fees = { chainId: 8453, gas: 21_000n, maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 10n ** 6n };
    const to = senders[0]!.address;
    const raws: Hex[] = [];
    for (let nonce = 0; nonce < 100; nonce += 1)
      for (const sender of senders)
        raws.push(await sender.signTransaction({ type: 'eip1559', nonce, to, value: 1n, ...fees }));
    const client = await listenTo(main.rpc.replace('http', 'ws'));
    await client.ask('eth_subscribe', ['newFlashblockTransactions']);
    const feed = await readFeed(main.flashblocks!);
    for (const raw of raws) await main.request({ method: 'eth_sendRawTransaction', params: [raw] });
    expect(await main.request({ method: 'txpool_status' })).toEqual({ pending: '0x3e8', queued: '0x0' });
    await advance(flashblock);
    const told = (await client.take(1_000)) as readonly Told[];
    const hashes = told.map(({ params }) => params.result as Hex);
    expect(hashes.toSorted()).toEqual(raws.map((raw) => keccak256(raw)).toSorted());
    const [document] = await feed.take(1);
    expect(document!.diff.transactions.map((raw) => keccak256(raw))).toEqual(hashes);
    await advance(block);
    const sealed = (await main.request({ method: 'eth_getBlockByNumber', params: ['0x1', false] })) as {
      readonly transactions: readonly Hex[];
    };
    expect(sealed.transactions.slice(1)).toEqual(hashes);
    for (const { address } of senders)
      expect(await main.request({ method: 'eth_getTransactionCount', params: [address, 'latest'] })).toBe('0x64');
  });
});

/** With data it writes that; without, it reads, works for a long time, reads again, and returns both and its block's number. */
const code = assemble(
  ...(['CALLDATASIZE', 35, 'JUMPI', 0, 'SLOAD', 0, 'MSTORE'] as const),
  ...([500_000, 'JUMPDEST', 1, 'SWAP1', 'SUB', 'DUP1', 12, 'JUMPI', 'POP'] as const),
  ...([0, 'SLOAD', 32, 'MSTORE', 'NUMBER', 64, 'MSTORE', 96, 0, 'RETURN'] as const),
  ...(['JUMPDEST', 0, 'CALLDATALOAD', 0, 'SSTORE', 'STOP'] as const),
);

describe('a seal during a long eth_call', () => {
  it('does not touch the moment that the call began in', async () => {
    const { alice, main, client, advance } = await createTestEmulator();
    const hash = await alice.deployContract({ abi: [], bytecode: deploying(code) });
    await advance(flashblock);
    const { contractAddress: to } = await client.getTransactionReceipt({ hash });
    const write = async (value: number) => alice.sendTransaction({ to: to!, data: pad(toHex(value)), gas: 100_000n });
    await write(1);
    await advance(block);
    await write(2);
    await advance(flashblock);
    const call = async (tag: string) => {
      const words = (await main.request({ method: 'eth_call', params: [{ to }, tag] })) as Hex;
      return [0, 1, 2].map((index) => Number(`0x${words.slice(2 + index * 64, 66 + index * 64)}`));
    };
    const begun = Promise.all([call('latest'), call('pending'), call('0x1')]);
    await write(3);
    await advance(block);
    // At pending the number is that of the sealed block below.
    expect(await begun).toEqual([
      [1, 1, 1],
      [2, 2, 1],
      [1, 1, 1],
    ]);
    expect(await call('latest')).toEqual([3, 3, 2]);
  });
});

type Pending = {
  readonly number: Hex;
  readonly hash: Hex;
  readonly parentHash: Hex;
  readonly transactions: readonly { readonly blockNumber: Hex; readonly transactionIndex: Hex; readonly from: Hex }[];
};

describe('ticks during a batch', () => {
  it('fall between its elements: each sees one moment, and none an earlier one', async () => {
    const { alice, main, advance } = await createTestEmulator();
    const { address } = alice.account;
    const questions = Array.from({ length: 100 }, () => [
      ['eth_blockNumber'],
      ['eth_getTransactionCount', address, 'pending'],
      ['eth_getBlockByNumber', 'pending', true],
    ]).flat();
    const client = await listenTo(main.rpc.replace('http', 'ws'));
    const batch = questions.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }));
    client.socket.send(JSON.stringify(batch));
    const progress = { isAnswered: false };
    const answered = client.next().finally(() => (progress.isAnswered = true));
    for (let nonce = 0; !progress.isAnswered; nonce += 1) {
      const fees = { gas: 21_000n, maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 10n ** 6n };
      const raw = await alice.signTransaction({ type: 'eip1559', to: address, nonce, ...fees });
      await main.request({ method: 'eth_sendRawTransaction', params: [raw] });
      await advance(flashblock);
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    const results = ((await answered) as readonly { readonly result: unknown }[]).map(({ result }) => result);
    const every = (offset: number) => results.filter((_, index) => index % 3 === offset);
    const numbers = every(0).map(Number);
    const nonces = every(1).map(Number);
    const blocks = every(2) as readonly Pending[];
    expect(new Set(nonces).size).toBeGreaterThan(1);
    for (const list of [numbers, nonces, blocks.map(({ number }) => Number(number))])
      expect(list).toEqual(list.toSorted((a, b) => a - b));
    for (const [index, { number, hash, parentHash, transactions }] of blocks.entries()) {
      const below = await main.request({ method: 'eth_getBlockByNumber', params: [toHex(Number(number) - 1), false] });
      expect([hash, parentHash]).toEqual([zeroHash, (below as Pending).hash]);
      expect(transactions.map((each) => [each.blockNumber, Number(each.transactionIndex)])).toEqual(
        transactions.map((_, position) => [number, position]),
      );
      // Asked just before: the block has at least what the nonce counted, unless it was sealed meanwhile.
      const own = transactions.filter(({ from }) => from === address.toLowerCase()).length;
      expect(own).toBeLessThanOrEqual(nonces[index + 1] ?? Infinity);
    }
  });
});
