/** Reading a precompile's input: what is missing at its end counts as zeros. */
import { bytesToBigInt } from '../../../hex.ts';

/** `size` bytes from `start`, with zeros past the end. */
export function padded(input: Uint8Array, start: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  bytes.set(input.subarray(start, start + size));
  return bytes;
}

/** 32 bytes of a small number, as precompiles answer yes (1) and no (0). */
export function numberWord(value: number): Uint8Array {
  const bytes = new Uint8Array(32);
  bytes[31] = value;
  return bytes;
}

/** The number in `size` bytes from `start`, with zeros past the end; `size` may exceed what could be stored. */
export function paddedNumber(input: Uint8Array, start: number, size: number): bigint {
  const present = input.subarray(start, start + size);
  return bytesToBigInt(present) << BigInt(8 * (size - present.length));
}
