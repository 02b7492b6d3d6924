/**
 * Runs one frame: in the core as far as that goes, and opcode by opcode in the dispatch where the core leaves it. Frames that
 * are watched step by step, and those that the core cannot take, run in the dispatch alone.
 */
import { firstFrame, reach } from './arena.ts';
import { registers } from './core/core.ts';
import { dispatch } from './dispatch.ts';
import type { Frame } from './frame.ts';
import { fail } from './frame.ts';
import type { Machine } from './machine.ts';
import { resize } from './memory.ts';

const wordSize = 32;
const stackSize = 1024 * wordSize;
/** Room that a frame's memory finds from the start. */
const memoryRoom = 4096;
/** How many jumps go by between two questions whether to stop; an opcode of the dispatch counts as some. */
const patience = 4096;
const effort = 64;
const low64 = (1n << 64n) - 1n;

/** Runs the frame until it ends or sends a message; gives the frame of that message. */
export function execute(machine: Machine, frame: Frame): Frame | undefined {
  const { arena, core, interrupted } = machine;
  if (frame.pc === 0) settle(frame);
  const { code, memory, place } = frame;
  const codePlace = machine.hooks.step === undefined ? core?.place(code) : undefined;
  if (core === undefined || codePlace === undefined) return dispatch(machine, frame, Infinity);

  const { inputs, outputs } = machine.rules;
  // The answer to a message that the frame sent.
  if (frame.pc > 0) writeTop(frame, 1);
  let left = patience;
  for (;;) {
    core.run(
      codePlace,
      code.source.length,
      codePlace + code.bytes.length,
      place,
      place + stackSize,
      frame.input.length,
      memory.base,
      memory.size,
      arena.bytes.length - memory.base,
      frame.pc,
      frame.height,
      frame.gas,
      left,
    );
    const { view } = arena;
    frame.pc = view.getFloat64(registers, true);
    frame.height = view.getFloat64(registers + 8, true);
    frame.gas = view.getFloat64(registers + 16, true);
    const size = view.getFloat64(registers + 24, true);
    if (size !== memory.size) resize(memory, size);
    left = view.getFloat64(registers + 32, true) - effort;
    if (left <= 0) {
      if (interrupted?.() === true) return fail(frame, 'execution timeout');
      left = patience;
    }

    const opcode = code.bytes[frame.pc]!;
    readTop(frame, inputs[opcode]!);
    const child = dispatch(machine, frame, 1);
    if (child !== undefined || frame.hasEnded) return child;
    writeTop(frame, outputs[opcode]!);
  }
}

/** Gives a frame that begins its place: behind that of its parent, whose memory cannot grow meanwhile. */
function settle(frame: Frame): void {
  const { input, memory, parent } = frame;
  const { arena } = memory;
  frame.place = parent === undefined ? firstFrame : parent.memory.base + parent.memory.size;
  const inputPlace = frame.place + stackSize;
  memory.base = inputPlace + Math.ceil(input.length / wordSize) * wordSize;
  reach(arena, memory.base + memoryRoom);
  arena.bytes.set(input, inputPlace);
}

/** Fetches the topmost words from the arena, as many as there are of the `count`. */
function readTop({ stack, height, memory, place }: Frame, count: number): void {
  const { eighths, quarters } = memory.arena;
  for (let index = height - Math.min(count, height); index < height; index++) {
    const at = (place + index * wordSize) >>> 2;
    const isShort =
      (eighths[at + 2]! |
        eighths[at + 3]! |
        eighths[at + 4]! |
        eighths[at + 5]! |
        eighths[at + 6]! |
        eighths[at + 7]!) ===
      0;
    const low = eighths[at + 1] === 0 ? BigInt(eighths[at]!) : quarters[at >>> 1]!;
    stack[index] = isShort
      ? low
      : (quarters[(at >>> 1) + 3]! << 192n) |
        (quarters[(at >>> 1) + 2]! << 128n) |
        (quarters[(at >>> 1) + 1]! << 64n) |
        quarters[at >>> 1]!;
  }
}

/** Puts the topmost `count` words into the arena. */
function writeTop({ stack, height, memory, place }: Frame, count: number): void {
  const { quarters } = memory.arena;
  for (let index = height - count; index < height; index++) {
    const at = (place + index * wordSize) >>> 3;
    const word = stack[index]!;
    // A part takes the lowest 64 bits of what is assigned to it.
    quarters[at] = word;
    const isShort = word <= low64;
    quarters[at + 1] = isShort ? 0n : word >> 64n;
    quarters[at + 2] = isShort ? 0n : word >> 128n;
    quarters[at + 3] = isShort ? 0n : word >> 192n;
  }
}
