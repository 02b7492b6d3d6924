/** A chain that posts its data to L1: what its blocks begin with, and what everything that runs a block again makes of it. */
import { describe, expect, it } from 'vitest';
import { decodeL1Origin } from '../../src/evm/rollup/l1-attributes.ts';
import { l1AttributesDepositor } from '../../src/evm/rollup/predeploys.ts';
import type { Address } from '../../src/hex.ts';
import { zeroHash } from '../../src/hex.ts';
import type { View } from '../../src/chain/view.ts';
import { accountAt } from '../../src/chain/view.ts';
import { alice, bob, createTestChain, genesisTimestamp, rollupRules, seal, sign } from '../support/chain.ts';
import { latest, number, pending, tag } from '../support/requests.ts';

const l1Block: Address = '0x4200000000000000000000000000000000000015';

/** Stores the calldata's length at slot 0. */
const storesLength = '0x365f55';
const reverts = '0x5f5ffd';

const createRollup = async (code?: `0x${string}`, overrides: Partial<typeof rollupRules> = {}) =>
  createTestChain({ rollup: rollupRules.rollup, ...overrides }, code === undefined ? [] : [[l1Block, code]]);

const originOf = ({ transactions }: View) => decodeL1Origin(transactions[0]!.data);

describe('the deposit of L1 attributes', () => {
  it('is in the pending block as soon as that is open, and runs', async () => {
    const chain = await createRollup(storesLength);
    expect(chain.head.transactions).toEqual([]);
    const [deposit, ...others] = chain.pending.transactions;
    expect(others).toEqual([]);
    expect(deposit).toMatchObject({ type: 0x7e, from: l1AttributesDepositor, to: l1Block, nonce: 0n, value: 0n });
    expect(chain.pending.receipts).toMatchObject([{ type: 0x7e, status: 1, depositNonce: 0n, effectiveGasPrice: 0n }]);
    expect(chain.pending.state.storage(l1Block, 0n)).toBe(178n);
    expect(chain.place(deposit!.hash)).toEqual({ block: chain.pending, index: 0 });
    expect(chain.pending.header.gasUsed).toBe(chain.pending.receipts[0]!.gasUsed);
  });

  it('is sealed as it was pre-confirmed, before the transactions of others', async () => {
    const chain = await createRollup(storesLength);
    const [deposit] = chain.pending.transactions;
    const hash = await chain.submit(await sign(alice, { to: bob.address, nonce: 0 }));
    await chain.tick(1, 10);
    await seal(chain);
    expect(chain.head.transactions.map((transaction) => transaction.hash)).toEqual([deposit!.hash, hash]);
    expect(chain.place(deposit!.hash)).toEqual({ block: chain.head, index: 0 });
    expect(chain.head.receipts[1]!.cumulativeGasUsed).toBe(chain.head.receipts[0]!.gasUsed + 21_000n);
  });

  it('raises its sender’s nonce by one per block and costs nobody anything', async () => {
    const chain = await createRollup(storesLength);
    await seal(chain);
    await seal(chain);
    const depositor = (view: View) => accountAt(view.state, l1AttributesDepositor);
    expect(depositor(chain.head)).toMatchObject({ nonce: 2n, balance: 0n });
    expect(depositor(chain.pending)).toMatchObject({ nonce: 3n, balance: 0n });
    expect(chain.head.receipts).toMatchObject([{ depositNonce: 1n }]);
    expect(accountAt(chain.head.state, rollupRules.feeRecipient).balance).toBe(0n);
  });

  it('stays in the block when it fails', async () => {
    const chain = await createRollup(reverts);
    await seal(chain);
    expect(chain.head.transactions).toMatchObject([{ type: 0x7e }]);
    expect(chain.head.receipts).toMatchObject([{ status: 0, depositNonce: 0n }]);
    expect(accountAt(chain.head.state, l1AttributesDepositor).nonce).toBe(1n);
  });

  it('is different in every block', async () => {
    const chain = await createRollup();
    const hashes = new Set([chain.pending.transactions[0]!.hash]);
    for (let count = 1; count < 14; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one block after another
      await seal(chain);
      hashes.add(chain.pending.transactions[0]!.hash);
    }
    expect(hashes.size).toBe(14);
  });

  it('is not on a chain without L1', async () => {
    const chain = await createTestChain();
    expect(chain.pending.transactions).toEqual([]);
  });
});

describe('the L1 below', () => {
  it('has a block every 12 s since genesis, and counts the blocks on top of each', async () => {
    const chain = await createRollup();
    const { l1Start } = rollupRules.rollup!;
    const origins = [originOf(chain.pending)];
    for (let count = 1; count < 13; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one block after another
      await seal(chain);
      origins.push(originOf(chain.pending));
    }
    expect(origins.map((origin) => [origin.number - l1Start, origin.sequenceNumber])).toEqual([
      ...[1n, 2n, 3n, 4n, 5n].map((sequence) => [0n, sequence]),
      ...[0n, 1n, 2n, 3n, 4n, 5n].map((sequence) => [1n, sequence]),
      ...[0n, 1n].map((sequence) => [2n, sequence]),
    ]);
    expect(origins[0]!.timestamp).toBe(genesisTimestamp);
    expect(origins[12]!.timestamp).toBe(genesisTimestamp + 24n);
    expect(new Set(origins.map(({ hash }) => hash)).size).toBe(3);
  });

  it('goes on while the chain stands still', async () => {
    const chain = await createRollup();
    await chain.seal(genesisTimestamp + 3_601n);
    expect(originOf(chain.pending)).toMatchObject({
      number: rollupRules.rollup!.l1Start + 300n,
      timestamp: genesisTimestamp + 3_600n,
      sequenceNumber: 0n,
    });
  });

  it('lends its randomness and its beacon root to the blocks on top of it', async () => {
    const chain = await createRollup();
    const first = chain.pending.header;
    await seal(chain);
    const { mixHash, parentBeaconBlockRoot } = chain.pending.header;
    expect({ mixHash, parentBeaconBlockRoot }).toEqual({
      mixHash: first.mixHash,
      parentBeaconBlockRoot: first.parentBeaconBlockRoot,
    });
    await chain.seal(genesisTimestamp + 12n);
    expect(chain.pending.header.mixHash).not.toBe(mixHash);
    expect(chain.pending.header.parentBeaconBlockRoot).not.toBe(parentBeaconBlockRoot);
  });

  it('follows from seed and genesis time', async () => {
    const hashOf = async (overrides: Partial<typeof rollupRules>) =>
      (await createRollup(undefined, overrides)).pending.transactions[0]!.hash;
    expect(await hashOf({})).toBe(await hashOf({}));
    expect(await hashOf({ seed: 'another' })).not.toBe(await hashOf({}));
  });
});

describe('what looks at blocks', () => {
  it('traces a deposit, and what comes after it', async () => {
    const chain = await createRollup(storesLength);
    const hash = await chain.submit(await sign(alice, { to: l1Block, nonce: 0, gas: 60_000n, data: '0x0102' }));
    await chain.tick(1, 10);
    await seal(chain);
    const options = {
      tracer: { kind: 'prestateTracer', isDiff: true, hasCode: true, hasStorage: true, hasEmpty: false },
    };
    const traces = await chain.traceBlock(latest, options as never); // a time limit may be left out
    expect(traces.map((trace) => trace.hash)).toEqual([chain.head.transactions[0]!.hash, hash]);
    const stored = traces.map(({ trace }) =>
      trace.kind === 'prestateTracer' ? trace.after?.get(l1Block)?.storage.get(0n) : undefined,
    );
    expect(stored).toEqual([178n, 2n]);
  });

  it('builds blocks with a deposit of their own in front', async () => {
    const chain = await createRollup(storesLength);
    const hash = await chain.submit(await sign(alice, { to: bob.address, nonce: 0 }));
    await chain.tick(1, 10);
    const attributes = {
      timestamp: genesisTimestamp + 12n,
      feeRecipient: rollupRules.feeRecipient,
      prevRandao: zeroHash,
      withdrawals: [],
      parentBeaconBlockRoot: zeroHash,
      extraData: rollupRules.extraData,
    };
    const { block, value } = await chain.build(chain.head.hash, attributes, undefined);
    expect(block.transactions.map(({ type }) => type)).toEqual([0x7e, 2]);
    expect(block.transactions[1]!.hash).toBe(hash);
    expect(block.transactions[0]!.hash).not.toBe(chain.pending.transactions[0]!.hash);
    expect(decodeL1Origin(block.transactions[0]!.data).number).toBe(rollupRules.rollup!.l1Start + 1n);
    expect(value).toBe(21_000n * 1_000_000n);
    await expect(chain.build(chain.head.hash, attributes, [chain.pending.transactions[0]!.raw])).rejects.toMatchObject({
      kind: 'unsupportedTransactionType',
    });
  });

  it('finds no reward in a deposit', async () => {
    const chain = await createRollup();
    await chain.submit(await sign(alice, { to: bob.address, nonce: 0 }));
    await chain.tick(1, 10);
    await seal(chain);
    await seal(chain);
    expect(chain.feeHistory(2, tag('latest'), [0, 50, 100]).rewards).toEqual([
      [1_000_000n, 1_000_000n, 1_000_000n],
      [0n, 0n, 0n],
    ]);
  });

  it('gives the deposit of a full block no say in what to offer', async () => {
    const chain = await createRollup(undefined, { gasLimit: 50_000n });
    await chain.submit(await sign(alice, { to: bob.address, nonce: 0, maxPriorityFeePerGas: 50_000_000n }));
    await chain.tick(10, 10);
    await seal(chain);
    expect(chain.suggestedTip()).toBe(55_000_000n);
  });

  it('tells each flashblock and no deposit of the pool', async () => {
    const chain = await createRollup();
    const kinds: string[] = [];
    chain.subscribe(({ kind }) => kinds.push(kind));
    await seal(chain);
    expect(kinds.filter((kind) => kind === 'pooled')).toEqual([]);
    expect([...chain.waiting().pending, ...chain.waiting().queued]).toEqual([]);
    await expect(chain.submit(chain.pending.transactions[0]!.raw)).rejects.toMatchObject({
      kind: 'unsupportedTransactionType',
    });
    expect(chain.find(number(1))?.transactions).toHaveLength(1);
    expect(chain.find(pending)?.transactions).toHaveLength(1);
  });
});
