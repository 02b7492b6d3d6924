/** Fork ids are held against the vectors of EIP-2124 and EIP-6122 for the Ethereum main chain. */
import { describe, expect, it } from 'vitest';
import { forkConfigs } from '../../src/chain/fork-config.ts';
import type { Block } from '../../src/chain/view.ts';
import type { Activation, Upgrades } from '../../src/evm/schedule.ts';
import { createTestChain, rules } from '../support/chain.ts';

const blobs = (target: bigint, max: bigint, baseFeeUpdateFraction: bigint) => ({ target, max, baseFeeUpdateFraction });
const shanghai = 1_681_338_455n;
const cancun = 1_710_338_135n;
const prague = 1_746_612_311n;

const activations: readonly Activation[] = [
  { fork: 'london', since: { number: 12_965_000n } },
  { fork: 'shanghai', since: { timestamp: shanghai } },
  { fork: 'cancun', since: { timestamp: cancun }, blobs: blobs(3n, 6n, 3_338_477n) },
  { fork: 'prague', since: { timestamp: prague }, blobs: blobs(6n, 9n, 5_007_716n) },
];

const mainChain: Upgrades = {
  activations,
  numbers: [
    1_150_000n,
    1_920_000n,
    2_463_000n,
    2_675_000n,
    2_675_000n,
    4_370_000n,
    7_280_000n,
    7_280_000n,
    9_069_000n,
    9_200_000n,
    12_244_000n,
    12_965_000n,
    13_773_000n,
    15_050_000n,
  ],
  timestamps: [shanghai, cancun, prague],
};

/** What the main chain answers at a time. */
async function configsAt(timestamp: bigint) {
  const { head } = await createTestChain();
  const block = (time: bigint): Block => ({
    ...head,
    hash: '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3',
    header: { ...head.header, timestamp: time },
  });
  return forkConfigs({ ...rules, upgrades: mainChain }, block(0n), block(timestamp), () => []);
}

describe('fork configurations', () => {
  it.each([
    ['Shanghai', shanghai, 0xdce96c2d],
    ['Cancun', cancun, 0x9f3d2254],
    ['Prague', prague, 0xc376cf8b],
  ])('at %s have the fork id of the main chain', async (_fork, time, forkId) => {
    expect((await configsAt(time)).current).toMatchObject({ forkId, activationTime: time });
  });

  it('tell what comes next and last', async () => {
    const { current, next, last } = await configsAt(shanghai);
    expect(current).toMatchObject({ blobs: undefined, systemContracts: {} });
    expect(next).toMatchObject({ activationTime: cancun, blobs: { target: 3n, max: 6n } });
    expect(last).toMatchObject({ activationTime: prague, blobs: { target: 6n, max: 9n } });
  });

  it('have nothing next and last once the last upgrade is in force', async () => {
    expect(await configsAt(prague)).toMatchObject({ next: undefined, last: undefined });
  });

  it('have nothing in force before the first upgrade by time', async () => {
    expect(await configsAt(shanghai - 1n)).toMatchObject({ current: undefined, next: { activationTime: shanghai } });
  });

  it('of a chain that never changes hold from the first block on', async () => {
    const { current, next, last } = (await createTestChain()).forkConfigs();
    expect(current).toMatchObject({ activationTime: 0n, chainId: 8453n, blobs: undefined });
    expect([next, last]).toEqual([undefined, undefined]);
    expect(current?.precompiles).toMatchObject({
      ECREC: '0x0000000000000000000000000000000000000001',
      P256VERIFY: '0x0000000000000000000000000000000000000100',
    });
  });
});
