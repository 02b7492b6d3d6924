/** The pairing-friendly curve alt_bn128 (EIP-196, EIP-197), as repriced by EIP-1108. */
import { isActive } from '../../fork.ts';
import { numberWord, padded, paddedNumber } from './input.ts';
import { loadBn254, loadEvm } from './lazy.ts';
import type { Pair, PairingCurve } from './pairing.ts';
import { multiplyToOne, pointOfG1, pointOfG2 } from './pairing.ts';
import { attempt } from './pause.ts';
import type { Precompile } from './table.ts';

type Bn254 = InstanceType<ReturnType<typeof loadEvm>['NobleBN254']>;

let loaded: Bn254 | undefined;

function library(): Bn254 {
  return (loaded ??= new (loadEvm().NobleBN254)());
}

export const bn254Add: Precompile = {
  gas: (_, fork) => (isActive(fork, 'istanbul') ? 150 : 500),
  run: (input) => attempt(() => library().add(padded(input, 0, 128))),
};

export const bn254Mul: Precompile = {
  gas: (_, fork) => (isActive(fork, 'istanbul') ? 6000 : 40_000),
  run: (input) => attempt(() => library().mul(padded(input, 0, 96))),
};

const pairLength = 192;

export const bn254Pairing: Precompile = {
  gas(input, fork) {
    const pairs = Math.floor(input.length / pairLength);
    return isActive(fork, 'istanbul') ? 45_000 + 34_000 * pairs : 100_000 + 80_000 * pairs;
  },
  run(input, _, pause) {
    if (input.length % pairLength !== 0) return undefined;
    const curve = loadBn254().bn254;
    return attempt(() => numberWord(multiplyToOne(curve, pairsIn(input, curve), pause) ? 1 : 0));
  },
};

/** A point of G1 is x and y; of G2, each coordinate begins with its imaginary part. */
function* pairsIn(input: Uint8Array, curve: PairingCurve): Generator<Pair> {
  for (let start = 0; start < input.length; start += pairLength) {
    const word = (index: number): bigint => paddedNumber(input, start + 32 * index, 32);
    yield {
      g1: pointOfG1(curve, word(0), word(1)),
      g2: pointOfG2(curve, [word(3), word(2), word(5), word(4)]),
    };
  }
}
