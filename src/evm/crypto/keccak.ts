/** The implementations of keccak256, best first. */
import { createRequire } from 'node:module';
import { createWasmKeccak } from './keccak-wasm.ts';

export type KeccakBackend = {
  readonly name: string;
  /** Throws where this machine cannot run it. The result may be a view that the next call overwrites. */
  create(): (data: Uint8Array) => Uint8Array;
};

export const keccakBackends: readonly KeccakBackend[] = [
  { name: 'wasm', create: createWasmKeccak },
  {
    name: 'ethereum-cryptography',
    create() {
      // Required only when needed: importing it costs more than everything else here together.
      const { keccak256 } = createRequire(import.meta.url)('ethereum-cryptography/keccak.js') as {
        // The package's own declaration.
        readonly keccak256: (data: Uint8Array) => Uint8Array;
      };
      return keccak256;
    },
  },
];
