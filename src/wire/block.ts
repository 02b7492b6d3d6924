/** The block object, and the header object of subscriptions. */
import type { Hex } from '../hex.ts';
import { bigIntToHex, bytesToHex, numberToHex, zeroHash } from '../hex.ts';
import type { Withdrawal } from './overrides.ts';
import type { Address, Hash } from './scalars.ts';

/** A header; the later fields exist from their fork on. */
export type HeaderRecord = {
  readonly parentHash: Hash;
  /** Hash of the uncles' headers. */
  readonly sha3Uncles: Hash;
  /** The fee recipient. */
  readonly miner: Address;
  readonly stateRoot: Hash;
  readonly transactionsRoot: Hash;
  readonly receiptsRoot: Hash;
  /** 256 bytes. */
  readonly logsBloom: Hex;
  readonly difficulty: bigint;
  readonly number: bigint;
  readonly gasLimit: bigint;
  readonly gasUsed: bigint;
  /** Seconds since 1970. */
  readonly timestamp: bigint;
  readonly extraData: Uint8Array;
  /** prevRandao from Paris on. */
  readonly mixHash: Hash;
  /** 8 bytes. */
  readonly nonce: Hex;
  /** Wei per gas. */
  readonly baseFeePerGas?: bigint | undefined;
  readonly withdrawalsRoot?: Hash | undefined;
  readonly blobGasUsed?: bigint | undefined;
  readonly excessBlobGas?: bigint | undefined;
  readonly parentBeaconBlockRoot?: Hash | undefined;
  readonly requestsHash?: Hash | undefined;
};

/** What a block object holds beside its header. */
export type BlockBody = {
  /** `undefined` as long as the block is not sealed: it shows as zero. */
  readonly hash: Hash | undefined;
  /** Bytes of the encoded block; absent as long as it is not sealed. */
  readonly size: number | undefined;
  /** Hashes, or objects of `encodeTransaction`. */
  readonly transactions: readonly unknown[];
  readonly uncles?: readonly Hash[] | undefined;
  /** Only read when the header has a withdrawals root; none by default. */
  readonly withdrawals?: readonly Withdrawal[] | undefined;
};

/** The fields of a header, as block objects and header notifications show them. */
export function encodeHeader(header: HeaderRecord, hash: Hash | undefined) {
  return {
    hash: hash ?? zeroHash,
    parentHash: header.parentHash,
    sha3Uncles: header.sha3Uncles,
    miner: header.miner,
    stateRoot: header.stateRoot,
    transactionsRoot: header.transactionsRoot,
    receiptsRoot: header.receiptsRoot,
    logsBloom: header.logsBloom,
    difficulty: bigIntToHex(header.difficulty),
    number: bigIntToHex(header.number),
    gasLimit: bigIntToHex(header.gasLimit),
    gasUsed: bigIntToHex(header.gasUsed),
    timestamp: bigIntToHex(header.timestamp),
    extraData: bytesToHex(header.extraData),
    mixHash: header.mixHash,
    nonce: header.nonce,
    baseFeePerGas: optionalQuantity(header.baseFeePerGas),
    withdrawalsRoot: header.withdrawalsRoot,
    blobGasUsed: optionalQuantity(header.blobGasUsed),
    excessBlobGas: optionalQuantity(header.excessBlobGas),
    parentBeaconBlockRoot: header.parentBeaconBlockRoot,
    requestsHash: header.requestsHash,
  };
}

/** The block object. */
export function encodeBlock(header: HeaderRecord, body: BlockBody) {
  return {
    ...encodeHeader(header, body.hash),
    size: body.size === undefined ? undefined : numberToHex(body.size),
    uncles: body.uncles ?? [],
    transactions: body.transactions,
    withdrawals: encodeWithdrawals(header, body),
  };
}

/** The withdrawals of a block that has a root for them. */
function encodeWithdrawals(header: HeaderRecord, body: BlockBody) {
  if (header.withdrawalsRoot === undefined) return undefined;
  return (body.withdrawals ?? []).map((withdrawal) => ({
    index: bigIntToHex(withdrawal.index),
    validatorIndex: bigIntToHex(withdrawal.validatorIndex),
    address: withdrawal.address,
    amount: bigIntToHex(withdrawal.amount),
  }));
}

function optionalQuantity(value: bigint | undefined): Hex | undefined {
  return value === undefined ? undefined : bigIntToHex(value);
}
