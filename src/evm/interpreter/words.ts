/** 256-bit words: their bytes, their sign, and the addresses they hold. */
import type { Address, Hash } from '../../hex.ts';
import { bigIntToAddress } from '../../hex.ts';

const low64 = (1n << 64n) - 1n;
const low160 = (1n << 160n) - 1n;

const scratch = new Uint8Array(32);
const scratchView = new DataView(scratch.buffer);

/** The word at `offset`, which lies whole inside the view. */
export function readWord(view: DataView, offset: number): bigint {
  const low = view.getBigUint64(offset + 24);
  if (
    view.getUint32(offset + 20) === 0 &&
    view.getUint32(offset + 16) === 0 &&
    view.getBigUint64(offset + 8) === 0n &&
    view.getBigUint64(offset) === 0n
  )
    return low;
  return (
    (view.getBigUint64(offset) << 192n) |
    (view.getBigUint64(offset + 8) << 128n) |
    (view.getBigUint64(offset + 16) << 64n) |
    low
  );
}

/** Writes a word at `offset`; the 32 bytes lie inside the view. */
export function writeWord(view: DataView, offset: number, word: bigint): void {
  if (word <= low64) {
    view.setBigUint64(offset, 0n);
    view.setBigUint64(offset + 8, 0n);
    view.setBigUint64(offset + 16, 0n);
  } else {
    view.setBigUint64(offset, BigInt.asUintN(64, word >> 192n));
    view.setBigUint64(offset + 8, BigInt.asUintN(64, word >> 128n));
    view.setBigUint64(offset + 16, BigInt.asUintN(64, word >> 64n));
  }
  view.setBigUint64(offset + 24, BigInt.asUintN(64, word));
}

/** The word of up to 32 bytes at `offset`; bytes past the end count as zeros on the right. */
export function readPadded(bytes: Uint8Array, offset: number): bigint {
  const available = bytes.length - offset;
  if (!(available > 0)) return 0n;
  const count = available < 32 ? available : 32;
  for (let index = 0; index < count; index++) scratch[index] = bytes[offset + index]!;
  for (let index = count; index < 32; index++) scratch[index] = 0;
  return readWord(scratchView, 0);
}

/** The number of `size` (1 to 32) big-endian bytes at `offset`; they lie inside `bytes`. */
export function readNumber(bytes: Uint8Array, offset: number, size: number): bigint {
  if (size <= 6) {
    let value = 0;
    for (let index = 0; index < size; index++) value = value * 256 + bytes[offset + index]!;
    return BigInt(value);
  }
  const start = 32 - size;
  for (let index = 0; index < start; index++) scratch[index] = 0;
  for (let index = 0; index < size; index++) scratch[start + index] = bytes[offset + index]!;
  return readWord(scratchView, 0);
}

/** 32 bytes of a word. */
export function wordToBytes(word: bigint): Uint8Array {
  const bytes = new Uint8Array(32);
  writeWord(new DataView(bytes.buffer), 0, word);
  return bytes;
}

export function hashToWord(hash: Hash): bigint {
  return BigInt(hash);
}

const addresses = new Map<bigint, Address>();
const remembered = 4096;

/** The address in a word's low 20 bytes. Remembers the texts it made: the same few addresses come again and again. */
export function wordToAddress(word: bigint): Address {
  const known = addresses.get(word);
  if (known !== undefined) return known;
  if (addresses.size >= remembered) addresses.clear();
  const address = bigIntToAddress(word & low160);
  addresses.set(word, address);
  return address;
}

/** Bytes needed to write the word without leading zeros. */
export function byteLength(word: bigint): number {
  return word === 0n ? 0 : (word.toString(16).length + 1) >> 1;
}

/** `base` to the power of `exponent`, modulo 2^256. */
export function power(base: bigint, exponent: bigint): bigint {
  if (base === 2n) return exponent < 256n ? 1n << exponent : 0n;
  let result = 1n;
  for (let rest = exponent, square = base; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = BigInt.asUintN(256, result * square);
    square = BigInt.asUintN(256, square * square);
  }
  return result;
}
