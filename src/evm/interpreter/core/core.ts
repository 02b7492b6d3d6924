/**
 * The WebAssembly core: the module that `assembly/` compiles to, on an arena. It runs what needs nothing but its own frame and
 * leaves the rest to `dispatch.ts`, opcode by opcode.
 */
import { createAbsorb } from '../../crypto/keccak-wasm.ts';
import { wasm } from '../../wasm.ts';
import type { Arena } from '../arena.ts';
import { firstFrame } from '../arena.ts';
import type { Code } from '../code.ts';
import type { Rules } from '../rules.ts';
import { compiled } from './compiled.ts';

/** See `assembly/run.ts`. */
export type Run = (
  code: number,
  codeSize: number,
  jumps: number,
  stack: number,
  input: number,
  inputSize: number,
  memoryBase: number,
  memorySize: number,
  memoryCapacity: number,
  position: number,
  height: number,
  gas: number,
  patience: number,
) => void;

export type Core = {
  readonly run: Run;
  /** Where the core finds the code; puts it there if need be. `undefined` for code that is too long. */
  place(code: Code): number | undefined;
  /** Sets the prices and stack limits of the opcodes. */
  use(rules: Rules): void;
};

/** Fixed places; `assembly/run.ts` has the same. */
const prices = 0x800;
export const registers = 0x1000;
const codes = 0x2000;
/** Initcode of old forks can be longer. */
const longestCode = (firstFrame - codes) / 4;
const wordSize = 32;

let loaded: object | undefined;

/** The core on an arena; `undefined` where there is no WebAssembly. */
export function createCore(arena: Arena): Core | undefined {
  const { linear } = arena;
  if (wasm === undefined || linear === undefined) return undefined;
  loaded ??= new wasm.Module(Buffer.from(compiled, 'base64'));
  const { exports } = new wasm.Instance(loaded, { env: { memory: linear }, run: { absorb: createAbsorb(linear) } });
  const placed = new Map<Code, number>();
  let next = codes;
  let used: Rules | undefined;
  return {
    // The module declares exactly this export.
    run: (exports as { readonly run: Run }).run,
    place(code) {
      const known = placed.get(code);
      if (known !== undefined) return known;
      const size = code.bytes.length + code.jumpDestinations.length;
      if (size > longestCode) return undefined;
      if (next + size > firstFrame) {
        placed.clear();
        next = codes;
      }
      const place = next;
      arena.bytes.set(code.bytes, place);
      arena.bytes.set(code.jumpDestinations, place + code.bytes.length);
      placed.set(code, place);
      next += size;
      return place;
    },
    use(rules) {
      if (used === rules) return;
      used = rules;
      for (let opcode = 0; opcode < 256; opcode++) {
        const entry = prices + 8 * opcode;
        arena.view.setUint16(entry, rules.baseGas[opcode]!, true);
        arena.view.setUint16(entry + 2, rules.minStack[opcode]! * wordSize, true);
        arena.view.setUint16(entry + 4, rules.maxStack[opcode]! * wordSize, true);
      }
    },
  };
}
