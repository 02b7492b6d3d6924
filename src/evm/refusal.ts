/**
 * Why a transaction may not run at all, as data: kind and figures. A refusal is a value here, because ticks, pool, calls and
 * simulations each do something else with it; whoever answers a client turns it into an error (`chain/errors.ts`).
 */
import type { Address } from '../hex.ts';

export type RefusalDetails = {
  /** Nonce below the account's. */
  nonceTooLow: { readonly address: Address; readonly nonce: bigint; readonly expected: bigint };
  nonceTooHigh: { readonly address: Address; readonly nonce: bigint; readonly expected: bigint };
  /** Nonce 2^64 - 1, which EIP-2681 forbids. */
  nonceMaxed: { readonly address: Address; readonly nonce: bigint };
  /** Below the intrinsic gas, or below the floor of EIP-7623. */
  intrinsicGasTooLow: { readonly gas: bigint; readonly required: bigint };
  /** Wei the sender has and would need at most. */
  insufficientFunds: { readonly address: Address; readonly balance: bigint; readonly required: bigint };
  feeCapBelowBaseFee: { readonly address: Address; readonly maxFeePerGas: bigint; readonly baseFee: bigint };
  tipAboveFeeCap: { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint };
  /** Code at the sender that is not a delegation (EIP-3607, EIP-7702). */
  senderNotEoa: { readonly address: Address };
  initcodeTooLarge: { readonly size: number; readonly limit: number };
  /** Above the cap of EIP-7825. */
  transactionGasTooHigh: { readonly gas: bigint; readonly cap: bigint };
  emptyAuthorizationList: Record<never, never>;
  /** Blobs that the block's rules do not take: none, too many, or of an unknown version (EIP-4844). */
  invalidBlobs: { readonly why: string };
  /** In wei per blob gas. */
  blobFeeCapTooLow: { readonly address: Address; readonly maxFeePerBlobGas: bigint; readonly blobBaseFee: bigint };
  /** A transaction with authorizations or blobs cannot create. */
  createNotAllowed: { readonly type: number };
};

export type Refusal = {
  [Kind in keyof RefusalDetails]: { readonly kind: Kind; readonly details: RefusalDetails[Kind]; readonly gas: bigint };
}[keyof RefusalDetails];
