import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesToHex, hexToBytes } from '../src/hex.ts';

/** Around the lengths at which the way of converting changes. */
const bytes = fc.uint8Array({ maxLength: 70 });

test('bytes become lower-case digits, whichever array holds them', () => {
  fc.assert(
    fc.property(bytes, fc.nat(5), (array, before) => {
      const hex = `0x${Buffer.from(array).toString('hex')}`;
      const larger = new Uint8Array(before + array.length + 3);
      larger.set(array, before);
      expect(bytesToHex(array)).toBe(hex);
      expect(bytesToHex(larger.subarray(before, before + array.length))).toBe(hex);
      expect(bytesToHex(Buffer.from(array))).toBe(hex);
    }),
  );
});

test('digits of either case become an array of their own', () => {
  fc.assert(
    fc.property(bytes, (array) => {
      const digits = Buffer.from(array).toString('hex');
      for (const text of [digits, digits.toUpperCase()]) {
        const read = hexToBytes(`0x${text}`);
        expect(read).toEqual(array);
        expect(read.constructor).toBe(Uint8Array);
        expect(read.buffer.byteLength).toBe(array.length);
      }
    }),
  );
});
