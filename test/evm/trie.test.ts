/** The trie agrees with @ethereumjs/mpt on roots and proofs after any history, and no write touches an older trie. */
import { MerklePatriciaTrie, verifyMerkleProof } from '@ethereumjs/mpt';
import fc from 'fast-check';
import { numberToBytes, toRlp } from 'viem';
import { expect, test } from 'vitest';
import { keccak256Bytes } from '../../src/evm/crypto.ts';
import type { Trie } from '../../src/evm/trie.ts';
import {
  createTrie,
  emptyTrie,
  emptyTrieRoot,
  orderedRoot,
  trieDelete,
  trieGet,
  trieProof,
  trieRoot,
  trieSet,
} from '../../src/evm/trie.ts';
import { bytesToHex, hexToBytes } from '../../src/hex.ts';

const seed = { seed: 20_261_121 };

type Step = { readonly key: Uint8Array; readonly value: Uint8Array | undefined };

/** Few distinct bytes, so that keys share paths, collide, and are prefixes of one another. */
const closeKey = fc
  .array(fc.constantFrom(0x00, 0x01, 0x10, 0x11, 0xff), { minLength: 1, maxLength: 4 })
  .map((bytes) => Uint8Array.from(bytes));
const digestKey = fc.nat({ max: 60 }).map((seedByte) => keccak256Bytes(Uint8Array.of(seedByte)));
const value = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 2 }),
  fc.uint8Array({ minLength: 28, maxLength: 60 }),
  fc.uint8Array({ minLength: 1100, maxLength: 1200 }),
);
const steps = (key: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Step[]> =>
  fc.array(fc.record({ key, value: fc.option(value, { nil: undefined, freq: 2 }) }), { maxLength: 60 });

function apply(trie: Trie<Uint8Array>, { key, value: next }: Step): Trie<Uint8Array> {
  return next === undefined ? trieDelete(trie, key) : trieSet(trie, key, next);
}

async function applyTo(mpt: MerklePatriciaTrie, { key, value: next }: Step): Promise<void> {
  if (next === undefined) await mpt.del(key);
  else await mpt.put(key, next);
}

test.each([
  ['keys of 32 bytes', digestKey],
  ['keys that are prefixes of one another', closeKey],
])('has the root of @ethereumjs/mpt after every write of a random sequence: %s', async (_, key) => {
  await fc.assert(
    fc.asyncProperty(steps(key), async (sequence) => {
      const mpt = new MerklePatriciaTrie();
      let trie = emptyTrie;
      for (const step of sequence) {
        trie = apply(trie, step);
        await applyTo(mpt, step);
        expect(trieRoot(trie)).toBe(bytesToHex(mpt.root()));
      }
    }),
    { ...seed, numRuns: 60 },
  );
});

test.each([
  ['keys of 32 bytes', digestKey],
  ['keys that are prefixes of one another', closeKey],
])('has the same root when asked only at the end, whatever the order of writes: %s', (_, key) => {
  fc.assert(
    fc.property(steps(key), fc.infiniteStream(fc.nat()), (sequence, order) => {
      const last = new Map<string, Step>();
      for (const step of sequence) last.set(bytesToHex(step.key), step);
      const shuffled = [...last.values()]
        .filter((step) => step.value !== undefined)
        .map((step) => ({ step, rank: order.next().value ?? 0 }))
        .sort((left, right) => left.rank - right.rank)
        .map(({ step }) => step);
      expect(trieRoot(sequence.reduce(apply, emptyTrie))).toBe(trieRoot(shuffled.reduce(apply, emptyTrie)));
    }),
    { ...seed, numRuns: 100 },
  );
});

test('proves presence and absence as @ethereumjs/mpt verifies it', async () => {
  const key = fc.oneof(digestKey, closeKey);
  await fc.assert(
    fc.asyncProperty(steps(key), fc.array(key, { minLength: 1, maxLength: 5 }), async (sequence, others) => {
      const trie = sequence.reduce(apply, emptyTrie);
      if (trieRoot(trie) === emptyTrieRoot) return;
      for (const each of [...sequence.map((step) => step.key), ...others]) {
        const proof = trieProof(trie, each);
        expect(bytesToHex(keccak256Bytes(proof[0]!))).toBe(trieRoot(trie));
        const proven = await verifyMerkleProof(each, proof);
        const expected = trieGet(trie, each);
        expect(proven === null ? undefined : bytesToHex(proven)).toBe(expected && bytesToHex(expected));
      }
    }),
    { ...seed, numRuns: 60 },
  );
});

test('a proof holds nodes from the root to the leaf, and not those embedded in another', async () => {
  const mpt = new MerklePatriciaTrie();
  let trie = emptyTrie;
  for (let index = 0; index < 500; index++) {
    const key = keccak256Bytes(Uint8Array.of(index & 255, index >> 8));
    trie = trieSet(trie, key, key);
    await mpt.put(key, key);
  }
  for (let index = 490; index < 510; index++) {
    const key = keccak256Bytes(Uint8Array.of(index & 255, index >> 8));
    expect(trieProof(trie, key)).toEqual((await mpt.findPath(key)).stack.map((node) => node.serialize()));
  }
  const short = trieSet(trieSet(emptyTrie, Uint8Array.of(1), Uint8Array.of(1)), Uint8Array.of(2), Uint8Array.of(2));
  expect(trieProof(short, Uint8Array.of(2))).toHaveLength(1);
  expect(trieProof(emptyTrie, Uint8Array.of(2))).toEqual([]);
});

test('reads back what was written last', () => {
  fc.assert(
    fc.property(steps(fc.oneof(digestKey, closeKey)), (sequence) => {
      const naive = new Map<string, Uint8Array | undefined>();
      for (const step of sequence) naive.set(bytesToHex(step.key), step.value);
      const trie = sequence.reduce(apply, emptyTrie);
      for (const [key, expected] of naive) {
        const bytes = hexToBytes(key as `0x${string}`);
        expect(trieGet(trie, bytes)).toBe(expected);
        for (const other of [bytes.subarray(1), Uint8Array.of(...bytes, 0)])
          expect(trieGet(trie, other)).toBe(naive.get(bytesToHex(other)));
      }
    }),
    { ...seed, numRuns: 200 },
  );
});

test('older tries keep their values and roots', () => {
  fc.assert(
    fc.property(steps(fc.oneof(digestKey, closeKey)), fc.boolean(), (sequence, hashAsWeGo) => {
      const history: { readonly trie: Trie<Uint8Array>; readonly length: number }[] = [];
      let trie = emptyTrie;
      sequence.forEach((step, index) => {
        trie = apply(trie, step);
        if (hashAsWeGo) trieRoot(trie);
        history.push({ trie, length: index + 1 });
      });
      for (const past of history.reverse())
        expect(trieRoot(past.trie)).toBe(trieRoot(sequence.slice(0, past.length).reduce(apply, emptyTrie)));
    }),
    { ...seed, numRuns: 100 },
  );
});

test('a write that changes nothing gives the same trie', () => {
  const key = keccak256Bytes(Uint8Array.of(1));
  const trie = trieSet(
    trieSet(
      createTrie((number: bigint) => Uint8Array.of(Number(number))),
      key,
      1n,
    ),
    Uint8Array.of(7),
    2n,
  );
  expect(trieSet(trie, key.slice(), 1n)).toBe(trie);
  expect(trieDelete(trie, keccak256Bytes(Uint8Array.of(2)))).toBe(trie);
  expect(trieDelete(trie, key.subarray(0, 31))).toBe(trie);
  expect(trieDelete(emptyTrie, key)).toBe(emptyTrie);
});

test('encodes a value only when a root needs it, and once', () => {
  let encoded = 0;
  const counting = createTrie((text: string) => {
    encoded++;
    return Buffer.from(text);
  });
  const trie = trieSet(trieSet(counting, Uint8Array.of(1), 'a'.repeat(40)), Uint8Array.of(0x21), 'b'.repeat(40));
  expect(encoded).toBe(0);
  trieRoot(trie);
  expect(encoded).toBe(2);
  trieRoot(trie);
  expect(encoded).toBe(2);
  trieRoot(trieSet(trie, Uint8Array.of(0x31), 'c'.repeat(40)));
  expect(encoded).toBe(3);
});

test('the root without keys is the well-known one', () => {
  expect(trieRoot(emptyTrie)).toBe(emptyTrieRoot);
  expect(emptyTrieRoot).toBe(bytesToHex(new MerklePatriciaTrie().EMPTY_TRIE_ROOT));
  expect(orderedRoot([])).toBe(emptyTrieRoot);
});

test.each([1, 2, 3, 16, 17, 127, 128, 129, 200, 256, 257, 300])(
  'orders a list of %i by the RLP of the index',
  async (length) => {
    const items = Array.from({ length }, (_, index) => new Uint8Array(1 + ((index * 37) % 150)).fill(index + 1));
    const mpt = new MerklePatriciaTrie();
    for (const [index, item] of items.entries())
      await mpt.put(toRlp(index === 0 ? '0x' : numberToBytes(index), 'bytes'), item);
    expect(orderedRoot(items)).toBe(bytesToHex(mpt.root()));
  },
);
