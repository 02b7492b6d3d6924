/** The limit on how long a request may execute: the same for everything that runs code on demand, on both engines. */
import { describe, expect, test } from 'vitest';
import type { Chain } from '../../src/chain/chain.ts';
import { ChainError } from '../../src/chain/errors.ts';
import type { Engine } from '../../src/evm/engine.ts';
import { createEthereumjsEngine } from '../../src/evm/ethereumjs/engine.ts';
import { createInterpreterEngine } from '../../src/evm/interpreter/engine.ts';
import { zeroAddress } from '../../src/hex.ts';
import { assemble, calling, returnWord } from '../support/assembly.ts';
import { createTestChain } from '../support/chain.ts';
import { callOf, latest, simulationOf } from '../support/requests.ts';

const endless = '0x00000000000000000000000000000000000e4d1e';
const caller = '0x0000000000000000000000000000000000ca11e4';
const quick = '0x00000000000000000000000000000000000f0f0f';

const contracts = [
  [endless, assemble('JUMPDEST', 0, 'JUMP')],
  // Goes on after the endless call, and would succeed.
  [caller, assemble(...calling(endless), ...returnWord)],
  [quick, assemble(42, ...returnWord)],
] as const;

/** A chain whose stopwatch moves on by a millisecond with each look at it. */
async function createSlowChain(engine: Engine): Promise<Chain> {
  let now = 0;
  return createTestChain({ executionTimeLimit: 20, callGasLimit: 10n ** 12n }, contracts, {
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
