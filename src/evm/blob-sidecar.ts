/** Blob transactions as they are sent: with blobs, commitments and proofs around the transaction that a block holds (EIP-4844, EIP-7594). */
import type { Hash } from '../hex.ts';
import { bytesToHex } from '../hex.ts';
import { sha256Bytes } from './crypto.ts';
import { areCellProofs, isBlobProof } from './kzg.ts';
import type { RlpItem } from './rlp.ts';
import { decodeRlp, encodeRlp } from './rlp.ts';
import type { Transaction } from './transaction.ts';
import { decodeTransaction, TransactionDecodeError } from './transaction.ts';

export type Sidecar = {
  /** 0 has one proof for each blob, 1 has one for each cell of each extended blob. */
  readonly version: number;
  readonly blobs: readonly Uint8Array[];
  readonly commitments: readonly Uint8Array[];
  readonly proofs: readonly Uint8Array[];
};

/** A transaction as it was sent. */
export type Sent = { readonly transaction: Transaction; readonly sidecar: Sidecar | undefined };

const blobType = 3;
const blobSize = 131_072;
/** Of a commitment and of a proof. */
const pointSize = 48;
const cellsPerBlob = 128;
/** Of one transaction (EIP-7594). */
const maxBlobs = 6;

/**
 * Decodes a transaction with or without a sidecar.
 * @throws TransactionDecodeError as `decodeTransaction` does, and for a sidecar of another form
 */
export function decodeSent(raw: Uint8Array): Sent {
  if (raw[0] !== blobType) return { transaction: decodeTransaction(raw), sidecar: undefined };
  const items = listIn(raw.subarray(1));
  const [body, ...rest] = items;
  if (body === undefined || body instanceof Uint8Array)
    return { transaction: decodeTransaction(raw), sidecar: undefined };
  const inner = encodeRlp(body);
  const typed = new Uint8Array(inner.length + 1);
  typed[0] = blobType;
  typed.set(inner, 1);
  return { transaction: decodeTransaction(typed), sidecar: sidecarOf(rest) };
}

/**
 * What is wrong with the blobs that came with a transaction, in the words of go-ethereum; `undefined` when nothing is.
 * @param version of the sidecars that the fork of the next block asks for
 */
export async function checkSidecar(
  { blobVersionedHashes: hashes, maxFeePerBlobGas }: Transaction,
  sidecar: Sidecar | undefined,
  version: number,
): Promise<string | undefined> {
  if (sidecar === undefined) return 'missing sidecar in blob transaction';
  if (sidecar.version !== version) return `unexpected sidecar version, want: ${version}, got: ${sidecar.version}`;
  if (maxFeePerBlobGas < 1n)
    return `transaction gas price below minimum: blob fee cap ${maxFeePerBlobGas}, minimum needed 1`;
  const { blobs, commitments, proofs } = sidecar;
  const { length } = hashes;
  if (length === 0) return 'blobless blob transaction';
  if (length > maxBlobs) return `too many blobs in transaction: have ${length}, permitted ${maxBlobs}`;
  if (blobs.length !== length) return `invalid number of ${blobs.length} blobs compared to ${length} blob hashes`;
  if (commitments.length !== length)
    return `invalid number of ${commitments.length} blob commitments compared to ${length} blob hashes`;
  for (const [index, hash] of hashes.entries()) {
    const computed = versionedHash(commitments[index]!);
    if (computed !== hash) return `blob ${index}: computed hash ${computed} mismatches transaction one ${hash}`;
  }
  const perBlob = version === 0 ? 1 : cellsPerBlob;
  if (proofs.length !== length * perBlob)
    return version === 0
      ? `invalid number of ${proofs.length} blob proofs compared to ${length} blob hashes`
      : `invalid number of ${proofs.length} blob proofs expected ${length * perBlob}`;
  for (const [index, blob] of blobs.entries()) {
    const own = proofs.slice(index * perBlob, (index + 1) * perBlob);
    const commitment = commitments[index]!;
    // oxlint-disable-next-line no-await-in-loop -- each takes the processor for a while; the first wrong one ends it
    const isRight = await (version === 0
      ? isBlobProof(blob, commitment, own[0]!)
      : areCellProofs(blob, commitment, own));
    if (!isRight) return `invalid blob ${index}: can't verify opening proof`;
  }
  return undefined;
}

/** The hash by which a transaction names a commitment: version 1. */
export function versionedHash(commitment: Uint8Array): Hash {
  const hash = sha256Bytes(commitment);
  hash[0] = 1;
  return bytesToHex(hash);
}

/** Blobs, commitments, proofs; from version 1 on with the version before them. */
function sidecarOf(items: readonly RlpItem[]): Sidecar {
  const [first] = items;
  const isVersioned = first instanceof Uint8Array;
  if (isVersioned && (first.length !== 1 || first[0] !== 1))
    throw undecodable(`unsupported sidecar version ${bytesToHex(first)}`);
  const lists = isVersioned ? items.slice(1) : items;
  if (lists.length !== 3) throw undecodable(`expected blobs, commitments and proofs, got ${lists.length} items`);
  const [blobs, commitments, proofs] = lists;
  return {
    version: isVersioned ? 1 : 0,
    blobs: pieces(blobs, blobSize, 'blob'),
    commitments: pieces(commitments, pointSize, 'commitment'),
    proofs: pieces(proofs, pointSize, 'proof'),
  };
}

function pieces(item: RlpItem | undefined, size: number, name: string): readonly Uint8Array[] {
  if (item === undefined || item instanceof Uint8Array) throw undecodable(`expected a list of ${name}s`);
  return item.map((piece) => {
    if (!(piece instanceof Uint8Array) || piece.length !== size) throw undecodable(`${name}: expected ${size} bytes`);
    return piece;
  });
}

function listIn(bytes: Uint8Array): readonly RlpItem[] {
  let item: RlpItem;
  try {
    item = decodeRlp(bytes);
  } catch (error) {
    throw undecodable(error instanceof Error ? error.message : String(error));
  }
  if (item instanceof Uint8Array) throw undecodable('expected a list');
  return item;
}

function undecodable(why: string): TransactionDecodeError {
  return new TransactionDecodeError('undecodable', why, blobType);
}
