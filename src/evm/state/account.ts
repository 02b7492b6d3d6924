/** An account's fields and the read side of state that everything executes against. */
import type { Address, Hash } from '../../hex.ts';

/** Immutable; a change makes a new one. The storage root is not here: only sealing and proofs need it. */
export type Account = {
  readonly nonce: bigint;
  /** In wei. */
  readonly balance: bigint;
  /** keccak256 of the code; {@link emptyCodeHash} when there is none. */
  readonly codeHash: Hash;
};

/** keccak256 of no bytes. */
export const emptyCodeHash: Hash = '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470';

export const emptyAccount: Account = { nonce: 0n, balance: 0n, codeHash: emptyCodeHash };

/** Empty in the sense of EIP-161: no nonce, no balance, no code. */
export function isEmpty(account: Account): boolean {
  return account.nonce === 0n && account.balance === 0n && account.codeHash === emptyCodeHash;
}

/** State at one moment. Reads are synchronous and never change anything. */
export type StateReader = {
  /** `undefined` when the account does not exist. */
  account(address: Address): Account | undefined;
  /** The code with that hash; no bytes for an unknown hash. */
  code(hash: Hash): Uint8Array;
  /** The value of a storage slot, 0 when never set. */
  storage(address: Address, slot: bigint): bigint;
  /** Whether any slot of the account is not zero (EIP-7610 asks at creation). */
  hasStorage(address: Address): boolean;
};
