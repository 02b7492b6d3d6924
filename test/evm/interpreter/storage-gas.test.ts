import { expect, test } from 'vitest';
import { runCode } from './run-code.ts';

/** Two pushes of 3 gas and SSTORE to slot 0. */
const write = (value: number): string => `60${value.toString(16).padStart(2, '0')} 6000 55`;

// From the tables of EIP-1283, EIP-2200 and EIP-3529; the cold access of EIP-2929 is part of the first write.
test.each([
  ['byzantium', 0n, [1], 20_006, 0],
  ['byzantium', 1n, [0, 1], 25_012, 15_000],
  ['constantinople', 0n, [1, 0], 20_212, 19_800],
  ['petersburg', 0n, [1, 0], 25_012, 15_000],
  ['istanbul', 0n, [0, 0], 1612, 0],
  ['istanbul', 0n, [1, 0], 20_812, 19_200],
  ['istanbul', 1n, [0, 1], 5812, 4200],
  ['istanbul', 1n, [2, 1], 5812, 4200],
  ['berlin', 1n, [0], 5006, 15_000],
  ['berlin', 1n, [0, 1], 5112, 2800],
  ['osaka', 0n, [1, 0], 22_212, 19_900],
  ['osaka', 1n, [0], 5006, 4800],
  ['osaka', 1n, [0, 2], 5112, 0],
  ['osaka', 1n, [2, 0], 5112, 4800],
  ['osaka', 1n, [2, 1], 5112, 2800],
] as const)('at %s a slot of %i written with %j costs %i and refunds %i', (fork, slot0, values, gasUsed, refund) => {
  expect(runCode(values.map(write).join(' '), { fork, slot0 })).toMatchObject({ halt: undefined, gasUsed, refund });
});

test('refuses to write with no more gas than a stipend (EIP-2200)', () => {
  expect(runCode(write(1), { message: { gas: 2306 } }).halt).toBe('out of gas');
});
