/** Hashing and signatures, in the one place where an implementation is chosen. */
import { keccak256 as keccak } from 'ethereum-cryptography/keccak.js';
import type { Hash } from '../hex.ts';
import { bytesToHex } from '../hex.ts';

/** keccak256 as 32 bytes. */
export function keccak256Bytes(data: Uint8Array): Uint8Array {
  return keccak(data);
}

/** keccak256 as hex text. */
export function keccak256(data: Uint8Array): Hash {
  return bytesToHex(keccak256Bytes(data));
}
