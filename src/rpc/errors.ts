/** Errors as they go over the wire: codes and texts of JSON-RPC itself, and the wording of everything a chain refuses. */
import type { ChainError, ChainErrorDetails, ChainErrorKind } from '../chain/errors.ts';
import { refused } from '../chain/errors.ts';
import type { Refusal } from '../evm/refusal.ts';
import { bigIntToHex, bytesToHex } from '../hex.ts';
import type { HexFault } from '../wire/codec.ts';

/** The error object of a reply. */
export type WireError = {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
};

/** The codes of JSON-RPC 2.0, and those that nodes and gateways add. */
export const codes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  serverError: -32000,
  resourceNotFound: -32001,
  replyTooLarge: -32003,
  batchTooLong: -32014,
  bodyTooLarge: -32021,
  prunedHistory: 4444,
  tooManySubscriptions: -32006,
  notConfirmedInTime: 4,
} as const;

/** Why the parameters of a request cannot be taken. */
export type ParameterFault =
  | { readonly kind: 'notPositional' }
  | { readonly kind: 'missing'; readonly index: number; readonly name: string | undefined }
  /** Well-formed each, but contradictory or too many; the reason is complete as it is. */
  | { readonly kind: 'refused'; readonly reason: string }
  | {
      readonly kind: 'malformed';
      readonly index: number;
      readonly name: string | undefined;
      readonly reason: string;
      /** Where the reason is the form of hex text. */
      readonly hex: HexFault | undefined;
    };

/** Parameters that are not as the method declares them. */
export class InvalidParams extends Error {
  readonly fault: ParameterFault;

  constructor(fault: ParameterFault) {
    super(parameterText(fault));
    this.name = 'InvalidParams';
    this.fault = fault;
  }
}

/** Names the parameter as well as its position. */
function parameterText(fault: ParameterFault): string {
  switch (fault.kind) {
    case 'notPositional':
      return 'params must be an array: parameters are positional here, not named';
    case 'missing':
      return `missing value for required argument ${fault.index}${label(fault.name)}`;
    case 'refused':
      return fault.reason;
    case 'malformed':
      return `invalid argument ${fault.index}${label(fault.name)}: ${fault.reason}`;
  }
}

function label(name: string | undefined): string {
  return name === undefined ? '' : ` (${name})`;
}

/** What a bug looks like from outside. */
export const internalError: WireError = { code: codes.internalError, message: 'Internal error' };

/** A dialect: code and text for every kind of refusal. A kind without them does not compile. */
export type Wording = ChainWording & { readonly invalidParams: (fault: ParameterFault) => WireError };

type ChainWording = { readonly [Kind in ChainErrorKind]: (details: ChainErrorDetails[Kind]) => WireError };

/** The error object for what a chain refused. */
export function wireErrorOf<Kind extends ChainErrorKind>(
  { kind, details }: ChainError<Kind>,
  dialect: ChainWording,
): WireError {
  return dialect[kind](details);
}

const fixed = (code: number, message: string) => (): WireError => ({ code, message });

const serverError = (message: string) => fixed(codes.serverError, message);
const badParams = (message: string) => fixed(codes.invalidParams, message);

/** The default dialect: the specification's codes and texts, and those of the real node where it is silent. */
export const specified: Wording = {
  invalidParams: (fault) => ({ code: codes.invalidParams, message: parameterText(fault) }),

  nonceTooLow: serverError('nonce too low'),
  nonceTooHigh: serverError('nonce too high'),
  nonceMaxed: serverError('nonce has max value'),
  intrinsicGasTooLow: serverError('intrinsic gas too low'),
  insufficientFunds: serverError('insufficient funds for gas * price + value'),
  feeCapBelowBaseFee: serverError('max fee per gas less than block base fee'),
  tipAboveFeeCap: serverError('max priority fee per gas higher than max fee per gas'),
  senderNotEoa: serverError('sender is not an EOA'),
  initcodeTooLarge: serverError('max initcode size exceeded'),
  transactionGasTooHigh: serverError('gas limit too high'),
  emptyAuthorizationList: serverError('no items in authorization list for EIP7702 transaction'),
  invalidBlobs: ({ why }) => ({ code: codes.serverError, message: why }),
  blobFeeCapTooLow: serverError('max fee per blob gas less than block blob gas fee'),
  createNotAllowed: ({ type }) => ({
    code: codes.serverError,
    message: `a transaction of type ${type} cannot create a contract`,
  }),

  emptyTransaction: badParams('empty transaction data'),
  undecodableTransaction: ({ why }) => undecodable('failed to decode signed transaction', why),
  unsupportedTransactionType: ({ type }) =>
    undecodable('failed to decode signed transaction', `transaction type ${type} is not supported`),
  invalidSignature: ({ why }) => undecodable('invalid transaction signature', why),
  wrongChainId: serverError('invalid chain ID'),
  alreadyKnown: serverError('already known'),
  oversizedTransaction: ({ size, limit }) => ({
    code: codes.serverError,
    message: `oversized data: transaction size ${size}, limit ${limit}`,
  }),
  exceedsBlockGasLimit: serverError('exceeds block gas limit'),
  exceedsFeeCap: ({ fee, cap }) => ({
    code: codes.serverError,
    message: `tx fee (${fee} wei) exceeds the configured cap (${cap} wei)`,
  }),
  underpriced: serverError('transaction underpriced'),
  replacementUnderpriced: serverError('replacement transaction underpriced'),
  poolFull: serverError('txpool is full'),
  delegatedSenderBusy: serverError('in-flight transaction limit reached for delegated accounts'),
  delegatedSenderGap: serverError('gapped-nonce tx from delegated accounts'),

  // Exactly this text and no suffix: clients take it for a contract's revert only then, and read the reason from the data.
  reverted: ({ data }) => ({
    code: codes.serverError,
    message: 'execution reverted',
    ...(data.length > 0 && { data: bytesToHex(data) }),
  }),
  halted: ({ reason, opcode, gas }) => ({
    code: codes.serverError,
    message:
      reason === 'out of gas'
        ? `out of gas: gas required exceeds: ${gas}`
        : `EVM error: ${reason}${opcode === undefined ? '' : ` 0x${opcode.toString(16).padStart(2, '0')}`}`,
  }),
  gasExceedsAllowance: ({ allowance }) => ({
    code: codes.serverError,
    message: `gas required exceeds allowance (${allowance})`,
  }),
  missingTarget: badParams('a call needs a target (to), or data to create a contract from'),
  executionTimeout: ({ limit }) => ({ code: codes.serverError, message: `execution took longer than ${limit} ms` }),

  tooManySlots: ({ limit }) => ({ code: -38026, message: `too many slots (max ${limit})` }),
  blockNotFound: ({ block }) => ({ code: codes.resourceNotFound, message: `block not found: ${blockName(block)}` }),
  genesisNotTraceable: serverError('genesis is not traceable'),
  transactionNotFound: ({ isWaiting }) => ({
    code: codes.serverError,
    message: isWaiting ? 'transaction waits in the mempool and has not been executed yet' : 'transaction not found',
  }),
  transactionIndexOutOfRange: ({ index, count }) => ({
    code: codes.invalidParams,
    message: `transaction index ${index} is out of range: the block has ${count}`,
  }),
  traceTooLarge: ({ limit }) => ({
    code: codes.serverError,
    message: `trace is larger than ${limit} bytes: leave out memory, stack or storage, set a limit, or use another tracer`,
  }),
  historyPruned: ({ block, oldest }) => ({
    code: codes.prunedHistory,
    message: `state of block ${block} is no longer kept, the oldest is ${oldest}`,
  }),

  hashWithRange: badParams('cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other'),
  invalidBlockRange: badParams('invalid block range params'),
  rangeBeyondHead: ({ requested, head }) => ({
    code: codes.invalidParams,
    message: `block range extends beyond current head block: requested ${requested}, head ${head}`,
  }),
  rangeTooLarge: ({ limit }) => ({ code: codes.invalidParams, message: `query exceeds max block range ${limit}` }),
  tooManyResults: ({ limit, from, retryTo }) => ({
    code: codes.invalidParams,
    message: `query exceeds max results ${limit}, retry with the range ${from}-${retryTo}`,
  }),

  blockOfLogsNotFound: ({ block }) => ({
    code: codes.resourceNotFound,
    message: `block not found: ${blockName(block)}`,
  }),
  historyBeyondHead: ({ requested }) => ({
    code: codes.resourceNotFound,
    message: `block not found: ${blockName(requested)}`,
  }),
  invalidPercentiles: (details) => ({
    code: codes.invalidParams,
    message: 'invalid reward percentiles',
    data: percentileText(details, String),
  }),

  cannotBuild: ({ why }) => ({ code: codes.serverError, message: why }),
  filterNotFound: badParams('filter not found'),
  tooManyFilters: ({ limit }) => ({ code: codes.serverError, message: `too many filters: max ${limit}` }),
  noNotifications: ({ method }) => ({
    code: codes.methodNotFound,
    message: `${method} needs a WebSocket connection: over HTTP there is no way to send notifications`,
  }),
  tooManySubscriptions: fixed(codes.tooManySubscriptions, 'Too many subscriptions on the connection'),
  timeoutTooLong: ({ timeout, limit }) => ({
    code: codes.invalidParams,
    message: `time out too long, timeout: ${timeout} ms, max: ${limit} ms`,
  }),
  notConfirmedInTime: ({ hash, timeout }) => ({
    code: codes.notConfirmedInTime,
    message: `Transaction ${hash} was added to the mempool but wasn't confirmed within ${durationText(timeout)}.`,
    data: hash,
  }),

  emptySimulation: badParams('calls are empty.'),
  simulatedCallRefused: ({ refusal }) => simulatedCallRefused(refusal),
  tooManyBlocks: fixed(-38026, 'too many blocks'),
  blockNumbersNotInOrder: ({ number, previous }) => ({
    code: -38020,
    message: `block numbers must be in order: ${number} <= ${previous}`,
  }),
  timestampsNotInOrder: ({ time, previous }) => ({
    code: -38021,
    message: `block timestamps must be in order: ${time} <= ${previous}`,
  }),
  blockGasLimitReached: ({ remaining, required }) => ({
    code: -38015,
    message: `block gas limit reached: remaining: ${remaining}, required: ${required}`,
  }),
  gasBudgetExhausted: fixed(-38026, 'Client adjustable limit reached'),
  notAPrecompile: ({ address }) => ({ code: codes.serverError, message: `account ${address} is not a precompile` }),
  precompileMovedToItself: ({ address }) => ({ code: -38022, message: `cannot move precompile ${address} to itself` }),
};

/** What keeps a simulated call from running fails the whole request, with codes of its own (reference §6.7). */
function simulatedCallRefused(refusal: Refusal): WireError {
  switch (refusal.kind) {
    case 'nonceTooLow': {
      const { nonce, expected } = refusal.details;
      return { code: -38010, message: `nonce too low: next nonce ${expected}, tx nonce ${nonce}` };
    }
    case 'nonceTooHigh':
      return { code: -38011, message: 'nonce too high' };
    case 'nonceMaxed':
      return { code: codes.internalError, message: 'nonce has max value' };
    case 'feeCapBelowBaseFee':
      return { code: -38012, message: 'max fee per gas less than block base fee' };
    case 'intrinsicGasTooLow':
      return { code: -38013, message: 'intrinsic gas too low' };
    case 'insufficientFunds': {
      const { balance, required } = refusal.details;
      return {
        code: -38014,
        message: `insufficient funds for gas * price + value: have ${balance} want ${required}`,
      };
    }
    case 'senderNotEoa':
      return { code: -38024, message: 'sender is not an EOA' };
    case 'initcodeTooLarge':
      return { code: -38025, message: 'max initcode size exceeded' };
    case 'tipAboveFeeCap':
      return { code: codes.invalidParams, message: 'max priority fee per gas higher than max fee per gas' };
    case 'transactionGasTooHigh':
    case 'emptyAuthorizationList':
    case 'invalidBlobs':
    case 'blobFeeCapTooLow':
    case 'createNotAllowed':
      return wireErrorOf(refused(refusal), specified);
  }
}

/** Which of the percentiles is wrong; `show` writes a number. */
export function percentileText(
  details: ChainErrorDetails['invalidPercentiles'],
  show: (value: number) => string,
): string {
  switch (details.why) {
    case 'tooMany':
      return `over the query limit ${details.limit}`;
    case 'outOfRange':
      return show(details.value);
    case 'notAscending': {
      const { index, before, value } = details;
      return `#${index - 1}:${show(before)} >= #${index}:${show(value)}`;
    }
  }
}

function durationText(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds}ms` : `${milliseconds / 1_000}s`;
}

function undecodable(message: string, why: string): WireError {
  return { code: codes.invalidParams, message, data: why };
}

/** A block as the request named it. */
function blockName(block: bigint | string): string {
  if (typeof block === 'bigint') return bigIntToHex(block);
  return block.startsWith('0x') ? `hash ${block}` : block;
}
