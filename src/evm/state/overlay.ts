/**
 * Writes on top of a reader, with a journal for checkpoint and revert. Everything that executes writes here: ticks, calls,
 * estimates and simulations differ only in what becomes of the overlay afterwards. Nothing below is ever changed or copied.
 */
import type { Address, Hash } from '../../hex.ts';
import { emptyBytes } from '../../hex.ts';
import type { Account, StateReader } from './account.ts';
import { emptyAccount, emptyCodeHash, isEmpty } from './account.ts';
import { keccak256 } from '../crypto.ts';

/** What an overlay holds beyond its reader: for each key that was written, the value now. */
export type Changes = {
  /** `undefined` marks a deleted account. */
  readonly accounts: ReadonlyMap<Address, Account | undefined>;
  readonly storage: ReadonlyMap<Address, ReadonlyMap<bigint, bigint>>;
  /** Accounts whose storage below counts as empty. */
  readonly cleared: ReadonlySet<Address>;
  readonly codes: ReadonlyMap<Hash, Uint8Array>;
};

export type Overlay = StateReader & {
  readonly changes: Changes;
  /** Writes an account, or deletes it; counts as touching it (EIP-161). */
  setAccount(address: Address, account: Account | undefined): void;
  /** Marks an account as touched without changing it (EIP-161). */
  touch(address: Address): void;
  setStorage(address: Address, slot: bigint, value: bigint): void;
  clearStorage(address: Address): void;
  /** Sets the code of an account, which is created if need be. */
  setCode(address: Address, code: Uint8Array): void;
  /** A mark to {@link revert} to. Marks nest; one that is never reverted to costs nothing. */
  checkpoint(): number;
  /** Undoes every write since the mark. */
  revert(mark: number): void;
  /** The value of a slot when the current transaction began (EIP-2200). */
  originalStorage(address: Address, slot: bigint): bigint;
  /**
   * Ends a transaction: deletes the destroyed accounts with their storage and, from Spurious Dragon on, the touched empty
   * ones (EIP-161); forgets the journal and the original values.
   */
  endTransaction(options: { readonly destroyed: Iterable<Address>; readonly deleteEmpty: boolean }): void;
};

type Undo = () => void;

/** EIP-161 left one historic exception: a touch of this precompile survives the revert of its frame. */
const ripemd160: Address = '0x0000000000000000000000000000000000000003';

export function createOverlay(below: StateReader): Overlay {
  const accounts = new Map<Address, Account | undefined>();
  const storages = new Map<Address, Map<bigint, bigint>>();
  const cleared = new Set<Address>();
  const codes = new Map<Hash, Uint8Array>();
  const touched = new Set<Address>();
  const originals = new Map<Address, Map<bigint, bigint>>();
  const journal: Undo[] = [];
  const changes: Changes = { accounts, storage: storages, cleared, codes };
  const { account, code, storage, hasStorage } = layOver(below, changes);

  function touch(address: Address): void {
    if (touched.has(address)) return;
    touched.add(address);
    if (address !== ripemd160) journal.push(() => touched.delete(address));
  }

  function setAccount(address: Address, next: Account | undefined): void {
    touch(address);
    const before = accounts.get(address);
    if (before !== undefined || accounts.has(address)) journal.push(() => accounts.set(address, before));
    else journal.push(() => accounts.delete(address));
    accounts.set(address, next);
  }

  function setStorage(address: Address, slot: bigint, value: bigint): void {
    let slots = storages.get(address);
    if (slots === undefined) storages.set(address, (slots = new Map<bigint, bigint>()));
    let original = originals.get(address);
    if (original === undefined) originals.set(address, (original = new Map<bigint, bigint>()));
    if (!original.has(slot)) original.set(slot, storage(address, slot));
    const before = slots.get(slot);
    const written = slots;
    if (before === undefined) journal.push(() => written.delete(slot));
    else journal.push(() => written.set(slot, before));
    slots.set(slot, value);
  }

  function clearStorage(address: Address): void {
    const slots = storages.get(address);
    const wasCleared = cleared.has(address);
    if (slots === undefined && wasCleared) return;
    journal.push(() => {
      if (slots !== undefined) storages.set(address, slots);
      else storages.delete(address);
      if (!wasCleared) cleared.delete(address);
    });
    storages.delete(address);
    cleared.add(address);
  }

  return {
    changes,
    account,
    code,
    storage,
    hasStorage,
    touch,
    setAccount,
    setStorage,
    clearStorage,
    setCode(address, code) {
      const codeHash = code.length === 0 ? emptyCodeHash : keccak256(code);
      // Content-addressed: a code that outlives a revert harms nothing, so it needs no journal entry.
      if (code.length > 0) codes.set(codeHash, code);
      setAccount(address, { ...(account(address) ?? emptyAccount), codeHash });
    },
    checkpoint: () => journal.length,
    revert(mark) {
      while (journal.length > mark) journal.pop()!();
    },
    originalStorage: (address, slot) => originals.get(address)?.get(slot) ?? storage(address, slot),
    endTransaction({ destroyed, deleteEmpty }) {
      for (const address of destroyed) {
        setAccount(address, undefined);
        clearStorage(address);
      }
      if (deleteEmpty)
        for (const address of touched) {
          const now = account(address);
          if (now === undefined || !isEmpty(now)) continue;
          accounts.set(address, undefined);
          if (hasStorage(address)) clearStorage(address);
        }
      journal.length = 0;
      touched.clear();
      originals.clear();
    },
  };
}

/** State as changes on top of a reader make it. */
export function layOver(below: StateReader, { accounts, storage: storages, cleared, codes }: Changes): StateReader {
  return {
    account(address) {
      const own = accounts.get(address);
      return own !== undefined || accounts.has(address) ? own : below.account(address);
    },
    code: (hash) => (hash === emptyCodeHash ? emptyBytes : (codes.get(hash) ?? below.code(hash))),
    storage(address, slot) {
      const own = storages.get(address)?.get(slot);
      if (own !== undefined) return own;
      return cleared.has(address) ? 0n : below.storage(address, slot);
    },
    hasStorage(address) {
      const slots = storages.get(address);
      if (slots !== undefined) for (const value of slots.values()) if (value !== 0n) return true;
      // What is set below may have been zeroed here slot by slot, which no creation rule can tell apart cheaply.
      return !cleared.has(address) && below.hasStorage(address);
    },
  };
}

/** The changes of overlays that lie on one another, oldest first, as one. */
export function mergeChanges(layers: readonly Changes[]): Changes {
  const accounts = new Map<Address, Account | undefined>();
  const storage = new Map<Address, Map<bigint, bigint>>();
  const cleared = new Set<Address>();
  const codes = new Map<Hash, Uint8Array>();
  for (const layer of layers) {
    for (const [hash, code] of layer.codes) codes.set(hash, code);
    for (const [address, account] of layer.accounts) accounts.set(address, account);
    for (const address of layer.cleared) {
      cleared.add(address);
      storage.delete(address);
    }
    for (const [address, slots] of layer.storage) {
      const merged = storage.get(address);
      if (merged === undefined) storage.set(address, new Map(slots));
      else for (const [slot, value] of slots) merged.set(slot, value);
    }
  }
  return { accounts, storage, cleared, codes };
}
