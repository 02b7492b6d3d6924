/** The `ethereum` dialect: codes and texts of a plain Ethereum node (go-ethereum's, which the public suite records). */
import type { RefusalDetails } from '../evm/refusal.ts';
import type { Refusal } from '../evm/refusal.ts';
import { bytesToHex } from '../hex.ts';
import { withChecksum } from './checksum.ts';
import type { HexFault } from '../wire/codec.ts';
import type { ParameterFault, WireError, Wording } from './errors.ts';
import { codes, percentileText, specified } from './errors.ts';
import { revertMessage } from './revert-reason.ts';

/** Reverts have a code of their own, and carry their data. */
const revertCode = 3;

const serverError = (message: string): WireError => ({ code: codes.serverError, message });

/** Text of each refusal, without the code, which depends on where the transaction was to run. */
const refusals: { readonly [Kind in keyof RefusalDetails]: (details: RefusalDetails[Kind]) => string } = {
  nonceTooLow: ({ address, nonce, expected }) =>
    `nonce too low: address ${withChecksum(address)}, tx: ${nonce} state: ${expected}`,
  nonceTooHigh: ({ address, nonce, expected }) =>
    `nonce too high: address ${withChecksum(address)}, tx: ${nonce} state: ${expected}`,
  nonceMaxed: ({ address, nonce }) => `nonce has max value: address ${withChecksum(address)}, nonce: ${nonce}`,
  intrinsicGasTooLow: ({ gas, required }) => `intrinsic gas too low: have ${gas}, want ${required}`,
  insufficientFunds: ({ address, balance, required }) =>
    `insufficient funds for gas * price + value: address ${withChecksum(address)} have ${balance} want ${required}`,
  feeCapBelowBaseFee: ({ address, maxFeePerGas, baseFee }) =>
    `max fee per gas less than block base fee: address ${withChecksum(address)}, maxFeePerGas: ${maxFeePerGas}, baseFee: ${baseFee}`,
  tipAboveFeeCap: ({ maxFeePerGas, maxPriorityFeePerGas }) =>
    `max priority fee per gas higher than max fee per gas: maxPriorityFeePerGas: ${maxPriorityFeePerGas}, maxFeePerGas: ${maxFeePerGas}`,
  senderNotEoa: ({ address }) => `sender not an eoa: address ${withChecksum(address)}`,
  initcodeTooLarge: ({ size, limit }) => `max initcode size exceeded: code size ${size} limit ${limit}`,
  transactionGasTooHigh: ({ gas, cap }) => `transaction gas limit too high (cap: ${cap}, tx: ${gas})`,
  emptyAuthorizationList: () => 'EIP-7702 transaction with empty auth list',
  invalidBlobs: ({ why }) => why,
  blobFeeCapTooLow: ({ address, maxFeePerBlobGas, blobBaseFee }) =>
    `max fee per blob gas less than block blob gas fee: address ${withChecksum(address)} blobGasFeeCap: ${maxFeePerBlobGas}, blobBaseFee: ${blobBaseFee}`,
  createNotAllowed: ({ type }) => `transaction of type ${type} cannot be used to create a contract`,
};

/** Codes of what keeps a simulated call from running (reference `simulate.md`). */
const simulationCodes: Partial<Record<keyof RefusalDetails, number>> = {
  nonceTooLow: -38010,
  nonceTooHigh: -38011,
  feeCapBelowBaseFee: -38012,
  intrinsicGasTooLow: -38013,
  insufficientFunds: -38014,
  initcodeTooLarge: -38025,
};

function refusalText({ kind, details }: Refusal): string {
  const text = refusals[kind] as (details: Refusal['details']) => string; // kind and details belong together
  return text(details);
}

function simulatedCallRefused(refusal: Refusal): WireError {
  const { kind, gas } = refusal;
  const text = refusalText(refusal);
  const code = simulationCodes[kind] ?? codes.internalError;
  return { code, message: kind === 'initcodeTooLarge' ? text : `err: ${text} (supplied gas ${gas})` };
}

/** Parameters go by their position there, and hex text is refused in the words of the decoder. */
function parameterText(fault: ParameterFault): string {
  switch (fault.kind) {
    case 'notPositional':
      return 'non-array args';
    case 'missing':
      return `missing value for required argument ${fault.index}`;
    case 'refused':
      return fault.reason;
    case 'malformed':
      return `invalid argument ${fault.index}: ${fault.hex === undefined ? fault.reason : hexText(fault.hex)}`;
  }
}

const hexProblems: { readonly [Problem in Exclude<HexFault['problem'], 'wrongLength'>]: string } = {
  notText: 'non-string',
  empty: 'empty hex string',
  noPrefix: 'hex string without 0x prefix',
  oddLength: 'hex string of odd length',
  noDigits: 'hex string "0x"',
  leadingZero: 'hex number with leading zero digits',
  tooLong: 'hex number > 64 bits',
  notHex: 'invalid hex string',
};

const goTypes: { readonly [Noun in Exclude<HexFault['noun'], 'blockNumber'>]: string } = {
  hash: 'common.Hash',
  address: 'common.Address',
  bytes: 'hexutil.Bytes',
  quantity: '*hexutil.Big',
  uint64: 'hexutil.Uint64',
  index: 'hexutil.Uint',
};

function hexText({ problem, noun, digits, want }: HexFault): string {
  const type = noun === 'blockNumber' ? undefined : goTypes[noun];
  if (problem === 'wrongLength') return `hex string has length ${digits}, want ${want} for ${type}`;
  const text = problem === 'tooLong' ? `hex number > ${want * 4} bits` : hexProblems[problem];
  return type === undefined ? text : `json: cannot unmarshal ${text} into Go value of type ${type}`;
}

const poolRefusals = Object.fromEntries(
  Object.entries(refusals).map(([kind, text]) => [kind, (details: never) => serverError(text(details))]),
) as Pick<Wording, keyof RefusalDetails>; // the same keys

export const ethereum: Wording = {
  ...specified,
  ...poolRefusals,
  invalidParams: (fault) => ({ code: codes.invalidParams, message: parameterText(fault) }),
  emptyTransaction: () => serverError('typed transaction too short'),
  undecodableTransaction: ({ why }) => serverError(why),
  unsupportedTransactionType: () => serverError('transaction type not supported'),
  invalidSignature: () => serverError('invalid sender: invalid transaction v, r, s values'),
  wrongChainId: ({ have, want }) =>
    serverError(`invalid sender: invalid chain id for signer: have ${have} want ${want}`),
  reverted: ({ data }) => ({
    code: revertCode,
    message: revertMessage(data),
    data: bytesToHex(data),
  }),
  halted: ({ reason, opcode }) =>
    serverError(
      reason === 'invalid opcode' && opcode !== undefined
        ? `invalid opcode: opcode 0x${opcode.toString(16)} not defined`
        : reason,
    ),
  executionTimeout: ({ limit }) => serverError(`execution aborted (timeout = ${limit / 1_000}s)`),
  blockOfLogsNotFound: () => serverError('unknown block'),
  historyBeyondHead: ({ requested, head }) =>
    serverError(`request beyond head block: requested ${requested}, head ${head}`),
  invalidPercentiles: (details) =>
    serverError(`invalid reward percentile: ${percentileText(details, (value) => value.toFixed(6))}`),
  filterNotFound: () => serverError('filter not found'),
  blockNotFound: () => serverError('header not found'),
  rangeBeyondHead: () => ({ code: codes.invalidParams, message: 'block range extends beyond current head block' }),
  emptySimulation: () => ({ code: codes.invalidParams, message: 'empty input' }),
  simulatedCallRefused: ({ refusal }) => simulatedCallRefused(refusal),
  gasBudgetExhausted: ({ remaining, required }) =>
    serverError(`RPC gas cap exhausted: need ${required}, remaining ${remaining}`),
  notAPrecompile: ({ address }) => serverError(`account ${withChecksum(address)} is not a precompile`),
  precompileMovedToItself: ({ address }) => serverError(`account ${withChecksum(address)} is already overridden`),
};
