/** Roots and proofs are those of @ethereumjs/statemanager after any history, and those of older states stay as they were. */
import { verifyMerkleProof } from '@ethereumjs/mpt';
import { MerkleStateManager } from '@ethereumjs/statemanager';
import { createAddressFromString, unpadBytes } from '@ethereumjs/util';
import fc from 'fast-check';
import { fromRlp, toHex, toRlp } from 'viem';
import { expect, test } from 'vitest';
import { keccak256Bytes } from '../../../src/evm/crypto.ts';
import type { Account, StateReader } from '../../../src/evm/state/account.ts';
import { emptyAccount, emptyCodeHash } from '../../../src/evm/state/account.ts';
import type { Commitment } from '../../../src/evm/state/commitment.ts';
import {
  accountProof,
  commit,
  emptyCommitment,
  stateRoot,
  storageProof,
  storageRoot,
} from '../../../src/evm/state/commitment.ts';
import type { Overlay } from '../../../src/evm/state/overlay.ts';
import { createOverlay } from '../../../src/evm/state/overlay.ts';
import { emptyTrieRoot } from '../../../src/evm/trie.ts';
import type { Address } from '../../../src/hex.ts';
import { bigIntToAddress, bigIntToBytes, bigIntToHash, bytesToHex, emptyBytes, hexToBytes } from '../../../src/hex.ts';

const seed = { seed: 20_261_121 };

const emptyState: StateReader = {
  account: () => undefined,
  code: () => emptyBytes,
  storage: () => 0n,
  hasStorage: () => false,
};

const address = fc.bigInt({ min: 1n, max: 12n }).map((number) => bigIntToAddress(number * 0x1234567890abcdefn));
const slot = fc.oneof(fc.bigInt({ min: 0n, max: 8n }), fc.constant(2n ** 256n - 1n));
const word = fc.oneof(
  { weight: 2, arbitrary: fc.constant(0n) },
  fc.bigInt({ min: 0n, max: 300n }),
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
);

type Step =
  | { readonly kind: 'fund'; readonly address: Address; readonly nonce: bigint; readonly balance: bigint }
  | { readonly kind: 'deploy'; readonly address: Address; readonly codeHash: bigint }
  | { readonly kind: 'store'; readonly address: Address; readonly slot: bigint; readonly value: bigint }
  | { readonly kind: 'clear' | 'destroy'; readonly address: Address };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('fund' as const),
      address,
      nonce: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      balance: word,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('deploy' as const),
      address,
      codeHash: fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
    }),
  },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('store' as const), address, slot, value: word }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('clear' as const, 'destroy' as const), address }) },
);
const blocks = fc.array(fc.array(step, { maxLength: 12 }), { minLength: 1, maxLength: 8 });

function apply(overlay: Overlay, next: Step): void {
  const before = overlay.account(next.address);
  if (next.kind === 'fund') {
    const { nonce, balance } = next;
    overlay.setAccount(next.address, { ...(before ?? emptyAccount), nonce, balance });
  } else if (next.kind === 'deploy') {
    overlay.setAccount(next.address, { ...(before ?? emptyAccount), codeHash: bigIntToHash(next.codeHash) });
  } else if (before === undefined) {
    // Only what exists has storage.
  } else if (next.kind === 'store') overlay.setStorage(next.address, next.slot, next.value);
  else if (next.kind === 'clear') overlay.clearStorage(next.address);
  else overlay.endTransaction({ destroyed: [next.address], deleteEmpty: false });
}

async function applyTo(manager: MerkleStateManager, next: Step): Promise<void> {
  const target = createAddressFromString(next.address);
  if (next.kind === 'fund') return manager.modifyAccountFields(target, { nonce: next.nonce, balance: next.balance });
  if (next.kind === 'deploy')
    return manager.modifyAccountFields(target, { codeHash: hexToBytes(bigIntToHash(next.codeHash)) });
  if ((await manager.getAccount(target)) === undefined) return;
  if (next.kind === 'store')
    return manager.putStorage(
      target,
      hexToBytes(bigIntToHash(next.slot)),
      unpadBytes(hexToBytes(bigIntToHash(next.value))),
    );
  if (next.kind === 'clear') return manager.clearStorage(target);
  return manager.deleteAccount(target);
}

type Sealed = { readonly state: StateReader; readonly commitment: Commitment };

function sealBlock({ state, commitment }: Sealed, steps: readonly Step[]): Sealed {
  const overlay = createOverlay(state);
  for (const each of steps) apply(overlay, each);
  return { state: overlay, commitment: commit(commitment, overlay.changes, overlay) };
}

const genesis: Sealed = { state: emptyState, commitment: emptyCommitment };

test('has the state root of @ethereumjs/statemanager after every block of a random history', async () => {
  await fc.assert(
    fc.asyncProperty(blocks, async (history) => {
      const manager = new MerkleStateManager();
      let sealed = genesis;
      for (const steps of history) {
        sealed = sealBlock(sealed, steps);
        for (const each of steps) await applyTo(manager, each);
        expect(stateRoot(sealed.commitment)).toBe(bytesToHex(await manager.getStateRoot()));
      }
    }),
    { ...seed, numRuns: 150 },
  );
});

test('proves every account and slot, present or not, against the state root alone', async () => {
  const probe = fc.array(fc.record({ address, slot }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(blocks, probe, async (history, probes) => {
      const { state, commitment } = history.reduce(sealBlock, genesis);
      if (stateRoot(commitment) === emptyTrieRoot) return;
      for (const { address: who, slot: where } of probes) {
        const nodes = accountProof(commitment, who);
        expect(bytesToHex(keccak256Bytes(nodes[0]!))).toBe(stateRoot(commitment));
        const leaf = await verifyMerkleProof(keccak256Bytes(hexToBytes(who)), nodes);
        const account = state.account(who);
        expect(leaf === null ? undefined : fromRlp(leaf, 'hex')).toEqual(
          account && fields(account, storageRoot(commitment, who)),
        );

        const storageNodes = storageProof(commitment, who, where);
        if (storageRoot(commitment, who) === emptyTrieRoot) {
          expect(storageNodes).toEqual([]);
          expect(state.storage(who, where)).toBe(0n);
          continue;
        }
        expect(bytesToHex(keccak256Bytes(storageNodes[0]!))).toBe(storageRoot(commitment, who));
        const value = await verifyMerkleProof(keccak256Bytes(hexToBytes(bigIntToHash(where))), storageNodes);
        const expected = state.storage(who, where);
        expect(value && bytesToHex(value)).toBe(expected === 0n ? null : toRlp(toHex(bigIntToBytes(expected))));
      }
    }),
    { ...seed, numRuns: 80 },
  );
});

function fields(account: Account, root: string): readonly string[] {
  return [toHex(bigIntToBytes(account.nonce)), toHex(bigIntToBytes(account.balance)), root, account.codeHash];
}

test('older commitments keep their roots and proofs', () => {
  fc.assert(
    fc.property(blocks, address, slot, (history, who, where) => {
      const describe = (commitment: Commitment) => [
        stateRoot(commitment),
        storageRoot(commitment, who),
        accountProof(commitment, who).map(bytesToHex),
        storageProof(commitment, who, where).map(bytesToHex),
      ];
      let sealed = genesis;
      const past = history.map((steps) => {
        sealed = sealBlock(sealed, steps);
        return { commitment: sealed.commitment, described: describe(sealed.commitment) };
      });
      for (const { commitment, described } of past) expect(describe(commitment)).toEqual(described);
    }),
    { ...seed, numRuns: 80 },
  );
});

const who = bigIntToAddress(0xabcn);
const funded: Step = { kind: 'fund', address: who, nonce: 1n, balance: 5n };
const stored: Step = { kind: 'store', address: who, slot: 1n, value: 2n };

test('a block that changes nothing leaves the very same commitment', () => {
  const sealed = sealBlock(genesis, [funded, stored]);
  expect(sealBlock(sealed, []).commitment).toBe(sealed.commitment);
  expect(sealBlock(sealed, [funded, stored]).commitment).toBe(sealed.commitment);
});

test('an account created again after its destruction starts without storage', () => {
  const fresh = sealBlock(genesis, [funded]);
  for (const history of [
    [
      [funded, stored],
      [{ kind: 'destroy', address: who }, funded],
    ],
    [[funded, stored], [{ kind: 'destroy', address: who }], [funded]],
  ] as const)
    expect(stateRoot(history.reduce(sealBlock, genesis).commitment)).toBe(stateRoot(fresh.commitment));
});

test('an account changed in its storage alone keeps its fields', () => {
  const together = sealBlock(genesis, [funded, stored]);
  const apart = sealBlock(sealBlock(genesis, [funded]), [stored]);
  expect(stateRoot(apart.commitment)).toBe(stateRoot(together.commitment));
  expect(storageRoot(apart.commitment, who)).not.toBe(emptyTrieRoot);
});

test('an account that does not exist has no storage', () => {
  expect(storageRoot(emptyCommitment, who)).toBe(emptyTrieRoot);
  expect(storageProof(emptyCommitment, who, 1n)).toEqual([]);
  expect(accountProof(emptyCommitment, who)).toEqual([]);
  expect(stateRoot(emptyCommitment)).toBe(emptyTrieRoot);
});

test('agrees on more accounts than it remembers keys for', () => {
  const steps = Array.from({ length: 20_000 }, (_, index): Step => ({
    ...funded,
    kind: 'fund',
    address: bigIntToAddress(BigInt(index + 1)),
    nonce: BigInt(index),
    balance: 1n,
  }));
  const once = sealBlock(genesis, steps);
  const again = [steps.slice(0, 9000), steps.slice(9000), steps.slice(0, 100)].reduce(sealBlock, genesis);
  expect(stateRoot(again.commitment)).toBe(stateRoot(once.commitment));
  expect(once.state.account(bigIntToAddress(1n))?.codeHash).toBe(emptyCodeHash);
});
