/**
 * Hashing and signatures, in the one place where an implementation is chosen: the first of each list that loads on this machine
 * and answers a known question rightly.
 */
import { createHash } from 'node:crypto';
import type { Address, Hash } from '../hex.ts';
import { bytesToBigInt, bytesToHex, hexToBytes } from '../hex.ts';
import { keccakBackends } from './crypto/keccak.ts';
import type { Secp256k1 } from './crypto/secp256k1.ts';
import { secp256k1Backends } from './crypto/secp256k1.ts';

/** A signature with the parity of its point, as transactions since EIP-1559 carry it. */
export type Signature = {
  readonly r: bigint;
  readonly s: bigint;
  readonly yParity: 0 | 1;
};

/** The order of the curve's group: r and s lie below. */
export const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** keccak256 as 32 bytes. */
export function keccak256Bytes(data: Uint8Array): Uint8Array {
  return keccak.run(data).slice();
}

/** keccak256 as hex text. */
export function keccak256(data: Uint8Array): Hash {
  return bytesToHex(keccak.run(data));
}

/** SHA-256 as 32 bytes. */
export function sha256Bytes(data: Uint8Array): Uint8Array {
  return new Uint8Array(createHash('sha256').update(data).digest());
}

/** The 64 bytes (x ‖ y) of the key that made the signature; `undefined` when no key can have made it. */
export function recoverPublicKey(hash: Uint8Array, yParity: 0 | 1, r: bigint, s: bigint): Uint8Array | undefined {
  if (r <= 0n || r >= curveOrder || s <= 0n || s >= curveOrder) return undefined;
  const { run } = secp256k1();
  const signature = Buffer.from(r.toString(16).padStart(64, '0') + s.toString(16).padStart(64, '0'), 'hex');
  try {
    return run.recover(hash, signature, yParity);
  } catch {
    // The implementations say no by throwing: r is not on the curve, or the key would be the point at infinity.
    return undefined;
  }
}

/** The address that signed; `undefined` when nobody can have. Accepts the upper s as the ecrecover precompile does. */
export function recoverAddress(hash: Uint8Array, yParity: 0 | 1, r: bigint, s: bigint): Address | undefined {
  const key = recoverPublicKey(hash, yParity, r, s);
  return key && publicKeyToAddress(key);
}

/** The deterministic signature (RFC 6979) with the lower s (EIP-2). Throws for a key out of range. */
export function sign(hash: Uint8Array, privateKey: Uint8Array): Signature {
  const { signature, yParity } = secp256k1().run.sign(hash, privateKey);
  if (yParity !== 0 && yParity !== 1) throw new Error('the x coordinate of the point overflowed the group order');
  return { r: bytesToBigInt(signature.subarray(0, 32)), s: bytesToBigInt(signature.subarray(32)), yParity };
}

/** The address of a private key. Throws for a key out of range. */
export function addressOf(privateKey: Uint8Array): Address {
  return publicKeyToAddress(secp256k1().run.publicKey(privateKey));
}

/** Which implementations run; loads the ones that were not needed yet. */
export function cryptoBackends(): { readonly keccak: string; readonly secp256k1: string } {
  return { keccak: keccak.name, secp256k1: secp256k1().name };
}

function publicKeyToAddress(key: Uint8Array): Address {
  return bytesToHex(keccak.run(key).subarray(12));
}

type Choice<T> = { readonly name: string; readonly run: T };

/** The last backend of a list always works; what it throws would be a bug. */
function choose<T>(
  backends: readonly { readonly name: string; create(): T }[],
  isRight: (run: T) => boolean,
): Choice<T> {
  for (const { name, create } of backends) {
    try {
      const run = create();
      if (isRight(run)) return { name, run };
    } catch {
      // Not on this machine: no prebuilt addon, or no WebAssembly.
    }
  }
  throw new Error('no cryptographic implementation works on this machine');
}

const keccak = choose(
  keccakBackends,
  (run) => bytesToHex(run(new Uint8Array(0))) === '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
);

let chosen: Choice<Secp256k1> | undefined;

/** Chosen at the first use, as loading takes longer than all else here. */
function secp256k1(): Choice<Secp256k1> {
  return (chosen ??= choose(secp256k1Backends, ({ sign: signWith, recover, publicKey }) => {
    const one = hexToBytes(`0x${'01'.padStart(64, '0')}`);
    const { signature, yParity } = signWith(one, one);
    return bytesToHex(recover(one, signature, yParity === 0 ? 0 : 1)) === bytesToHex(publicKey(one));
  }));
}
