/**
 * The source of the WebAssembly keccak: a module put together byte by byte, from which `npm run wasm` makes `keccak-module.ts`.
 * It unrolls the permutation of FIPS 202 so that each round keeps to the few lanes that registers hold, which makes it fast.
 */

/** Bytes absorbed per permutation at a capacity of 512 bits. */
const rate = 136;
const laneCount = 25;
const roundCount = 24;

/** Linear memory: the state, the round constants, and the state that every other round leaves; the input is anywhere behind. */
const memory = { state: 0, roundConstants: 200, otherState: 392 } as const;

const opcode = {
  loop: 0x03,
  if: 0x04,
  else: 0x05,
  end: 0x0b,
  branchIf: 0x0d,
  localGet: 0x20,
  localSet: 0x21,
  localTee: 0x22,
  i64Load: 0x29,
  i64Store: 0x37,
  i32Const: 0x41,
  i64Const: 0x42,
  i32LessUnsigned: 0x49,
  i32Add: 0x6a,
  i32Subtract: 0x6b,
  i64And: 0x83,
  i64Or: 0x84,
  i64Xor: 0x85,
  i64RotateLeft: 0x89,
} as const;
const type = { i32: 0x7f, i64: 0x7e, function: 0x60, none: 0x40 } as const;

/** Locals of `absorb`: three parameters, a counter, then of FIPS 202 §3.2 the column parities C, D, a row of B and one of its lanes. */
const local = {
  continued: 0,
  blocks: 1,
  input: 2,
  round: 3,
  c: (x: number) => 4 + (x % 5),
  d: (x: number) => 9 + (x % 5),
  b: (x: number) => 14 + (x % 5),
  lane: 19,
} as const;
const laneLocals = 16;

/** Bytes in nested order, flattened once at the end. */
type Code = readonly (number | Code)[];

function flatten(code: Code, bytes: number[] = []): number[] {
  for (const part of code)
    if (typeof part === 'number') bytes.push(part);
    else flatten(part, bytes);
  return bytes;
}

function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  return value >= -0x40 && value < 0x40 ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}

const get = (index: number): Code => [opcode.localGet, index];
const set = (index: number, value: Code): Code => [value, opcode.localSet, index];
const tee = (index: number, value: Code): Code => [value, opcode.localTee, index];
const i32 = (value: number): Code => [opcode.i32Const, signed(value)];
const xor = (...all: Code[]): Code => all.map((each, index) => (index === 0 ? each : [each, opcode.i64Xor]));
const and = (left: Code, right: Code): Code => [left, right, opcode.i64And];
const or = (left: Code, right: Code): Code => [left, right, opcode.i64Or];
const not = (value: Code): Code => [value, opcode.i64Const, 0x7f, opcode.i64Xor];
const rotate = (value: Code, by: number): Code =>
  by === 0 ? value : [value, opcode.i64Const, signed(by), opcode.i64RotateLeft];
const load = (address: Code, offset: number): Code => [address, opcode.i64Load, 3, unsigned(offset)];
const store = (address: Code, offset: number, value: Code): Code => [
  address,
  value,
  opcode.i64Store,
  3,
  unsigned(offset),
];
const add = (index: number, by: number): Code => set(index, [get(index), i32(by), opcode.i32Add]);

const zero = i32(0);
const five = [0, 1, 2, 3, 4];
const lanes = five.flatMap((y) => five.map((x) => ({ x, y, offset: 8 * (x + 5 * y) })));

/** Rotation of each lane in rho (§3.2.2): triangular numbers along the walk (x, y) → (y, 2x + 3y). */
function rhoOffsets(): number[] {
  const offsets = new Array<number>(laneCount).fill(0);
  for (let step = 0, x = 1, y = 0; step < 24; step++) {
    offsets[x + 5 * y] = (((step + 1) * (step + 2)) / 2) % 64;
    [x, y] = [y, (2 * x + 3 * y) % 5];
  }
  return offsets;
}

/** The constants of iota (§3.2.5), from its linear feedback shift register. */
function roundConstants(): bigint[] {
  let register = 1;
  return Array.from({ length: roundCount }, () => {
    let constant = 0n;
    for (let bit = 0; bit < 7; bit++) {
      if ((register & 1) === 1) constant |= 1n << BigInt(2 ** bit - 1);
      register <<= 1;
      if (register > 0xff) register ^= 0x171;
    }
    return constant;
  });
}

/**
 * Lanes that are kept inverted from round to round, which spares chi most of its negations ("lane complementing" in the Keccak
 * team's implementation overview).
 */
const invertedLanes = new Set(['1,0', '2,0', '3,1', '2,2', '2,3', '0,4']);
const isInverted = (x: number, y: number): boolean => invertedLanes.has(`${x},${y}`);

/** Whether the column parity C of x comes out inverted. */
function isParityInverted(x: number): boolean {
  return five.filter((y) => isInverted(x % 5, y)).length % 2 === 1;
}

/** What rho and pi bring to (x, y) of B comes from (x + 3y, x) of A. */
const columnBefore = (x: number, y: number): number => (x + 3 * y) % 5;

/** Whether B has an inverted lane there. */
function isArrivalInverted(x: number, y: number): boolean {
  const column = columnBefore(x, y);
  return isInverted(column, x) !== (isParityInverted(column + 4) !== isParityInverted(column + 1));
}

/** Chi of one lane from a row of B: b0 ⊕ (¬b1 ∧ b2), in terms of what is there inverted and what is to be. */
function chi(x: number, y: number): Code {
  const lane = (distance: number): Code => get(local.b(x + distance));
  const inverted = (distance: number): boolean => isArrivalInverted((x + distance) % 5, y);
  // What is inverted on one side of the exclusive or may as well be on the other.
  const wantsInverse = inverted(0) !== isInverted(x, y);
  // ¬b1 ∧ b2, and its inverse b1 ∨ ¬b2.
  const product = and(inverted(1) ? lane(1) : not(lane(1)), inverted(2) ? not(lane(2)) : lane(2));
  const sum = or(inverted(1) ? not(lane(1)) : lane(1), inverted(2) ? lane(2) : not(lane(2)));
  const negations = inverted(1) === inverted(2) ? 1 : inverted(1) ? 0 : 2;
  // Two negations are one too many: rather invert the other side.
  if (wantsInverse ? negations === 0 : negations === 2) return xor(not(lane(0)), wantsInverse ? product : sum);
  return xor(lane(0), wantsInverse ? sum : product);
}

/**
 * One round, from one state in memory to the other, row by row: so few lanes are under way at a time that they stay in
 * registers. The column parities, ready for this round, are made for the next one on the way.
 */
function roundCode(from: number, to: number, constant: number): Code {
  const { b, c, d, lane, round } = local;
  const rho = rhoOffsets();
  const theta = five.map((x) => set(d(x), xor(get(c(x + 4)), rotate(get(c(x + 1)), 1))));
  const rows = five.map((y) => [
    five.map((x) => {
      const column = columnBefore(x, y);
      return set(b(x), rotate(xor(get(d(column)), load(zero, from + 8 * (column + 5 * x))), rho[column + 5 * x]!));
    }),
    five.map((x) => {
      const isFirst = x === 0 && y === 0;
      const iota = load(get(round), memory.roundConstants + constant);
      const made = tee(lane, isFirst ? xor(chi(x, y), iota) : chi(x, y));
      return [store(zero, to + 8 * (x + 5 * y), made), set(c(x), y === 0 ? get(lane) : xor(get(c(x)), get(lane)))];
    }),
  ]);
  return [theta, rows];
}

/** `absorb(continued, blocks, input)`: absorbs whole blocks into a new state, or into the one left by the last call. */
function absorbCode(): Code {
  const { c, continued, blocks, input, round } = local;
  const { state, otherState } = memory;
  const at = (offset: number): Code => load(zero, state + offset);
  const absorbed = lanes.filter(({ offset }) => offset < rate);
  const invert = lanes
    .filter(({ x, y }) => isInverted(x, y))
    .map(({ offset }) => store(zero, state + offset, not(at(offset))));
  return [
    [get(continued), opcode.if, type.none, opcode.else],
    lanes.map(({ offset }) => store(zero, state + offset, [opcode.i64Const, 0])),
    opcode.end,
    invert,
    [opcode.loop, type.none],
    absorbed.map(({ offset }) => store(zero, state + offset, xor(at(offset), load(get(input), offset)))),
    five.map((x) => set(c(x), xor(...five.map((y) => at(8 * (x + 5 * y)))))),
    set(round, zero),
    [opcode.loop, type.none],
    roundCode(state, otherState, 0),
    roundCode(otherState, state, 8),
    add(round, 16),
    [get(round), i32(8 * roundCount), opcode.i32LessUnsigned, opcode.branchIf, 0],
    opcode.end,
    add(input, rate),
    set(blocks, [get(blocks), i32(1), opcode.i32Subtract]),
    [get(blocks), opcode.branchIf, 0],
    opcode.end,
    invert,
    opcode.end,
  ];
}

/** The module. It imports a memory, of which it uses the first 592 bytes, and exports `absorb`. */
export function assembleKeccak(): Uint8Array {
  const sized = (content: Code): Code => {
    const bytes = flatten(content);
    return [unsigned(bytes.length), bytes];
  };
  const vector = (...items: Code[]): Code => [unsigned(items.length), items];
  const section = (id: number, ...items: Code[]): Code => [id, sized(vector(...items))];
  const text = (value: string): Code => sized([...Buffer.from(value, 'latin1')]);
  const constants = new Uint8Array(new BigUint64Array(roundConstants()).buffer); // little endian, on every machine of Node
  const locals = vector([1, type.i32], [laneLocals, type.i64]);
  const module: Code = [
    [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    section(1, [type.function, vector([type.i32], [type.i32], [type.i32]), vector()]),
    section(2, [text('host'), text('memory'), 2, 0, 1]),
    section(3, [0]),
    section(7, [text('absorb'), 0, 0]),
    section(10, sized([locals, absorbCode()])),
    section(11, [0, i32(memory.roundConstants), opcode.end, sized([...constants])]),
  ];
  return new Uint8Array(flatten(module));
}
