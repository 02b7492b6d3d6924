/**
 * Every refusal a rule of the chain can pronounce, as a kind with its figures. Text and code are the dialect's matter
 * (`rpc/errors.ts`), where a kind without a wire form does not compile.
 */
import type { Address, Hash } from '../hex.ts';
import type { Refusal, RefusalDetails } from '../evm/refusal.ts';
import type { HaltReason } from '../evm/engine.ts';

export type ChainErrorDetails = RefusalDetails & {
  /** No bytes were sent. */
  emptyTransaction: Record<never, never>;
  undecodableTransaction: { readonly why: string };
  /** A type the chain does not take, e.g. blobs (3) or deposits (0x7e). */
  unsupportedTransactionType: { readonly type: number };
  invalidSignature: { readonly why: string };
  wrongChainId: { readonly have: bigint; readonly want: bigint };
  alreadyKnown: { readonly hash: Hash };
  /** Encoded size in bytes. */
  oversizedTransaction: { readonly size: number; readonly limit: number };
  exceedsBlockGasLimit: { readonly gas: bigint; readonly limit: bigint };
  /** gas times price in wei, above the node's own cap on fees. */
  exceedsFeeCap: { readonly fee: bigint; readonly cap: bigint };
  /** Below what the pool takes, in wei per gas. */
  underpriced: { readonly maxFeePerGas: bigint; readonly minimum: bigint };
  replacementUnderpriced: { readonly hash: Hash };
  poolFull: { readonly limit: number };
  delegatedSenderBusy: { readonly address: Address };
  delegatedSenderGap: { readonly address: Address };

  /** A call or estimate that reverted. */
  reverted: { readonly data: Uint8Array };
  /** A call or estimate that halted otherwise. */
  halted: { readonly reason: HaltReason; readonly opcode: number | undefined; readonly gas: bigint };
  /** An estimate that no allowed gas satisfies. */
  gasExceedsAllowance: { readonly allowance: bigint };
  /** Neither target nor code to create from. */
  missingTarget: Record<never, never>;
  executionTimeout: { readonly limit: number };

  /** More slots in one request than are read at once. */
  tooManySlots: { readonly limit: number };
  blockNotFound: { readonly block: bigint | string };
  /** A trace of the first block, which nobody executed. */
  genesisNotTraceable: Record<never, never>;
  /** A trace of a transaction in no block; it may wait in the pool. */
  transactionNotFound: { readonly hash: Hash; readonly isWaiting: boolean };
  /** A place behind the last transaction of a block. */
  transactionIndexOutOfRange: { readonly index: number; readonly count: number };
  /** Bytes of JSON that one answer may hold. */
  traceTooLarge: { readonly limit: number };
  /** State that old is no longer kept. */
  historyPruned: { readonly block: bigint; readonly oldest: bigint };

  /** A log filter with a block hash and a range. */
  hashWithRange: Record<never, never>;
  invalidBlockRange: { readonly from: bigint; readonly to: bigint };
  rangeBeyondHead: { readonly requested: bigint; readonly head: bigint };
  rangeTooLarge: { readonly limit: number };
  tooManyResults: { readonly limit: number; readonly from: bigint; readonly retryTo: bigint };

  /** The logs of a block that is not known. */
  blockOfLogsNotFound: { readonly block: Hash };
  /** A fee history that was to end at a block to come. */
  historyBeyondHead: { readonly requested: bigint; readonly head: bigint };
  invalidPercentiles:
    | { readonly why: 'tooMany'; readonly limit: number }
    | { readonly why: 'outOfRange'; readonly value: number }
    /** The one at `index` is not above the one before it. */
    | { readonly why: 'notAscending'; readonly index: number; readonly before: number; readonly value: number };

  /** A block that was asked for cannot follow the head. */
  cannotBuild: { readonly why: string };
  filterNotFound: Record<never, never>;
  tooManyFilters: { readonly limit: number };
  /** A method that needs a connection on which something can be told later. */
  noNotifications: { readonly method: string };
  tooManySubscriptions: { readonly limit: number };
  /** Times in ms. */
  timeoutTooLong: { readonly timeout: number; readonly limit: number };
  notConfirmedInTime: { readonly hash: Hash; readonly timeout: number };

  emptySimulation: Record<never, never>;
  /** A simulated call that may not run at all. */
  simulatedCallRefused: { readonly refusal: Refusal };
  tooManyBlocks: { readonly limit: number };
  blockNumbersNotInOrder: { readonly number: bigint; readonly previous: bigint };
  timestampsNotInOrder: { readonly time: bigint; readonly previous: bigint };
  blockGasLimitReached: { readonly remaining: bigint; readonly required: bigint };
  gasBudgetExhausted: { readonly remaining: bigint; readonly required: bigint };
  notAPrecompile: { readonly address: Address };
  precompileMovedToItself: { readonly address: Address };
};

export type ChainErrorKind = keyof ChainErrorDetails;

export class ChainError<Kind extends ChainErrorKind = ChainErrorKind> extends Error {
  readonly kind: Kind;
  readonly details: ChainErrorDetails[Kind];

  constructor(kind: Kind, details: ChainErrorDetails[Kind]) {
    super(kind);
    this.name = 'ChainError';
    this.kind = kind;
    this.details = details;
  }
}

/** Turns a refusal into the error that answers a client. */
export function refused(refusal: Refusal): ChainError {
  return new ChainError(refusal.kind, refusal.details);
}
