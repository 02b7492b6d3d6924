import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { BlockSelector, NumberSelector } from '../../src/wire/block-selector.ts';
import { complaintOf } from '../../src/wire/codec.ts';

const hash = `0x${'Ab'.repeat(32)}`;

function message(schema: z.ZodType, wire: unknown): string | undefined {
  const result = schema.safeParse(wire);
  return result.success ? undefined : complaintOf(result.error).message;
}

describe('a block selector', () => {
  test.each(['latest', 'pending', 'safe', 'finalized', 'earliest'])('may be the tag %s', (tag) => {
    expect(BlockSelector.parse(tag)).toEqual({ kind: 'tag', tag });
    expect(z.encode(BlockSelector, BlockSelector.parse(tag))).toBe(tag);
  });

  test('reads tags in any case', () => {
    expect(BlockSelector.parse('Latest')).toEqual({ kind: 'tag', tag: 'latest' });
  });

  test('means latest when absent or null', () => {
    expect(BlockSelector.parse(undefined)).toEqual({ kind: 'tag', tag: 'latest' });
    expect(BlockSelector.parse(null)).toEqual({ kind: 'tag', tag: 'latest' });
  });

  test('may be a hex number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (number) => {
        const selector = { kind: 'number' as const, number };
        expect(BlockSelector.parse(z.encode(BlockSelector, selector))).toEqual(selector);
      }),
    );
  });

  test('may be a hash of 32 bytes, even one that looks like a number', () => {
    const lower = hash.toLowerCase();
    expect(BlockSelector.parse(hash)).toEqual({ kind: 'hash', hash: lower, requireCanonical: false });
    expect(BlockSelector.parse(`0x${'0'.repeat(63)}1`)).toMatchObject({ kind: 'hash' });
    expect(z.encode(BlockSelector, BlockSelector.parse(hash))).toBe(lower);
  });

  test('may be an object of EIP-1898', () => {
    const lower = hash.toLowerCase();
    expect(BlockSelector.parse({ blockNumber: '0x10' })).toEqual({ kind: 'number', number: 16n });
    expect(BlockSelector.parse({ blockNumber: 'pending' })).toEqual({ kind: 'tag', tag: 'pending' });
    expect(BlockSelector.parse({ blockHash: hash })).toEqual({ kind: 'hash', hash: lower, requireCanonical: false });
    const strict = BlockSelector.parse({ blockHash: hash, requireCanonical: true });
    expect(strict).toEqual({ kind: 'hash', hash: lower, requireCanonical: true });
    expect(z.encode(BlockSelector, strict)).toEqual({ blockHash: lower, requireCanonical: true });
  });

  test.each([
    ['newest', 'hex string without 0x prefix, and not a block tag: "newest"'],
    ['10', 'hex string without 0x prefix, and not a block tag: "10"'],
    ['', 'hex string without 0x prefix, and not a block tag: ""'],
    ['0x', 'hex string "0x" has no digits, zero is "0x0"'],
    ['0x01', 'hex number with leading zero digits'],
    [`0x1${'0'.repeat(16)}`, 'hex number > 64 bits'],
    [10, 'expected a block tag, number, hash or object, got the number 10'],
    [['latest'], 'expected a block tag, number, hash or object, got an array'],
    [{}, 'block selector object needs blockHash or blockNumber'],
    [{ blockNumber: '0x1', blockHash: hash }, 'block selector has both blockHash and blockNumber'],
    [{ blockNumber: 1 }, 'expected a block tag or number, got the number 1'],
    [{ blockHash: '0x12' }, 'hex string has length 2, want 64 for hash'],
    [{ blockHash: hash, requireCanonical: 'yes' }, 'requireCanonical: expected true or false, got "yes"'],
  ])('refuses %j', (wire, text) => {
    expect(message(BlockSelector, wire)).toBe(text);
  });
});

test('where only numbers make sense, a hash is refused', () => {
  expect(NumberSelector.parse('0x5')).toEqual({ kind: 'number', number: 5n });
  expect(NumberSelector.parse(undefined)).toEqual({ kind: 'tag', tag: 'latest' });
  expect(message(NumberSelector, hash)).toBe('hex number > 64 bits');
});
