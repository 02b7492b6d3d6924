/**
 * Our engine against @ethereumjs/evm on random programs. A seed names a scenario; a failure prints the seed that shows it.
 * `npm run fuzz` makes it long; see `campaign.ts`.
 */
import { expect, test } from 'vitest';
import type { Hooks, Step } from '../../src/evm/engine.ts';
import { createEthereumjsEngine } from '../../src/evm/ethereumjs/engine.ts';
import { createInterpreterEngine } from '../../src/evm/interpreter/engine.ts';
import { allScenarios, campaignTimeout, fewScenarios } from './campaign.ts';
import { makeScenario, observe } from './scenario.ts';

const ours = createInterpreterEngine();
const theirs = createEthereumjsEngine();
/** Step by step, our engine goes without its core. */
const watched: Hooks = { step() {} };

test('agrees with @ethereumjs/evm on random programs', { timeout: campaignTimeout }, async () => {
  expect.hasAssertions();
  for (const { seed, scenario } of allScenarios(150)) {
    const judged = await observe(theirs, scenario).catch(needsKzg);
    if (judged === undefined) continue;
    expect(await observe(ours, scenario), `seed ${seed}, ${scenario.fork}`).toEqual(judged);
    expect(await observe(ours, scenario, watched), `seed ${seed}, ${scenario.fork}, in the dispatch`).toEqual(judged);
  }
});

/** Seeds that once told the engines apart. */
test.each([[1018560, 'on Frontier, a creation that cannot pay for its code succeeds without']])(
  'agrees on the program of seed %i: %s',
  async (seed) => {
    const scenario = makeScenario(seed);
    expect(await observe(ours, scenario)).toEqual(await observe(theirs, scenario));
  },
);

/** The other engine cannot prove blobs: a program that happens to call that precompile has no judge. */
function needsKzg(error: unknown): undefined {
  if (!(error instanceof Error) || error.message !== 'kzg not initialized') throw error;
}

test('tells a watcher the price that each opcode then has', { timeout: 600_000 }, async () => {
  expect.hasAssertions();
  const opensFrame = new Set([0xf0, 0xf1, 0xf2, 0xf4, 0xf5, 0xfa]);
  for (const { seed, scenario } of fewScenarios(150, 1000)) {
    let before: Step | undefined;
    await observe(ours, scenario, {
      step(step) {
        if (before !== undefined && before.depth === step.depth && !opensFrame.has(before.opcode))
          expect(before.gas - before.cost, `seed ${seed}, pc ${before.pc}`).toBe(step.gas);
        before = step;
      },
      exit() {
        before = undefined;
      },
    });
  }
});
