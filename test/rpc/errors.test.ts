import { describe, expect, test } from 'vitest';
import type { ChainErrorDetails, ChainErrorKind } from '../../src/chain/errors.ts';
import { ChainError } from '../../src/chain/errors.ts';
import type { Refusal } from '../../src/evm/refusal.ts';
import { specified, wireErrorOf } from '../../src/rpc/errors.ts';

const address = '0xc000000000000000000000000000000000000000';
const hash = `0x${'11'.repeat(32)}` as const;

const worded = <Kind extends ChainErrorKind>(kind: Kind, details: ChainErrorDetails[Kind]) =>
  wireErrorOf(new ChainError(kind, details), specified);

describe('the texts of the specification are exact', () => {
  test('a revert: no suffix, and data only when there is some', () => {
    expect(worded('reverted', { data: Uint8Array.of(0x08, 0xc3) })).toEqual({
      code: -32000,
      message: 'execution reverted',
      data: '0x08c3',
    });
    expect(worded('reverted', { data: new Uint8Array(0) })).toEqual({ code: -32000, message: 'execution reverted' });
  });

  test('a transaction that the pool refuses', () => {
    expect([
      worded('nonceTooLow', { address, nonce: 1n, expected: 2n }),
      worded('insufficientFunds', { address, balance: 1n, required: 2n }),
      worded('alreadyKnown', { hash }),
      worded('replacementUnderpriced', { hash }),
    ]).toEqual([
      { code: -32000, message: 'nonce too low' },
      { code: -32000, message: 'insufficient funds for gas * price + value' },
      { code: -32000, message: 'already known' },
      { code: -32000, message: 'replacement transaction underpriced' },
    ]);
  });
});

describe('where the specification is silent, the real node’s texts hold', () => {
  test.each([
    ['unsupportedTransactionType', { type: 3 }, -32602, 'failed to decode signed transaction'],
    ['emptyTransaction', {}, -32602, 'empty transaction data'],
    [
      'oversizedTransaction',
      { size: 131073, limit: 131072 },
      -32000,
      'oversized data: transaction size 131073, limit 131072',
    ],
    ['exceedsFeeCap', { fee: 2n, cap: 1n }, -32000, 'tx fee (2 wei) exceeds the configured cap (1 wei)'],
    ['gasExceedsAllowance', { allowance: 21000n }, -32000, 'gas required exceeds allowance (21000)'],
    ['halted', { reason: 'out of gas', opcode: undefined, gas: 50n }, -32000, 'out of gas: gas required exceeds: 50'],
    ['halted', { reason: 'invalid opcode', opcode: 0xfe, gas: 50n }, -32000, 'EVM error: invalid opcode 0xfe'],
    ['halted', { reason: 'stack underflow', opcode: undefined, gas: 50n }, -32000, 'EVM error: stack underflow'],
    ['blockNotFound', { block: 16n }, -32001, 'block not found: 0x10'],
    ['blockNotFound', { block: hash }, -32001, `block not found: hash ${hash}`],
    ['blockNotFound', { block: 'safe' }, -32001, 'block not found: safe'],
    ['invalidBlockRange', { from: 2n, to: 1n }, -32602, 'invalid block range params'],
    ['rangeTooLarge', { limit: 2000 }, -32602, 'query exceeds max block range 2000'],
    [
      'tooManyResults',
      { limit: 20000, from: 5n, retryTo: 9n },
      -32602,
      'query exceeds max results 20000, retry with the range 5-9',
    ],
    ['tooManyBlocks', { limit: 256 }, -38026, 'too many blocks'],
    ['blockNumbersNotInOrder', { number: 155n, previous: 155n }, -38020, 'block numbers must be in order: 155 <= 155'],
    ['timestampsNotInOrder', { time: 552n, previous: 563n }, -38021, 'block timestamps must be in order: 552 <= 563'],
    ['notAPrecompile', { address }, -32000, `account ${address} is not a precompile`],
  ] as const)('%s (%#)', (kind, details, code, message) => {
    // Kind and details of a row belong together, which the type of a table of rows does not say.
    expect(worded(kind, details)).toMatchObject({
      code,
      message,
    });
  });
});

test.each<[Refusal, number, string]>([
  [
    { kind: 'nonceTooLow', details: { address, nonce: 1n, expected: 2n }, gas: 0n },
    -38010,
    'nonce too low: next nonce 2, tx nonce 1',
  ],
  [{ kind: 'nonceTooHigh', details: { address, nonce: 3n, expected: 2n }, gas: 0n }, -38011, 'nonce too high'],
  [
    { kind: 'insufficientFunds', details: { address, balance: 1n, required: 2n }, gas: 0n },
    -38014,
    'insufficient funds for gas * price + value: have 1 want 2',
  ],
  [{ kind: 'transactionGasTooHigh', details: { gas: 2n, cap: 1n }, gas: 0n }, -32000, 'gas limit too high'],
])(
  'a simulated call that may not run fails the request with the code of its rule: $0.kind',
  (refusal, code, message) => {
    expect(worded('simulatedCallRefused', { refusal })).toEqual({ code, message });
  },
);
