/** eth_createAccessList: what a call touches, and what it is worth to say so beforehand. */
import type { Hex } from 'viem';
import { describe, expect, test } from 'vitest';
import { createEthereumjsEngine } from '../../src/evm/ethereumjs/engine.ts';
import { createInterpreterEngine } from '../../src/evm/interpreter/engine.ts';
import { createAddress } from '../../src/evm/transaction.ts';
import type { Address } from '../../src/hex.ts';
import { bigIntToHash } from '../../src/hex.ts';
import type { Instruction } from '../support/assembly.ts';
import { assemble, calling } from '../support/assembly.ts';
import { alice, createTestChain, lower } from '../support/chain.ts';
import { callOf, latest, pending, simulationOf, stateOverrides } from '../support/requests.ts';

const target: Address = '0x00000000000000000000000000000000000a0001';
const other: Address = '0x00000000000000000000000000000000000a0002';
const failing: Address = '0x00000000000000000000000000000000000a0003';
const thrifty: Address = '0x00000000000000000000000000000000000a0004';
const far: Address = '0x00000000000000000000000000000000000a0005';
const sha256: Address = '0x0000000000000000000000000000000000000002';

const from = lower(alice.address);
const push = (address: Address): Instruction => ({ raw: `0x73${address.slice(2)}` });
const slot = (value: number) => bigIntToHash(BigInt(value));

const contracts: readonly (readonly [Address, Hex])[] = [
  // Its own slots, another contract, the sender, a precompile, and an account it only looks at.
  [
    target,
    assemble(
      9,
      'SLOAD',
      1,
      2,
      'SSTORE',
      ...calling(other),
      push(from),
      'BALANCE',
      ...calling(sha256),
      push(far),
      'EXTCODESIZE',
    ),
  ],
  [other, assemble(0, 'SLOAD')],
  [failing, assemble(3, 'SLOAD', 0, 0, 'REVERT')],
  // Looks further once the first look was cheap.
  [
    thrifty,
    assemble(
      'GAS',
      1,
      'SLOAD',
      'POP',
      'GAS',
      'SWAP1',
      'SUB',
      { raw: '0x611000' },
      'GT',
      18,
      'JUMPI',
      'STOP',
      0,
      0,
      'JUMPDEST',
      2,
      'SLOAD',
    ),
  ],
];

describe.each([createInterpreterEngine(), createEthereumjsEngine()])('on the engine $name', (engine) => {
  const open = () => createTestChain({}, contracts, { engine });

  test('lists accounts and slots in order, but nobody who is warm anyway', async () => {
    const chain = await open();
    const { accessList, halt } = await chain.accessList(callOf({ from, to: target }), latest, {});
    expect(halt).toBeUndefined();
    expect(accessList).toEqual([
      { address: target, storageKeys: [slot(2), slot(9)] },
      { address: other, storageKeys: [slot(0)] },
      { address: far, storageKeys: [] },
    ]);
  });

  test('tells the gas that the call uses with that list', async () => {
    const chain = await open();
    const call = callOf({ from, to: target, gas: 200_000n });
    const { accessList, gasUsed } = await chain.accessList(call, latest, {});
    const again = await chain.accessList({ ...call, accessList }, latest, {});
    expect(again).toMatchObject({ accessList, gasUsed });
    const [simulated] = await chain.simulate(simulationOf([{ calls: [{ ...call, accessList }] }]), latest);
    expect(simulated!.calls[0]!.gasUsed).toBe(gasUsed);
  });

  test('a call that fails is told with what it touched until then', async () => {
    const chain = await open();
    const { accessList, halt } = await chain.accessList(callOf({ from, to: failing }), latest, {});
    expect(halt).toBe('revert');
    expect(accessList).toEqual([{ address: failing, storageKeys: [slot(3)] }]);
  });
});

test('goes on until a list changes nothing any more', async () => {
  const chain = await createTestChain({}, contracts);
  const { accessList } = await chain.accessList(callOf({ from, to: thrifty }), latest, {});
  expect(accessList).toEqual([{ address: thrifty, storageKeys: [slot(1), slot(2)] }]);
});

test('keeps what the call brings along', async () => {
  const chain = await createTestChain({}, contracts);
  const given = [
    { address: far, storageKeys: [slot(4)] },
    { address: from, storageKeys: [] },
    { address: sha256, storageKeys: [slot(1)] },
  ];
  const { accessList } = await chain.accessList(callOf({ from, to: failing, accessList: given }), latest, {});
  expect(accessList).toEqual([
    { address: sha256, storageKeys: [slot(1)] },
    { address: failing, storageKeys: [slot(3)] },
    { address: far, storageKeys: [slot(4)] },
  ]);
});

test('a plain transfer needs none', async () => {
  const chain = await createTestChain();
  const created = await chain.accessList(callOf({ from, to: other, value: 1n }), pending, {});
  expect(created).toMatchObject({ accessList: [], gasUsed: 21_000n });
});

test('a creation is warm itself; its slots are worth a line all the same', async () => {
  const chain = await createTestChain();
  const data = new Uint8Array(Buffer.from(assemble(1, 5, 'SSTORE').slice(2), 'hex'));
  const { accessList } = await chain.accessList(callOf({ from, data }), latest, {});
  expect(accessList).toEqual([{ address: createAddress(from, 0n), storageKeys: [slot(5)] }]);
});

test('sees state overrides', async () => {
  const chain = await createTestChain({}, contracts);
  const code = new Uint8Array(Buffer.from(assemble(8, 'SLOAD').slice(2), 'hex'));
  const { accessList } = await chain.accessList(callOf({ from, to: far }), latest, {
    state: stateOverrides([far, { code }]),
  });
  expect(accessList).toEqual([{ address: far, storageKeys: [slot(8)] }]);
});
