/** The chain as of one block: immutable, so that a request that holds one sees one moment, whatever happens meanwhile. */
import type { Address, Hash } from '../hex.ts';
import type { Header, Receipt } from '../evm/block.ts';
import type { Account, StateReader } from '../evm/state/account.ts';
import { emptyAccount } from '../evm/state/account.ts';
import type { Withdrawal } from '../evm/rewards.ts';
import type { Transaction } from '../evm/transaction.ts';

export type Block = {
  readonly header: Header;
  /** 32 zero bytes while the block is pre-confirmed only. */
  readonly hash: Hash;
  readonly isSealed: boolean;
  readonly transactions: readonly Transaction[];
  /** One for each transaction, in the same order. */
  readonly receipts: readonly Receipt[];
  /** Headers of stale blocks that a block before the merge may pay for. */
  readonly uncles: readonly Header[];
  /** `undefined` before Shanghai. */
  readonly withdrawals: readonly Withdrawal[] | undefined;
  /** Bytes of its RLP. */
  readonly size: number;
};

export type View = Block & {
  readonly state: StateReader;
};

/** A transaction with the block that holds it; a transaction of the pool has no place. */
export type Located = {
  readonly transaction: Transaction;
  readonly place: Place | undefined;
};

export type Place = {
  readonly block: View;
  /** Of the transaction in its block. */
  readonly index: number;
};

/** The account, or an empty one where none exists. */
export function accountAt(state: StateReader, address: Address): Account {
  return state.account(address) ?? emptyAccount;
}

export function codeAt(state: StateReader, address: Address): Uint8Array {
  return state.code(accountAt(state, address).codeHash);
}

/** How many logs stand before a transaction's own in its block. */
export function firstLogIndex(block: Block, index: number): number {
  let logs = 0;
  for (let before = 0; before < index; before += 1) logs += block.receipts[before]!.logs.length;
  return logs;
}
