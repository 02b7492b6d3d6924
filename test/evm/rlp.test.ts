/** The codec agrees with viem, and accepts one form of each value only. */
import fc from 'fast-check';
import { fromRlp, toRlp } from 'viem';
import { expect, test } from 'vitest';
import type { RlpItem } from '../../src/evm/rlp.ts';
import { RlpError, decodeRlp, encodeRlp } from '../../src/evm/rlp.ts';
import { bytesToHex, hexToBytes } from '../../src/hex.ts';

const seed = { seed: 20_261_121 };

const { item } = fc.letrec<{ item: RlpItem; bytes: Uint8Array; list: readonly RlpItem[] }>((tie) => ({
  item: fc.oneof({ maxDepth: 5 }, tie('bytes'), tie('list')),
  bytes: fc.oneof(fc.uint8Array({ maxLength: 3 }), fc.uint8Array({ minLength: 50, maxLength: 300 })),
  list: fc.array(tie('item'), { maxLength: 8 }),
}));

/** A mutable copy, as the library's types ask for. */
type Mutable = Uint8Array | Mutable[];
function copy(value: RlpItem): Mutable {
  return value instanceof Uint8Array ? value : value.map(copy);
}

function nest(depth: number): RlpItem {
  let value: RlpItem = [];
  for (let index = 1; index < depth; index++) value = [value];
  return value;
}

test('encodes like viem and decodes what it encoded', () => {
  fc.assert(
    fc.property(item, (value) => {
      const encoded = encodeRlp(value);
      expect(bytesToHex(encoded)).toBe(toRlp(copy(value), 'hex'));
      expect(decodeRlp(encoded)).toEqual(value);
    }),
    { ...seed, numRuns: 300 },
  );
});

test.each([
  [0, '0x80', '0xc0'],
  [1, '0x7f', '0xc1'],
  [55, '0xb7', '0xf7'],
  [56, '0xb838', '0xf838'],
  [255, '0xb8ff', '0xf8ff'],
  [256, '0xb90100', '0xf90100'],
  [65_535, '0xb9ffff', '0xf9ffff'],
  [65_536, '0xba010000', '0xfa010000'],
  [0xff_ffff, '0xbaffffff', '0xfaffffff'],
  [0x100_0000, '0xbb01000000', '0xfb01000000'],
])('gives %i bytes the prefix %s, and a list of as many %s', (length, prefix, listPrefix) => {
  const bytes = new Uint8Array(length).fill(0x7f);
  const encoded = encodeRlp(bytes);
  expect(bytesToHex(encoded.subarray(0, Math.max(1, encoded.length - length)))).toBe(prefix);
  expect(Buffer.compare(decodeRlp(encoded) as Uint8Array, bytes)).toBe(0);
  if (length > 100_000) return;
  const list = Array.from({ length }, () => bytes.subarray(0, 1));
  const encodedList = encodeRlp(list);
  expect(bytesToHex(encodedList.subarray(0, encodedList.length - length))).toBe(listPrefix);
  expect(decodeRlp(encodedList)).toEqual(list);
});

test('whatever it accepts is the only encoding of its value, and others accept it too', () => {
  const damaged = fc
    .tuple(item, fc.nat(), fc.nat({ max: 255 }), fc.integer({ min: -2, max: 2 }))
    .map(([value, at, byte, cut]) => {
      const encoded = encodeRlp(value);
      encoded[at % encoded.length] = byte;
      return cut < 0
        ? encoded.subarray(0, encoded.length + cut)
        : Uint8Array.from([...encoded, ...new Uint8Array(cut)]);
    });
  let accepted = 0;
  fc.assert(
    fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 12 })), (input) => {
      let value: RlpItem;
      try {
        value = decodeRlp(input);
      } catch (error) {
        expect(error).toBeInstanceOf(RlpError);
        return;
      }
      accepted++;
      expect(bytesToHex(encodeRlp(value))).toBe(bytesToHex(input));
      expect(fromRlp(input, 'bytes')).toEqual(value);
    }),
    { ...seed, numRuns: 3000 },
  );
  expect(accepted).toBeGreaterThan(100);
});

test.each([
  ['no input', '0x', 'rlp: input too short'],
  ['a string cut off', '0x83aabb', 'rlp: input too short'],
  ['a long string cut off', '0xb838aa', 'rlp: input too short'],
  ['a length cut off', '0xb9ff', 'rlp: input too short'],
  ['a list cut off', '0xc2aa', 'rlp: input too short'],
  ['a length of eight bytes', '0xbfffffffffffffffff', 'rlp: input too short'],
  ['a list length of eight bytes', '0xffffffffffffffffff', 'rlp: input too short'],
  ['a part larger than its list', '0xc283aabbcc', 'rlp: value larger than the list around it'],
  ['a prefixed single byte', '0x817f', 'rlp: single byte below 0x80 must be its own encoding'],
  ['a short string in the long form', `0xb837${'aa'.repeat(55)}`, 'rlp: length below 56 must be in the prefix'],
  ['a short list in the long form', `0xf801aa`, 'rlp: length below 56 must be in the prefix'],
  ['a length with leading zeros', `0xb90038${'aa'.repeat(56)}`, 'rlp: length with leading zeros'],
  ['a list length with leading zeros', `0xf90038${'aa'.repeat(56)}`, 'rlp: length with leading zeros'],
  ['bytes after the value', '0x8080', 'rlp: trailing bytes after the value'],
  ['bytes after a list', '0xc000', 'rlp: trailing bytes after the value'],
] as const)('refuses %s', (_, input, message) => {
  expect(() => decodeRlp(hexToBytes(input))).toThrow(new RlpError(message.slice(5)));
});

test('bounds nesting instead of exhausting the stack', () => {
  expect(decodeRlp(encodeRlp(nest(256)))).toEqual(nest(256));
  expect(() => encodeRlp(nest(257))).toThrow('rlp: too deeply nested');
  expect(() => encodeRlp(nest(100_000))).toThrow('rlp: too deeply nested');

  // Lists in lists, each of them complete, ever deeper: built from the inside, written from the end.
  const bytes: number[] = [0xc0];
  while (bytes.length < 200_000) {
    const length = bytes.length;
    if (length < 56) bytes.push(0xc0 + length);
    else {
      const digits = [
        ...Buffer.from(length.toString(16).padStart(length < 256 ? 2 : length < 65_536 ? 4 : 6, '0'), 'hex'),
      ];
      bytes.push(...digits.reverse(), 0xf7 + digits.length);
    }
  }
  expect(() => decodeRlp(Uint8Array.from(bytes.reverse()))).toThrow('rlp: too deeply nested');
});

test('decodes to views of the input, plain ones even of a Buffer', () => {
  const input = Buffer.concat([Buffer.alloc(3), encodeRlp([new Uint8Array(40).fill(1)])]).subarray(3);
  const [bytes] = decodeRlp(input) as readonly [Uint8Array];
  expect(bytes.buffer).toBe(input.buffer);
  expect(bytes.constructor).toBe(Uint8Array);
});
