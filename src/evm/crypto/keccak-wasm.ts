/**
 * keccak256 in WebAssembly: the only one that loads synchronously, and an order of magnitude faster than JavaScript, which must
 * split every 64-bit lane. Its source is `keccak-assembly.ts`.
 */
import type { WasmMemory } from '../wasm.ts';
import { pageSize, wasm } from '../wasm.ts';
import { keccakModule } from './keccak-module.ts';

/** Bytes absorbed per permutation at a capacity of 512 bits. */
const rate = 136;

/** The hasher's own input: whole blocks, in one page of memory, behind what `absorb` uses. */
const inputPlace = 640;
const chunkSize = Math.floor((pageSize - inputPlace) / rate) * rate;

/**
 * Absorbs `blocks` times 136 bytes at `input` into a new state, or into that of the last call. The state, whose first 32 bytes
 * are the digest, lies at 0 of the memory.
 */
export type Absorb = (isContinued: number, blocks: number, input: number) => void;

let compiled: object | undefined;

/** The hasher's inner part on a given memory, whose first 592 bytes are then its own. Throws where there is no WebAssembly. */
export function createAbsorb(linear: WasmMemory): Absorb {
  if (wasm === undefined) throw new Error('no WebAssembly');
  compiled ??= new wasm.Module(Buffer.from(keccakModule, 'base64'));
  const { exports } = new wasm.Instance(compiled, { host: { memory: linear } });
  // The module declares exactly this export.
  return (exports as { readonly absorb: Absorb }).absorb;
}

/** The module's hasher. Its result is a view that the next call overwrites. Throws where there is no WebAssembly. */
export function createWasmKeccak(): (data: Uint8Array) => Uint8Array {
  if (wasm === undefined) throw new Error('no WebAssembly');
  const linear = new wasm.Memory({ initial: 1 });
  const absorb = createAbsorb(linear);
  const input = new Uint8Array(linear.buffer, inputPlace, chunkSize);
  const digest = new Uint8Array(linear.buffer, 0, 32);

  return (data) => {
    let rest = data;
    let continued = 0;
    while (rest.length >= chunkSize) {
      input.set(rest.subarray(0, chunkSize));
      absorb(continued, chunkSize / rate, inputPlace);
      continued = 1;
      rest = rest.subarray(chunkSize);
    }
    const length = rest.length;
    const end = length - (length % rate) + rate;
    input.set(rest);
    input.fill(0, length, end);
    // The padding of the original Keccak, 0x01 … 0x80, not the 0x06 of SHA-3.
    input[length] = 0x01;
    input[end - 1]! |= 0x80;
    absorb(continued, end / rate, inputPlace);
    return digest;
  };
}
