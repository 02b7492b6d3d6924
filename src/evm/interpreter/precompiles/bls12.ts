/** The curve BLS12-381 (EIP-2537): additions, multiplications of many points at once, pairing, and mapping to the curve. */
import { numberWord, paddedNumber } from './input.ts';
import { loadBls, loadEvm } from './lazy.ts';
import type { Pair, PairingCurve } from './pairing.ts';
import { multiplyToOne, pointOfG1, pointOfG2 } from './pairing.ts';
import type { Pause } from './pause.ts';
import { attempt } from './pause.ts';
import type { Precompile } from './table.ts';

type Bls12 = InstanceType<ReturnType<typeof loadEvm>['NobleBLS']>;

/** A field element is 64 bytes, of which the first 16 are zero. */
const fieldLength = 64;
const fieldPadding = 16;
const scalarLength = 32;
const g1Length = 2 * fieldLength;
const g2Length = 4 * fieldLength;

let loaded: Bls12 | undefined;

function library(): Bls12 {
  return (loaded ??= new (loadEvm().NobleBLS)());
}

/** Input of exactly one item. */
function single(gas: number, length: number, operation: (curve: Bls12, input: Uint8Array) => Uint8Array): Precompile {
  return {
    gas: () => gas,
    run: (input) =>
      input.length === length && isPadded(input, length, length)
        ? attempt(() => operation(library(), input))
        : undefined,
  };
}

/** Input of one or more items, each of which begins with `fields` bytes of field elements. */
function several(
  gas: (items: number) => number,
  length: number,
  fields: number,
  operation: (input: Uint8Array, pause: Pause) => Uint8Array,
): Precompile {
  return {
    gas: (input) => gas(Math.floor(input.length / length)),
    run(input, _, pause) {
      const isWhole = input.length > 0 && input.length % length === 0;
      return isWhole && isPadded(input, length, fields) ? attempt(() => operation(input, pause)) : undefined;
    },
  };
}

/** A sum of products is the sum of its parts' sums: the library works on so few items at a time that it takes a tenth of a second. */
function inPieces(
  length: number,
  multiply: (curve: Bls12, input: Uint8Array) => Uint8Array,
  add: (curve: Bls12, input: Uint8Array) => Uint8Array,
): (input: Uint8Array, pause: Pause) => Uint8Array {
  const piece = 16 * length;
  return (input, pause) => {
    const curve = library();
    let sum = multiply(curve, input.subarray(0, piece));
    for (let start = piece; start < input.length; start += piece) {
      pause();
      sum = add(curve, Buffer.concat([sum, multiply(curve, input.subarray(start, start + piece))]));
    }
    return sum;
  };
}

function* pairsIn(input: Uint8Array, curve: PairingCurve): Generator<Pair> {
  for (let start = 0; start < input.length; start += g1Length + g2Length) {
    const field = (index: number): bigint => paddedNumber(input, start + fieldLength * index, fieldLength);
    yield {
      g1: pointOfG1(curve, field(0), field(1)),
      g2: pointOfG2(curve, [field(2), field(3), field(4), field(5)]),
    };
  }
}

function isPadded(input: Uint8Array, length: number, fields: number): boolean {
  for (let item = 0; item < input.length; item += length)
    for (let field = item; field < item + fields; field += fieldLength)
      for (let index = field; index < field + fieldPadding; index++) if (input[index] !== 0) return false;
  return true;
}

/** Multiplying many points at once is cheaper per point: thousandths of the price, by number of points. */
const g1Discounts = [
  1000, 949, 848, 797, 764, 750, 738, 728, 719, 712, 705, 698, 692, 687, 682, 677, 673, 669, 665, 661, 658, 654, 651,
  648, 645, 642, 640, 637, 635, 632, 630, 627, 625, 623, 621, 619, 617, 615, 613, 611, 609, 608, 606, 604, 603, 601,
  599, 598, 596, 595, 593, 592, 591, 589, 588, 586, 585, 584, 582, 581, 580, 579, 577, 576, 575, 574, 573, 572, 570,
  569, 568, 567, 566, 565, 564, 563, 562, 561, 560, 559, 558, 557, 556, 555, 554, 553, 552, 551, 550, 549, 548, 547,
  547, 546, 545, 544, 543, 542, 541, 540, 540, 539, 538, 537, 536, 536, 535, 534, 533, 532, 532, 531, 530, 529, 528,
  528, 527, 526, 525, 525, 524, 523, 522, 522, 521, 520, 520, 519,
];
const g2Discounts = [
  1000, 1000, 923, 884, 855, 832, 812, 796, 782, 770, 759, 749, 740, 732, 724, 717, 711, 704, 699, 693, 688, 683, 679,
  674, 670, 666, 663, 659, 655, 652, 649, 646, 643, 640, 637, 634, 632, 629, 627, 624, 622, 620, 618, 615, 613, 611,
  609, 607, 606, 604, 602, 600, 598, 597, 595, 593, 592, 590, 589, 587, 586, 584, 583, 582, 580, 579, 578, 576, 575,
  574, 573, 571, 570, 569, 568, 567, 566, 565, 563, 562, 561, 560, 559, 558, 557, 556, 555, 554, 553, 552, 552, 551,
  550, 549, 548, 547, 546, 545, 545, 544, 543, 542, 541, 541, 540, 539, 538, 537, 537, 536, 535, 535, 534, 533, 532,
  532, 531, 530, 530, 529, 528, 528, 527, 526, 526, 525, 524, 524,
];

function multiplicationGas(price: number, discounts: readonly number[]): (items: number) => number {
  return (items) => Math.floor((items * price * (discounts[Math.min(items, discounts.length) - 1] ?? 0)) / 1000);
}

export const bls12G1Add = single(375, 2 * g1Length, (curve, input) => curve.addG1(input));
export const bls12G2Add = single(600, 2 * g2Length, (curve, input) => curve.addG2(input));
export const bls12G1Msm = several(
  multiplicationGas(12_000, g1Discounts),
  g1Length + scalarLength,
  g1Length,
  inPieces(
    g1Length + scalarLength,
    (curve, input) => curve.msmG1(input),
    (curve, input) => curve.addG1(input),
  ),
);
export const bls12G2Msm = several(
  multiplicationGas(22_500, g2Discounts),
  g2Length + scalarLength,
  g2Length,
  inPieces(
    g2Length + scalarLength,
    (curve, input) => curve.msmG2(input),
    (curve, input) => curve.addG2(input),
  ),
);
export const bls12Pairing = several(
  (pairs) => 37_700 + 32_600 * pairs,
  g1Length + g2Length,
  g1Length + g2Length,
  (input, pause) => {
    const { bls12_381: curve } = loadBls();
    return numberWord(multiplyToOne(curve, pairsIn(input, curve), pause) ? 1 : 0);
  },
);
export const bls12MapFpToG1 = single(5500, fieldLength, (curve, input) => curve.mapFPtoG1(input));
export const bls12MapFp2ToG2 = single(23_800, 2 * fieldLength, (curve, input) => curve.mapFP2toG2(input));
