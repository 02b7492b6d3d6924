/** SHA-256, RIPEMD-160 and plain copying: priced by the word. */
import { sha256Bytes } from '../../crypto.ts';
import { loadRipemd160 } from './lazy.ts';
import type { Precompile } from './table.ts';

function perWord(base: number, word: number): Precompile['gas'] {
  return (input) => base + word * Math.ceil(input.length / 32);
}

export const sha256: Precompile = {
  gas: perWord(60, 12),
  run: sha256Bytes,
};

export const ripemd160: Precompile = {
  gas: perWord(600, 120),
  run(input) {
    const output = new Uint8Array(32);
    // Not node:crypto: builds without OpenSSL's legacy algorithms lack it.
    output.set(loadRipemd160().ripemd160(input), 12);
    return output;
  },
};

export const identity: Precompile = {
  gas: perWord(15, 3),
  run: (input) => input.slice(),
};
