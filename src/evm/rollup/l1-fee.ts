/**
 * What a transaction's bytes cost on L1 and take of their block (reference §9.2). Both go by the size that the bytes are estimated
 * to have among those of others, once a batch of them is compressed.
 */
import type { TransactionFields } from '../transaction.ts';
import { depositType } from '../transaction.ts';
import { fastLzLength } from './fastlz.ts';
import type { L1Fees } from './rules.ts';

/** From the length after FastLZ to the estimated size, in millionths of a byte: a line, and the least that it gives. */
const intercept = -42_585_600;
const slope = 836_500;
const leastSize = 100_000_000;

const million = 1_000_000;

/** Gas of a byte of call data on L1. */
const gasPerByte = 16;

/** A transaction, or a call: only what has bytes goes to L1. */
export type Posted = Pick<TransactionFields, 'type'> & { readonly raw?: Uint8Array | undefined };

/** What a transaction paid for its bytes, in the terms of its block. */
export type L1Cost = {
  readonly fees: L1Fees;
  /** Of L1, had they been call data. */
  readonly gasUsed: bigint;
  /** Wei. */
  readonly fee: bigint;
};

/** The fee in wei; 0 for a deposit, for a call, and where there is no L1. */
export function l1FeeOf({ type, raw }: Posted, fees: L1Fees | undefined): bigint {
  if (fees === undefined || raw === undefined || type === depositType) return 0n;
  const { baseFee, baseFeeScalar, blobBaseFee, blobBaseFeeScalar } = fees;
  const price = BigInt(gasPerByte) * baseFeeScalar * baseFee + blobBaseFeeScalar * blobBaseFee;
  // Size and scalars are in millionths.
  return (BigInt(estimatedSize(raw)) * price) / BigInt(million * million);
}

/** What the receipt tells. */
export function l1CostOf(transaction: Posted & { readonly raw: Uint8Array }, fees: L1Fees): L1Cost {
  const gasUsed = BigInt(Math.floor((estimatedSize(transaction.raw) * gasPerByte) / million));
  return { fees, gasUsed, fee: l1FeeOf(transaction, fees) };
}

/** What a transaction takes of the room that its block has for data, which is as much as for gas; 0 for a deposit. */
export function daFootprintOf({ type, raw }: Posted & { readonly raw: Uint8Array }, fees: L1Fees): bigint {
  if (type === depositType) return 0n;
  return BigInt(Math.floor(estimatedSize(raw) / million)) * fees.daFootprintGasScalar;
}

/** Asked for many times on a transaction's way into a block; what is long is worked out once. */
const sizes = new WeakMap<Uint8Array, number>();

/** Up to so many bytes the size is worked out about as soon as found, and the collector has nothing to watch. */
const shortTransaction = 512;

/** The one that was asked for last: most questions follow one another. */
let lastRaw: Uint8Array | undefined;
let lastSize = 0;

/** Millionths of a byte. */
function estimatedSize(raw: Uint8Array): number {
  if (raw === lastRaw) return lastSize;
  let size = raw.length > shortTransaction ? sizes.get(raw) : undefined;
  if (size === undefined) {
    size = Math.max(leastSize, intercept + slope * fastLzLength(raw));
    if (raw.length > shortTransaction) sizes.set(raw, size);
  }
  lastRaw = raw;
  lastSize = size;
  return size;
}
