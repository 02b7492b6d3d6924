/**
 * Blob transactions as they are sent. Blobs are of zeros: their commitment and all their proofs are the point at infinity, which is
 * right and quickly made; a proof that is another point is wrong.
 */
import type { Hex } from 'viem';
import { concatHex, fromRlp, hexToBytes, keccak256, toRlp } from 'viem';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Chain } from '../../src/chain/chain.ts';
import { noUpgrades } from '../../src/evm/schedule.ts';
import { bytesToHex } from '../../src/hex.ts';
import { versionedHash } from '../../src/evm/blob-sidecar.ts';
import { alice, attributesOf, bob, createTestChain, rules, seal, sign as signPlain } from '../support/chain.ts';

const blob: Hex = `0x${'00'.repeat(131_072)}`;
const infinity: Hex = `0xc0${'00'.repeat(47)}`;
const generator: Hex =
  '0x97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb';
const zeroBlobHash = versionedHash(hexToBytes(infinity));
const cells = 128;

const blobs = { target: 6n, max: 9n, baseFeeUpdateFraction: 5_007_716n };

/** A chain that takes blobs, under the rules of a fork. */
const blobChain = async (fork: 'osaka' | 'prague' = 'osaka'): Promise<Chain> =>
  createTestChain({
    schedule: () => ({ fork, blobs }),
    upgrades: noUpgrades(fork),
    pool: { ...rules.pool, takesBlobs: true },
  });

/** The signed transaction that a block would hold. */
async function sign(count: number, fields: { nonce?: number; hash?: Hex; maxFeePerBlobGas?: bigint } = {}) {
  const { nonce = 0, hash = zeroBlobHash, maxFeePerBlobGas = 10n } = fields;
  return alice.signTransaction({
    type: 'eip4844',
    chainId: 8453,
    nonce,
    to: bob.address,
    gas: 21_000n,
    maxFeePerGas: 10n ** 9n,
    maxPriorityFeePerGas: 10n ** 6n,
    maxFeePerBlobGas,
    blobVersionedHashes: Array.from({ length: count }, () => hash),
  });
}

type Parts = { version?: Hex; blobs?: number; commitments?: number; proofs?: number; proof?: Hex };

/** The same with what travels beside it. */
function wrap(inner: Hex, count: number, parts: Parts = {}): Uint8Array {
  const { version = '0x01', proof = infinity } = parts;
  const many = (length: number, value: Hex): Hex[] => Array.from({ length }, () => value);
  const proofs = many(parts.proofs ?? count * (version === '0x' ? 1 : cells), infinity);
  if (proofs.length > 0) proofs[proofs.length - 1] = proof;
  const body = fromRlp(`0x${inner.slice(4)}`);
  const rest = [many(parts.blobs ?? count, blob), many(parts.commitments ?? count, infinity), proofs];
  return hexToBytes(concatHex(['0x03', toRlp(version === '0x' ? [body, ...rest] : [body, version, ...rest])]));
}

describe('a blob transaction', () => {
  let chain: Chain;
  beforeAll(async () => {
    chain = await blobChain();
  });

  test('goes by the hash of what a block holds of it, and enters the block without its blobs', async () => {
    const here = await blobChain();
    const inner = await sign(2);
    expect(await here.submit(wrap(inner, 2))).toBe(keccak256(inner));
    await here.tick(10, 10);
    await seal(here);
    expect(bytesToHex(here.head.transactions[0]!.raw)).toBe(inner);
    expect(here.head.header.blobGasUsed).toBe(2n * 131_072n);
    expect(here.head.receipts[0]).toMatchObject({ status: 1, blobGasUsed: 262_144n, blobGasPrice: 1n });
  });

  test('goes into a built block after others of the same tip, and brings its blobs along', async () => {
    const here = await blobChain();
    await here.submit(wrap(await sign(1), 1));
    await here.submit(await signPlain(bob, { to: bob.address }));
    const { block, sidecars } = await here.build(here.head.hash, attributesOf(here), undefined);
    expect(block.transactions.map(({ type }) => type)).toEqual([2, 3]);
    expect(block.header.blobGasUsed).toBe(131_072n);
    expect(sidecars.map(({ blobs: own, proofs }) => [own.length, proofs.length])).toEqual([[1, cells]]);
  });

  test('waits for a block with room for its blobs', async () => {
    const here = await blobChain();
    for (const nonce of [0, 1]) await here.submit(wrap(await sign(5, { nonce }), 5));
    await here.tick(10, 10);
    expect(here.pending.transactions).toHaveLength(1);
    await seal(here);
    await here.tick(10, 10);
    expect(here.pending.transactions).toHaveLength(1);
  });

  test.each<readonly [string, number, Parts, string]>([
    ['too few blobs', 2, { blobs: 1 }, 'invalid number of 1 blobs compared to 2 blob hashes'],
    ['too few commitments', 2, { commitments: 1 }, 'invalid number of 1 blob commitments compared to 2 blob hashes'],
    ['too few cell proofs', 1, { proofs: 127 }, 'invalid number of 127 blob proofs expected 128'],
    ['a wrong cell proof', 1, { proof: generator }, "invalid blob 0: can't verify opening proof"],
    ['proofs by blob, from Osaka on', 1, { version: '0x' }, 'unexpected sidecar version, want: 1, got: 0'],
    ['too many blobs', 7, {}, 'too many blobs in transaction: have 7, permitted 6'],
  ])('is refused for %s', async (_what, count, parts, why) => {
    const inner = await sign(count);
    await expect(chain.submit(wrap(inner, count, parts))).rejects.toMatchObject({
      kind: 'invalidBlobs',
      details: { why },
    });
  });

  test('is refused when a hash is not that of its commitment', async () => {
    const hash: Hex = `0x01${'22'.repeat(31)}`;
    await expect(chain.submit(wrap(await sign(1, { hash }), 1))).rejects.toMatchObject({
      details: { why: `blob 0: computed hash ${zeroBlobHash} mismatches transaction one ${hash}` },
    });
  });

  test('is refused without its blobs', async () => {
    await expect(chain.submit(hexToBytes(await sign(1)))).rejects.toMatchObject({
      details: { why: 'missing sidecar in blob transaction' },
    });
  });

  test('has one proof for each blob before Osaka', async () => {
    const here = await blobChain('prague');
    const inner = await sign(1);
    await expect(here.submit(wrap(inner, 1))).rejects.toMatchObject({
      details: { why: 'unexpected sidecar version, want: 0, got: 1' },
    });
    await expect(here.submit(wrap(inner, 1, { version: '0x', proof: generator }))).rejects.toMatchObject({
      details: { why: "invalid blob 0: can't verify opening proof" },
    });
    expect(await here.submit(wrap(inner, 1, { version: '0x' }))).toBe(keccak256(inner));
  });

  test.each([
    ['a sidecar of an unknown version', '0x02'],
    ['a sidecar of version 0 that says so', '0x00'],
  ] as const)('is no transaction with %s', async (_what, version) => {
    await expect(chain.submit(wrap(await sign(1), 1, { version }))).rejects.toMatchObject({
      kind: 'undecodableTransaction',
    });
  });

  test('is a type that a chain without blobs does not take, in either form', async () => {
    const here = await createTestChain();
    const inner = await sign(1);
    for (const raw of [hexToBytes(inner), wrap(inner, 1)])
      await expect(here.submit(raw)).rejects.toMatchObject({ kind: 'unsupportedTransactionType' });
  });
});
