/**
 * The source of the WebAssembly keccak: a module put together byte by byte, from which `npm run wasm` makes `keccak-module.ts`.
 * It runs the permutation of FIPS 202 on locals, which is what makes it fast.
 */

/** Bytes absorbed per permutation at a capacity of 512 bits. */
const rate = 136;
const laneCount = 25;
const roundCount = 24;

/** Linear memory: the state and the round constants, wherever the input is. */
const memory = { state: 0, roundConstants: 256 } as const;

const opcode = {
  loop: 0x03,
  if: 0x04,
  end: 0x0b,
  branchIf: 0x0d,
  localGet: 0x20,
  localSet: 0x21,
  i64Load: 0x29,
  i64Store: 0x37,
  i32Const: 0x41,
  i64Const: 0x42,
  i32LessUnsigned: 0x49,
  i32Add: 0x6a,
  i32Subtract: 0x6b,
  i64And: 0x83,
  i64Xor: 0x85,
  i64RotateLeft: 0x89,
} as const;
const type = { i32: 0x7f, i64: 0x7e, function: 0x60, none: 0x40 } as const;

/** Locals of `absorb`: three parameters, a counter, then lanes: A and B of FIPS 202 §3.2, the column parities C, and D. */
const local = {
  continued: 0,
  blocks: 1,
  input: 2,
  round: 3,
  a: (x: number, y: number) => 4 + (x % 5) + 5 * (y % 5),
  b: (x: number, y: number) => 29 + (x % 5) + 5 * (y % 5),
  c: (x: number) => 54 + (x % 5),
  d: (x: number) => 59 + (x % 5),
} as const;
const laneLocals = 60;

/** Bytes in nested order, flattened once at the end: copying them at each level would double the time to load. */
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
const i32 = (value: number): Code => [opcode.i32Const, signed(value)];
const xor = (...all: Code[]): Code => all.map((each, index) => (index === 0 ? each : [each, opcode.i64Xor]));
const and = (left: Code, right: Code): Code => [left, right, opcode.i64And];
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

function roundCode(): Code {
  const { a, b, c, d, round } = local;
  const rho = rhoOffsets();
  const theta = [
    five.map((x) => set(c(x), xor(...five.map((y) => get(a(x, y)))))),
    five.map((x) => set(d(x), xor(get(c(x + 4)), rotate(get(c(x + 1)), 1)))),
  ];
  // With the end of theta, which adds D to the columns.
  const rhoAndPi = lanes.map(({ x, y }) =>
    set(b(y, 2 * x + 3 * y), rotate(xor(get(a(x, y)), get(d(x))), rho[x + 5 * y]!)),
  );
  const chi = lanes.map(({ x, y }) => set(a(x, y), xor(get(b(x, y)), and(not(get(b(x + 1, y))), get(b(x + 2, y))))));
  const iota = set(a(0, 0), xor(get(a(0, 0)), load(get(round), memory.roundConstants)));
  return [theta, rhoAndPi, chi, iota];
}

/** `absorb(continued, blocks, input)`: absorbs whole blocks into a new state, or into the one left by the last call. */
function absorbCode(): Code {
  const { a, continued, blocks, input, round } = local;
  const zero = i32(0);
  const absorbed = lanes.filter(({ offset }) => offset < rate);
  return [
    [get(continued), opcode.if, type.none],
    lanes.map(({ x, y, offset }) => set(a(x, y), load(zero, memory.state + offset))),
    opcode.end,
    [opcode.loop, type.none],
    absorbed.map(({ x, y, offset }) => set(a(x, y), xor(get(a(x, y)), load(get(input), offset)))),
    set(round, zero),
    [opcode.loop, type.none],
    roundCode(),
    add(round, 8),
    [get(round), i32(8 * roundCount), opcode.i32LessUnsigned, opcode.branchIf, 0],
    opcode.end,
    add(input, rate),
    set(blocks, [get(blocks), i32(1), opcode.i32Subtract]),
    [get(blocks), opcode.branchIf, 0],
    opcode.end,
    lanes.map(({ x, y, offset }) => store(zero, memory.state + offset, get(a(x, y)))),
    opcode.end,
  ];
}

/** The module. It imports a memory, of which it uses the first 512 bytes, and exports `absorb`. */
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
