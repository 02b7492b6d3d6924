/** The `ethereum` dialect: codes and texts of a plain Ethereum node (go-ethereum's, which the public suite records). */
import type { RefusalDetails } from '../evm/refusal.ts';
import type { Refusal } from '../evm/refusal.ts';
import { bytesToHex } from '../hex.ts';
import { withChecksum } from './checksum.ts';
import type { WireError, Wording } from './errors.ts';
import { codes, specified } from './errors.ts';
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

const poolRefusals = Object.fromEntries(
  Object.entries(refusals).map(([kind, text]) => [kind, (details: never) => serverError(text(details))]),
) as Pick<Wording, keyof RefusalDetails>; // the same keys

export const ethereum: Wording = {
  ...specified,
  ...poolRefusals,
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
  blockNotFound: () => serverError('header not found'),
  rangeBeyondHead: () => ({ code: codes.invalidParams, message: 'block range extends beyond current head block' }),
  emptySimulation: () => ({ code: codes.invalidParams, message: 'empty input' }),
  simulatedCallRefused: ({ refusal }) => simulatedCallRefused(refusal),
  gasBudgetExhausted: ({ remaining, required }) =>
    serverError(`RPC gas cap exhausted: need ${required}, remaining ${remaining}`),
  notAPrecompile: ({ address }) => serverError(`account ${withChecksum(address)} is not a precompile`),
  precompileMovedToItself: ({ address }) => serverError(`account ${withChecksum(address)} is already overridden`),
};
