/**
 * Deposits (type 0x7e): transactions that come from L1 and that nobody signs. Their gas was paid for there, so it is not bought
 * here, and they are included whatever becomes of them. The only ones here are those of L1 attributes: they move no value.
 */
import type { Address, Hash } from '../../hex.ts';
import { bigIntToBytes, emptyBytes, hexToBytes } from '../../hex.ts';
import { keccak256 } from '../crypto.ts';
import { encodeRlp } from '../rlp.ts';
import type { Transaction } from '../transaction.ts';
import { depositType } from '../transaction.ts';

export type DepositFields = {
  /** What makes the deposit unique: where on L1 it comes from. */
  readonly sourceHash: Hash;
  readonly from: Address;
  readonly to: Address;
  readonly gas: bigint;
  readonly data: Uint8Array;
  /** The sender's nonce before it. It is no part of the bytes. */
  readonly nonce: bigint;
};

/** The deposit with its bytes and its hash. */
export function depositTransaction({ sourceHash, from, to, gas, data, nonce }: DepositFields): Transaction {
  const body = encodeRlp([
    hexToBytes(sourceHash),
    hexToBytes(from),
    hexToBytes(to),
    emptyBytes, // mint
    emptyBytes, // value
    bigIntToBytes(gas),
    emptyBytes, // not a system transaction, which would not count towards the block's gas
    data,
  ]);
  const raw = new Uint8Array(body.length + 1);
  raw[0] = depositType;
  raw.set(body, 1);
  return {
    type: depositType,
    sourceHash,
    from,
    to,
    gas,
    // Last in the bytes, of which no second copy need be kept for as long as the chain lives.
    data: raw.subarray(raw.length - data.length),
    nonce,
    raw,
    hash: keccak256(raw),
    value: 0n,
    chainId: undefined,
    maxFeePerGas: 0n,
    maxPriorityFeePerGas: 0n,
    maxFeePerBlobGas: 0n,
    accessList: [],
    authorizationList: [],
    blobVersionedHashes: [],
    signature: { r: 0n, s: 0n, yParity: 0, v: 0n },
  };
}
