/** An overlay answers what a naive copy of the whole state answers, through any nesting of checkpoints, reverts and layers. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Account, StateReader } from '../../../src/evm/state/account.ts';
import { emptyAccount, emptyCodeHash, isEmpty } from '../../../src/evm/state/account.ts';
import { createFlatState } from '../../../src/evm/state/flat.ts';
import type { Overlay } from '../../../src/evm/state/overlay.ts';
import { createOverlay, mergeChanges } from '../../../src/evm/state/overlay.ts';
import { keccak256 } from '../../../src/evm/crypto.ts';
import type { Address } from '../../../src/hex.ts';

const seed = { seed: 20_261_121 };

const ripemd160: Address = '0x0000000000000000000000000000000000000003';
const addresses: readonly Address[] = [ripemd160, `0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`];
const slots = [0n, 1n, 2n ** 256n - 1n];

type Action =
  | { readonly kind: 'account'; readonly address: Address; readonly nonce: bigint; readonly balance: bigint }
  | { readonly kind: 'delete'; readonly address: Address }
  | { readonly kind: 'touch'; readonly address: Address }
  | { readonly kind: 'code'; readonly address: Address; readonly code: Uint8Array }
  | { readonly kind: 'store'; readonly address: Address; readonly slot: bigint; readonly value: bigint }
  | { readonly kind: 'clear'; readonly address: Address }
  | { readonly kind: 'checkpoint' }
  | { readonly kind: 'revert' }
  | { readonly kind: 'commit' }
  | { readonly kind: 'end'; readonly destroyed: readonly Address[]; readonly deleteEmpty: boolean }
  /** The overlay becomes what the next one lies on. */
  | { readonly kind: 'layer' };

const address = fc.constantFrom(...addresses);
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    kind: fc.constant('account' as const),
    address,
    nonce: fc.bigInt({ min: 0n, max: 1n }),
    balance: fc.bigInt({ min: 0n, max: 1n }),
  }),
  fc.record({ kind: fc.constant('delete' as const), address }),
  fc.record({ kind: fc.constant('touch' as const), address }),
  fc.record({ kind: fc.constant('code' as const), address, code: fc.uint8Array({ maxLength: 1 }) }),
  fc.record({
    kind: fc.constant('store' as const),
    address,
    slot: fc.constantFrom(...slots),
    value: fc.bigInt({ min: 0n, max: 2n }),
  }),
  fc.record({ kind: fc.constant('clear' as const), address }),
  fc.record({ kind: fc.constantFrom('checkpoint' as const, 'revert' as const, 'commit' as const) }),
  fc.record({
    kind: fc.constant('end' as const),
    destroyed: fc.uniqueArray(address, { maxLength: 2 }),
    deleteEmpty: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('layer' as const) }),
);

/** The whole state as values, copied at every checkpoint. */
type Model = {
  accounts: Map<Address, Account>;
  storage: Map<string, bigint>;
  touched: Set<Address>;
  /** Only creations clear storage, of accounts that had none, so original values are not asked for after it. */
  cleared: Set<Address>;
};

function copy(model: Model): Model {
  return {
    accounts: new Map(model.accounts),
    storage: new Map(model.storage),
    touched: new Set(model.touched),
    cleared: model.cleared,
  };
}

function createModel() {
  let now: Model = { accounts: new Map(), storage: new Map(), touched: new Set(), cleared: new Set() };
  let atStart = copy(now);
  let marks: Model[] = [];
  const clear = (cleared: Address): void => {
    for (const key of now.storage.keys()) if (key.startsWith(cleared)) now.storage.delete(key);
  };
  return {
    apply(next: Action): void {
      switch (next.kind) {
        case 'account': {
          const { codeHash } = now.accounts.get(next.address) ?? emptyAccount;
          now.accounts.set(next.address, { nonce: next.nonce, balance: next.balance, codeHash });
          now.touched.add(next.address);
          break;
        }
        case 'delete':
          now.accounts.delete(next.address);
          now.touched.add(next.address);
          break;
        case 'touch':
          now.touched.add(next.address);
          break;
        case 'code': {
          const codeHash = next.code.length === 0 ? emptyCodeHash : keccak256(next.code);
          now.accounts.set(next.address, { ...(now.accounts.get(next.address) ?? emptyAccount), codeHash });
          now.touched.add(next.address);
          break;
        }
        case 'store':
          if (next.value === 0n) now.storage.delete(`${next.address}/${next.slot}`);
          else now.storage.set(`${next.address}/${next.slot}`, next.value);
          break;
        case 'clear':
          now.cleared.add(next.address);
          clear(next.address);
          break;
        case 'checkpoint':
          marks.push(copy(now));
          break;
        case 'commit':
          marks.pop();
          break;
        case 'revert': {
          const wasTouched = now.touched.has(ripemd160);
          now = marks.pop() ?? now;
          // EIP-161's one exception.
          if (wasTouched) now.touched.add(ripemd160);
          break;
        }
        case 'layer':
        case 'end':
          for (const destroyed of next.kind === 'end' ? next.destroyed : []) {
            now.accounts.delete(destroyed);
            clear(destroyed);
          }
          if (next.kind === 'end' && next.deleteEmpty)
            for (const touched of now.touched) {
              const account = now.accounts.get(touched);
              if (account === undefined || !isEmpty(account)) continue;
              now.accounts.delete(touched);
              clear(touched);
            }
          now.touched.clear();
          now.cleared = new Set();
          marks = [];
          atStart = copy(now);
          break;
      }
    },
    cleared: (): ReadonlySet<Address> => now.cleared,
    everything: () =>
      addresses.map((one) => ({
        account: now.accounts.get(one),
        slots: slots.map((slot) => now.storage.get(`${one}/${slot}`) ?? 0n),
        originals: now.cleared.has(one) ? undefined : slots.map((slot) => atStart.storage.get(`${one}/${slot}`) ?? 0n),
      })),
  };
}

/** Overlays on overlays, as ticks lay them, driven by the same actions. */
function createStack(base: StateReader) {
  const layers: Overlay[] = [createOverlay(base)];
  let marks: number[] = [];
  return {
    layers,
    apply(next: Action): void {
      const top = layers.at(-1)!;
      switch (next.kind) {
        case 'account': {
          const { codeHash } = top.account(next.address) ?? emptyAccount;
          top.setAccount(next.address, { nonce: next.nonce, balance: next.balance, codeHash });
          break;
        }
        case 'delete':
          top.setAccount(next.address, undefined);
          break;
        case 'touch':
          top.touch(next.address);
          break;
        case 'code':
          top.setCode(next.address, next.code);
          break;
        case 'store':
          top.setStorage(next.address, next.slot, next.value);
          break;
        case 'clear':
          top.clearStorage(next.address);
          break;
        case 'checkpoint':
          marks.push(top.checkpoint());
          break;
        case 'commit':
          marks.pop();
          break;
        case 'revert': {
          const mark = marks.pop();
          if (mark !== undefined) top.revert(mark);
          break;
        }
        case 'end':
        case 'layer':
          top.endTransaction(next.kind === 'end' ? next : { destroyed: [], deleteEmpty: false });
          marks = [];
          if (next.kind === 'layer') layers.push(createOverlay(top));
          break;
      }
    },
  };
}

function everything(
  state: StateReader & Partial<Pick<Overlay, 'originalStorage'>>,
  cleared: ReadonlySet<Address> = new Set(),
) {
  return addresses.map((one) => ({
    account: state.account(one),
    slots: slots.map((slot) => state.storage(one, slot)),
    originals: cleared.has(one) ? undefined : slots.map((slot) => state.originalStorage?.(one, slot)),
  }));
}

const nothing = createFlatState();
nothing.commit(0, { accounts: new Map(), storage: new Map(), cleared: new Set(), codes: new Map() });

describe('an overlay', () => {
  it('answers after every action as a copy of the whole state does', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        const model = createModel();
        const stack = createStack(nothing.at(0));
        for (const next of actions) {
          model.apply(next);
          stack.apply(next);
          expect(everything(stack.layers.at(-1)!, model.cleared())).toEqual(model.everything());
        }
      }),
      { ...seed, numRuns: 500 },
    );
  });

  it('never says that a filled account has no storage', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
        const stack = createStack(nothing.at(0));
        for (const next of actions) stack.apply(next);
        const top = stack.layers.at(-1)!;
        const filled = addresses.filter((one) => slots.some((slot) => top.storage(one, slot) !== 0n));
        expect(filled.filter((one) => !top.hasStorage(one))).toEqual([]);
      }),
      { ...seed, numRuns: 300 },
    );
  });

  it('has layers whose changes, merged and committed, are the state on top of them', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), fc.array(action, { maxLength: 40 }), (before, actions) => {
        const flat = createFlatState();
        const genesis = createStack(nothing.at(0));
        for (const next of [...before, { kind: 'layer' } as const]) genesis.apply(next);
        flat.commit(0, mergeChanges(genesis.layers.map(({ changes }) => changes)));
        const stack = createStack(flat.at(0));
        for (const next of [...actions, { kind: 'layer' } as const]) stack.apply(next);
        flat.commit(1, mergeChanges(stack.layers.map(({ changes }) => changes)));
        const { account, storage, hasStorage, code } = stack.layers.at(-1)!;
        expect(everything(flat.at(1))).toEqual(everything({ account, storage, hasStorage, code }));
      }),
      { ...seed, numRuns: 300 },
    );
  });

  it('never changes what lies below', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 20 }), fc.array(action, { maxLength: 20 }), (before, actions) => {
        const below = createStack(nothing.at(0));
        for (const next of [...before, { kind: 'end', destroyed: [], deleteEmpty: false } as const]) below.apply(next);
        const held = below.layers.at(-1)!;
        const then = everything(held);
        const above = createStack(held);
        for (const next of actions) above.apply(next);
        expect(everything(held)).toEqual(then);
      }),
      { ...seed, numRuns: 200 },
    );
  });

  it('keeps code that was set, and knows none by an unknown hash', () => {
    const overlay = createOverlay(nothing.at(0));
    const code = Uint8Array.of(0x60, 0x00);
    overlay.setCode(addresses[1]!, code);
    expect(createOverlay(overlay).code(overlay.account(addresses[1]!)!.codeHash)).toEqual(code);
    expect(overlay.code(emptyCodeHash)).toHaveLength(0);
  });
});
