/** eth_estimateGas: what it says is enough for the transaction, and hardly more than that. */
import fc from 'fast-check';
import type { Hex } from 'viem';
import { encodeFunctionData, getContractAddress, hexToBytes, parseEther, parseGwei } from 'viem';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Chain } from '../../src/chain/chain.ts';
import type { Address } from '../../src/hex.ts';
import type { CallRequest } from '../../src/wire/call.ts';
import type { Instruction } from '../support/assembly.ts';
import { assemble, deploying } from '../support/assembly.ts';
import { alice, bob, carol, createTestChain, lower, seal, sign } from '../support/chain.ts';
import { testToken, testVault } from '../support/contracts.ts';
import { blockOverrides, callOf, latest, pending, stateOverrides } from '../support/requests.ts';

const seed = { seed: 20_261_121 };
const target: Address = `0x${'ab'.repeat(20)}`;
const token = lower(getContractAddress({ from: alice.address, nonce: 0n }));
const vault = lower(getContractAddress({ from: alice.address, nonce: 1n }));
const nobody: Address = `0x${'99'.repeat(20)}`;

async function createDeployed(): Promise<Chain> {
  const chain = await createTestChain({}, [
    // Succeeds only with at least 100,000 gas left, and then uses next to nothing.
    [target, assemble(100_000, 'GAS', 'GT', 12, 'JUMPI', 0, 'DUP1', 'REVERT', 'JUMPDEST', 'STOP')],
  ]);
  for (const [nonce, { bytecode }] of [testToken, testVault].entries())
    // oxlint-disable-next-line no-await-in-loop -- nonces follow one another
    await chain.submit(await sign(alice, { data: bytecode, nonce, gas: 3_000_000n }));
  await chain.tick(10, 10);
  await seal(chain);
  return chain;
}

const transfer = (to: Hex, value: bigint): Hex =>
  encodeFunctionData({ abi: testToken.abi, functionName: 'transfer', args: [to, value] });

describe('an estimate', () => {
  let chain: Chain;
  beforeAll(async () => {
    chain = await createDeployed();
  });
  const estimate = (fields: Partial<CallRequest>, selector = latest, overrides = {}): Promise<bigint> =>
    chain.estimate(callOf({ from: lower(alice.address), ...fields }), selector, overrides);
  const evaluate = (code: readonly Instruction[], fields: Partial<CallRequest> = {}): Promise<bigint> =>
    estimate({ to: nobody, ...fields }, latest, {
      state: stateOverrides([nobody, { code: hexToBytes(assemble(...code)) }]),
    });

  it('of a plain transfer is exactly 21,000, to whoever has no code', async () => {
    expect(await estimate({ to: lower(bob.address), value: 1n })).toBe(21_000n);
    expect(await estimate({ to: nobody })).toBe(21_000n);
    expect(await estimate({ to: nobody, gas: 21_000n })).toBe(21_000n);
    expect(await estimate({ to: lower(bob.address), gasPrice: parseGwei('1'), value: parseEther('1') })).toBe(21_000n);
  });

  it('of a transfer with data or to code is more', async () => {
    expect(await estimate({ to: nobody, data: new Uint8Array(1) })).toBeGreaterThanOrEqual(21_004n);
    expect(await estimate({ to: vault, value: 1n })).toBeGreaterThan(21_000n);
  });

  it('of data alone is the floor of EIP-7623 or little more', async () => {
    const needed = 21_000n + 1_000n * 40n;
    const estimated = await estimate({ to: nobody, data: new Uint8Array(1_000).fill(1) });
    expect(estimated).toBeGreaterThanOrEqual(needed);
    expect(estimated * 1_000n).toBeLessThanOrEqual(needed * 1_015n);
  });

  it('without a target is for a creation', async () => {
    const estimated = await estimate({ data: hexToBytes(testToken.bytecode) });
    expect(estimated).toBeGreaterThan(300_000n);
    expect(estimated).toBeLessThan(1_000_000n);
  });

  it('finds what is needed while it runs, also when little of it is used', async () => {
    const estimated = await estimate({ to: target });
    const needed = 121_000n;
    expect(estimated).toBeGreaterThan(needed);
    expect(estimated * 1_000n).toBeLessThanOrEqual((needed + 30n) * 1_016n);
  });

  it('covers refunds, which come only afterwards', async () => {
    const clearing = encodeFunctionData({ abi: testVault.abi, functionName: 'clear' });
    const state = stateOverrides([
      vault,
      {
        stateDiff: new Map([
          [0n, 3n],
          ...[0n, 1n, 2n].map((index): [bigint, bigint] => [
            0x290decd9548b62a8d60345a988386fc84ba6bc95484008f6362f93160ef3e563n + index,
            1n,
          ]),
        ]),
      },
    ]);
    const estimated = await estimate({ to: vault, data: hexToBytes(clearing) }, latest, { state });
    const call = callOf({ from: lower(alice.address), to: vault, data: hexToBytes(clearing), gas: estimated });
    await expect(chain.call(call, latest, { state })).resolves.toBeDefined();
    await expect(chain.call({ ...call, gas: (estimated * 98n) / 100n }, latest, { state })).rejects.toMatchObject({
      kind: 'halted',
    });
  });

  it('of what reverts is refused with the revert data', async () => {
    const data = hexToBytes(encodeFunctionData({ abi: testToken.abi, functionName: 'revertWithString' }));
    await expect(estimate({ to: token, data })).rejects.toMatchObject({ kind: 'reverted' });
    const poor = estimate({ from: lower(carol.address), to: token, data: hexToBytes(transfer(bob.address, 1n)) });
    await expect(poor).rejects.toMatchObject({ kind: 'reverted' });
  });

  it('of what no gas is enough for is refused with the allowance: the least of 2^24, the block, the request and the sender’s funds', async () => {
    const greedy: readonly Instruction[] = [0, 2 ** 30, 'MSTORE'];
    const refusal = (allowance: bigint) => ({ kind: 'gasExceedsAllowance', details: { allowance } });
    await expect(evaluate(greedy)).rejects.toMatchObject(refusal(16_777_216n));
    await expect(evaluate(greedy, { gas: 30_000_000n })).rejects.toMatchObject(refusal(16_777_216n));
    await expect(evaluate(greedy, { gas: 100_000n })).rejects.toMatchObject(refusal(100_000n));
    await expect(evaluate(greedy, { from: lower(carol.address), gasPrice: parseEther('0.1') })).rejects.toMatchObject(
      refusal(100_000n),
    );
    const block = {
      state: stateOverrides([nobody, { code: hexToBytes(assemble(...greedy)) }]),
      block: blockOverrides({ gasLimit: 1_000_000n }),
    };
    await expect(estimate({ to: nobody }, latest, block)).rejects.toMatchObject(refusal(1_000_000n));
  });

  it('of what halts otherwise is refused with the reason', async () => {
    await expect(evaluate(['INVALID'])).rejects.toMatchObject({
      kind: 'halted',
      details: { reason: 'invalid opcode' },
    });
  });

  it('needs the funds for its value', async () => {
    await expect(estimate({ from: nobody, to: lower(bob.address), value: 1n })).rejects.toMatchObject({
      kind: 'insufficientFunds',
    });
  });

  it('at pending knows what is pre-confirmed', async () => {
    const other = await createDeployed();
    const request = callOf({ from: lower(carol.address), to: token, data: hexToBytes(transfer(bob.address, 1n)) });
    await other.submit(await sign(alice, { to: token, data: transfer(carol.address, 1n), nonce: 2, gas: 100_000n }));
    await other.tick(1, 10);
    await expect(other.estimate(request, latest, {})).rejects.toMatchObject({ kind: 'reverted' });
    expect(await other.estimate(request, pending, {})).toBeGreaterThan(21_000n);
  });

  it('leaves nothing behind', async () => {
    const before = chain.pending;
    await estimate({ to: token, data: hexToBytes(transfer(bob.address, 1n)) });
    expect(chain.pending).toBe(before);
  });

  it('is enough for the transaction, and at most 1.5 % above the least that is', async () => {
    const abi = testVault.abi;
    type Fields = { readonly to: Address | undefined; readonly data: Hex; readonly value?: bigint };
    const request: fc.Arbitrary<Fields> = fc.oneof(
      fc
        .record({ to: fc.constantFrom<Address>(bob.address, token), value: fc.bigInt({ min: 0n, max: 5n }) })
        .map(({ to, value }): Fields => ({ to: token, data: transfer(to, value) })),
      fc.nat({ max: 12 }).map((count): Fields => ({
        to: vault,
        data: encodeFunctionData({ abi, functionName: 'store', args: [BigInt(count)] }),
      })),
      fc.nat({ max: 6 }).map((depth): Fields => ({
        to: vault,
        data: encodeFunctionData({ abi, functionName: 'nest', args: [BigInt(depth)] }),
      })),
      fc.constantFrom<Address>(bob.address, nobody, vault).map((to): Fields => ({
        to: vault,
        value: 3n,
        data: encodeFunctionData({ abi, functionName: 'forward', args: [to] }),
      })),
      fc.constant<Fields>({ to: vault, data: encodeFunctionData({ abi, functionName: 'attempt' }) }),
      fc.constant<Fields>({ to: vault, data: encodeFunctionData({ abi, functionName: 'clear' }) }),
      fc.nat({ max: 300 }).map((size): Fields => ({ to: undefined, data: deploying(`0x${'00'.repeat(size)}`) })),
      fc.nat({ max: 300 }).map((size): Fields => ({ to: nobody, data: `0x${'01'.repeat(size)}` })),
    );
    let nonce = 2;
    await fc.assert(
      fc.asyncProperty(request, async ({ to, data, value = 0n }) => {
        const call = callOf({
          from: lower(alice.address),
          to: to === undefined ? undefined : lower(to),
          value,
          data: hexToBytes(data),
        });
        const gas = await chain.estimate(call, pending, {});
        const enough = async (limit: bigint): Promise<boolean> =>
          chain.call({ ...call, gas: limit }, pending, {}).then(
            () => true,
            () => false,
          );
        let [low, high] = [20_999n, gas];
        while (low + 1n < high) {
          const middle = (low + high) / 2n;
          // oxlint-disable-next-line no-await-in-loop -- bisection
          if (await enough(middle)) high = middle;
          else low = middle;
        }
        expect(gas * 1_000n).toBeLessThanOrEqual(high * 1_016n);

        const hash = await chain.submit(
          await sign(alice, { ...(to === undefined ? {} : { to }), data, value, gas, nonce }),
        );
        nonce += 1;
        await chain.tick(10, 10);
        const { block, index } = chain.place(hash)!;
        expect(block.receipts[index]).toMatchObject({ status: 1 });
      }),
      { ...seed, numRuns: 60 },
    );
  }, 60_000);
});
