/**
 * Hex text and the values it stands for: the vocabulary of addresses and hashes that every layer shares.
 * A leaf; it knows no rules. All text made here is lower-case, so text equality is value equality.
 */

/** Hex text with an even or odd number of digits after `0x`. */
export type Hex = `0x${string}`;

/** 20 bytes as lower-case hex text. */
export type Address = Hex;

/** 32 bytes as lower-case hex text. */
export type Hash = Hex;

export const zeroAddress: Address = `0x${'0'.repeat(40)}`;
export const zeroHash: Hash = `0x${'0'.repeat(64)}`;
export const emptyBytes: Uint8Array = new Uint8Array(0);

/** Two lower-case digits per byte. */
export function bytesToHex(bytes: Uint8Array): Hex {
  const { length } = bytes;
  if (length > short.length) return `0x${Buffer.from(bytes.buffer, bytes.byteOffset, length).toString('hex')}`;
  short.set(bytes);
  return `0x${short.toString('hex', 0, length)}`;
}

/** V8 keeps arrays of this size in its own heap; to ask one for its buffer would move it out, which costs more than a copy. */
const short = Buffer.alloc(64);

/** The bytes of hex text with an even number of digits; the caller has checked the form. */
export function hexToBytes(hex: Hex): Uint8Array {
  const length = (hex.length - 2) >> 1;
  if (length > 32) return new Uint8Array(Buffer.from(hex.slice(2), 'hex'));
  // Addresses and hashes, which are most of it, are read sooner than a call into Node takes.
  const bytes = new Uint8Array(length);
  for (let index = 0, at = 2; index < length; index += 1, at += 2)
    bytes[index] = (digitValues[hex.charCodeAt(at)]! << 4) | digitValues[hex.charCodeAt(at + 1)]!;
  return bytes;
}

/** The value of a hex digit, by its character's code. */
const digitValues = Uint8Array.from({ length: 128 }, (_, code) => Number.parseInt(String.fromCharCode(code), 16) || 0);

/** Big-endian unsigned integer; 0 for no bytes. */
export function bytesToBigInt(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(bytesToHex(bytes));
}

/** Big-endian bytes without leading zeros; none for 0. */
export function bigIntToBytes(value: bigint): Uint8Array {
  if (value === 0n) return emptyBytes;
  const digits = value.toString(16);
  return hexToBytes(digits.length % 2 === 0 ? `0x${digits}` : `0x0${digits}`);
}

/** 32 bytes of text from an integer below 2^256. */
export function bigIntToHash(value: bigint): Hash {
  return `0x${value.toString(16).padStart(64, '0')}`;
}

/** 20 bytes of text from an integer below 2^160. */
export function bigIntToAddress(value: bigint): Address {
  return `0x${value.toString(16).padStart(40, '0')}`;
}

/** `0x`-prefixed minimal digits: the JSON-RPC quantity form. */
export function bigIntToHex(value: bigint): Hex {
  return `0x${value.toString(16)}`;
}

/** Minimal digits of a non-negative safe integer. */
export function numberToHex(value: number): Hex {
  return `0x${value.toString(16)}`;
}
