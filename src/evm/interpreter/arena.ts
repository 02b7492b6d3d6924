/**
 * The bytes in which one run takes place: frame upon frame, each with its stack, its calldata and its memory. A frame begins
 * where the memory of the one that opened it ends, so none can reach into another, and nothing needs to be given back. Where
 * there is WebAssembly, they are its linear memory, and the core (`core/`) works in them too.
 */
import type { WasmMemory } from '../wasm.ts';
import { pageSize, wasm } from '../wasm.ts';

export type Arena = {
  /** All of it. These views are replaced whenever it grows. */
  bytes: Uint8Array;
  view: DataView;
  /** Words on a stack in four parts of 64 bits, lowest first; and in eight of 32. */
  quarters: BigUint64Array;
  eighths: Uint32Array;
  /** `undefined` where there is no WebAssembly. */
  readonly linear: WasmMemory | undefined;
};

/** Where frames begin; what lies before is the core's. */
export const firstFrame = 0x10_0000;
const initialSize = firstFrame + 8 * pageSize;
/** By which it grows at least, so that it seldom does. */
const growth = 8 * pageSize;

export function createArena(): Arena {
  const linear = wasm && new wasm.Memory({ initial: initialSize / pageSize });
  return { linear, ...viewsOf(linear?.buffer ?? new ArrayBuffer(initialSize)) };
}

function viewsOf(buffer: ArrayBuffer): Omit<Arena, 'linear'> {
  return {
    bytes: new Uint8Array(buffer),
    view: new DataView(buffer),
    quarters: new BigUint64Array(buffer),
    eighths: new Uint32Array(buffer),
  };
}

/** For frames that are not in use, so that they hold on to no other. */
export const nowhere: Arena = { linear: undefined, ...viewsOf(new ArrayBuffer(0)) };

/** Makes sure that there are bytes up to `end`. @throws RangeError when the machine has not that many */
export function reach(arena: Arena, end: number): void {
  const { bytes, linear } = arena;
  if (end <= bytes.length) return;
  const size = Math.ceil((end + growth) / pageSize) * pageSize;
  if (linear !== undefined) {
    linear.grow((size - bytes.length) / pageSize);
    Object.assign(arena, viewsOf(linear.buffer));
  } else {
    Object.assign(arena, viewsOf(new ArrayBuffer(size)));
    arena.bytes.set(bytes);
  }
}
