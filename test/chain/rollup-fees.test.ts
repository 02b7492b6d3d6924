/** What a rollup's transactions pay for L1, where fees go, and what headers tell of data and of messages to L1. */
import fc from 'fast-check';
import { mnemonicToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import type { Chain } from '../../src/chain/chain.ts';
import type { ChainRules } from '../../src/chain/rules.ts';
import type { View } from '../../src/chain/view.ts';
import { accountAt } from '../../src/chain/view.ts';
import { l1FeeOf } from '../../src/evm/rollup/l1-fee.ts';
import { baseFeeVault, l1AttributesDepositor, l1FeeVault, messagePasser } from '../../src/evm/rollup/predeploys.ts';
import type { RollupRules } from '../../src/evm/rollup/rules.ts';
import { decodeTransaction } from '../../src/evm/transaction.ts';
import { emptyTrieRoot } from '../../src/evm/trie.ts';
import type { Address, Hex } from '../../src/hex.ts';
import { bytesToHex, zeroHash } from '../../src/hex.ts';
import { accounts, alice, bob, carol, createTestChain, lower, rollupRules, seal, sign } from '../support/chain.ts';
import { callOf, latest, pending, simulationOf } from '../support/requests.ts';

const rollup = rollupRules.rollup!;
const { fees } = rollup;
const sequencerVault = rollupRules.feeRecipient;

/** Nobody has given it anything. */
const poor = mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex: 99 });
const poorAddress = lower(poor.address);

const createRollup = async (
  changed: Partial<RollupRules> = {},
  overrides: Partial<ChainRules> = {},
  contracts: readonly (readonly [Address, Hex])[] = [],
): Promise<Chain> => createTestChain({ rollup: { ...rollup, ...changed }, ...overrides }, contracts);

const balanceIn = ({ state }: View, address: string): bigint => accountAt(state, lower(address)).balance;

describe('the L1 fee', () => {
  it('is taken from the sender beside gas and value, and kept in a vault as each fee is', async () => {
    const chain = await createRollup();
    const raw = await sign(alice, {
      to: bob.address,
      nonce: 0,
      value: 7n,
      gas: 60_000n,
      data: `0x${'a1b2c3'.repeat(90)}`,
    });
    await chain.submit(raw);
    await chain.tick(1, 10);
    const [, receipt] = chain.pending.receipts;
    const { gasUsed, l1, effectiveGasPrice } = receipt!;
    expect(l1!.fee).toBe(l1FeeOf(decodeTransaction(raw), fees));
    expect(l1!.fee).toBeGreaterThan(0n);
    const before = balanceIn(chain.head, alice.address);
    expect(balanceIn(chain.pending, alice.address)).toBe(before - 7n - gasUsed * effectiveGasPrice - l1!.fee);
    expect(balanceIn(chain.pending, l1FeeVault)).toBe(l1!.fee);
    expect(balanceIn(chain.pending, baseFeeVault)).toBe(gasUsed * 5_000_000n);
    expect(balanceIn(chain.pending, sequencerVault)).toBe(gasUsed * 1_000_000n);
    await seal(chain);
    expect(chain.head.receipts[1]).toEqual(receipt);
  });

  it('has to be there when a transaction is sent, to the wei', async () => {
    const chain = await createRollup();
    const fields = { to: bob.address, gas: 21_000n, maxFeePerGas: 6_000_000n, nonce: 0 };
    const raw = await sign(poor, fields);
    const cost = 21_000n * 6_000_000n + l1FeeOf(decodeTransaction(raw), fees);
    await chain.submit(await sign(alice, { to: poor.address, nonce: 0, value: cost - 1n }));
    await chain.tick(1, 10);
    await expect(chain.submit(raw)).rejects.toMatchObject({
      kind: 'insufficientFunds',
      details: { balance: cost - 1n, required: cost },
    });
    await chain.submit(await sign(alice, { to: poor.address, nonce: 1, value: 1n }));
    await chain.tick(2, 10);
    await chain.submit(raw);
    await chain.tick(3, 10);
    expect(chain.pending.receipts).toHaveLength(4);
    expect(balanceIn(chain.pending, poor.address)).toBe(0n);
  });

  it('keeps a transaction waiting while it is lacking', async () => {
    const chain = await createRollup();
    const gas = 21_000n * 6_000_000n;
    const l1 = l1FeeOf(decodeTransaction(await sign(poor, { to: bob.address, nonce: 0 })), fees);
    await chain.submit(await sign(alice, { to: poor.address, nonce: 0, value: 2n * gas + l1 }));
    await chain.tick(1, 10);
    const fields = { to: bob.address, maxFeePerGas: 6_000_000n };
    await chain.submit(await sign(poor, { ...fields, nonce: 0 }));
    const second = await chain.submit(await sign(poor, { ...fields, nonce: 1 }));
    await chain.tick(2, 10);
    expect(chain.place(second)).toBeUndefined();
    await chain.submit(await sign(alice, { to: poor.address, nonce: 1, value: l1 }));
    await chain.tick(3, 10);
    await chain.tick(4, 10);
    expect(chain.place(second)).toBeDefined();
    expect(balanceIn(chain.pending, poor.address)).toBe(0n);
  });

  it('is no matter of calls, estimates and simulations', async () => {
    const chain = await createRollup();
    const value = 10n ** 15n;
    await chain.submit(await sign(alice, { to: poor.address, nonce: 0, value: value + 21_000n * 6_000_000n }));
    await chain.tick(1, 10);
    const all = callOf({ from: poorAddress, to: lower(bob.address), value, gas: 21_000n, maxFeePerGas: 6_000_000n });
    expect(await chain.call(all, pending, {})).toEqual(new Uint8Array(0));
    expect(await chain.estimate(all, pending, {})).toBe(21_000n);
    const [block] = await chain.simulate(simulationOf([{ calls: [all] }], { validation: true }), pending);
    expect(block!.calls).toMatchObject([{ halt: undefined, gasUsed: 21_000n }]);
  });

  it('is the same when a block is traced', async () => {
    const chain = await createRollup();
    await chain.submit(await sign(alice, { to: bob.address, nonce: 0, value: 1n }));
    await chain.submit(await sign(alice, { to: bob.address, nonce: 1, value: 1n }));
    await chain.tick(1, 10);
    await seal(chain);
    const tracer = { kind: 'prestateTracer', isDiff: true, hasCode: true, hasStorage: true, hasEmpty: false } as const;
    const traces = await chain.traceBlock(latest, { tracer, timeout: undefined });
    const [, , last] = traces.map(({ trace }) => (trace.kind === 'prestateTracer' ? trace.after : undefined));
    for (const address of [alice.address, bob.address, baseFeeVault, l1FeeVault, sequencerVault])
      expect(last?.get(lower(address))?.balance).toBe(balanceIn(chain.head, address));
  });
});

describe('what a block holds of data', () => {
  it('stands in its header, and in the receipts', async () => {
    const chain = await createRollup();
    await chain.submit(await sign(alice, { to: bob.address, nonce: 0 }));
    await chain.submit(await sign(alice, { to: bob.address, nonce: 1, gas: 200_000n, data: incompressible(600) }));
    await chain.tick(1, 10);
    const used = chain.pending.receipts.map(({ blobGasUsed }) => blobGasUsed!);
    expect(used.slice(0, 2)).toEqual([0n, 14_800n]);
    expect(used[2]).toBeGreaterThan(14_800n);
    const header = { blobGasUsed: 14_800n + used[2]!, excessBlobGas: 0n };
    expect(chain.pending.header).toMatchObject(header);
    await seal(chain);
    expect(chain.head.header).toMatchObject(header);
    expect(chain.pending.header.blobGasUsed).toBe(0n);
  });

  it('stays within the share of the flashblock, as gas does', async () => {
    // 100 bytes take 400,000 of a million: two transfers fill a block, and none fits before its fourth tenth.
    const chain = await createRollup({ fees: { ...fees, daFootprintGasScalar: 4_000n } }, { gasLimit: 1_000_000n });
    for (let nonce = 0; nonce < 3; nonce += 1)
      // oxlint-disable-next-line no-await-in-loop -- in this order
      await chain.submit(await sign(alice, { to: bob.address, nonce }));
    const counts: number[] = [];
    for (let index = 1; index <= 10; index += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one tick after another
      await chain.tick(index, 10);
      counts.push(chain.pending.transactions.length - 1);
    }
    expect(counts).toEqual([0, 0, 0, 1, 1, 1, 1, 2, 2, 2]);
    await seal(chain);
    await chain.tick(10, 10);
    expect(chain.pending.transactions).toHaveLength(2);
  });

  it('moves the base fee where there is more of it than of gas', async () => {
    const steep = { ...rollupRules.baseFee, initial: 1_000_000_000n, minimum: 1n, elasticity: 2n, denominator: 8n };
    const baseFeeAfter = async (daFootprintGasScalar: bigint): Promise<bigint | undefined> => {
      const changed = { fees: { ...fees, daFootprintGasScalar } };
      const chain = await createRollup(changed, { gasLimit: 1_000_000n, baseFee: steep });
      await chain.submit(await sign(alice, { to: bob.address, nonce: 0, maxFeePerGas: 2_000_000_000n }));
      await chain.tick(10, 10);
      await seal(chain);
      return chain.pending.header.baseFeePerGas;
    };
    // An eighth less after genesis. The target is half a million; the deposit and the transfer use less gas than that.
    expect(await baseFeeAfter(10_000n)).toBe(984_375_000n);
    expect(await baseFeeAfter(5_000n)).toBe(875_000_000n);
    expect(await baseFeeAfter(4_000n)).toBe(853_125_000n);
    expect(await baseFeeAfter(1n)).toBeLessThan(800_000_000n);
  });

  it('is told of simulated blocks as well, whose withdrawals root is zero', async () => {
    const chain = await createRollup();
    const call = { from: lower(alice.address), to: lower(bob.address) };
    const simulated = await chain.simulate(simulationOf([{ calls: [call] }, { calls: [call, call] }, {}]), latest);
    expect(simulated.map(({ header }) => header.blobGasUsed)).toEqual([14_800n, 29_600n, 0n]);
    expect(simulated.map(({ header }) => header.withdrawalsRoot)).toEqual([zeroHash, zeroHash, zeroHash]);
  });
});

describe('the withdrawals root', () => {
  /** Stores the call data's first word at the slot of its second. */
  const stores: Hex = '0x5f3560203555';

  it('is that of the messages to L1: at pending as it will be sealed, and after', async () => {
    const chain = await createRollup({}, {}, [[messagePasser, stores]]);
    const rootAt = (at: typeof latest): string => chain.proof(messagePasser, [], at).storageRoot;
    expect(chain.head.header.withdrawalsRoot).toBe(emptyTrieRoot);
    expect(chain.pending.header.withdrawalsRoot).toBe(emptyTrieRoot);
    const roots = new Set<string>();
    for (let nonce = 0; nonce < 3; nonce += 1) {
      const data: Hex = `0x${'11'.repeat(32)}${String(nonce).padStart(64, '0')}`;
      // oxlint-disable-next-line no-await-in-loop -- one message after another
      await chain.submit(await sign(alice, { to: messagePasser, nonce, gas: 60_000n, data }));
      // oxlint-disable-next-line no-await-in-loop
      await chain.tick(nonce + 1, 10);
      expect(chain.pending.header.withdrawalsRoot).toBe(rootAt(pending));
      roots.add(rootAt(pending));
    }
    expect(roots.size).toBe(3);
    const before = chain.pending.header.withdrawalsRoot;
    await seal(chain);
    expect(chain.head.header.withdrawalsRoot).toBe(before);
    expect(rootAt(latest)).toBe(before);
    expect(chain.pending.header.withdrawalsRoot).toBe(before);
  });
});

it('a block that is built to order is the one that is sealed', async () => {
  const chain = await createRollup({}, {}, [[messagePasser, '0x5f3560203555']]);
  await seal(chain);
  const raws = await Promise.all([
    sign(alice, { to: bob.address, nonce: 0 }),
    sign(bob, { to: messagePasser, nonce: 0, gas: 60_000n, data: incompressible(64) }),
  ]);
  // One after another, so that the order is the same.
  for (const [index, raw] of raws.entries()) {
    // oxlint-disable-next-line no-await-in-loop
    await chain.submit(raw);
    // oxlint-disable-next-line no-await-in-loop
    await chain.tick(index + 1, 10);
  }
  const { timestamp, mixHash, parentBeaconBlockRoot, extraData, miner } = chain.pending.header;
  const attributes = {
    timestamp,
    feeRecipient: miner,
    prevRandao: mixHash,
    withdrawals: [],
    parentBeaconBlockRoot,
    extraData,
  };
  const { block } = await chain.build(chain.head.hash, attributes, raws);
  await seal(chain);
  expect(block.hash).toBe(chain.head.hash);
});

it('no wei is made or lost, whatever is sent', async () => {
  const targets: readonly Address[] = [
    '0x00000000000000000000000000000000000000e1',
    '0x00000000000000000000000000000000000000e2',
  ];
  const [keeper, reverter] = targets as readonly [Address, Address];
  const everybody = [
    ...accounts.map(({ address }) => lower(address)),
    ...targets,
    poorAddress,
    sequencerVault,
    baseFeeVault,
    l1FeeVault,
    l1AttributesDepositor,
  ];
  const total = (view: View, created: readonly Address[]): bigint =>
    [...everybody, ...created].reduce((sum, address) => sum + balanceIn(view, address), 0n);
  const transaction = fc.record({
    sender: fc.integer({ min: 0, max: 2 }),
    to: fc.constantFrom(lower(carol.address), poorAddress, keeper, reverter, undefined),
    value: fc.bigInt({ min: 0n, max: 10n ** 20n }),
    tip: fc.bigInt({ min: 0n, max: 10n ** 8n }),
    data: fc.uint8Array({ maxLength: 300 }),
    type: fc.constantFrom('eip1559', 'legacy'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(transaction, { maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      async (blocks) => {
        const chain = await createRollup({}, {}, [
          [keeper, '0x00'],
          [reverter, '0x5f5ffd'],
        ]);
        const start = total(chain.head, []);
        const nonces = new Map<number, number>();
        const created: Address[] = [];
        for (const sent of blocks) {
          for (const { sender, to, value, tip, data, type } of sent) {
            const gas = 200_000n;
            const prices =
              type === 'legacy'
                ? { type: 'legacy', chainId: 8453, gasPrice: 10n ** 8n + tip }
                : { maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: tip };
            const nonce = nonces.get(sender) ?? 0;
            nonces.set(sender, nonce + 1);
            const fields = { ...prices, to, value, gas, data: bytesToHex(data), nonce };
            // oxlint-disable-next-line no-await-in-loop -- in order
            await chain.submit(await sign(accounts[sender]!, fields as never));
          }
          // oxlint-disable-next-line no-await-in-loop
          await chain.tick(10, 10);
          for (const { contractAddress } of chain.pending.receipts)
            if (contractAddress !== undefined) created.push(contractAddress);
          expect(total(chain.pending, created)).toBe(start);
          // oxlint-disable-next-line no-await-in-loop
          await seal(chain);
          expect(chain.head.transactions).toHaveLength(1 + sent.length);
          expect(total(chain.head, created)).toBe(start);
        }
      },
    ),
    { seed: 20_261_121, numRuns: 40 },
  );
});

/** Bytes without repetition, as hex. */
function incompressible(length: number): Hex {
  return bytesToHex(Uint8Array.from({ length }, (_, index) => (index * 89 + (index >> 8) * 17) & 255));
}
