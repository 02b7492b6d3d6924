/**
 * What the first transaction of each block tells the rollup of L1 (reference §9.3): a call of `setL1BlockValuesJovian`, whose
 * arguments stand packed after the selector, without padding.
 */
import type { Hash } from '../../hex.ts';
import { bigIntToHash, bytesToBigInt, bytesToHex, hexToBytes } from '../../hex.ts';
import { keccak256 } from '../crypto.ts';
import type { Transaction } from '../transaction.ts';
import { depositTransaction } from './deposit.ts';
import { l1AttributesDepositor, l1BlockAddress } from './predeploys.ts';
import type { RollupRules } from './rules.ts';

/** The block of L1 that a block of the rollup is derived from. */
export type L1Origin = {
  readonly number: bigint;
  /** Seconds since 1970. */
  readonly timestamp: bigint;
  readonly hash: Hash;
  /** How many blocks of the rollup before this one have the same origin. */
  readonly sequenceNumber: bigint;
};

export type L1Attributes = Pick<RollupRules, 'fees' | 'batcherHash'> & { readonly origin: L1Origin };

/** The first four bytes of keccak256 of `setL1BlockValuesJovian()`. */
const selector = 0x3db6be2b;

const encodedLength = 178;

/** Beyond what it ever uses; it is not paid for. */
const depositGas = 1_000_000n;

/** Tells a deposit of L1 attributes from one that a user made, in its source hash. */
const sourceDomain = 1n;

/** The call data: 178 bytes. There is no operator fee, so its scalar and its constant are zero. */
export function encodeL1Attributes({ origin, fees, batcherHash }: L1Attributes): Uint8Array {
  const bytes = new Uint8Array(encodedLength);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, selector);
  view.setUint32(4, Number(fees.baseFeeScalar));
  view.setUint32(8, Number(fees.blobBaseFeeScalar));
  view.setBigUint64(12, origin.sequenceNumber);
  view.setBigUint64(20, origin.timestamp);
  view.setBigUint64(28, origin.number);
  bytes.set(word(fees.baseFee), 36);
  bytes.set(word(fees.blobBaseFee), 68);
  bytes.set(hexToBytes(origin.hash), 100);
  bytes.set(hexToBytes(batcherHash), 132);
  // 164: operator fee scalar (4 bytes) and constant (8 bytes).
  view.setUint16(176, Number(fees.daFootprintGasScalar));
  return bytes;
}

/** The origin in call data of {@link encodeL1Attributes}. */
export function decodeL1Origin(data: Uint8Array): L1Origin {
  const integer = (start: number): bigint => bytesToBigInt(data.subarray(start, start + 8));
  return {
    sequenceNumber: integer(12),
    timestamp: integer(20),
    number: integer(28),
    hash: bytesToHex(data.subarray(100, 132)),
  };
}

/**
 * The first transaction of a block.
 * @param nonce the depositor's, before it
 */
export function l1AttributesDeposit(attributes: L1Attributes, nonce: bigint): Transaction {
  const { hash, sequenceNumber } = attributes.origin;
  return depositTransaction({
    sourceHash: keccakOfWords(bigIntToHash(sourceDomain), keccakOfWords(hash, bigIntToHash(sequenceNumber))),
    from: l1AttributesDepositor,
    to: l1BlockAddress,
    gas: depositGas,
    data: encodeL1Attributes(attributes),
    nonce,
  });
}

function keccakOfWords(first: Hash, second: Hash): Hash {
  return keccak256(hexToBytes(`${first}${second.slice(2)}`));
}

function word(value: bigint): Uint8Array {
  return hexToBytes(bigIntToHash(value));
}
