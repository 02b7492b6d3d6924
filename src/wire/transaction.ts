/** The transaction object: sealed, pre-confirmed, or waiting in the pool. */
import { bigIntToHex, bytesToHex, numberToHex } from '../hex.ts';
import type { AccessListEntry, Authorization } from './call.ts';
import type { Address, Hash } from './scalars.ts';

/** A signed transaction with its sender. */
export type TransactionRecord = {
  readonly type: 0 | 1 | 2 | 3 | 4 | 0x7e;
  readonly hash: Hash;
  readonly from: Address;
  /** `undefined` creates a contract. */
  readonly to?: Address | undefined;
  readonly nonce: bigint;
  readonly gas: bigint;
  readonly value: bigint;
  readonly data: Uint8Array;
  /** `undefined` for a legacy transaction without replay protection. */
  readonly chainId?: bigint | undefined;
  /** Types 0 and 1 carry their gas price here. */
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  readonly accessList?: readonly AccessListEntry[] | undefined;
  readonly authorizationList?: readonly Authorization[] | undefined;
  readonly maxFeePerBlobGas?: bigint | undefined;
  readonly blobVersionedHashes?: readonly Hash[] | undefined;
  /** Only of a deposit (type 0x7e). */
  readonly sourceHash?: Hash | undefined;
  readonly signature: { readonly r: bigint; readonly s: bigint; readonly yParity: 0 | 1; readonly v: bigint };
};

/** Where a transaction stands, once it is in a block. */
export type TransactionPlace = {
  /** null as long as the block is not sealed. */
  readonly blockHash: Hash | null;
  readonly blockNumber: bigint;
  /** Seconds since 1970. */
  readonly blockTimestamp?: bigint | undefined;
  readonly index: number;
  /** Wei per gas that the sender pays in that block. */
  readonly effectiveGasPrice: bigint;
};

/** The transaction object; without a place it waits in the pool and its gas price is the most that it would pay. */
export function encodeTransaction(transaction: TransactionRecord, place: TransactionPlace | undefined) {
  return transaction.type === 0x7e ? encodeDeposit(transaction, place) : encodeSigned(transaction, place);
}

function encodeSigned(transaction: TransactionRecord, place: TransactionPlace | undefined) {
  const { type, chainId, to, signature, accessList, authorizationList, blobVersionedHashes } = transaction;
  return {
    type: numberToHex(type),
    chainId: chainId === undefined ? undefined : bigIntToHex(chainId),
    nonce: bigIntToHex(transaction.nonce),
    gas: bigIntToHex(transaction.gas),
    maxFeePerGas: type < 2 ? undefined : bigIntToHex(transaction.maxFeePerGas),
    maxPriorityFeePerGas: type < 2 ? undefined : bigIntToHex(transaction.maxPriorityFeePerGas),
    maxFeePerBlobGas: type === 3 ? bigIntToHex(transaction.maxFeePerBlobGas ?? 0n) : undefined,
    to: to ?? null,
    value: bigIntToHex(transaction.value),
    accessList: type === 0 ? undefined : (accessList ?? []),
    blobVersionedHashes: type === 3 ? (blobVersionedHashes ?? []) : undefined,
    authorizationList: type === 4 ? (authorizationList ?? []).map(encodeAuthorization) : undefined,
    input: bytesToHex(transaction.data),
    r: bigIntToHex(signature.r),
    s: bigIntToHex(signature.s),
    yParity: type === 0 ? undefined : numberToHex(signature.yParity),
    v: bigIntToHex(signature.v),
    hash: transaction.hash,
    ...encodePlace(place),
    from: transaction.from,
    gasPrice: bigIntToHex(type < 2 || place === undefined ? transaction.maxFeePerGas : place.effectiveGasPrice),
  };
}

/** A deposit has no fees, no lists and no chain id, and its signature is zero; `nonce` is its sender's before it (reference §9.3). */
function encodeDeposit(transaction: TransactionRecord, place: TransactionPlace | undefined) {
  return {
    type: numberToHex(transaction.type),
    hash: transaction.hash,
    sourceHash: transaction.sourceHash,
    from: transaction.from,
    to: transaction.to ?? null,
    mint: '0x0',
    value: bigIntToHex(transaction.value),
    gas: bigIntToHex(transaction.gas),
    gasPrice: '0x0',
    input: bytesToHex(transaction.data),
    nonce: bigIntToHex(transaction.nonce),
    depositReceiptVersion: '0x1',
    ...encodePlace(place),
    r: '0x0',
    s: '0x0',
    v: '0x0',
    yParity: '0x0',
  };
}

function encodePlace(place: TransactionPlace | undefined) {
  return {
    blockHash: place?.blockHash ?? null,
    blockNumber: place === undefined ? null : bigIntToHex(place.blockNumber),
    blockTimestamp: place === undefined ? null : optional(place.blockTimestamp),
    transactionIndex: place === undefined ? null : numberToHex(place.index),
  };
}

function optional(value: bigint | undefined) {
  return value === undefined ? undefined : bigIntToHex(value);
}

function encodeAuthorization(authorization: Authorization) {
  return {
    chainId: bigIntToHex(authorization.chainId),
    address: authorization.address,
    nonce: bigIntToHex(authorization.nonce),
    yParity: bigIntToHex(authorization.yParity),
    r: bigIntToHex(authorization.r),
    s: bigIntToHex(authorization.s),
  };
}
