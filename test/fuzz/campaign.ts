/**
 * Which programs a fuzz run takes, and word of how far it is: FUZZ_SEED names the first seed, FUZZ_RUNS says how many programs
 * there are, FUZZ_MINUTES instead for how long they go on.
 */
import type { Fork } from '../../src/evm/fork.ts';
import type { Scenario } from './scenario.ts';
import { makeScenario } from './scenario.ts';

const firstSeed = Number(process.env['FUZZ_SEED'] ?? 1);
const minutes = Number(process.env['FUZZ_MINUTES'] ?? 0);
const minute = 60_000;
const reportInterval = minute / 2;

/** For a test that runs a campaign: its time limit in ms. */
export const campaignTimeout = 60 * minute + 2 * minutes * minute;

type Seeded = { readonly seed: number; readonly scenario: Scenario };

/** The first programs, as many as FUZZ_RUNS asks for but not more than `most`; `usual` of them when it does not. */
export function* fewScenarios(usual: number, most = Infinity): Generator<Seeded, void> {
  const runs = Math.min(Number(process.env['FUZZ_RUNS'] ?? usual), most);
  for (let seed = firstSeed; seed < firstSeed + runs; seed++) yield { seed, scenario: makeScenario(seed) };
}

/**
 * The programs of a run, which ends by number or by time. A run by time tells every half minute, and when it is over, how many
 * programs went by without a difference, on which forks, and up to which seed.
 */
export function* allScenarios(usual: number): Generator<Seeded, void> {
  if (minutes === 0) {
    yield* fewScenarios(usual);
    return;
  }
  const byFork = new Map<Fork, number>();
  const start = performance.now();
  let reports = 0;
  for (let seed = firstSeed; ; seed++) {
    const elapsed = performance.now() - start;
    const isOver = elapsed >= minutes * minute;
    if (isOver || elapsed >= (reports + 1) * reportInterval) {
      reports++;
      const forks = [...byFork].map(([fork, count]) => `${fork} ${count}`).sort();
      process.stderr.write(
        `${(elapsed / minute).toFixed(1)} of ${minutes} minutes: no difference in ${seed - firstSeed} programs, ` +
          `seeds ${firstSeed} to ${seed - 1} (${forks.join(', ')})\n`,
      );
    }
    if (isOver) return;
    const scenario = makeScenario(seed);
    byFork.set(scenario.fork, (byFork.get(scenario.fork) ?? 0) + 1);
    yield { seed, scenario };
  }
}
