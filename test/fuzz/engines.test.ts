/**
 * Our engine against @ethereumjs/evm on random programs. A seed names a scenario; a failure prints the seed that shows it.
 * `npm run fuzz` makes it long; see `campaign.ts`.
 */
import { expect, test } from 'vitest';
import type { FrameKind, Hooks, Step } from '../../src/evm/engine.ts';
import { createEthereumjsEngine } from '../../src/evm/ethereumjs/engine.ts';
import type { Fork } from '../../src/evm/fork.ts';
import { isActive } from '../../src/evm/fork.ts';
import { createInterpreterEngine } from '../../src/evm/interpreter/engine.ts';
import { allScenarios, campaignTimeout, fewScenarios } from './campaign.ts';
import { makeScenario, observe } from './scenario.ts';

const ours = createInterpreterEngine();
const theirs = createEthereumjsEngine();

test('agrees with @ethereumjs/evm on random programs', { timeout: campaignTimeout }, async () => {
  expect.hasAssertions();
  for (const { seed, scenario } of allScenarios(150)) {
    const judged = await observe(theirs, scenario).catch(needsKzg);
    const { hooks, isMisjudged } = watch(scenario.fork);
    const inDispatch = await observe(ours, scenario, hooks);
    if (judged === undefined || isMisjudged()) continue;
    expect(inDispatch, `seed ${seed}, ${scenario.fork}, step by step`).toEqual(judged);
    expect(await observe(ours, scenario), `seed ${seed}, ${scenario.fork}`).toEqual(judged);
  }
});

/**
 * Hooks with which our engine goes step by step, without its core, and which tell whether the library is wrong about the program:
 * it takes what a reverting initcode returns for code, and refuses it when it begins with 0xef (EIP-3541).
 */
function watch(fork: Fork): { hooks: Hooks; isMisjudged(): boolean } {
  const kinds: FrameKind[] = [];
  let isMisjudged = false;
  const hooks: Hooks = {
    step() {},
    enter({ kind }) {
      kinds.push(kind);
    },
    exit({ halt, output }) {
      const isCreation = kinds.pop()?.startsWith('CREATE') === true;
      if (isCreation && halt === 'revert' && output[0] === 0xef) isMisjudged ||= isActive(fork, 'london');
    },
  };
  return { hooks, isMisjudged: () => isMisjudged };
}

/** Seeds that once told the engines apart. */
test.each([[1018560, 'on Frontier, a creation that cannot pay for its code succeeds without']])(
  'agrees on the program of seed %i: %s',
  async (seed) => {
    const scenario = makeScenario(seed);
    expect(await observe(ours, scenario)).toEqual(await observe(theirs, scenario));
  },
);

test('a creation that reverts with 0xef, which the library takes for code, reverts', async () => {
  const scenario = makeScenario(2017301);
  const { hooks, isMisjudged } = watch(scenario.fork);
  expect(await observe(ours, scenario, hooks)).toMatchObject({ halt: 'revert', gasUsed: 166 });
  expect(isMisjudged()).toBe(true);
});

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
