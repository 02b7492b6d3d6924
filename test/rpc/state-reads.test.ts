/** Reads of state beyond single values: proofs, many slots at once, and what a node says of itself. Proofs are checked by @ethereumjs/mpt. */
import { createMPT, verifyMPTWithMerkleProof } from '@ethereumjs/mpt';
import type { Hex } from 'viem';
import { concatHex, fromRlp, hexToBytes, keccak256, numberToHex, padHex, toHex } from 'viem';
import { describe, expect, test } from 'vitest';
import type { Chain } from '../../src/chain/chain.ts';
import type { Address } from '../../src/hex.ts';
import { assemble } from '../support/assembly.ts';
import { alice, bob, createTestChain, lower, seal, sign } from '../support/chain.ts';
import { invoke } from './invoke.ts';

/** Stores the second word of its call data in the slot that the first one names. */
const keeper: Address = `0x${'cc'.repeat(20)}`;
const word = (value: number): Hex => padHex(numberToHex(value));

async function chainWithStorage(overrides = {}): Promise<Chain> {
  const chain = await createTestChain(overrides, [[keeper, assemble(32, 'CALLDATALOAD', 0, 'CALLDATALOAD', 'SSTORE')]]);
  for (let slot = 0; slot < 20; slot += 1) {
    const data = concatHex([word(slot), word(slot * 1_000 + 7)]);
    // oxlint-disable-next-line no-await-in-loop -- one nonce after another
    await chain.submit(await sign(alice, { to: keeper, nonce: slot, data, gas: 60_000n }));
  }
  await chain.tick(10, 10);
  await seal(chain);
  return chain;
}

type Proof = {
  readonly address: Hex;
  readonly accountProof: readonly Hex[];
  readonly balance: Hex;
  readonly nonce: Hex;
  readonly codeHash: Hex;
  readonly storageHash: Hex;
  readonly storageProof: readonly { readonly key: Hex; readonly value: Hex; readonly proof: readonly Hex[] }[];
};

/** What the nodes prove for a key; null for its absence. */
async function proven(root: Hex, key: Hex, proof: readonly Hex[]): Promise<Uint8Array | null> {
  return verifyMPTWithMerkleProof(
    await createMPT(),
    hexToBytes(root),
    hexToBytes(keccak256(key)),
    proof.map((node) => hexToBytes(node)),
  );
}

describe('eth_getProof', () => {
  test('proves an account against the state root and its slots against the storage root', async () => {
    const chain = await chainWithStorage();
    const proof = await invoke<Proof>(chain, 'eth_getProof', keeper, ['0x3', word(5)], 'latest');
    const account = await proven(chain.head.header.stateRoot, keeper, proof.accountProof);
    expect(fromRlp(toHex(account!))).toEqual(['0x01', '0x', proof.storageHash, proof.codeHash]);
    for (const { key, value, proof: nodes } of proof.storageProof) {
      // oxlint-disable-next-line no-await-in-loop
      const slot = await proven(proof.storageHash, padHex(numberToHex(BigInt(key))), nodes);
      expect(BigInt(fromRlp(toHex(slot!)) as Hex)).toBe(BigInt(value));
    }
    expect(proof.storageProof.map(({ value }) => value)).toEqual([numberToHex(3_007), numberToHex(5_007)]);
  });

  test('proves the absence of accounts and slots', async () => {
    const chain = await chainWithStorage();
    const nobody = `0x${'12'.repeat(20)}` as const;
    const missing = await invoke<Proof>(chain, 'eth_getProof', nobody, ['0x0'], 'latest');
    expect(await proven(chain.head.header.stateRoot, nobody, missing.accountProof)).toBe(null);
    expect(missing).toMatchObject({ balance: '0x0', nonce: '0x0', storageProof: [{ value: '0x0', proof: [] }] });
    const { storageHash, storageProof } = await invoke<Proof>(chain, 'eth_getProof', keeper, ['0x99'], 'latest');
    expect(await proven(storageHash, word(0x99), storageProof[0]!.proof)).toBe(null);
  });

  test('echoes a key of 32 bytes as it is and a shorter one as a quantity', async () => {
    const chain = await chainWithStorage();
    const keys = ['0x00', '0x0', '0x', '0x01', '0x0abc', word(1)];
    const { storageProof } = await invoke<Proof>(chain, 'eth_getProof', keeper, keys, 'latest');
    expect(storageProof.map(({ key }) => key)).toEqual(['0x0', '0x0', '0x0', '0x1', '0xabc', word(1)]);
  });

  test('shows the block that is named, pending included', async () => {
    const chain = await chainWithStorage();
    const hash = chain.head.hash;
    await chain.submit(await sign(alice, { to: bob.address, nonce: 20, value: 5n }));
    await chain.tick(10, 10);
    const nonceAt = async (block: unknown) =>
      (await invoke<Proof>(chain, 'eth_getProof', lower(alice.address), [], block)).nonce;
    expect([await nonceAt('earliest'), await nonceAt({ blockHash: hash }), await nonceAt('pending')]).toEqual([
      '0x0',
      '0x14',
      '0x15',
    ]);
  });

  test('reaches back as far as tries are kept', async () => {
    const chain = await chainWithStorage({ proofWindow: 2 });
    await seal(chain);
    await expect(invoke(chain, 'eth_getProof', keeper, [], '0x0')).rejects.toMatchObject({ kind: 'historyPruned' });
    await expect(invoke(chain, 'eth_getProof', keeper, [], '0x1')).resolves.toMatchObject({ address: keeper });
    await expect(invoke(chain, 'eth_getProof', keeper, [], '0x9')).rejects.toMatchObject({ kind: 'blockNotFound' });
  });

  test.each([
    [['0xasdf'], 'invalid hex in storage key: "0xasdf"'],
    [[`0x${'0'.repeat(65)}`], `storage key too long (want at most 32 bytes): "0x${'0'.repeat(65)}"`],
    [Array.from({ length: 1_025 }, () => '0x0'), 'too many storage keys requested (max 1024, got 1025)'],
  ])('refuses keys that are none, and too many of them', async (keys, message) => {
    const chain = await createTestChain();
    await expect(invoke(chain, 'eth_getProof', keeper, keys, 'latest')).rejects.toMatchObject({ message });
  });
});

describe('eth_getStorageValues', () => {
  test('gives the slots of several accounts, in order', async () => {
    const chain = await chainWithStorage();
    const request = { [keeper.toUpperCase().replace('0X', '0x')]: [word(2), word(1)], [lower(bob.address)]: [word(1)] };
    expect(await invoke(chain, 'eth_getStorageValues', request)).toEqual({
      [keeper]: [word(2_007), word(1_007)],
      [lower(bob.address)]: [word(0)],
    });
    expect(await invoke(chain, 'eth_getStorageValues', request, 'earliest')).toMatchObject({
      [keeper]: [word(0), word(0)],
    });
  });

  test('refuses to read nothing, and more than 1,024 slots', async () => {
    const chain = await createTestChain();
    for (const request of [{}, { [keeper]: [] }])
      await expect(invoke(chain, 'eth_getStorageValues', request)).rejects.toMatchObject({ message: 'empty request' });
    const many = { [keeper]: Array.from({ length: 1_025 }, (_, slot) => word(slot)) };
    await expect(invoke(chain, 'eth_getStorageValues', many)).rejects.toMatchObject({ kind: 'tooManySlots' });
  });
});

test('eth_capabilities tells from which block on each kind of data is there', async () => {
  const chain = await createTestChain({ historyWindow: 3, proofWindow: 2 });
  for (let block = 0; block < 5; block += 1) await seal(chain);
  const all = { disabled: false, oldestBlock: '0x0' };
  const since = (oldestBlock: string, retentionBlocks: string) => ({
    disabled: false,
    oldestBlock,
    deleteStrategy: { type: 'window', retentionBlocks },
  });
  expect(await invoke(chain, 'eth_capabilities')).toEqual({
    head: { number: '0x5', hash: chain.head.hash },
    state: since('0x3', '0x3'),
    stateproofs: since('0x4', '0x2'),
    tx: all,
    logs: all,
    receipts: all,
    blocks: all,
  });
  await expect(invoke(chain, 'eth_getProof', keeper, [], '0x4')).resolves.toBeDefined();
  await expect(invoke(chain, 'eth_getBalance', keeper, '0x3')).resolves.toBe('0x0');
  await expect(invoke(chain, 'eth_getBalance', keeper, '0x2')).rejects.toMatchObject({ kind: 'historyPruned' });
});

test('eth_baseFee is that of the block to come', async () => {
  const chain = await chainWithStorage();
  expect(await invoke(chain, 'eth_baseFee')).toBe(toHex(chain.pending.header.baseFeePerGas!));
});

test('eth_config has the form of EIP-7910', async () => {
  expect(await invoke(await createTestChain(), 'eth_config')).toMatchObject({
    current: {
      activationTime: 0,
      blobSchedule: null,
      chainId: '0x2105',
      forkId: expect.stringMatching(/^0x[0-9a-f]{8}$/),
    },
    next: null,
    last: null,
  });
});
