/**
 * The newest sealed state in plain maps, and for each key that a block changed the value before. A read "as of block M" finds
 * the first change after M by binary search and takes what was there before it; without one the newest value holds. So reads
 * cost the same at every height, and neither sealing nor reading grows with the number of accounts.
 */
import type { Address, Hash } from '../../hex.ts';
import { emptyBytes } from '../../hex.ts';
import type { Account, StateReader } from './account.ts';
import { emptyCodeHash } from './account.ts';
import type { Changes } from './overlay.ts';

/** What a key held until `block` changed it. Lists of these ascend by block. */
type Past<Value> = { readonly block: number; readonly before: Value };

type Undo = { readonly accounts: Address[]; readonly slots: (readonly [Address, bigint])[] };

export type FlatState = {
  /** The block whose state is the newest. */
  readonly head: number;
  /** The state after a block; stays true while later blocks are committed. */
  at(block: number): StateReader;
  /** Makes the changes the state after `block`, which follows the head. Block 0 is genesis. */
  commit(block: number, changes: Changes): void;
  /** Takes back every block after `block`. */
  rewind(block: number): void;
  /** Forgets how to read states before `block`. */
  prune(block: number): void;
};

/**
 * Opens an empty state.
 * @param refuse is called, and must throw, when a state is read that was pruned
 */
export function createFlatState(refuse: (block: number, oldest: number) => never = refusePlainly): FlatState {
  let head = -1;
  let oldest = 0;
  const accounts = new Map<Address, Account>();
  const storages = new Map<Address, Map<bigint, bigint>>();
  const codes = new Map<Hash, Uint8Array>();
  const accountPasts = new Map<Address, Past<Account | undefined>[]>();
  const storagePasts = new Map<Address, Map<bigint, Past<bigint>[]>>();
  const undos = new Map<number, Undo>();

  function at(block: number): StateReader {
    const check = (): void => {
      if (block < oldest) refuse(block, oldest);
    };
    return {
      account(address) {
        check();
        return valueAt(accountPasts.get(address), block, accounts.get(address));
      },
      storage(address, slot) {
        check();
        return valueAt(storagePasts.get(address)?.get(slot), block, storages.get(address)?.get(slot) ?? 0n);
      },
      hasStorage(address) {
        check();
        const pasts = storagePasts.get(address);
        const slots = storages.get(address);
        for (const [slot, value] of slots ?? []) if (valueAt(pasts?.get(slot), block, value) !== 0n) return true;
        for (const [slot, past] of pasts ?? []) if (!slots?.has(slot) && valueAt(past, block, 0n) !== 0n) return true;
        return false;
      },
      code: (hash) => (hash === emptyCodeHash ? emptyBytes : (codes.get(hash) ?? emptyBytes)),
    };
  }

  function writeAccount(address: Address, account: Account | undefined): void {
    if (account === undefined) accounts.delete(address);
    else accounts.set(address, account);
  }

  function writeSlot(address: Address, slot: bigint, value: bigint): void {
    let slots = storages.get(address);
    if (value === 0n) {
      slots?.delete(slot);
      if (slots?.size === 0) storages.delete(address);
      return;
    }
    if (slots === undefined) storages.set(address, (slots = new Map<bigint, bigint>()));
    slots.set(slot, value);
  }

  function pastsOf(address: Address): Map<bigint, Past<bigint>[]> {
    let pasts = storagePasts.get(address);
    if (pasts === undefined) storagePasts.set(address, (pasts = new Map<bigint, Past<bigint>[]>()));
    return pasts;
  }

  function commit(block: number, changes: Changes): void {
    const undo: Undo = { accounts: [], slots: [] };
    for (const [hash, code] of changes.codes) codes.set(hash, code);
    for (const [address, account] of changes.accounts) {
      const before = accounts.get(address);
      if (sameAccount(before, account)) continue;
      if (head >= 0) {
        append(accountPasts, address, { block, before });
        undo.accounts.push(address);
      }
      writeAccount(address, account);
    }
    const change = (address: Address, slot: bigint, value: bigint): void => {
      const before = storages.get(address)?.get(slot) ?? 0n;
      if (before === value) return;
      if (head >= 0) {
        append(pastsOf(address), slot, { block, before });
        undo.slots.push([address, slot]);
      }
      writeSlot(address, slot, value);
    };
    for (const address of changes.cleared) {
      const kept = changes.storage.get(address);
      for (const slot of storages.get(address)?.keys() ?? []) if (!kept?.has(slot)) change(address, slot, 0n);
    }
    for (const [address, slots] of changes.storage) for (const [slot, value] of slots) change(address, slot, value);
    undos.set(block, undo);
    head = block;
  }

  return {
    get head() {
      return head;
    },
    at,
    commit,
    rewind(block) {
      for (; head > block; head -= 1) {
        const undo = undos.get(head);
        if (undo === undefined) throw new Error(`the state before block ${head} is no longer kept`);
        for (const address of undo.accounts) writeAccount(address, takeLast(accountPasts, address));
        for (const [address, slot] of undo.slots) {
          const pasts = pastsOf(address);
          writeSlot(address, slot, takeLast(pasts, slot));
          if (pasts.size === 0) storagePasts.delete(address);
        }
        undos.delete(head);
      }
    },
    prune(block) {
      oldest = Math.max(oldest, block);
      for (const [number, undo] of undos) {
        if (number > block) break;
        for (const address of undo.accounts) dropFirst(accountPasts, address);
        for (const [address, slot] of undo.slots) {
          const pasts = pastsOf(address);
          dropFirst(pasts, slot);
          if (pasts.size === 0) storagePasts.delete(address);
        }
        undos.delete(number);
      }
    },
  };
}

function refusePlainly(block: number, oldest: number): never {
  throw new Error(`the state of block ${block} is no longer kept, the oldest is ${oldest}`);
}

function valueAt<Value>(pasts: readonly Past<Value>[] | undefined, block: number, newest: Value): Value {
  if (pasts === undefined || pasts[pasts.length - 1]!.block <= block) return newest;
  let low = 0;
  let high = pasts.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (pasts[middle]!.block > block) high = middle;
    else low = middle + 1;
  }
  return pasts[low]!.before;
}

function append<Key, Value>(pasts: Map<Key, Past<Value>[]>, key: Key, past: Past<Value>): void {
  const list = pasts.get(key);
  if (list === undefined) pasts.set(key, [past]);
  else list.push(past);
}

/** Lists are never left empty: a key without a past has no list. */
function takeLast<Key, Value>(pasts: Map<Key, Past<Value>[]>, key: Key): Value {
  const list = pasts.get(key)!;
  const { before } = list.pop()!;
  if (list.length === 0) pasts.delete(key);
  return before;
}

function dropFirst<Key, Value>(pasts: Map<Key, Past<Value>[]>, key: Key): void {
  const list = pasts.get(key)!;
  list.shift();
  if (list.length === 0) pasts.delete(key);
}

function sameAccount(a: Account | undefined, b: Account | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.nonce === b.nonce && a.balance === b.balance && a.codeHash === b.codeHash;
}
