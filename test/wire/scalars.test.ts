import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Complaint } from '../../src/wire/codec.ts';
import { complaintOf } from '../../src/wire/codec.ts';
import {
  Address,
  Bytes,
  Count,
  Flag,
  Hash,
  Index,
  Quantity,
  StorageKey,
  Uint64,
  Word,
} from '../../src/wire/scalars.ts';

function complaint(schema: z.ZodType, wire: unknown): Complaint | undefined {
  const result = schema.safeParse(wire);
  return result.success ? undefined : complaintOf(result.error);
}

function message(schema: z.ZodType, wire: unknown): string | undefined {
  return complaint(schema, wire)?.message;
}

const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const hexDigits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: length, maxLength: length });

describe('quantities', () => {
  test('text and value are each other’s inverse up to 256 bits', () => {
    fc.assert(
      fc.property(uint256, (value) => {
        const text = z.encode(Quantity, value);
        expect(text).toBe(`0x${value.toString(16)}`);
        expect(Quantity.parse(text)).toBe(value);
      }),
    );
  });

  test('text and value are each other’s inverse up to 64 bits', () => {
    fc.assert(
      fc.property(uint64, (value) => {
        expect(Uint64.parse(z.encode(Uint64, value))).toBe(value);
      }),
    );
  });

  test.each([
    ['0x', 'hex string "0x" has no digits, zero is "0x0"'],
    ['', 'empty hex string'],
    ['12', 'hex string without 0x prefix'],
    ['0x00', 'hex number with leading zero digits'],
    ['0x01', 'hex number with leading zero digits'],
    ['0xg1', 'invalid hex string: "g" is not a hex digit'],
    ['0x1 ', 'invalid hex string: " " is not a hex digit'],
    ['0x-1', 'invalid hex string: "-" is not a hex digit'],
    [`0x1${'0'.repeat(64)}`, 'hex number > 256 bits'],
    [5, 'expected a hex string, got the number 5'],
    [true, 'expected a hex string, got the boolean true'],
    [null, 'expected a hex string, got nothing'],
    [undefined, 'expected a hex string, got nothing'],
    [['0x1'], 'expected a hex string, got an array'],
    [{}, 'expected a hex string, got an object'],
  ])('refuses %j', (wire, text) => {
    expect(message(Quantity, wire)).toBe(text);
  });

  test('refuses more than 64 bits where 64 are the limit', () => {
    expect(message(Uint64, `0x1${'0'.repeat(16)}`)).toBe('hex number > 64 bits');
    expect(Uint64.parse(`0x${'f'.repeat(16)}`)).toBe(2n ** 64n - 1n);
  });

  test('takes upper-case digits and gives lower-case ones', () => {
    expect(Quantity.parse('0xAB')).toBe(0xabn);
    expect(z.encode(Quantity, 0xabn)).toBe('0xab');
  });

  test('an index is a number', () => {
    expect(Index.parse('0x1f')).toBe(31);
    expect(z.encode(Index, 31)).toBe('0x1f');
    expect(message(Index, 31)).toBe('expected a hex string, got the number 31');
  });

  test('a count comes as hex text, decimal text or number', () => {
    expect([Count.parse('0x10'), Count.parse('16'), Count.parse(16)]).toEqual([16, 16, 16]);
    expect(message(Count, -1)).toBe('expected a count, got the number -1');
    expect(message(Count, 1.5)).toBe('expected a count, got the number 1.5');
    expect(message(Count, 'ten')).toBe('hex string without 0x prefix');
  });
});

describe('bytes', () => {
  test('text and value are each other’s inverse', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (value) => {
        expect(Bytes.parse(z.encode(Bytes, value))).toEqual(value);
      }),
    );
  });

  test('takes both cases and no bytes at all', () => {
    expect(Bytes.parse('0xAbcD')).toEqual(Uint8Array.of(0xab, 0xcd));
    expect(Bytes.parse('0x')).toEqual(new Uint8Array(0));
  });

  test.each([
    ['0x1', 'hex string of odd length'],
    ['0xzz', 'invalid hex string: "z" is not a hex digit'],
    ['0x12z4', 'invalid hex string: "z" is not a hex digit'],
    ['0x12é4', 'invalid hex string: "é" is not a hex digit'],
    ['1234', 'hex string without 0x prefix'],
    [12, 'expected a hex string, got the number 12'],
  ])('refuses %j', (wire, text) => {
    expect(message(Bytes, wire)).toBe(text);
  });

  test('no text that is not hex of even length gets through', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('0', 'x', 'f', 'G', ' ', 'é', '\u0000') }), (text) => {
        expect(Bytes.safeParse(text).success).toBe(/^0x(?:[0-9a-f]{2})*$/.test(text));
      }),
    );
  });
});

describe('fixed lengths', () => {
  test('addresses and hashes come in any case and go out lower-case', () => {
    fc.assert(
      fc.property(hexDigits(40), hexDigits(64), (short, long) => {
        expect(Address.parse(`0x${short}`)).toBe(`0x${short.toLowerCase()}`);
        expect(Hash.parse(`0x${long}`)).toBe(`0x${long.toLowerCase()}`);
      }),
    );
  });

  test.each([
    [`0x${'1'.repeat(38)}`, 'hex string has length 38, want 40 for address'],
    [`0x${'1'.repeat(42)}`, 'hex string has length 42, want 40 for address'],
    ['0x', 'hex string has length 0, want 40 for address'],
    ['1'.repeat(40), 'hex string without 0x prefix'],
    [`0x${'1'.repeat(39)}g`, 'invalid hex string: "g" is not a hex digit'],
    [7, 'expected a hex string, got the number 7'],
  ])('refuses %j as an address', (wire, text) => {
    expect(message(Address, wire)).toBe(text);
  });

  test('refuses a hash of another length', () => {
    expect(message(Hash, `0x${'1'.repeat(63)}`)).toBe('hex string has length 63, want 64 for hash');
  });

  test('a word is a hash read as an integer', () => {
    fc.assert(
      fc.property(uint256, (value) => {
        expect(Word.parse(z.encode(Word, value))).toBe(value);
      }),
    );
    expect(message(Word, '0x1')).toBe('hex string has length 1, want 64 for hash');
  });
});

describe('storage keys', () => {
  test('short forms are padded', () => {
    expect(['0x', '0x0', '0x1', '0x01', `0x${'f'.repeat(64)}`].map((wire) => StorageKey.parse(wire))).toEqual([
      0n,
      0n,
      1n,
      1n,
      2n ** 256n - 1n,
    ]);
  });

  test('refusals are worded as the recordings of a node have them, and stand alone', () => {
    const long = `0x${'0'.repeat(65)}`;
    expect(complaint(StorageKey, long)).toEqual({
      message: `storage key too long (want at most 32 bytes): "${long}"`,
      standsAlone: true,
    });
    expect(complaint(StorageKey, '0xasdf')).toEqual({
      message: 'invalid hex in storage key: "0xasdf"',
      standsAlone: true,
    });
    expect(message(StorageKey, 1)).toBe('expected a hex string, got the number 1');
  });
});

test('a flag is true or false, nothing that looks like it', () => {
  expect([Flag.parse(true), Flag.parse(false)]).toEqual([true, false]);
  expect(message(Flag, 'true')).toBe('expected true or false, got "true"');
});

test('long text is cut in messages', () => {
  expect(message(Flag, 'x'.repeat(500))).toBe(`expected true or false, got "${'x'.repeat(77)}..."`);
});

test('every scalar has a JSON Schema of its wire side', () => {
  for (const schema of [Quantity, Uint64, Index, Bytes, Address, Hash, Word, StorageKey]) {
    expect(z.toJSONSchema(schema, { io: 'input' })).toMatchObject({
      type: 'string',
      pattern: expect.stringContaining('^0x'),
    });
  }
});
