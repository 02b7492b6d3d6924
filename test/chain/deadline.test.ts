/** The limit on how long a request may execute: the same for everything that runs code on demand, on both engines. */
import { describe, expect, test } from 'vitest';
import type { Chain } from '../../src/chain/chain.ts';
import { ChainError } from '../../src/chain/errors.ts';
import type { Engine } from '../../src/evm/engine.ts';
import { createEthereumjsEngine } from '../../src/evm/ethereumjs/engine.ts';
import { createInterpreterEngine } from '../../src/evm/interpreter/engine.ts';
import { bigIntToAddress, hexToBytes, zeroAddress } from '../../src/hex.ts';
import { assemble, calling, returnWord } from '../support/assembly.ts';
import { createTestChain } from '../support/chain.ts';
import { bls12, bn254 } from '../support/curves.ts';
import { callOf, latest, simulationOf } from '../support/requests.ts';

const endless = '0x00000000000000000000000000000000000e4d1e';
const caller = '0x0000000000000000000000000000000000ca11e4';
const forwarder = '0x000000000000000000000000000000000f02a2de';
const quick = '0x00000000000000000000000000000000000f0f0f';

const contracts = [
  [endless, assemble('JUMPDEST', 0, 'JUMP')],
  // Goes on after the endless call, and would succeed.
  [caller, assemble(...calling(endless), ...returnWord)],
  [quick, assemble(42, ...returnWord)],
  // Hands its calldata, behind a word that holds an address, to that address; and would succeed.
  [
    forwarder,
    assemble(
      ...([32, 'CALLDATASIZE', 'SUB', 32, 0, 'CALLDATACOPY'] as const),
      ...([0, 0, 32, 'CALLDATASIZE', 'SUB', 0, 0, 0, 'CALLDATALOAD', 'GAS', 'CALL'] as const),
      ...returnWord,
    ),
  ],
] as const;

/** A chain whose stopwatch moves on by a millisecond with each look at it. */
async function createSlowChain(engine: Engine, executionTimeLimit = 20): Promise<Chain> {
  let now = 0;
  return createTestChain({ executionTimeLimit, callGasLimit: 10n ** 12n }, contracts, {
    engine,
    stopwatch: () => now++,
  });
}

describe.each([createInterpreterEngine(), createEthereumjsEngine()])('on the engine $name', (engine) => {
  const timeout = new ChainError('executionTimeout', { limit: 20 });

  test.each([endless, caller] as const)('ends calls of %s', async (to) => {
    const chain = await createSlowChain(engine);
    await expect(chain.call(callOf({ to }), latest, {})).rejects.toThrow(timeout);
    await expect(chain.estimate(callOf({ to, gas: 10n ** 12n }), latest, {})).rejects.toThrow(timeout);
    await expect(chain.simulate(simulationOf([{ calls: [{ to }] }]), latest)).rejects.toThrow(timeout);
  });

  test('leaves nothing behind: what comes next runs as ever', async () => {
    const chain = await createSlowChain(engine);
    await expect(chain.call(callOf({ to: caller, from: zeroAddress }), latest, {})).rejects.toThrow(timeout);
    expect((await chain.call(callOf({ to: quick }), latest, {})).at(-1)).toBe(42);
  });
});

describe('precompiles that work long', { timeout: 60_000 }, () => {
  const word = (value: bigint | number): string => value.toString(16).padStart(64, '0');
  const field = (value: bigint): string => value.toString(16).padStart(128, '0');

  test.each([
    ['BLAKE2F', 9n, `000f4240${'00'.repeat(208)}01`],
    ['MODEXP', 5n, [word(96), word(96), word(96), 'ff'.repeat(288)].join('')],
    ['the pairing of bn254', 8n, [...bn254.g1, ...bn254.g2].map(word).join('').repeat(60)],
    ['the pairing of BLS12-381', 0xfn, [...bls12.g1, ...bls12.g2].map(field).join('').repeat(60)],
    ['sums of products on G1', 0xcn, (bls12.g1.map(field).join('') + 'ff'.repeat(32)).repeat(120)],
    ['sums of products on G2', 0xen, (bls12.g2.map(field).join('') + 'ff'.repeat(32)).repeat(120)],
  ])('ends %s in the middle, and whoever called it', async (_, address, input) => {
    const chain = await createSlowChain(createInterpreterEngine(), 4);
    const timeout = new ChainError('executionTimeout', { limit: 4 });
    const direct = callOf({ to: bigIntToAddress(address), data: hexToBytes(`0x${input}`) });
    await expect(chain.call(direct, latest, {})).rejects.toThrow(timeout);
    const forwarded = callOf({ to: forwarder, data: hexToBytes(`0x${word(address)}${input}`) });
    await expect(chain.call(forwarded, latest, {})).rejects.toThrow(timeout);
  });
});
