/** Versioned state answers for every block what a naive copy of that block's whole state answers. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Account } from '../../../src/evm/state/account.ts';
import { emptyCodeHash } from '../../../src/evm/state/account.ts';
import type { FlatState } from '../../../src/evm/state/flat.ts';
import { createFlatState } from '../../../src/evm/state/flat.ts';
import type { Changes } from '../../../src/evm/state/overlay.ts';
import type { Address } from '../../../src/hex.ts';
import { bigIntToHash, emptyBytes } from '../../../src/hex.ts';

const seed = { seed: 20_261_121 };

const addresses = Array.from({ length: 4 }, (_, index): Address => `0x${String(index).repeat(40)}`);
const slots = [0n, 1n, 2n, 2n ** 255n];
const codeHash = bigIntToHash(7n);
const code = Uint8Array.of(1, 2, 3);

/** What one block did to one account. */
type Step = {
  readonly address: Address;
  readonly account: Account | 'deleted' | undefined;
  readonly clears: boolean;
  readonly storage: readonly (readonly [bigint, bigint])[];
};

const anAccount = fc.record({
  nonce: fc.bigInt({ min: 0n, max: 2n }),
  balance: fc.bigInt({ min: 0n, max: 2n }),
  codeHash: fc.constantFrom(emptyCodeHash, codeHash),
});
const step: fc.Arbitrary<Step> = fc.record({
  address: fc.constantFrom(...addresses),
  account: fc.oneof(anAccount, fc.constantFrom('deleted' as const, undefined)),
  clears: fc.boolean(),
  storage: fc.array(fc.tuple(fc.constantFrom(...slots), fc.bigInt({ min: 0n, max: 2n })), { maxLength: 4 }),
});
const block = fc.array(step, { maxLength: 5 });

function changesOf(steps: readonly Step[]): Changes {
  const accounts = new Map<Address, Account | undefined>();
  const storage = new Map<Address, Map<bigint, bigint>>();
  const cleared = new Set<Address>();
  for (const { address, account, clears, storage: written } of steps) {
    if (account !== undefined) accounts.set(address, account === 'deleted' ? undefined : account);
    if (clears) {
      cleared.add(address);
      storage.delete(address);
    }
    const own = storage.get(address) ?? new Map<bigint, bigint>();
    for (const [slot, value] of written) own.set(slot, value);
    storage.set(address, own);
  }
  return { accounts, storage, cleared, codes: new Map([[codeHash, code]]) };
}

/** The whole state, copied at every block. */
type Model = { readonly accounts: Map<Address, Account>; readonly storage: Map<string, bigint> };

function modelAfter(before: Model, { accounts, storage, cleared }: Changes): Model {
  const next: Model = { accounts: new Map(before.accounts), storage: new Map(before.storage) };
  for (const [address, account] of accounts) {
    if (account === undefined) next.accounts.delete(address);
    else next.accounts.set(address, account);
  }
  for (const key of next.storage.keys()) if (cleared.has(key.slice(0, 42) as Address)) next.storage.delete(key);
  for (const [address, written] of storage)
    for (const [slot, value] of written) {
      if (value === 0n) next.storage.delete(`${address}/${slot}`);
      else next.storage.set(`${address}/${slot}`, value);
    }
  return next;
}

/** All that can be asked of a state. */
function everything(flat: FlatState, height: number) {
  const state = flat.at(height);
  return addresses.map((address) => ({
    account: state.account(address),
    slots: slots.map((slot) => state.storage(address, slot)),
    hasStorage: state.hasStorage(address),
  }));
}

function expected({ accounts, storage }: Model) {
  return addresses.map((address) => {
    const values = slots.map((slot) => storage.get(`${address}/${slot}`) ?? 0n);
    return { account: accounts.get(address), slots: values, hasStorage: values.some((value) => value !== 0n) };
  });
}

function build(blocks: readonly (readonly Step[])[]): { flat: FlatState; models: Model[] } {
  const flat = createFlatState();
  const models: Model[] = [];
  let model: Model = { accounts: new Map(), storage: new Map() };
  for (const [height, steps] of blocks.entries()) {
    const changes = changesOf(steps);
    flat.commit(height, changes);
    models.push((model = modelAfter(model, changes)));
  }
  return { flat, models };
}

const history = fc.array(block, { minLength: 1, maxLength: 10 });

describe('versioned state', () => {
  it('reads at every block, after every commit, what held there', () => {
    fc.assert(
      fc.property(history, (blocks) => {
        const flat = createFlatState();
        const models: Model[] = [];
        let model: Model = { accounts: new Map(), storage: new Map() };
        for (const [height, steps] of blocks.entries()) {
          const changes = changesOf(steps);
          flat.commit(height, changes);
          models.push((model = modelAfter(model, changes)));
          expect(flat.head).toBe(height);
          for (const [past, then] of models.entries()) expect(everything(flat, past)).toEqual(expected(then));
        }
      }),
      { ...seed, numRuns: 200 },
    );
  });

  it('keeps a reader true that was taken before later commits', () => {
    fc.assert(
      fc.property(history, history, (before, after) => {
        const { flat, models } = build(before);
        const reader = flat.at(before.length - 1);
        for (const [index, steps] of after.entries()) flat.commit(before.length + index, changesOf(steps));
        const last = expected(models.at(-1)!);
        for (const [index, address] of addresses.entries()) {
          expect(reader.account(address)).toEqual(last[index]!.account);
          expect(slots.map((slot) => reader.storage(address, slot))).toEqual(last[index]!.slots);
        }
      }),
      { ...seed, numRuns: 100 },
    );
  });

  it('after a rewind is as if the blocks had never been, and can be built on again', () => {
    fc.assert(
      fc.property(history, fc.nat({ max: 9 }), history, (blocks, to, others) => {
        const { flat, models } = build(blocks);
        const height = Math.min(to, blocks.length - 1);
        flat.rewind(height);
        expect(flat.head).toBe(height);
        models.length = height + 1;
        for (const [past, then] of models.entries()) expect(everything(flat, past)).toEqual(expected(then));
        for (const steps of others) {
          const changes = changesOf(steps);
          flat.commit(models.length, changes);
          models.push(modelAfter(models.at(-1)!, changes));
        }
        for (const [past, then] of models.entries()) expect(everything(flat, past)).toEqual(expected(then));
      }),
      { ...seed, numRuns: 200 },
    );
  });

  it('after a prune reads every block from there on, and still rewinds to it', () => {
    fc.assert(
      fc.property(history, fc.nat({ max: 9 }), block, (blocks, to, next) => {
        const { flat, models } = build(blocks);
        const oldest = Math.min(to, blocks.length - 1);
        flat.prune(oldest);
        const changes = changesOf(next);
        flat.commit(blocks.length, changes);
        models.push(modelAfter(models.at(-1)!, changes));
        for (let height = oldest; height < models.length; height += 1)
          expect(everything(flat, height)).toEqual(expected(models[height]!));
        flat.rewind(oldest);
        expect(everything(flat, oldest)).toEqual(expected(models[oldest]!));
      }),
      { ...seed, numRuns: 200 },
    );
  });

  it('refuses to rewind beyond what was pruned, and loses nothing by it', () => {
    const { flat, models } = build(
      [1n, 2n, 3n].map((balance) => [
        {
          address: addresses[0]!,
          account: { nonce: 0n, balance, codeHash: emptyCodeHash },
          clears: false,
          storage: [],
        },
      ]),
    );
    flat.prune(1);
    expect(() => flat.rewind(0)).toThrow('block 1');
    expect(flat.head).toBe(1);
    expect(everything(flat, 1)).toEqual(expected(models[1]!));
  });

  it('finds code by its hash, and none for the empty or an unknown one', () => {
    const { flat } = build([[]]);
    const state = flat.at(0);
    expect(state.code(codeHash)).toEqual(code);
    expect(state.code(emptyCodeHash)).toEqual(emptyBytes);
    expect(state.code(bigIntToHash(8n))).toEqual(emptyBytes);
  });
});
