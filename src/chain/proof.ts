/** What an account holds, with the trie nodes that prove it against a block's state root (EIP-1186). */
import type { Address, Hash } from '../hex.ts';
import type { Account, StateReader } from '../evm/state/account.ts';
import type { Commitment } from '../evm/state/commitment.ts';
import { accountProof, storageProof, storageRoot } from '../evm/state/commitment.ts';
import { accountAt } from './view.ts';

export type AccountProof = {
  readonly account: Account;
  readonly storageRoot: Hash;
  /** From the state root down. */
  readonly nodes: readonly Uint8Array[];
  /** One for each slot that was asked for, in the same order. */
  readonly slots: readonly SlotProof[];
};

export type SlotProof = {
  readonly value: bigint;
  /** From the storage root down. */
  readonly nodes: readonly Uint8Array[];
};

/** An account or slot that does not exist shows empty, and its nodes prove that. */
export function prove(
  state: StateReader,
  commitment: Commitment,
  address: Address,
  slots: readonly bigint[],
): AccountProof {
  return {
    account: accountAt(state, address),
    storageRoot: storageRoot(commitment, address),
    nodes: accountProof(commitment, address),
    slots: slots.map((slot) => ({
      value: state.storage(address, slot),
      nodes: storageProof(commitment, address, slot),
    })),
  };
}
