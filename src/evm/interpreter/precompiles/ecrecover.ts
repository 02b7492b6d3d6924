/** The signer of a hash: secp256k1 public key recovery. No output for anything that is not a signature. */
import { bytesToBigInt, emptyBytes, hexToBytes } from '../../../hex.ts';
import { recoverAddress } from '../../crypto.ts';
import { padded } from './input.ts';
import type { Precompile } from './table.ts';

export const ecrecover: Precompile = {
  gas: () => 3000,
  run(input) {
    const bytes = padded(input, 0, 128);
    const v = bytesToBigInt(bytes.subarray(32, 64));
    if (v !== 27n && v !== 28n) return emptyBytes;
    const r = bytesToBigInt(bytes.subarray(64, 96));
    const s = bytesToBigInt(bytes.subarray(96, 128));
    const address = recoverAddress(bytes.subarray(0, 32), v === 27n ? 0 : 1, r, s);
    return address === undefined ? emptyBytes : hexToBytes(`0x${address.slice(2).padStart(64, '0')}`);
  },
};
