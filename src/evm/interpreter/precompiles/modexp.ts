/** Modular exponentiation of numbers of any length (EIP-198), as repriced by EIP-2565 and EIP-7883 and bounded by EIP-7823. */
import { bigIntToBytes, emptyBytes } from '../../../hex.ts';
import type { Fork } from '../../fork.ts';
import { isActive } from '../../fork.ts';
import { paddedNumber } from './input.ts';
import type { Pause } from './pause.ts';
import type { Precompile } from './table.ts';

const header = 96;
/** No gas in a number pays for more; a guard for memory only. */
const longest = 2 ** 27;
/** EIP-7823. */
const longestSinceOsaka = 1024;

/** Even with the largest numbers that are affordable, a few milliseconds' worth. */
const bitsBetweenPauses = 16;

type Lengths = { readonly base: number; readonly exponent: number; readonly modulus: number };

export const modexp: Precompile = {
  gas(input, fork) {
    const { base, exponent, modulus } = lengthsOf(input);
    const longer = BigInt(Math.max(base, modulus));
    const words = (longer + 7n) / 8n;
    const rounds = iterations(
      BigInt(exponent),
      exponentHead(input, base, exponent),
      isActive(fork, 'osaka') ? 16n : 8n,
    );
    if (isActive(fork, 'osaka')) return atLeast(500n, (longer > 32n ? 2n * words * words : 16n) * rounds);
    if (isActive(fork, 'berlin')) return atLeast(200n, (words * words * rounds) / 3n);
    return Number((complexity(longer) * rounds) / 20n);
  },
  run(input, fork, pause) {
    const { base, exponent, modulus } = lengthsOf(input);
    if (Math.max(base, exponent, modulus) > limit(fork))
      return base === 0 && modulus === 0 && !isActive(fork, 'osaka') ? emptyBytes : undefined;
    if (modulus === 0) return emptyBytes;
    const divisor = paddedNumber(input, header + base + exponent, modulus);
    const output = new Uint8Array(modulus);
    if (divisor === 0n) return output;
    const result = bigIntToBytes(
      raise(paddedNumber(input, header, base), paddedNumber(input, header + base, exponent), divisor, pause),
    );
    output.set(result, modulus - result.length);
    return output;
  },
};

function limit(fork: Fork): number {
  return isActive(fork, 'osaka') ? longestSinceOsaka : longest;
}

function lengthsOf(input: Uint8Array): Lengths {
  return {
    base: Number(paddedNumber(input, 0, 32)),
    exponent: Number(paddedNumber(input, 32, 32)),
    modulus: Number(paddedNumber(input, 64, 32)),
  };
}

/** The first 32 bytes of the exponent. */
function exponentHead(input: Uint8Array, baseLength: number, exponentLength: number): bigint {
  return paddedNumber(input, header + baseLength, Math.min(exponentLength, 32));
}

/** Bits of the exponent, more or less: exact for the head, `perByte` for the rest. */
function iterations(length: bigint, head: bigint, perByte: bigint): bigint {
  const headBits = head === 0n ? 0n : BigInt(head.toString(2).length - 1);
  const count = headBits + (length > 32n ? perByte * (length - 32n) : 0n);
  return count > 1n ? count : 1n;
}

/** EIP-198: the cost of one multiplication. */
function complexity(length: bigint): bigint {
  if (length <= 64n) return length * length;
  if (length <= 1024n) return (length * length) / 4n + 96n * length - 3072n;
  return (length * length) / 16n + 480n * length - 199_680n;
}

function atLeast(least: bigint, gas: bigint): number {
  return Number(gas > least ? gas : least);
}

function raise(base: bigint, exponent: bigint, modulus: bigint, pause: Pause): bigint {
  let result = 1n % modulus;
  if (exponent === 0n) return result;
  const square = base % modulus;
  const bits = exponent.toString(2);
  for (let position = 0; position < bits.length; position++) {
    if (position % bitsBetweenPauses === 0) pause();
    result = (result * result) % modulus;
    if (bits[position] === '1') result = (result * square) % modulus;
  }
  return result;
}
