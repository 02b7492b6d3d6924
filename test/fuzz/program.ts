/** Random bytecode: mostly well-formed, so that it gets somewhere, with enough nonsense that every way to fail comes up. */
import type { Address } from '../../src/hex.ts';
import type { Fork } from '../../src/evm/fork.ts';
import { isActive } from '../../src/evm/fork.ts';
import type { Opcode } from '../../src/evm/interpreter/opcodes.ts';
import { opcodes } from '../../src/evm/interpreter/opcodes.ts';
import type { Random } from './random.ts';

/** Words where rules change: bounds, signs, sizes. */
const words: readonly bigint[] = [
  0n,
  1n,
  2n,
  3n,
  5n,
  31n,
  32n,
  33n,
  64n,
  255n,
  256n,
  257n,
  0xffffn,
  2n ** 31n,
  2n ** 32n,
  2n ** 63n,
  2n ** 64n - 1n,
  2n ** 64n,
  2n ** 128n,
  2n ** 160n - 1n,
  2n ** 255n - 1n,
  2n ** 255n,
  2n ** 255n + 1n,
  2n ** 256n - 2n,
  2n ** 256n - 1n,
];

const arithmetic = opcodes.filter(({ code }) => code >= 0x01 && code <= 0x1e);
const environment = opcodes.filter(
  ({ code, inputs, outputs }) => code >= 0x30 && code <= 0x5f && inputs === 0 && outputs === 1,
);
const calls = [0xf1, 0xf2, 0xf4, 0xfa] as const;

export type Program = { readonly random: Random; readonly fork: Fork; readonly targets: readonly Address[] };

/** Code of about `length` statements. */
export function randomCode(program: Program, length: number): Uint8Array {
  const { random } = program;
  if (random.once(15)) return nonsense(random, length * 4);
  const code: number[] = [];
  // So that DUP and SWAP find something.
  if (!random.once(10)) for (let count = 0; count < 17; count++) push(code, BigInt(count));
  for (let count = 0; count < length; count++) statement(program, code);
  if (random.once(2)) finish(program, code);
  return Uint8Array.from(code);
}

/** One of the opcodes, seldom one that the fork does not have yet. */
function pickOpcode({ random, fork }: Program, from: readonly Opcode[]): Opcode {
  const opcode = random.pick(from);
  return isActive(fork, opcode.since) || random.once(40) ? opcode : pickOpcode({ random, fork, targets: [] }, from);
}

/** Any opcodes at all, with some small constants between them so that not all of it is underflow. */
function nonsense(random: Random, length: number): Uint8Array {
  const code: number[] = [];
  while (code.length < length)
    if (random.once(2)) code.push(0x60, random.below(40));
    else code.push(random.once(10) ? random.below(256) : random.pick(opcodes).code);
  return Uint8Array.from(code);
}

function push(code: number[], value: bigint): void {
  let digits = value.toString(16);
  if (digits.length % 2 === 1) digits = `0${digits}`;
  const bytes = Buffer.from(digits, 'hex');
  code.push(0x5f + bytes.length, ...bytes);
}

function word(random: Random): bigint {
  if (random.once(3)) return random.pick(words);
  if (random.once(2)) return BigInt(random.below(300));
  return BigInt(`0x${Buffer.from(random.bytes(1 + random.below(32))).toString('hex')}`);
}

/** A place in memory, or the size of a piece of it: nearly always small. */
function small(random: Random): bigint {
  return random.once(300) ? word(random) : BigInt(random.below(random.once(8) ? 3000 : 130));
}

function statement(program: Program, code: number[]): void {
  const { random } = program;
  switch (random.below(22)) {
    case 0:
    case 1:
    case 2:
    case 3: {
      const { code: opcode, inputs } = pickOpcode(program, arithmetic);
      for (let count = 0; count < inputs; count++) push(code, word(random));
      code.push(opcode);
      keep(random, code);
      return;
    }
    case 4:
      code.push(pickOpcode(program, environment).code);
      keep(random, code);
      return;
    case 5:
      push(code, word(random));
      push(code, small(random));
      code.push(random.pick([0x52, 0x53]));
      return;
    case 6:
      push(code, small(random));
      code.push(random.pick([0x51, 0x35]));
      keep(random, code);
      return;
    case 7:
      push(code, small(random));
      push(code, small(random));
      code.push(0x20);
      keep(random, code);
      return;
    case 8:
    case 9:
    case 10:
      push(code, random.once(3) ? 0n : BigInt(random.below(3)));
      push(code, BigInt(random.below(4)));
      code.push(random.once(4) && hasCancun(program) ? 0x5d : 0x55);
      return;
    case 11:
      push(code, BigInt(random.below(4)));
      code.push(random.once(4) && hasCancun(program) ? 0x5c : 0x54);
      keep(random, code);
      return;
    case 12:
      push(code, account(program));
      code.push(random.pick([0x31, 0x3b, 0x3f]));
      keep(random, code);
      return;
    case 13:
      for (let count = 0; count < 3; count++) push(code, small(random));
      code.push(random.pick(hasCancun(program) ? [0x37, 0x39, 0x5e] : [0x37, 0x39]));
      return;
    case 14:
      if (random.once(3)) {
        for (let count = 0; count < 3; count++) push(code, small(random));
        push(code, account(program));
        code.push(0x3c);
      } else {
        // Within what there is, or a little past it.
        push(code, BigInt(random.below(random.once(12) ? 40 : 1)));
        push(code, 0n);
        push(code, small(random));
        code.push(0x3e);
      }
      return;
    case 15: {
      const topics = random.below(5);
      for (let count = 0; count < topics; count++) push(code, word(random));
      push(code, small(random));
      push(code, small(random));
      code.push(0xa0 + topics);
      return;
    }
    case 16:
    case 17:
    case 18:
      call(program, code);
      return;
    case 19:
      create(program, code);
      return;
    case 20:
      jump(random, code);
      return;
    default:
      disturb(program, code);
  }
}

/** TLOAD, TSTORE, MCOPY and BLOBHASH came together. */
function hasCancun({ fork }: Program): boolean {
  return isActive(fork, 'cancun');
}

/** What to do with a result: store it where it can be compared, leave it, or drop it. */
function keep(random: Random, code: number[]): void {
  if (random.once(3)) code.push(0x50);
  else if (random.once(2)) {
    push(code, BigInt(32 * random.below(4)));
    code.push(0x52);
  } else if (random.once(6)) {
    push(code, BigInt(random.below(4)));
    code.push(0x55);
  }
}

function account({ random, targets }: Program): bigint {
  return random.once(12) ? word(random) : BigInt(random.pick(targets));
}

function call(program: Program, code: number[]): void {
  const { random } = program;
  const opcode = random.pick(calls);
  push(code, small(random));
  push(code, BigInt(random.below(130)));
  push(code, small(random));
  push(code, BigInt(random.below(130)));
  if (opcode === 0xf1 || opcode === 0xf2) push(code, random.once(2) ? 0n : BigInt(random.below(4)));
  push(code, account(program));
  if (random.once(3)) code.push(0x5a);
  else push(code, random.once(10) ? word(random) : BigInt(random.below(60_000)));
  code.push(opcode);
  keep(random, code);
}

/** Writes a small initcode into memory and creates with it; it may return code, revert, or be nonsense. */
function create(program: Program, code: number[]): void {
  const { random } = program;
  const inner: number[] = [];
  for (let count = random.below(4); count > 0; count--) statement({ ...program, random }, inner);
  const initcode = inner.slice(0, 300);
  if (random.once(2)) {
    push(initcode, BigInt(random.below(200)));
    push(initcode, BigInt(random.below(40)));
    initcode.push(random.once(4) ? 0xfd : 0xf3);
  }
  for (let offset = 0; offset < initcode.length; offset += 32) {
    const chunk = Uint8Array.from({ length: 32 }, (_, index) => initcode[offset + index] ?? 0);
    code.push(0x7f, ...chunk);
    push(code, BigInt(offset));
    code.push(0x52);
  }
  const isCreate2 = random.once(2);
  if (isCreate2) push(code, BigInt(random.below(2)));
  push(code, random.once(40) ? word(random) : BigInt(initcode.length));
  push(code, 0n);
  push(code, random.once(3) ? BigInt(random.below(3)) : 0n);
  code.push(isCreate2 ? 0xf5 : 0xf0);
  if (random.once(2)) {
    // Calls what was created.
    for (let count = 0; count < 5; count++) push(code, 0n);
    code.push(0x85);
    push(code, 50_000n);
    code.push(0xf1);
  }
  keep(random, code);
}

/** Forward over a few bytes, sometimes to no destination. */
function jump(random: Random, code: number[]): void {
  const length = random.below(5);
  const skipped = random.once(10) ? [...random.bytes(length)] : Array.from({ length }, () => 0x01);
  const isConditional = random.once(2);
  if (isConditional) push(code, BigInt(random.below(2)));
  const target = code.length + 4 + skipped.length + (random.once(60) ? 1 : 0);
  code.push(0x61, target >> 8, target & 0xff, isConditional ? 0x57 : 0x56, ...skipped, 0x5b);
}

function disturb(program: Program, code: number[]): void {
  const { random } = program;
  switch (random.below(8)) {
    case 0:
    case 1:
      code.push(0x80 + random.below(16));
      return;
    case 2:
    case 3:
      code.push(0x90 + random.below(16));
      return;
    case 4:
      push(code, BigInt(random.below(2)));
      push(code, BigInt(random.below(30)));
      code.push(0x40);
      return;
    case 5:
      if (!hasCancun(program)) return;
      push(code, small(random));
      code.push(0x49);
      return;
    case 6:
      if (random.once(6)) finish(program, code);
      return;
    default:
      if (random.once(10)) code.push(random.below(256));
  }
}

function finish(program: Program, code: number[]): void {
  const { random } = program;
  switch (random.below(8)) {
    case 0:
      code.push(0x00);
      return;
    case 1:
      push(code, account(program));
      code.push(0xff);
      return;
    case 2:
    case 3:
      push(code, small(random));
      push(code, small(random));
      code.push(0xfd);
      return;
    default:
      push(code, small(random));
      push(code, small(random));
      code.push(0xf3);
  }
}
