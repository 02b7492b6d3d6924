/** Contracts of a few opcodes, assembled in the test that needs them. */
import type { Hex } from 'viem';

const opcodes = {
  STOP: 0x00,
  ADD: 0x01,
  SUB: 0x03,
  LT: 0x10,
  GT: 0x11,
  EQ: 0x14,
  ISZERO: 0x15,
  ADDRESS: 0x30,
  BALANCE: 0x31,
  ORIGIN: 0x32,
  CALLER: 0x33,
  CALLVALUE: 0x34,
  CALLDATALOAD: 0x35,
  CALLDATASIZE: 0x36,
  CALLDATACOPY: 0x37,
  CODESIZE: 0x38,
  CODECOPY: 0x39,
  GASPRICE: 0x3a,
  EXTCODESIZE: 0x3b,
  RETURNDATASIZE: 0x3d,
  RETURNDATACOPY: 0x3e,
  BLOCKHASH: 0x40,
  COINBASE: 0x41,
  TIMESTAMP: 0x42,
  NUMBER: 0x43,
  PREVRANDAO: 0x44,
  GASLIMIT: 0x45,
  CHAINID: 0x46,
  SELFBALANCE: 0x47,
  BASEFEE: 0x48,
  BLOBBASEFEE: 0x4a,
  POP: 0x50,
  MLOAD: 0x51,
  MSTORE: 0x52,
  MSTORE8: 0x53,
  SLOAD: 0x54,
  SSTORE: 0x55,
  JUMP: 0x56,
  JUMPI: 0x57,
  GAS: 0x5a,
  JUMPDEST: 0x5b,
  TLOAD: 0x5c,
  TSTORE: 0x5d,
  DUP1: 0x80,
  DUP2: 0x81,
  SWAP1: 0x90,
  LOG0: 0xa0,
  LOG1: 0xa1,
  LOG2: 0xa2,
  LOG3: 0xa3,
  LOG4: 0xa4,
  CREATE: 0xf0,
  CALL: 0xf1,
  CALLCODE: 0xf2,
  RETURN: 0xf3,
  DELEGATECALL: 0xf4,
  CREATE2: 0xf5,
  STATICCALL: 0xfa,
  REVERT: 0xfd,
  INVALID: 0xfe,
  SELFDESTRUCT: 0xff,
} as const;

export type Instruction = keyof typeof opcodes | number | bigint | { readonly raw: Hex };

/**
 * Bytecode from opcodes by name; a number, and hex text in `raw`, stand for themselves: the number as the shortest PUSH.
 *
 * @example
 * assemble(42, 0, 'SSTORE', 'STOP'); // 0x602a5f5500
 */
export function assemble(...instructions: readonly Instruction[]): Hex {
  return `0x${instructions.map(encode).join('')}`;
}

/** Initcode that leaves the given code. */
export function deploying(code: Hex): Hex {
  const size = (code.length - 2) / 2;
  // PUSH2 size, DUP1, PUSH1 start, PUSH0, CODECOPY, PUSH0, RETURN: ten bytes, then the code.
  return `0x61${hexOf(size, 4)}80600a5f395ff3${code.slice(2)}`;
}

/** Code that returns the word on top of the stack. */
export const returnWord: readonly Instruction[] = [0, 'MSTORE', 32, 0, 'RETURN'];

/** Code that calls an address with a value and all gas, without data, and leaves success on the stack. */
export function calling(to: Hex | 'CALLDATALOAD', value: Instruction = 0): readonly Instruction[] {
  const target: readonly Instruction[] = to === 'CALLDATALOAD' ? [0, 'CALLDATALOAD'] : [{ raw: `0x73${to.slice(2)}` }];
  return [0, 0, 0, 0, value, ...target, 'GAS', 'CALL'];
}

function encode(instruction: Instruction): string {
  if (typeof instruction === 'string') return hexOf(opcodes[instruction], 2);
  if (typeof instruction === 'object') return instruction.raw.slice(2);
  if (BigInt(instruction) === 0n) return '5f';
  const digits = instruction.toString(16);
  const bytes = digits.length % 2 === 0 ? digits : `0${digits}`;
  return hexOf(0x5f + bytes.length / 2, 2) + bytes;
}

function hexOf(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
