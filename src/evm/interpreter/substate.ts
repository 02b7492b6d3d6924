/** What a transaction gathers beside state: accesses, transient storage, refunds, logs, created and destroyed accounts. */
import type { Address } from '../../hex.ts';
import type { Log } from '../engine.ts';

export type Substate = {
  /** EIP-3529 caps it at the end. */
  refund: number;
  readonly logs: Log[];
  readonly destroyed: ReadonlySet<Address>;
  /** Whether the account was accessed before in this transaction (EIP-2929). */
  isWarm(address: Address): boolean;
  /** The same, and makes it warm. */
  warm(address: Address): boolean;
  isSlotWarm(address: Address, slot: bigint): boolean;
  warmSlot(address: Address, slot: bigint): boolean;
  /** EIP-1153. */
  transient(address: Address, slot: bigint): bigint;
  setTransient(address: Address, slot: bigint, value: bigint): void;
  /** Marks an account as created in this transaction (EIP-6780). */
  markCreated(address: Address): void;
  wasCreated(address: Address): boolean;
  /** Marks an account for deletion at the end; whether it was marked before. */
  markDestroyed(address: Address): boolean;
  checkpoint(): Mark;
  /** Undoes everything since the mark. */
  revert(mark: Mark): void;
};

export type Mark = { readonly journal: number; readonly refund: number; readonly logs: number };

/** @param alwaysWarm The precompiles, which never count as cold. */
export function createSubstate(alwaysWarm: ReadonlySet<Address>): Substate {
  const warm = new Set<Address>();
  const warmSlots = new Map<Address, Set<bigint>>();
  const transients = new Map<Address, Map<bigint, bigint>>();
  const created = new Set<Address>();
  const destroyed = new Set<Address>();
  const journal: (() => void)[] = [];
  const logs: Log[] = [];

  const substate: Substate = {
    refund: 0,
    logs,
    destroyed,
    isWarm: (address) => warm.has(address) || alwaysWarm.has(address),
    warm(address) {
      if (warm.has(address) || alwaysWarm.has(address)) return true;
      warm.add(address);
      journal.push(() => warm.delete(address));
      return false;
    },
    isSlotWarm: (address, slot) => warmSlots.get(address)?.has(slot) === true,
    warmSlot(address, slot) {
      let slots = warmSlots.get(address);
      if (slots === undefined) warmSlots.set(address, (slots = new Set()));
      else if (slots.has(slot)) return true;
      slots.add(slot);
      const added = slots;
      journal.push(() => added.delete(slot));
      return false;
    },
    transient: (address, slot) => transients.get(address)?.get(slot) ?? 0n,
    setTransient(address, slot, value) {
      let slots = transients.get(address);
      if (slots === undefined) transients.set(address, (slots = new Map<bigint, bigint>()));
      const written = slots;
      const before = written.get(slot) ?? 0n;
      written.set(slot, value);
      journal.push(() => written.set(slot, before));
    },
    markCreated(address) {
      created.add(address);
      journal.push(() => created.delete(address));
    },
    wasCreated: (address) => created.has(address),
    markDestroyed(address) {
      if (destroyed.has(address)) return true;
      destroyed.add(address);
      journal.push(() => destroyed.delete(address));
      return false;
    },
    checkpoint: () => ({ journal: journal.length, refund: substate.refund, logs: logs.length }),
    revert(mark) {
      while (journal.length > mark.journal) journal.pop()!();
      substate.refund = mark.refund;
      logs.length = mark.logs;
    },
  };
  return substate;
}
