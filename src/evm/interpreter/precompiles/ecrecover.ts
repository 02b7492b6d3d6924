/** The signer of a hash: secp256k1 public key recovery. No output for anything that is not a signature. */
import { bytesToBigInt, emptyBytes } from '../../../hex.ts';
import { keccak256Bytes } from '../../crypto.ts';
import { padded } from './input.ts';
import { loadSecp256k1 } from './lazy.ts';
import type { Precompile } from './table.ts';

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

export const ecrecover: Precompile = {
  gas: () => 3000,
  run(input) {
    const bytes = padded(input, 0, 128);
    const v = bytesToBigInt(bytes.subarray(32, 64));
    const r = bytesToBigInt(bytes.subarray(64, 96));
    const s = bytesToBigInt(bytes.subarray(96, 128));
    if ((v !== 27n && v !== 28n) || r === 0n || r >= order || s === 0n || s >= order) return emptyBytes;
    const { Signature } = loadSecp256k1().secp256k1;
    const signature = new Signature(r, s).addRecoveryBit(Number(v) - 27);
    let key;
    try {
      key = signature.recoverPublicKey(bytes.subarray(0, 32)).toRawBytes(false);
    } catch {
      // r is not the x coordinate of a point.
      return emptyBytes;
    }
    const output = new Uint8Array(32);
    output.set(keccak256Bytes(key.subarray(1)).subarray(12), 12);
    return output;
  },
};
