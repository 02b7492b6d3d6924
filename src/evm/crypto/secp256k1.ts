/**
 * The implementations of recoverable signatures on secp256k1, best first. All sign deterministically (RFC 6979) with the lower
 * s, so that they agree bit for bit; each is loaded only when it is tried.
 */
import { createRequire } from 'node:module';

/** Numbers are 32 bytes, signatures r ‖ s, public keys x ‖ y. Arguments out of range, or without result, throw. */
export type Secp256k1 = {
  sign(hash: Uint8Array, privateKey: Uint8Array): { readonly signature: Uint8Array; readonly yParity: number };
  recover(hash: Uint8Array, signature: Uint8Array, yParity: 0 | 1): Uint8Array;
  publicKey(privateKey: Uint8Array): Uint8Array;
};

export type Secp256k1Backend = {
  readonly name: string;
  /** Throws where this machine cannot run it. */
  create(): Secp256k1;
};

const load = createRequire(import.meta.url);

/** Without the leading 0x04 that marks an uncompressed point. */
function withoutPrefix(point: Uint8Array): Uint8Array {
  return point.subarray(1);
}

function createNative(): Secp256k1 {
  // Not the package's main file: that falls back, without a word, to a JavaScript slower than those below.
  const addon = load('secp256k1/bindings.js') as {
    // As documented in the package's API.md.
    ecdsaSign(hash: Uint8Array, privateKey: Uint8Array): { readonly signature: Uint8Array; readonly recid: number };
    ecdsaRecover(signature: Uint8Array, recoveryId: number, hash: Uint8Array, compressed: boolean): Uint8Array;
    publicKeyCreate(privateKey: Uint8Array, compressed: boolean): Uint8Array;
  };
  return {
    sign(hash, privateKey) {
      const { signature, recid } = addon.ecdsaSign(hash, privateKey);
      return { signature, yParity: recid };
    },
    recover: (hash, signature, yParity) => withoutPrefix(addon.ecdsaRecover(signature, yParity, hash, false)),
    publicKey: (privateKey) => withoutPrefix(addon.publicKeyCreate(privateKey, false)),
  };
}

function createWasm(): Secp256k1 {
  const module = load('tiny-secp256k1') as typeof import('tiny-secp256k1');
  function point(bytes: Uint8Array | null): Uint8Array {
    if (bytes === null) throw new Error('not a point of the curve');
    return withoutPrefix(bytes);
  }
  return {
    sign(hash, privateKey) {
      const { signature, recoveryId } = module.signRecoverable(hash, privateKey);
      return { signature, yParity: recoveryId };
    },
    recover: (hash, signature, yParity) => point(module.recover(hash, signature, yParity, false)),
    publicKey: (privateKey) => point(module.pointFromScalar(privateKey, false)),
  };
}

function createJavaScript(): Secp256k1 {
  const { secp256k1 } = load(
    'ethereum-cryptography/secp256k1.js',
  ) as typeof import('ethereum-cryptography/secp256k1.js');
  return {
    sign(hash, privateKey) {
      const signature = secp256k1.sign(hash, privateKey);
      return { signature: signature.toCompactRawBytes(), yParity: signature.recovery };
    },
    recover(hash, signature, yParity) {
      const parsed = secp256k1.Signature.fromCompact(signature).addRecoveryBit(yParity);
      return withoutPrefix(parsed.recoverPublicKey(hash).toRawBytes(false));
    },
    publicKey: (privateKey) => withoutPrefix(secp256k1.getPublicKey(privateKey, false)),
  };
}

export const secp256k1Backends: readonly Secp256k1Backend[] = [
  { name: 'native', create: createNative },
  { name: 'wasm', create: createWasm },
  { name: 'ethereum-cryptography', create: createJavaScript },
];
