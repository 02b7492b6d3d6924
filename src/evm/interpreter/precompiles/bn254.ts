/** The pairing-friendly curve alt_bn128 (EIP-196, EIP-197), as repriced by EIP-1108. */
import { isActive } from '../../fork.ts';
import { padded } from './input.ts';
import { loadEvm } from './lazy.ts';
import type { Precompile } from './table.ts';

type Bn254 = InstanceType<ReturnType<typeof loadEvm>['NobleBN254']>;

let loaded: Bn254 | undefined;

/** The result of an operation; `undefined` for input that is not on the curve. */
function attempt(operation: (curve: Bn254) => Uint8Array): Uint8Array | undefined {
  loaded ??= new (loadEvm().NobleBN254)();
  try {
    return operation(loaded);
  } catch {
    return undefined;
  }
}

export const bn254Add: Precompile = {
  gas: (_, fork) => (isActive(fork, 'istanbul') ? 150 : 500),
  run: (input) => attempt((curve) => curve.add(padded(input, 0, 128))),
};

export const bn254Mul: Precompile = {
  gas: (_, fork) => (isActive(fork, 'istanbul') ? 6000 : 40_000),
  run: (input) => attempt((curve) => curve.mul(padded(input, 0, 96))),
};

const pairLength = 192;

export const bn254Pairing: Precompile = {
  gas(input, fork) {
    const pairs = Math.floor(input.length / pairLength);
    return isActive(fork, 'istanbul') ? 45_000 + 34_000 * pairs : 100_000 + 80_000 * pairs;
  },
  run: (input) => (input.length % pairLength === 0 ? attempt((curve) => curve.pairing(input)) : undefined),
};
