/** The compression function of BLAKE2b with a free number of rounds (EIP-152, RFC 7693). 64-bit words are pairs of 32-bit ones. */
import type { Pause } from './pause.ts';
import type { Precompile } from './table.ts';

const inputLength = 213;
/** A few milliseconds' worth. */
const roundsBetweenPauses = 16_384;

/** RFC 7693: the order in which a round takes message words; it repeats after ten rounds. */
const schedule = [
  '0123456789abcdef',
  'ea489fd61c02b753',
  'b8c052fdae367194',
  '7931dcbe265a40f8',
  '905724afe1bc683d',
  '2c6a0b834d75fe19',
  'c51fed4a0763928b',
  'db7ec13950f4862a',
  '6fe9b308c2d714a5',
  'a2847615fb9e3cd0',
].map((row) => Uint8Array.from(row, (digit) => 2 * Number.parseInt(digit, 16)));

/** RFC 7693: the first words of the state's second half, low half first. */
const initial = Uint32Array.of(
  0xf3bcc908,
  0x6a09e667,
  0x84caa73b,
  0xbb67ae85,
  0xfe94f82b,
  0x3c6ef372,
  0x5f1d36f1,
  0xa54ff53a,
  0xade682d1,
  0x510e527f,
  0x2b3e6c1f,
  0x9b05688c,
  0xfb41bd6b,
  0x1f83d9ab,
  0x137e2179,
  0x5be0cd19,
);

export const blake2f: Precompile = {
  gas: (input) => (input.length === inputLength ? viewOf(input).getUint32(0) : 0),
  run(input, _, pause) {
    const isFinal = input[212];
    if (input.length !== inputLength || (isFinal !== 0 && isFinal !== 1)) return undefined;
    const view = viewOf(input);
    const words = (offset: number, count: number): Uint32Array =>
      Uint32Array.from({ length: count }, (_, index) => view.getUint32(offset + 4 * index, true));
    const state = words(4, 16);
    compress(state, words(68, 32), words(196, 4), isFinal === 1, view.getUint32(0), pause);
    const output = new Uint8Array(64);
    const outputView = viewOf(output);
    state.forEach((word, index) => outputView.setUint32(4 * index, word, true));
    return output;
  },
};

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Mixes a message block into the state. All arrays hold 64-bit words as pairs, low half first. */
function compress(
  state: Uint32Array,
  message: Uint32Array,
  offset: Uint32Array,
  isFinal: boolean,
  rounds: number,
  pause: Pause,
): void {
  const v = new Uint32Array(32);
  v.set(state);
  v.set(initial, 16);
  for (let index = 0; index < 4; index++) v[24 + index]! ^= offset[index]!;
  if (isFinal) {
    v[28] = ~v[28]!;
    v[29] = ~v[29]!;
  }
  for (let round = 0; round < rounds; round++) {
    if (round % roundsBetweenPauses === 0) pause();
    const order = schedule[round % 10]!;
    // Columns, then diagonals.
    for (let index = 0; index < 8; index++) {
      const row = index & 3;
      const shift = index >> 2;
      const b = 8 + 2 * ((row + shift) & 3);
      const c = 16 + 2 * ((row + 2 * shift) & 3);
      const d = 24 + 2 * ((row + 3 * shift) & 3);
      mix(v, message, 2 * row, b, c, d, order[2 * index]!, order[2 * index + 1]!);
    }
  }
  for (let index = 0; index < 16; index++) state[index]! ^= v[index]! ^ v[index + 16]!;
}

const carry = 1 / 2 ** 32;

/** One mixing of four state words with two message words; the arguments are positions of low halves. */
function mix(
  v: Uint32Array,
  message: Uint32Array,
  a: number,
  b: number,
  c: number,
  d: number,
  x: number,
  y: number,
): void {
  let bLow = v[b]!;
  let bHigh = v[b + 1]!;

  // a += b + x; d = (d ^ a) >>> 32, which swaps its halves
  let sum = v[a]! + bLow + message[x]!;
  let aHigh = (v[a + 1]! + bHigh + message[x + 1]! + Math.floor(sum * carry)) >>> 0;
  let aLow = sum >>> 0;
  let dLow = (v[d + 1]! ^ aHigh) >>> 0;
  let dHigh = (v[d]! ^ aLow) >>> 0;

  // c += d; b = (b ^ c) >>> 24
  sum = v[c]! + dLow;
  let cHigh = (v[c + 1]! + dHigh + Math.floor(sum * carry)) >>> 0;
  let cLow = sum >>> 0;
  let low = bLow ^ cLow;
  let high = bHigh ^ cHigh;
  bLow = ((low >>> 24) | (high << 8)) >>> 0;
  bHigh = ((high >>> 24) | (low << 8)) >>> 0;

  // a += b + y; d = (d ^ a) >>> 16
  sum = aLow + bLow + message[y]!;
  aHigh = (aHigh + bHigh + message[y + 1]! + Math.floor(sum * carry)) >>> 0;
  aLow = sum >>> 0;
  low = dLow ^ aLow;
  high = dHigh ^ aHigh;
  dLow = ((low >>> 16) | (high << 16)) >>> 0;
  dHigh = ((high >>> 16) | (low << 16)) >>> 0;

  // c += d; b = (b ^ c) >>> 63
  sum = cLow + dLow;
  cHigh = (cHigh + dHigh + Math.floor(sum * carry)) >>> 0;
  cLow = sum >>> 0;
  low = bLow ^ cLow;
  high = bHigh ^ cHigh;
  v[a] = aLow;
  v[a + 1] = aHigh;
  v[b] = (low << 1) | (high >>> 31);
  v[b + 1] = (high << 1) | (low >>> 31);
  v[c] = cLow;
  v[c + 1] = cHigh;
  v[d] = dLow;
  v[d + 1] = dHigh;
}
