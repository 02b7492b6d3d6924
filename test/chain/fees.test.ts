/** What fees were paid and what to offer: fee history and the suggested tip (reference §5.11). */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Chain } from '../../src/chain/chain.ts';
import { ChainError } from '../../src/chain/errors.ts';
import type { Address } from '../../src/hex.ts';
import { assemble } from '../support/assembly.ts';
import { accounts, createTestChain, seal, sign } from '../support/chain.ts';
import { latest, number, pending } from '../support/requests.ts';

const burner: Address = `0x${'bb'.repeat(20)}`;
const baseFee = { elasticity: 2n, denominator: 8n, minimum: 100n, initial: 1_000n };

/** Block 1 is empty; block 2 uses 100,000, 200,000 and 700,000 gas at tips of 30, 20 and 10; block 3 is pending. */
async function createUsed(): Promise<Chain> {
  const chain = await createTestChain({ baseFee, gasLimit: 1_000_000n }, [[burner, assemble('INVALID')]]);
  await seal(chain);
  for (const [index, [gas, tip]] of (
    [
      [100_000n, 30n],
      [200_000n, 20n],
      [700_000n, 10n],
    ] as const
  ).entries())
    // oxlint-disable-next-line no-await-in-loop -- one after another
    await chain.submit(await sign(accounts[index]!, { to: burner, nonce: 0, gas, maxPriorityFeePerGas: tip }));
  await chain.tick(10, 10);
  await seal(chain);
  return chain;
}

describe('fee history', () => {
  let chain: Chain;
  beforeAll(async () => {
    chain = await createUsed();
  });

  it('tells base fees and one more, use of gas and the oldest block', () => {
    const fees = [0n, 1n, 2n].map((height) => chain.at(number(height)).header.baseFeePerGas!);
    expect(chain.feeHistory(3, latest, undefined)).toMatchObject({
      oldestBlock: 0n,
      baseFees: [...fees, chain.pending.header.baseFeePerGas],
      gasUsedRatios: [0, 0, 1],
      rewards: undefined,
    });
  });

  it('goes back from the block that it names, to genesis at most', () => {
    expect(chain.feeHistory(2, number(1), undefined)).toMatchObject({ oldestBlock: 0n, gasUsedRatios: [0, 0] });
    expect(chain.feeHistory(99, latest, undefined)).toMatchObject({ oldestBlock: 0n, gasUsedRatios: [0, 0, 1] });
    expect(chain.feeHistory(1, latest, undefined)).toMatchObject({ oldestBlock: 2n, gasUsedRatios: [1] });
  });

  it('at pending is that of the newest sealed block', () => {
    expect(chain.feeHistory(2, pending, [50])).toEqual(chain.feeHistory(2, latest, [50]));
  });

  it('tells the tips at shares of the block’s gas, and nothing of an empty block', () => {
    expect(chain.feeHistory(2, latest, [0, 70, 70.5, 90, 91, 100]).rewards).toEqual([
      [0n, 0n, 0n, 0n, 0n, 0n],
      [10n, 10n, 20n, 20n, 30n, 30n],
    ]);
  });

  it('has no tips when no percentiles are asked for', () => {
    expect(chain.feeHistory(2, latest, []).rewards).toBe(undefined);
  });

  it('covers 1,024 blocks at most', async () => {
    const long = await createTestChain({ baseFee, gasLimit: 1_000_000n });
    for (let block = 0; block < 1_030; block += 1) await seal(long);
    const { oldestBlock, gasUsedRatios } = long.feeHistory(5_000, latest, undefined);
    expect([oldestBlock, gasUsedRatios.length]).toEqual([7n, 1_024]);
  });

  it('does not end at a block to come', () => {
    expect(() => chain.feeHistory(1, number(9), undefined)).toThrow('historyBeyondHead');
  });

  it('takes 100 percentiles at most', () => {
    const percentiles = Array.from({ length: 101 }, (_, index) => index * 0.9);
    expect(() => chain.feeHistory(1, latest, percentiles)).toThrow(ChainError);
    expect(chain.feeHistory(1, latest, percentiles.slice(1)).rewards?.[0]).toHaveLength(100);
  });

  it.each([[[101]], [[-1]], [[50, 20]], [[Number.NaN]]])('refuses the percentiles %j', (percentiles) => {
    expect(() => chain.feeHistory(1, latest, percentiles)).toThrow(ChainError);
  });
});

describe('the suggested tip', () => {
  it('is 1,000,000 wei as long as blocks have room', async () => {
    expect((await createTestChain()).suggestedTip()).toBe(1_000_000n);
  });

  it('is a tenth above the median of a full block, and no less than the least', async () => {
    const chain = await createUsed();
    expect(chain.suggestedTip()).toBe(1_000_000n);
    for (const [index, account] of accounts.slice(0, 3).entries())
      // oxlint-disable-next-line no-await-in-loop -- one after another
      await chain.submit(
        await sign(account, {
          to: burner,
          nonce: 1,
          gas: 300_000n,
          maxPriorityFeePerGas: 10n ** 7n * BigInt(index + 1),
        }),
      );
    await chain.tick(10, 10);
    await seal(chain);
    expect(chain.suggestedTip()).toBe(22_000_000n);
  });
});
