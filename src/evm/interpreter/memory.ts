/** A frame's memory: grows in words, is zero where never written, and is handed back clean for the next frame. */

export type Memory = {
  bytes: Uint8Array;
  /** Over the same bytes. */
  view: DataView;
  /** In use: a multiple of 32. Bytes beyond are zero. */
  size: number;
  /** Gas paid for that size. */
  paid: number;
};

/** Beyond this, memory costs more gas than any block holds, and numbers would lose precision. */
const limit = 2 ** 32;
const initialCapacity = 4096;
/** Larger buffers are left to the garbage collector instead of being cleaned. */
const keptCapacity = 1 << 18;

export function createMemory(): Memory {
  const bytes = new Uint8Array(initialCapacity);
  return { bytes, view: new DataView(bytes.buffer), size: 0, paid: 0 };
}

/** Gas to have `size` bytes at `offset` in use; infinite when no amount of gas would do. */
export function expansionGas(memory: Memory, offset: number, size: number): number {
  if (size === 0) return 0;
  const end = offset + size;
  if (end <= memory.size) return 0;
  if (!(end <= limit)) return Infinity;
  return gasFor(Math.ceil(end / 32)) - memory.paid;
}

/** Takes `size` bytes at `offset` into use; their gas has been paid. */
export function expand(memory: Memory, offset: number, size: number): void {
  if (size === 0) return;
  const end = offset + size;
  if (end <= memory.size) return;
  const words = Math.ceil(end / 32);
  memory.size = words * 32;
  memory.paid = gasFor(words);
  if (memory.size <= memory.bytes.length) return;
  const grown = new Uint8Array(Math.max(memory.size, memory.bytes.length * 2));
  grown.set(memory.bytes);
  memory.bytes = grown;
  memory.view = new DataView(grown.buffer);
}

/** Empties the memory for another frame. */
export function clear(memory: Memory): void {
  if (memory.bytes.length > keptCapacity) {
    memory.bytes = new Uint8Array(initialCapacity);
    memory.view = new DataView(memory.bytes.buffer);
  } else memory.bytes.fill(0, 0, memory.size);
  memory.size = 0;
  memory.paid = 0;
}

/** A copy of bytes in use. */
export function copyOut(memory: Memory, offset: number, size: number): Uint8Array {
  if (size === 0) return empty;
  return memory.bytes.slice(offset, offset + size);
}

/** Copies `size` bytes of `source` from `from` into memory in use; past the end of the source come zeros. */
export function copyIn(memory: Memory, offset: number, source: Uint8Array, from: number, size: number): void {
  if (size === 0) return;
  const available = Math.max(0, Math.min(size, source.length - from));
  if (available > 0) memory.bytes.set(source.subarray(from, from + available), offset);
  if (available < size) memory.bytes.fill(0, offset + available, offset + size);
}

const empty = new Uint8Array(0);

/** Linear with a quadratic part (yellow paper, equation 326). */
function gasFor(words: number): number {
  return 3 * words + Math.floor((words * words) / 512);
}
