/**
 * Every opcode with its name, its price, what it takes from the stack and puts there, and the upgrade that brought it.
 * Prices are those at introduction; `repricings` lists what later upgrades changed. Costs that depend on operands or state
 * (memory, copied words, access, calls, storage) come on top and live in `gas.ts` and its siblings.
 */
import type { Fork } from '../fork.ts';

export type Opcode = {
  readonly code: number;
  readonly name: string;
  /** Gas that is due whatever the operands are. */
  readonly gas: number;
  /** Stack items taken. */
  readonly inputs: number;
  /** Stack items left in their place. */
  readonly outputs: number;
  readonly since: Fork;
};

function row(
  code: number,
  name: string,
  gas: number,
  inputs: number,
  outputs: number,
  since: Fork = 'frontier',
): Opcode {
  return { code, name, gas, inputs, outputs, since };
}

/** One opcode for each of `count` sizes, e.g. PUSH1 to PUSH32. */
function family(first: number, count: number, make: (code: number, size: number) => Opcode): readonly Opcode[] {
  return Array.from({ length: count }, (_, index) => make(first + index, index + 1));
}

export const opcodes: readonly Opcode[] = [
  row(0x00, 'STOP', 0, 0, 0),
  row(0x01, 'ADD', 3, 2, 1),
  row(0x02, 'MUL', 5, 2, 1),
  row(0x03, 'SUB', 3, 2, 1),
  row(0x04, 'DIV', 5, 2, 1),
  row(0x05, 'SDIV', 5, 2, 1),
  row(0x06, 'MOD', 5, 2, 1),
  row(0x07, 'SMOD', 5, 2, 1),
  row(0x08, 'ADDMOD', 8, 3, 1),
  row(0x09, 'MULMOD', 8, 3, 1),
  row(0x0a, 'EXP', 10, 2, 1),
  row(0x0b, 'SIGNEXTEND', 5, 2, 1),

  row(0x10, 'LT', 3, 2, 1),
  row(0x11, 'GT', 3, 2, 1),
  row(0x12, 'SLT', 3, 2, 1),
  row(0x13, 'SGT', 3, 2, 1),
  row(0x14, 'EQ', 3, 2, 1),
  row(0x15, 'ISZERO', 3, 1, 1),
  row(0x16, 'AND', 3, 2, 1),
  row(0x17, 'OR', 3, 2, 1),
  row(0x18, 'XOR', 3, 2, 1),
  row(0x19, 'NOT', 3, 1, 1),
  row(0x1a, 'BYTE', 3, 2, 1),
  row(0x1b, 'SHL', 3, 2, 1, 'constantinople'), // EIP-145
  row(0x1c, 'SHR', 3, 2, 1, 'constantinople'),
  row(0x1d, 'SAR', 3, 2, 1, 'constantinople'),
  row(0x1e, 'CLZ', 5, 1, 1, 'osaka'), // EIP-7939

  row(0x20, 'KECCAK256', 30, 2, 1),

  row(0x30, 'ADDRESS', 2, 0, 1),
  row(0x31, 'BALANCE', 20, 1, 1),
  row(0x32, 'ORIGIN', 2, 0, 1),
  row(0x33, 'CALLER', 2, 0, 1),
  row(0x34, 'CALLVALUE', 2, 0, 1),
  row(0x35, 'CALLDATALOAD', 3, 1, 1),
  row(0x36, 'CALLDATASIZE', 2, 0, 1),
  row(0x37, 'CALLDATACOPY', 3, 3, 0),
  row(0x38, 'CODESIZE', 2, 0, 1),
  row(0x39, 'CODECOPY', 3, 3, 0),
  row(0x3a, 'GASPRICE', 2, 0, 1),
  row(0x3b, 'EXTCODESIZE', 20, 1, 1),
  row(0x3c, 'EXTCODECOPY', 20, 4, 0),
  row(0x3d, 'RETURNDATASIZE', 2, 0, 1, 'byzantium'), // EIP-211
  row(0x3e, 'RETURNDATACOPY', 3, 3, 0, 'byzantium'),
  row(0x3f, 'EXTCODEHASH', 400, 1, 1, 'constantinople'), // EIP-1052

  row(0x40, 'BLOCKHASH', 20, 1, 1),
  row(0x41, 'COINBASE', 2, 0, 1),
  row(0x42, 'TIMESTAMP', 2, 0, 1),
  row(0x43, 'NUMBER', 2, 0, 1),
  row(0x44, 'PREVRANDAO', 2, 0, 1), // DIFFICULTY before Paris (EIP-4399)
  row(0x45, 'GASLIMIT', 2, 0, 1),
  row(0x46, 'CHAINID', 2, 0, 1, 'istanbul'), // EIP-1344
  row(0x47, 'SELFBALANCE', 5, 0, 1, 'istanbul'), // EIP-1884
  row(0x48, 'BASEFEE', 2, 0, 1, 'london'), // EIP-3198
  row(0x49, 'BLOBHASH', 3, 1, 1, 'cancun'), // EIP-4844
  row(0x4a, 'BLOBBASEFEE', 2, 0, 1, 'cancun'), // EIP-7516

  row(0x50, 'POP', 2, 1, 0),
  row(0x51, 'MLOAD', 3, 1, 1),
  row(0x52, 'MSTORE', 3, 2, 0),
  row(0x53, 'MSTORE8', 3, 2, 0),
  row(0x54, 'SLOAD', 50, 1, 1),
  row(0x55, 'SSTORE', 0, 2, 0), // all of it depends on state: `storage-gas.ts`
  row(0x56, 'JUMP', 8, 1, 0),
  row(0x57, 'JUMPI', 10, 2, 0),
  row(0x58, 'PC', 2, 0, 1),
  row(0x59, 'MSIZE', 2, 0, 1),
  row(0x5a, 'GAS', 2, 0, 1),
  row(0x5b, 'JUMPDEST', 1, 0, 0),
  row(0x5c, 'TLOAD', 100, 1, 1, 'cancun'), // EIP-1153
  row(0x5d, 'TSTORE', 100, 2, 0, 'cancun'),
  row(0x5e, 'MCOPY', 3, 3, 0, 'cancun'), // EIP-5656
  row(0x5f, 'PUSH0', 2, 0, 1, 'shanghai'), // EIP-3855

  ...family(0x60, 32, (code, size) => row(code, `PUSH${size}`, 3, 0, 1)),
  ...family(0x80, 16, (code, size) => row(code, `DUP${size}`, 3, size, size + 1)),
  ...family(0x90, 16, (code, size) => row(code, `SWAP${size}`, 3, size + 1, size + 1)),
  row(0xa0, 'LOG0', 375, 2, 0),
  ...family(0xa1, 4, (code, size) => row(code, `LOG${size}`, 375 * (size + 1), size + 2, 0)),

  row(0xf0, 'CREATE', 32_000, 3, 1),
  row(0xf1, 'CALL', 40, 7, 1),
  row(0xf2, 'CALLCODE', 40, 7, 1),
  row(0xf3, 'RETURN', 0, 2, 0),
  row(0xf4, 'DELEGATECALL', 40, 6, 1, 'homestead'), // EIP-7
  row(0xf5, 'CREATE2', 32_000, 4, 1, 'constantinople'), // EIP-1014
  row(0xfa, 'STATICCALL', 700, 6, 1, 'byzantium'), // EIP-214
  row(0xfd, 'REVERT', 0, 2, 0, 'byzantium'), // EIP-140
  row(0xff, 'SELFDESTRUCT', 0, 1, 0),
];

type Repricing = { readonly since: Fork; readonly eip: number; readonly gas: Readonly<Record<string, number>> };

/** In order of activation. From Berlin on the base is the warm price; the cold surcharge is in `gas.ts`. */
export const repricings: readonly Repricing[] = [
  {
    since: 'tangerineWhistle',
    eip: 150,
    gas: {
      BALANCE: 400,
      EXTCODESIZE: 700,
      EXTCODECOPY: 700,
      SLOAD: 200,
      CALL: 700,
      CALLCODE: 700,
      DELEGATECALL: 700,
      SELFDESTRUCT: 5000,
    },
  },
  { since: 'istanbul', eip: 1884, gas: { BALANCE: 700, SLOAD: 800, EXTCODEHASH: 700 } },
  {
    since: 'berlin',
    eip: 2929,
    gas: {
      BALANCE: 100,
      EXTCODESIZE: 100,
      EXTCODECOPY: 100,
      EXTCODEHASH: 100,
      SLOAD: 100,
      CALL: 100,
      CALLCODE: 100,
      DELEGATECALL: 100,
      STATICCALL: 100,
    },
  },
];

const names = new Map(opcodes.map((opcode) => [opcode.code, opcode.name]));

/** The opcode's mnemonic; `undefined` when no upgrade defined it. */
export function opcodeName(code: number): string | undefined {
  return names.get(code);
}
