/** The pool's rules in the order of reference §10.2, and the order in which it hands out what is ready. */
import fc from 'fast-check';
import type { TransactionSerializable } from 'viem';
import { keccak256 as viemKeccak256, parseEther, parseGwei, toHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { ChainError } from '../../src/chain/errors.ts';
import type { Pool, PoolContext } from '../../src/chain/pool.ts';
import { createPool } from '../../src/chain/pool.ts';
import { keccak256 } from '../../src/evm/crypto.ts';
import type { Account, StateReader } from '../../src/evm/state/account.ts';
import { emptyAccount, emptyCodeHash } from '../../src/evm/state/account.ts';
import type { Transaction } from '../../src/evm/transaction.ts';
import { decodeTransaction, delegationTo, effectiveGasPrice } from '../../src/evm/transaction.ts';
import type { Address } from '../../src/hex.ts';
import { bigIntToHash, emptyBytes } from '../../src/hex.ts';
import { accountAt } from '../../src/chain/view.ts';
import { assemble, deploying } from '../support/assembly.ts';
import { alice, bob, carol, createTestChain, lower, rules, seal, sign } from '../support/chain.ts';

const seed = { seed: 20_261_121 };
const ether = 10n ** 18n;

type Fields = Partial<TransactionSerializable>;

async function transactionOf(fields: Fields = {}, account = alice): Promise<Transaction> {
  return decodeTransaction(await sign(account, { to: bob.address, nonce: 0, ...fields }));
}

/** A moment with these accounts; the base fee is that of the test chain. */
function momentOf(
  accounts: Readonly<Record<Address, Partial<Account> & { readonly code?: Uint8Array }>> = {
    [lower(alice.address)]: { balance: 10n * ether },
  },
  { baseFee = 5_000_000n, timestamp = 0n } = {},
): PoolContext {
  const codes = new Map<string, Uint8Array>();
  const entries = Object.entries(accounts).map(([address, { code, ...account }]): [string, Account] => {
    const codeHash = code === undefined ? emptyCodeHash : keccak256(code);
    if (code !== undefined) codes.set(codeHash, code);
    return [address, { ...emptyAccount, ...account, codeHash }];
  });
  const all = new Map(entries);
  const state: StateReader = {
    account: (address) => all.get(address),
    code: (hash) => codes.get(hash) ?? emptyBytes,
    storage: () => 0n,
    hasStorage: () => false,
  };
  return { state, block: { fork: 'osaka', gasLimit: 400_000_000n, baseFee, timestamp } };
}

/** The refusal as data; fails when there is none. */
function refusalOf(run: () => unknown): { readonly kind: string; readonly details: unknown } {
  try {
    run();
  } catch (error) {
    if (error instanceof ChainError) return { kind: error.kind, details: error.details };
    throw error;
  }
  return { kind: 'accepted', details: undefined };
}

async function refusalOfFields(fields: Fields, moment = momentOf(), overrides = {}) {
  const pool = createPool({ ...rules, ...overrides });
  const transaction = await transactionOf(fields);
  return refusalOf(() => pool.add(transaction, moment));
}

/** Everything that is ready, as if all of it were included. */
function drain(
  pool: Pool,
  moment: PoolContext,
  includes: (transaction: Transaction) => boolean = () => true,
): Transaction[] {
  const ready: Transaction[] = [];
  const queue = pool.ready(moment);
  let next = queue.next();
  while (next.done !== true) {
    ready.push(next.value);
    next = queue.next(includes(next.value));
  }
  return ready;
}

describe('the pool refuses', () => {
  it('what it knows already, with the hash', async () => {
    const pool = createPool(rules);
    const transaction = await transactionOf();
    pool.add(transaction, momentOf());
    expect(refusalOf(() => pool.add(transaction, momentOf()))).toEqual({
      kind: 'alreadyKnown',
      details: { hash: transaction.hash },
    });
  });

  it('blobs, whose type it does not take', async () => {
    const transaction = { ...(await transactionOf()), type: 3 as const };
    expect(refusalOf(() => createPool(rules).add(transaction, momentOf()))).toEqual({
      kind: 'unsupportedTransactionType',
      details: { type: 3 },
    });
  });

  it('the last nonce there is (EIP-2681)', async () => {
    const transaction = { ...(await transactionOf()), nonce: 2n ** 64n - 1n };
    expect(refusalOf(() => createPool(rules).add(transaction, momentOf()))).toEqual({
      kind: 'nonceMaxed',
      details: { address: lower(alice.address), nonce: 2n ** 64n - 1n },
    });
  });

  it('more than 128 KiB, measured on the encoded transaction', async () => {
    const refusal = await refusalOfFields({ data: `0x${'00'.repeat(131_072)}`, gas: 16_000_000n });
    expect(refusal).toMatchObject({ kind: 'oversizedTransaction', details: { limit: 131_072 } });
  });

  it('initcode above 49,152 bytes, and takes just so much', async () => {
    const gas = 8_000_000n;
    expect(await refusalOfFields({ to: null, data: `0x${'00'.repeat(49_153)}`, gas })).toEqual({
      kind: 'initcodeTooLarge',
      details: { size: 49_153, limit: 49_152 },
    });
    expect(await refusalOfFields({ to: null, data: `0x${'00'.repeat(49_152)}`, gas })).toMatchObject({
      kind: 'accepted',
    });
    expect(await refusalOfFields({ data: `0x${'00'.repeat(49_153)}`, gas })).toMatchObject({ kind: 'accepted' });
  });

  it('gas above the limit of a block, before the cap of a transaction', async () => {
    expect(await refusalOfFields({ gas: 400_000_001n })).toEqual({
      kind: 'exceedsBlockGasLimit',
      details: { gas: 400_000_001n, limit: 400_000_000n },
    });
  });

  it('gas above 2^24 (EIP-7825), and takes just so much', async () => {
    expect(await refusalOfFields({ gas: 16_777_217n })).toEqual({
      kind: 'transactionGasTooHigh',
      details: { gas: 16_777_217n, cap: 16_777_216n },
    });
    expect(await refusalOfFields({ gas: 16_777_216n })).toMatchObject({ kind: 'accepted' });
  });

  it('a tip above the fee cap', async () => {
    const transaction = { ...(await transactionOf()), maxFeePerGas: 10n, maxPriorityFeePerGas: 11n };
    expect(refusalOf(() => createPool(rules).add(transaction, momentOf()))).toEqual({
      kind: 'tipAboveFeeCap',
      details: { maxFeePerGas: 10n, maxPriorityFeePerGas: 11n },
    });
  });

  it('a fee above the node’s own cap of 1 ether, and takes just so much; no cap when the cap is 0', async () => {
    const rich = momentOf({ [lower(alice.address)]: { balance: 1_000n * ether } });
    const price = ether / 25_000n;
    expect(await refusalOfFields({ gas: 25_000n, maxFeePerGas: price + 1n }, rich)).toEqual({
      kind: 'exceedsFeeCap',
      details: { fee: ether + 25_000n, cap: ether },
    });
    expect(await refusalOfFields({ gas: 25_000n, maxFeePerGas: price }, rich)).toMatchObject({ kind: 'accepted' });
    const withoutCap = { pool: { ...rules.pool, feeCap: 0n } };
    expect(await refusalOfFields({ gas: 25_000n, maxFeePerGas: price * 2n }, rich, withoutCap)).toMatchObject({
      kind: 'accepted',
    });
  });

  it('another chain’s id, and takes a legacy transaction without one', async () => {
    expect(await refusalOfFields({ chainId: 1 })).toEqual({ kind: 'wrongChainId', details: { have: 1n, want: 8453n } });
    expect(await refusalOfFields({ type: 'legacy', chainId: 1, gas: 21_000n, gasPrice: 10n ** 9n })).toMatchObject({
      kind: 'wrongChainId',
    });
    expect(await refusalOfFields({ type: 'legacy', gas: 21_000n, gasPrice: 10n ** 9n })).toMatchObject({
      kind: 'accepted',
    });
  });

  it('type 4 without authorizations', async () => {
    const transaction = { ...(await transactionOf()), type: 4 as const };
    expect(refusalOf(() => createPool(rules).add(transaction, momentOf()))).toEqual({
      kind: 'emptyAuthorizationList',
      details: {},
    });
  });

  it('gas below what comes before any code: base, data, access list, creation', async () => {
    expect(await refusalOfFields({ gas: 20_999n })).toEqual({
      kind: 'intrinsicGasTooLow',
      details: { gas: 20_999n, required: 21_000n },
    });
    const accessList = [{ address: bob.address, storageKeys: [toHex(1, { size: 32 })] }];
    expect(await refusalOfFields({ accessList, gas: 25_299n })).toMatchObject({ details: { required: 25_300n } });
    expect(await refusalOfFields({ to: null, data: '0x00', gas: 53_005n })).toMatchObject({
      details: { required: 53_006n },
    });
  });

  it('gas below the floor for data (EIP-7623)', async () => {
    const data = '0xff'.padEnd(2 + 2 * 100, 'f') as `0x${string}`;
    expect(await refusalOfFields({ data, gas: 24_999n })).toEqual({
      kind: 'intrinsicGasTooLow',
      details: { gas: 24_999n, required: 25_000n },
    });
    expect(await refusalOfFields({ data, gas: 25_000n })).toMatchObject({ kind: 'accepted' });
  });

  it('a sender with code that is no delegation (EIP-3607)', async () => {
    const address = lower(alice.address);
    const withCode = momentOf({ [address]: { balance: ether, code: Uint8Array.of(1) } });
    expect(await refusalOfFields({}, withCode)).toEqual({ kind: 'senderNotEoa', details: { address } });
    const delegated = momentOf({ [address]: { balance: ether, code: delegationTo(lower(bob.address)) } });
    expect(await refusalOfFields({}, delegated)).toMatchObject({ kind: 'accepted' });
  });

  it('a nonce that was used', async () => {
    const address = lower(alice.address);
    const moment = momentOf({ [address]: { balance: ether, nonce: 5n } });
    expect(await refusalOfFields({ nonce: 4 }, moment)).toEqual({
      kind: 'nonceTooLow',
      details: { address, nonce: 4n, expected: 5n },
    });
    expect(await refusalOfFields({ nonce: 5 }, moment)).toMatchObject({ kind: 'accepted' });
  });

  it('what the sender cannot pay: gas at the fee cap plus value, to the wei', async () => {
    const address = lower(alice.address);
    const required = 21_000n * 10n ** 9n + 5n;
    const moment = (balance: bigint): PoolContext => momentOf({ [address]: { balance } });
    expect(await refusalOfFields({ value: 5n }, moment(required - 1n))).toEqual({
      kind: 'insufficientFunds',
      details: { address, balance: required - 1n, required },
    });
    expect(await refusalOfFields({ value: 5n }, moment(required))).toMatchObject({ kind: 'accepted' });
    expect(await refusalOfFields({ value: 5n }, momentOf({}))).toMatchObject({
      kind: 'insufficientFunds',
      details: { balance: 0n },
    });
  });

  it('a fee cap below 7 wei, which no base fee can reach', async () => {
    expect(await refusalOfFields({ maxFeePerGas: 6n, maxPriorityFeePerGas: 0n })).toEqual({
      kind: 'underpriced',
      details: { maxFeePerGas: 6n, minimum: 7n },
    });
    expect(await refusalOfFields({ maxFeePerGas: 7n, maxPriorityFeePerGas: 0n })).toMatchObject({ kind: 'accepted' });
  });

  it('a new transaction when it is full, but not a replacement', async () => {
    const pool = createPool({ ...rules, pool: { ...rules.pool, transactions: 2 } });
    pool.add(await transactionOf({ nonce: 0 }), momentOf());
    pool.add(await transactionOf({ nonce: 1 }), momentOf());
    const third = await transactionOf({ nonce: 2 });
    expect(refusalOf(() => pool.add(third, momentOf()))).toEqual({ kind: 'poolFull', details: { limit: 2 } });
    pool.add(
      await transactionOf({ nonce: 1, maxFeePerGas: 2n * 10n ** 9n, maxPriorityFeePerGas: 2n * 10n ** 6n }),
      momentOf(),
    );
    expect(pool.size).toBe(2);
  });
});

describe('the order of the rules', () => {
  /** Each breaks the rule of its row and keeps all rules above. */
  const breaches: readonly (readonly [string, Partial<Transaction>])[] = [
    ['unsupportedTransactionType', { type: 3 }],
    ['nonceMaxed', { nonce: 2n ** 64n - 1n }],
    ['oversizedTransaction', { raw: new Uint8Array(131_073) }],
    ['initcodeTooLarge', { to: undefined, data: new Uint8Array(49_153) }],
    ['exceedsBlockGasLimit', { gas: 400_000_001n }],
    ['tipAboveFeeCap', { maxPriorityFeePerGas: 10n ** 30n }],
    ['exceedsFeeCap', { maxFeePerGas: 10n ** 18n }],
    ['wrongChainId', { chainId: 1n }],
    ['intrinsicGasTooLow', { gas: 20_000n }],
    ['transactionGasTooHigh', { gas: 16_777_217n }],
  ];

  it('reports the first of two broken rules about the transaction itself', async () => {
    const good = await transactionOf();
    for (const [index, [kind, breach]] of breaches.entries())
      for (const [, later] of breaches.slice(index + 1)) {
        const both = { ...good, ...later, ...breach };
        expect(refusalOf(() => createPool(rules).add(both, momentOf())).kind).toBe(kind);
      }
  });

  it('asks for known hash, form, sender’s code, nonce, funds, minimum price, replacement, in this order', async () => {
    const address = lower(alice.address);
    const pool = createPool(rules);
    const waiting = await transactionOf({ nonce: 3 });
    pool.add(waiting, momentOf({ [address]: { balance: ether, nonce: 3n } }));
    const poorWithCode = momentOf({ [address]: { balance: 0n, nonce: 4n, code: Uint8Array.of(1) } });
    const poorAndBehind = momentOf({ [address]: { balance: 0n, nonce: 4n } });
    const poor = momentOf({ [address]: { balance: 0n, nonce: 3n } });
    const rich = momentOf({ [address]: { balance: ether, nonce: 3n } });
    const cheap = await transactionOf({ nonce: 3, maxFeePerGas: 6n, maxPriorityFeePerGas: 1n, value: 1n });
    const kind = (transaction: Transaction, moment: PoolContext): string =>
      refusalOf(() => pool.add(transaction, moment)).kind;
    expect(kind(waiting, poorWithCode)).toBe('alreadyKnown');
    expect(kind({ ...cheap, chainId: 1n }, poorWithCode)).toBe('wrongChainId');
    expect(kind(cheap, poorWithCode)).toBe('senderNotEoa');
    expect(kind(cheap, poorAndBehind)).toBe('nonceTooLow');
    expect(kind(cheap, poor)).toBe('insufficientFunds');
    expect(kind(cheap, rich)).toBe('underpriced');
    expect(kind({ ...cheap, maxFeePerGas: 7n }, rich)).toBe('replacementUnderpriced');
  });
});

describe('a replacement', () => {
  const old = { maxFeePerGas: 1_000_000_000n, maxPriorityFeePerGas: 1_000_000n };

  async function replace(fees: Fields, first: Fields = old) {
    const pool = createPool(rules);
    const before = await transactionOf(first);
    pool.add(before, momentOf());
    const next = await transactionOf({ value: 1n, ...fees });
    return { pool, before, next, refusal: refusalOf(() => pool.add(next, momentOf())) };
  }

  it.each([
    ['+9 % on both', { maxFeePerGas: 1_090_000_000n, maxPriorityFeePerGas: 1_090_000n }],
    ['+10 % on the cap alone', { maxFeePerGas: 1_100_000_000n, maxPriorityFeePerGas: 1_000_000n }],
    ['+10 % on the tip alone', { maxFeePerGas: 1_000_000_000n, maxPriorityFeePerGas: 1_100_000n }],
    ['one wei less than +10 % on the cap', { maxFeePerGas: 1_099_999_999n, maxPriorityFeePerGas: 1_100_000n }],
    ['one wei less than +10 % on the tip', { maxFeePerGas: 1_100_000_000n, maxPriorityFeePerGas: 1_099_999n }],
    ['the same price', old],
  ])('with %s is refused, and the old one stays', async (_, fees) => {
    const { pool, before, next, refusal } = await replace(fees);
    expect(refusal).toEqual({ kind: 'replacementUnderpriced', details: { hash: before.hash } });
    expect(pool.get(before.hash)).toBe(before);
    expect(pool.get(next.hash)).toBeUndefined();
    expect(drain(pool, momentOf())).toEqual([before]);
  });

  it('with +10 % on both is accepted, and the old one is gone everywhere', async () => {
    const { pool, before, next, refusal } = await replace({
      maxFeePerGas: 1_100_000_000n,
      maxPriorityFeePerGas: 1_100_000n,
    });
    expect(refusal.kind).toBe('accepted');
    expect(pool.get(before.hash)).toBeUndefined();
    expect(pool.get(next.hash)).toBe(next);
    expect(pool.size).toBe(1);
    expect(drain(pool, momentOf())).toEqual([next]);
    expect([...pool.content().values()]).toEqual([[next]]);
  });

  it('counts a legacy gas price as both fields', async () => {
    const legacy = (gasPrice: bigint): Fields => ({ type: 'legacy', chainId: 8453, gas: 21_000n, gasPrice });
    expect((await replace(legacy(1_100_000_000n), legacy(1_000_000_000n))).refusal.kind).toBe('accepted');
    expect((await replace(legacy(1_099_999_999n), legacy(1_000_000_000n))).refusal.kind).toBe('replacementUnderpriced');
    expect((await replace(legacy(1_100_000_000n))).refusal.kind).toBe('accepted');
    const typed = { maxFeePerGas: 1_100_000_000n, maxPriorityFeePerGas: 1_000_000n };
    expect((await replace(typed, legacy(1_000_000_000n))).refusal.kind).toBe('replacementUnderpriced');
  });

  it('of a tip of nothing needs a higher cap', async () => {
    const free = { maxFeePerGas: 1_000_000_000n, maxPriorityFeePerGas: 0n };
    expect((await replace(free, free)).refusal.kind).toBe('replacementUnderpriced');
    expect((await replace({ ...free, maxFeePerGas: 1_100_000_000n }, free)).refusal.kind).toBe('accepted');
  });

  it('may itself be sent again after it was replaced, if it outbids its successor', async () => {
    const { pool, before, next } = await replace({ maxFeePerGas: 1_100_000_000n, maxPriorityFeePerGas: 1_100_000n });
    expect(refusalOf(() => pool.add(before, momentOf()))).toEqual({
      kind: 'replacementUnderpriced',
      details: { hash: next.hash },
    });
  });
});

describe('a delegated sender', () => {
  const address = lower(alice.address);
  const delegated = momentOf({ [address]: { balance: ether, code: delegationTo(lower(bob.address)) } });

  it('has one transaction in flight, which may be replaced', async () => {
    const pool = createPool(rules);
    pool.add(await transactionOf(), delegated);
    const better = await transactionOf({ maxFeePerGas: parseGwei('2'), maxPriorityFeePerGas: 2_000_000n });
    expect(refusalOf(() => pool.add(better, delegated)).kind).toBe('accepted');
    expect(pool.size).toBe(1);
  });

  it('is refused a second one', async () => {
    const pool = createPool(rules);
    pool.add(await transactionOf({ nonce: 1 }), momentOf());
    const next = await transactionOf({ nonce: 0 });
    expect(refusalOf(() => pool.add(next, delegated))).toEqual({ kind: 'delegatedSenderBusy', details: { address } });
  });

  it('is refused a nonce with a gap', async () => {
    const next = await transactionOf({ nonce: 1 });
    expect(refusalOf(() => createPool(rules).add(next, delegated))).toEqual({
      kind: 'delegatedSenderGap',
      details: { address },
    });
  });
});

describe('what is ready', () => {
  it('waits for the nonce before it, and runs when the gap is closed', async () => {
    const pool = createPool(rules);
    const later = await transactionOf({ nonce: 1 });
    pool.add(later, momentOf());
    expect(drain(pool, momentOf())).toEqual([]);
    const first = await transactionOf({ nonce: 0 });
    pool.add(first, momentOf());
    expect(drain(pool, momentOf())).toEqual([first, later]);
  });

  it('waits until the base fee is at most its cap, and so do the ones after it', async () => {
    const pool = createPool(rules);
    const low = await transactionOf({ nonce: 0, maxFeePerGas: 1_000n, maxPriorityFeePerGas: 1n });
    const next = await transactionOf({ nonce: 1 });
    const accounts = { [lower(alice.address)]: { balance: ether } };
    pool.add(low, momentOf());
    pool.add(next, momentOf());
    expect(drain(pool, momentOf(accounts, { baseFee: 1_001n }))).toEqual([]);
    expect(drain(pool, momentOf(accounts, { baseFee: 1_000n }))).toEqual([low, next]);
  });

  it('leaves out the rest of a sender whose transaction was not included', async () => {
    const pool = createPool(rules);
    const moment = momentOf({ [lower(alice.address)]: { balance: ether }, [lower(bob.address)]: { balance: ether } });
    const mine = [await transactionOf({ nonce: 0 }), await transactionOf({ nonce: 1 })];
    const theirs = await transactionOf({ nonce: 0 }, bob);
    for (const transaction of [...mine, theirs]) pool.add(transaction, moment);
    expect(drain(pool, moment, ({ from }) => from !== lower(alice.address))).toEqual([mine[0], theirs]);
    expect(drain(pool, moment)).toEqual([mine[0], mine[1], theirs]);
  });

  it('comes by effective tip, in nonce order per sender, the earlier arrival among equals: as a naive sort has it', () => {
    const step = fc.record({
      sender: fc.nat({ max: 4 }),
      nonce: fc.bigInt({ min: 0n, max: 4n }),
      cap: fc.bigInt({ min: 90n, max: 130n }),
      tip: fc.bigInt({ min: 0n, max: 20n }),
    });
    const nonces = fc.array(fc.bigInt({ min: 0n, max: 2n }), { minLength: 5, maxLength: 5 });
    const refusals = fc.array(fc.nat({ max: 40 }), { maxLength: 6 });
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 40 }),
        nonces,
        fc.bigInt({ min: 90n, max: 120n }),
        refusals,
        (steps, next, baseFee, refused) => {
          const senders = next.map((_, index): Address => `0x${String(index + 1).repeat(40)}`);
          const empty = momentOf(Object.fromEntries(senders.map((sender) => [sender, { balance: ether }])), {
            baseFee,
          });
          const pool = createPool(rules);
          const model: Transaction[] = [];
          for (const [index, { sender, nonce, cap, tip }] of steps.entries()) {
            const transaction = fabricate(senders[sender]!, nonce, cap, tip, index);
            const same = model.findIndex((known) => known.from === transaction.from && known.nonce === nonce);
            const old = model[same];
            const outbids =
              old === undefined ||
              (cap * 10n >= old.maxFeePerGas * 11n &&
                transaction.maxPriorityFeePerGas * 10n >= old.maxPriorityFeePerGas * 11n);
            const { kind } = refusalOf(() => pool.add(transaction, empty));
            expect(kind).toBe(outbids ? 'accepted' : 'replacementUnderpriced');
            if (!outbids) continue;
            if (same >= 0) model.splice(same, 1);
            model.push(transaction);
          }
          const accounts = Object.fromEntries(
            senders.map((sender, index) => [sender, { balance: ether, nonce: next[index]! }]),
          );
          const moment = momentOf(accounts, { baseFee });
          let asked = 0;
          const includes = (): boolean => !refused.includes(asked++);
          const actual = drain(pool, moment, includes);
          asked = 0;
          expect(actual.map(({ hash }) => hash)).toEqual(naiveOrder(model, moment, includes).map(({ hash }) => hash));
        },
      ),
      { ...seed, numRuns: 300 },
    );
  });
});

describe('a seal', () => {
  it('forgets what the block holds and what its nonces made impossible, and keeps the rest', async () => {
    const address = lower(alice.address);
    const pool = createPool(rules);
    const [first, second, third] = await Promise.all([0, 1, 2].map((nonce) => transactionOf({ nonce })));
    for (const transaction of [first!, second!, third!]) pool.add(transaction, momentOf());
    pool.include(first!);
    expect(pool.get(first!.hash)).toBe(first);
    expect(drain(pool, momentOf({ [address]: { balance: ether, nonce: 1n } }))).toEqual([second, third]);
    pool.seal([first!], momentOf({ [address]: { balance: ether, nonce: 2n } }));
    expect(pool.get(first!.hash)).toBeUndefined();
    expect(pool.get(second!.hash)).toBeUndefined();
    expect([...pool.content()]).toEqual([[address, [third]]]);
    expect(pool.size).toBe(1);
  });

  it('drops what has waited longer than its lifetime', async () => {
    const pool = createPool(rules);
    const accounts = { [lower(alice.address)]: { balance: ether } };
    const gapped = await transactionOf({ nonce: 1 });
    pool.add(gapped, momentOf(accounts, { timestamp: 1_000n }));
    pool.seal([], momentOf(accounts, { timestamp: 11_800n }));
    expect(pool.get(gapped.hash)).toBe(gapped);
    pool.seal([], momentOf(accounts, { timestamp: 11_801n }));
    expect(pool.get(gapped.hash)).toBeUndefined();
    expect(pool.size).toBe(0);
  });
});

describe('on a chain', () => {
  it('a pre-confirmed transaction is already known until the seal, then its nonce is too low', async () => {
    const chain = await createTestChain();
    const raw = await sign(alice, { to: bob.address, nonce: 0 });
    await chain.submit(raw);
    await expect(chain.submit(raw)).rejects.toMatchObject({ kind: 'alreadyKnown' });
    await chain.tick(1, 10);
    await expect(chain.submit(raw)).rejects.toMatchObject({ kind: 'alreadyKnown' });
    await seal(chain);
    await expect(chain.submit(raw)).rejects.toMatchObject({
      kind: 'nonceTooLow',
      details: { nonce: 0n, expected: 1n },
    });
  });

  it('another transaction with a pre-confirmed nonce has too low a nonce, whatever it pays', async () => {
    const chain = await createTestChain();
    await chain.submit(await sign(alice, { to: bob.address, nonce: 0 }));
    await chain.tick(1, 10);
    const better = await sign(alice, {
      to: bob.address,
      nonce: 0,
      maxFeePerGas: parseGwei('9'),
      maxPriorityFeePerGas: parseGwei('9'),
    });
    await expect(chain.submit(better)).rejects.toMatchObject({
      kind: 'nonceTooLow',
      details: { nonce: 0n, expected: 1n },
    });
  });

  it('funds are those that are pre-confirmed', async () => {
    const chain = await createTestChain();
    await chain.submit(await sign(alice, { to: carol.address, nonce: 0, value: parseEther('9999') }));
    await chain.tick(1, 10);
    await expect(
      chain.submit(await sign(alice, { to: bob.address, nonce: 1, value: parseEther('5') })),
    ).rejects.toMatchObject({
      kind: 'insufficientFunds',
    });
    await expect(
      chain.submit(await sign(carol, { to: bob.address, nonce: 0, value: parseEther('19998') })),
    ).resolves.toMatch(/^0x/);
  });

  it('a replaced transaction is unknown, without place, and never runs', async () => {
    const chain = await createTestChain();
    const old = await chain.submit(await sign(alice, { to: bob.address, nonce: 0, value: 1n }));
    const raw = await sign(alice, {
      to: bob.address,
      nonce: 0,
      value: 2n,
      maxFeePerGas: 1_100_000_000n,
      maxPriorityFeePerGas: 1_100_000n,
    });
    const next = await chain.submit(raw);
    expect(next).toBe(viemKeccak256(raw));
    expect(chain.transaction(old)).toBeUndefined();
    expect(chain.transaction(next)).toBeDefined();
    await chain.tick(1, 10);
    await seal(chain);
    expect(chain.place(old)).toBeUndefined();
    expect(chain.head.transactions.map(({ hash }) => hash)).toEqual([next]);
    expect(accountAt(chain.head.state, lower(bob.address)).balance).toBe(parseEther('10000') + 2n);
  });

  it('a gap waits and runs with the transaction that closes it, in the same tick', async () => {
    const chain = await createTestChain();
    const later = await chain.submit(await sign(alice, { to: bob.address, nonce: 1 }));
    await chain.tick(1, 10);
    expect(chain.pending.transactions).toEqual([]);
    expect(chain.transaction(later)).toMatchObject({ place: undefined });
    const first = await chain.submit(await sign(alice, { to: bob.address, nonce: 0 }));
    await chain.tick(2, 10);
    expect(chain.pending.transactions.map(({ hash }) => hash)).toEqual([first, later]);
  });

  it('a fee cap below the base fee waits until the base fee has dropped', async () => {
    const baseFee = { elasticity: 2n, denominator: 8n, minimum: 7n, initial: 1_000n };
    const chain = await createTestChain({ baseFee });
    const cap = 700n;
    const hash = await chain.submit(
      await sign(alice, { to: bob.address, nonce: 0, maxFeePerGas: cap, maxPriorityFeePerGas: 0n }),
    );
    let blocks = 0;
    while (chain.place(hash) === undefined && blocks < 10) {
      expect(chain.pending.header.baseFeePerGas! > cap || chain.pending.transactions.length === 0).toBe(true);
      // oxlint-disable-next-line no-await-in-loop -- blocks follow one another
      await chain.tick(1, 10);
      // oxlint-disable-next-line no-await-in-loop
      await seal(chain);
      blocks += 1;
    }
    const { header } = chain.place(hash)!.block;
    expect(header.baseFeePerGas!).toBeLessThanOrEqual(cap);
    expect(chain.at({ kind: 'number', number: header.number - 1n }).header.baseFeePerGas!).toBeGreaterThan(cap);
  });

  it('a sender whose money is gone keeps its transaction waiting until money comes', async () => {
    const chain = await createTestChain();
    await chain.submit(await sign(alice, { to: carol.address, nonce: 0, value: parseEther('9000') }));
    const second = await chain.submit(await sign(alice, { to: carol.address, nonce: 1, value: parseEther('2000') }));
    await chain.tick(1, 10);
    expect(chain.pending.transactions).toHaveLength(1);
    await chain.submit(await sign(bob, { to: alice.address, nonce: 0, value: parseEther('5000') }));
    await chain.tick(2, 10);
    await chain.tick(3, 10);
    expect(chain.place(second)).toMatchObject({ index: 2 });
  });

  it('an account that has delegated is limited to one transaction in flight', async () => {
    const chain = await createTestChain();
    const authorization = await alice.signAuthorization!({ chainId: 8453, address: bob.address, nonce: 0 });
    const raw = await sign(bob, {
      type: 'eip7702',
      chainId: 8453,
      nonce: 0,
      gas: 100_000n,
      to: carol.address,
      maxFeePerGas: 10n ** 9n,
      maxPriorityFeePerGas: 1n,
      authorizationList: [authorization],
    });
    await chain.submit(raw);
    await chain.tick(1, 10);
    expect(chain.pending.receipts).toMatchObject([{ type: 4, status: 1 }]);
    await expect(chain.submit(await sign(alice, { to: bob.address, nonce: 2 }))).rejects.toMatchObject({
      kind: 'delegatedSenderGap',
    });
    await chain.submit(await sign(alice, { to: bob.address, nonce: 1 }));
    await expect(chain.submit(await sign(alice, { to: bob.address, nonce: 2 }))).rejects.toMatchObject({
      kind: 'delegatedSenderGap',
    });
  });

  it.each([
    ['no bytes', new Uint8Array(0), { kind: 'emptyTransaction' }],
    ['bytes that are no transaction', Uint8Array.of(0xc0), { kind: 'undecodableTransaction' }],
    ['an unknown type', Uint8Array.of(0x7e, 0xc0), { kind: 'unsupportedTransactionType', details: { type: 0x7e } }],
  ])('%s are refused by a rejection, never by an exception', async (_, raw, expected) => {
    const chain = await createTestChain();
    const submitted = chain.submit(raw);
    await expect(submitted).rejects.toMatchObject(expected);
  });

  it('a creation is taken and leaves its code', async () => {
    const chain = await createTestChain();
    const code = assemble(1, 0, 'SSTORE', 'STOP');
    const hash = await chain.submit(await sign(alice, { data: deploying(code), nonce: 0, gas: 200_000n }));
    await chain.tick(1, 10);
    const place = chain.place(hash)!;
    const address = place.block.receipts[place.index]!.contractAddress!;
    expect(toHex(chain.pending.state.code(accountAt(chain.pending.state, address).codeHash))).toBe(code);
  });
});

/** A transaction that nobody signed: the pool does not look at signatures. */
function fabricate(from: Address, nonce: bigint, cap: bigint, tip: bigint, index: number): Transaction {
  return {
    type: 2,
    chainId: rules.chainId,
    from,
    nonce,
    gas: 21_000n,
    to: from,
    value: 0n,
    data: emptyBytes,
    maxFeePerGas: cap,
    maxPriorityFeePerGas: tip,
    accessList: [],
    authorizationList: [],
    maxFeePerBlobGas: 0n,
    blobVersionedHashes: [],
    hash: bigIntToHash(BigInt(index)),
    signature: { r: 1n, s: 1n, yParity: 0, v: 0n },
    raw: emptyBytes,
  };
}

/** Step by step the best of all that could come next; the model lists transactions by arrival. */
function naiveOrder(
  model: readonly Transaction[],
  { state, block: { baseFee } }: PoolContext,
  includes: () => boolean,
): Transaction[] {
  const order: Transaction[] = [];
  const next = new Map<Address, bigint>(model.map(({ from }) => [from, accountAt(state, from).nonce]));
  for (;;) {
    const candidates = model.filter(
      (transaction) => next.get(transaction.from) === transaction.nonce && transaction.maxFeePerGas >= baseFee,
    );
    if (candidates.length === 0) return order;
    const tip = (transaction: Transaction): number => Number(effectiveGasPrice(transaction, baseFee) - baseFee);
    const [best] = candidates.toSorted((a, b) => tip(b) - tip(a));
    order.push(best!);
    next.set(best!.from, includes() ? best!.nonce + 1n : -1n);
  }
}
