/**
 * Proof that a blob's polynomial has a value at a point (EIP-4844): one KZG opening, checked by two pairings.
 * e(C - y·G1, -G2) · e(proof, τ·G2 - z·G2) = 1
 */
import { bytesToBigInt } from '../../../hex.ts';
import { sha256Bytes } from '../../crypto.ts';
import { wordToBytes } from '../words.ts';
import { loadBls } from './lazy.ts';
import type { Precompile } from './table.ts';

/** The order of the scalar field: z and y are below it. */
const order = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n;
const fieldElementsPerBlob = 4096n;
/** τ·G2 of the public ceremony: the second power of its G2 points. */
const tauG2 =
  'b5bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72' +
  '185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2';

export const pointEvaluation: Precompile = {
  gas: () => 50_000,
  run(input) {
    if (input.length !== 192) return undefined;
    const z = bytesToBigInt(input.subarray(32, 64));
    const y = bytesToBigInt(input.subarray(64, 96));
    const commitment = input.subarray(96, 144);
    if (z >= order || y >= order || !isVersionedHash(input.subarray(0, 32), commitment)) return undefined;
    if (!isOpening(commitment, z, y, input.subarray(144, 192))) return undefined;
    return Buffer.concat([wordToBytes(fieldElementsPerBlob), wordToBytes(order)]);
  },
};

/** A versioned hash is the commitment's SHA-256 with its first byte replaced by the version. */
function isVersionedHash(hash: Uint8Array, commitment: Uint8Array): boolean {
  const expected = sha256Bytes(commitment);
  expected[0] = 1;
  return Buffer.compare(expected, hash) === 0;
}

function isOpening(commitment: Uint8Array, z: bigint, y: bigint, proof: Uint8Array): boolean {
  const { bls12_381: curve } = loadBls();
  const G1 = curve.G1.ProjectivePoint;
  const G2 = curve.G2.ProjectivePoint;
  try {
    const value = G1.fromHex(commitment).subtract(y === 0n ? G1.ZERO : G1.BASE.multiply(y));
    const quotient = G1.fromHex(proof);
    const divisor = G2.fromHex(tauG2).subtract(z === 0n ? G2.ZERO : G2.BASE.multiply(z));
    const pairs = [
      { g1: value, g2: G2.BASE.negate() },
      { g1: quotient, g2: divisor },
    ];
    // A pairing with the point at infinity is 1.
    const factors = pairs.filter(({ g1, g2 }) => !g1.equals(G1.ZERO) && !g2.equals(G2.ZERO));
    return factors.length === 0 || curve.fields.Fp12.eql(curve.pairingBatch(factors), curve.fields.Fp12.ONE);
  } catch {
    // Not a point of the subgroup.
    return false;
  }
}
