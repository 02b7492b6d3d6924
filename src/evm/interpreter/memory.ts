/** A frame's memory: a piece of the arena that grows in words and is zero where never written. */
import type { Arena } from './arena.ts';
import { reach } from './arena.ts';

export type Memory = {
  arena: Arena;
  /** Where it begins in the arena. Only the frame that runs is at the arena's end and can grow. */
  base: number;
  /** In use: a multiple of 32. Bytes beyond are left over from earlier use. */
  size: number;
  /** Gas paid for that size. */
  paid: number;
};

/** Beyond this, memory costs more gas than any block holds, and numbers would lose precision. */
const limit = 2 ** 32;

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
  const { arena, base, size: before } = memory;
  resize(memory, Math.ceil(end / 32) * 32);
  reach(arena, base + memory.size);
  arena.bytes.fill(0, base + before, base + memory.size);
}

/** Notes a size that has been paid for and taken into use. */
export function resize(memory: Memory, size: number): void {
  memory.size = size;
  memory.paid = gasFor(size / 32);
}

/** Bytes in use, in place: valid until anything grows. */
export function pieceOf({ arena, base }: Memory, offset: number, size: number): Uint8Array {
  return size === 0 ? empty : arena.bytes.subarray(base + offset, base + offset + size);
}

/** A copy of bytes in use. */
export function copyOut({ arena, base }: Memory, offset: number, size: number): Uint8Array {
  return size === 0 ? empty : arena.bytes.slice(base + offset, base + offset + size);
}

/** Copies `size` bytes of `source` from `from` into memory in use; past the end of the source come zeros. */
export function copyIn(memory: Memory, offset: number, source: Uint8Array, from: number, size: number): void {
  if (size === 0) return;
  const { bytes } = memory.arena;
  const start = memory.base + offset;
  const available = Math.max(0, Math.min(size, source.length - from));
  if (available > 0) bytes.set(source.subarray(from, from + available), start);
  if (available < size) bytes.fill(0, start + available, start + size);
}

const empty = new Uint8Array(0);

/** Linear with a quadratic part (yellow paper, equation 326). */
function gasFor(words: number): number {
  return 3 * words + Math.floor((words * words) / 512);
}
