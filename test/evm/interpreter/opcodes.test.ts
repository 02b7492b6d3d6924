import { describe, expect, test } from 'vitest';
import { bytesToBigInt } from '../../../src/hex.ts';
import { opcodeName, opcodes } from '../../../src/evm/interpreter/opcodes.ts';
import { rulesOf } from '../../../src/evm/interpreter/rules.ts';
import { returnTop, runCode } from './run-code.ts';

/** The word that the code leaves on top. */
function top(text: string, fork: 'shanghai' | 'osaka' = 'osaka'): bigint {
  return bytesToBigInt(runCode(`${text} ${returnTop}`, { fork }).returnData);
}

const allOnes = 2n ** 256n - 1n;
const push = (word: bigint): string => `7f${word.toString(16).padStart(64, '0')}`;

describe('the opcode table', () => {
  test('lists each code and each name once, in order', () => {
    const codes = opcodes.map(({ code }) => code);
    expect(codes).toEqual([...new Set(codes)].sort((left, right) => left - right));
    expect(new Set(opcodes.map(({ name }) => name)).size).toBe(opcodes.length);
  });

  test('names opcodes of every fork, and nothing else', () => {
    expect(opcodeName(0x1e)).toBe('CLZ');
    expect(opcodeName(0xfe)).toBeUndefined();
  });

  test.each([
    ['frontier', 'SLOAD', 50],
    ['tangerineWhistle', 'SLOAD', 200],
    ['istanbul', 'SLOAD', 800],
    ['berlin', 'SLOAD', 100],
    ['frontier', 'SELFDESTRUCT', 0],
    ['osaka', 'SELFDESTRUCT', 5000],
    ['petersburg', 'EXTCODEHASH', 400],
    ['istanbul', 'EXTCODEHASH', 700],
    ['osaka', 'LOG4', 1875],
  ] as const)('prices at %s %s with %i', (fork, name, gas) => {
    expect(rulesOf(fork).baseGas[opcodes.find((opcode) => opcode.name === name)!.code]).toBe(gas);
  });
});

describe('arithmetic', () => {
  test.each([
    ['CLZ of 0 is 256', `${push(0n)} 1e`, 256n],
    ['CLZ of the highest bit is 0', `${push(2n ** 255n)} 1e`, 0n],
    ['CLZ of 1 is 255', `${push(1n)} 1e`, 255n],
    ['SDIV of the least number by -1 wraps', `${push(allOnes)} ${push(2n ** 255n)} 05`, 2n ** 255n],
    ['SMOD takes the sign of the dividend', `6003 ${push(allOnes - 6n)} 07`, allOnes],
    ['DIV by 0 is 0', '6000 6005 04', 0n],
    ['ADDMOD does not wrap before the modulus', `6005 ${push(allOnes)} ${push(allOnes)} 08`, (2n * allOnes) % 5n],
    ['SIGNEXTEND fills from the sign bit', '60ff 6000 0b', allOnes],
    ['SIGNEXTEND from byte 31 on leaves the word', `${push(allOnes - 1n)} 601f 0b`, allOnes - 1n],
    ['SAR by 256 of a negative is -1', `${push(2n ** 255n)} 610100 1d`, allOnes],
    ['SHL drops the bits above', `${push(allOnes)} 60ff 1b`, 2n ** 255n],
    ['BYTE counts from the left', `${push(0xabn << 240n)} 6001 1a`, 0xabn],
    ['SLT compares with sign', `6001 ${push(allOnes)} 12`, 1n],
    ['EXP wraps', `${push(3n)} ${push(2n ** 200n + 1n)} 0a`, (2n ** 200n + 1n) ** 3n % 2n ** 256n],
    ['SUB wraps', '6001 6000 03', allOnes],
  ])('%s', (_, text, expected) => {
    expect(top(text)).toBe(expected);
  });
});

describe('halts', () => {
  test.each([
    ['invalid opcode', '5c'],
    ['stack underflow', '01'],
    ['stack overflow', '5b 6000 80 6000 56'],
    ['invalid jump destination', '6003 56 605b'],
    ['out of gas', '7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff 51'],
    ['return data out of bounds', '6001 6000 6000 3e'],
  ])('%s takes all gas', (halt, text) => {
    expect(runCode(text, { fork: 'shanghai' })).toMatchObject({ halt, gasUsed: 1_000_000, refund: 0, logs: [] });
  });

  test('tells which opcode is invalid', () => {
    expect(runCode('5c', { fork: 'shanghai' }).invalidOpcode).toBe(0x5c);
  });

  test('a revert keeps the rest of the gas and returns data', () => {
    const { halt, gasUsed, returnData } = runCode('602a 5f 52 6020 5f fd');
    expect({ halt, gasUsed, data: bytesToBigInt(returnData) }).toEqual({ halt: 'revert', gasUsed: 16, data: 42n });
  });
});
