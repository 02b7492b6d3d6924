/** The check that both pairing-friendly curves offer: whether the product of the pairings of many pairs of points is 1. */
import type { loadBls } from './lazy.ts';
import type { Pause } from './pause.ts';

/** The library has one type for both. */
export type PairingCurve = ReturnType<typeof loadBls>['bls12_381'];
export type G1 = PairingCurve['G1']['ProjectivePoint']['BASE'];
export type G2 = PairingCurve['G2']['ProjectivePoint']['BASE'];
export type Pair = { readonly g1: G1; readonly g2: G2 };

/** Pairs that are worked on together, which saves squarings; a tenth of a second. */
const batch = 8;

/**
 * Whether e(a1, b1) · e(a2, b2) · … = 1. Pairs with a point at infinity count as 1. The pairs are taken one by one, so that
 * making them, which includes checking their points, may take its time as well.
 */
export function multiplyToOne(curve: PairingCurve, pairs: Iterable<Pair>, pause: Pause): boolean {
  const { Fp12 } = curve.fields;
  let product = Fp12.ONE;
  let waiting: Pair[] = [];
  // Of each batch the Miller loops alone; the final exponentiation is the same for all.
  const work = (): void => {
    pause();
    product = Fp12.mul(product, curve.pairingBatch(waiting, false));
    waiting = [];
  };
  for (const pair of pairs) {
    const isNeutral = pair.g1.equals(curve.G1.ProjectivePoint.ZERO) || pair.g2.equals(curve.G2.ProjectivePoint.ZERO);
    if (!isNeutral) waiting.push(pair);
    else pause();
    if (waiting.length === batch) work();
  }
  work();
  return Fp12.eql(Fp12.finalExponentiate(product), Fp12.ONE);
}

/** A point of G1, in its subgroup. @throws Error for any other */
export function pointOfG1(curve: PairingCurve, x: bigint, y: bigint): G1 {
  const point = curve.G1.ProjectivePoint.fromAffine({ x, y });
  point.assertValidity();
  return point;
}

/** A point of G2, in its subgroup, by the two parts of its coordinates. @throws Error for any other */
export function pointOfG2(curve: PairingCurve, [x0, x1, y0, y1]: readonly [bigint, bigint, bigint, bigint]): G2 {
  const { Fp } = curve.fields;
  for (const part of [x0, x1, y0, y1]) if (!Fp.isValid(part)) throw new Error('not a field element');
  const point = curve.G2.ProjectivePoint.fromAffine({ x: { c0: x0, c1: x1 }, y: { c0: y0, c1: y1 } });
  point.assertValidity();
  return point;
}
