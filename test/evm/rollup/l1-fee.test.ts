/** FastLZ against solady's, and the L1 fee and the data footprint against the documented formulas (reference §9.2). */
import fc from 'fast-check';
import { LibZip } from 'solady';
import { describe, expect, it } from 'vitest';
import { fastLzLength } from '../../../src/evm/rollup/fastlz.ts';
import { daFootprintOf, l1CostOf, l1FeeOf } from '../../../src/evm/rollup/l1-fee.ts';
import { bytesToHex } from '../../../src/hex.ts';

const judged = (bytes: Uint8Array): number => (LibZip.flzCompress(bytesToHex(bytes)).length - 2) / 2;

/** Pieces that repeat what came before, at any distance and for any length, among others that do not. */
const repetitive = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.record({ distance: fc.integer({ min: 1, max: 9_000 }), length: fc.integer({ min: 1, max: 700 }) }),
    ),
    { maxLength: 40 },
  )
  .map((pieces) => {
    const bytes: number[] = [];
    for (const piece of pieces) {
      if (piece instanceof Uint8Array) bytes.push(...piece);
      else for (let count = 0; count < piece.length; count += 1) bytes.push(bytes[bytes.length - piece.distance] ?? 0);
    }
    return Uint8Array.from(bytes);
  });

const seed = { seed: 20_261_121 };

describe('the length after FastLZ', () => {
  it.each([0, 1, 2, 12, 13, 14, 15, 16, 17, 18, 31, 32, 33, 262, 263, 264, 270, 300, 525, 9_000])(
    'is right for %s equal bytes',
    (length) => {
      const bytes = new Uint8Array(length).fill(7);
      expect(fastLzLength(bytes)).toBe(judged(bytes));
    },
  );

  it('is right for anything short', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 120, max: 3 }), (bytes) => {
        expect(fastLzLength(bytes)).toBe(judged(bytes));
      }),
      { ...seed, numRuns: 500 },
    );
  });

  it('is right for repetitions of every length and distance', () => {
    fc.assert(
      fc.property(repetitive, (bytes) => {
        expect(fastLzLength(bytes)).toBe(judged(bytes));
      }),
      { ...seed, numRuns: 200 },
    );
  });
});

const fees = {
  baseFee: 0x6bdbf6fn,
  blobBaseFee: 0x582765n,
  baseFeeScalar: 0x8ddn,
  blobBaseFeeScalar: 0x101c12n,
  daFootprintGasScalar: 0x94n,
};

/** Bytes that compress to exactly so many: a run has one byte more for each 32. */
const incompressible = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => (index * 89 + (index >> 8) * 17) & 255);

/** By the formula of the reference, in one piece. */
function documented(compressed: number): bigint {
  const scaled = 836_500n * BigInt(compressed) - 42_585_600n;
  const size = scaled < 100_000_000n ? 100_000_000n : scaled;
  return (size * (16n * 0x8ddn * 0x6bdbf6fn + 0x101c12n * 0x582765n)) / 10n ** 12n;
}

describe('the L1 fee', () => {
  it.each([60, 110, 165, 166, 167, 250])('of %s bytes follows from their length after FastLZ', (length) => {
    const raw = incompressible(length);
    expect(l1FeeOf({ type: 2, raw }, fees)).toBe(documented(judged(raw)));
    expect(l1CostOf({ type: 2, raw }, fees)).toEqual({
      fees,
      fee: documented(judged(raw)),
      gasUsed: BigInt(Math.floor((Math.max(100e6, 836_500 * judged(raw) - 42_585_600) * 16) / 1e6)),
    });
  });

  it('is at its least for a transfer: 100 bytes', () => {
    const raw = incompressible(110);
    expect(l1FeeOf({ type: 2, raw }, fees)).toBe(documented(0));
    expect(l1CostOf({ type: 2, raw }, fees).gasUsed).toBe(1_600n);
    expect(daFootprintOf({ type: 2, raw }, fees)).toBe(14_800n); // 0x39d0, as the documented simulation has it
  });

  it('is nothing for a deposit, whose bytes are counted all the same', () => {
    const raw = incompressible(250);
    expect(l1FeeOf({ type: 0x7e, raw }, fees)).toBe(0n);
    expect(daFootprintOf({ type: 0x7e, raw }, fees)).toBe(0n);
    expect(l1CostOf({ type: 0x7e, raw }, fees).gasUsed).toBe(l1CostOf({ type: 2, raw }, fees).gasUsed);
  });

  it('is nothing for a call, and nothing where there is no L1', () => {
    expect(l1FeeOf({ type: 2 }, fees)).toBe(0n);
    expect(l1FeeOf({ type: 2, raw: incompressible(250) }, undefined)).toBe(0n);
  });

  it('is nothing when the scalars are', () => {
    const free = { ...fees, baseFeeScalar: 0n, blobBaseFeeScalar: 0n };
    expect(l1FeeOf({ type: 2, raw: incompressible(250) }, free)).toBe(0n);
  });

  it('sizes the documented deposit as its receipt does', () => {
    // 0x71d of L1 gas: only a length of 187 after FastLZ gives that.
    const raw = incompressible(181);
    expect(judged(raw)).toBe(187);
    expect(l1CostOf({ type: 0x7e, raw }, fees).gasUsed).toBe(0x71dn);
  });
});

it('the footprint is in whole bytes', () => {
  const raw = incompressible(250);
  const bytes = Math.floor((836_500 * judged(raw) - 42_585_600) / 1e6);
  expect(daFootprintOf({ type: 0, raw }, fees)).toBe(BigInt(bytes) * 148n);
});
