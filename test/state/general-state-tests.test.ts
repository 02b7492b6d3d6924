/** The public general state tests: a sample in the ordinary run, all of them with STATE_TESTS=all (`npm run test:state`). */
import { describe, expect, test } from 'vitest';
import { createInterpreterEngine } from '../../src/evm/interpreter/engine.ts';
import { readCases, stateFiles } from './case.ts';
import { runCase } from './run-case.ts';
import { stateTests } from './suite.ts';

const root = stateTests();
const isComplete = process.env['STATE_TESTS'] === 'all';
/** Of the ordinary run: one file of so many. */
const sampled = 12;

const files = root === undefined ? [] : stateFiles(root).filter((_, index) => isComplete || index % sampled === 0);
const folders = [...new Set(files.map(({ folder }) => folder))];

describe.skipIf(root === undefined)('general state tests', () => {
  const engine = createInterpreterEngine();
  test.each(folders)('%s', { timeout: 1_200_000 }, async (folder) => {
    let total = 0;
    const failures: string[] = [];
    for (const { path } of files.filter((file) => file.folder === folder)) {
      for (const each of readCases(path)) {
        total++;
        const failure = await runCase(engine, each);
        if (failure !== undefined) failures.push(`${each.name}: ${failure}`);
      }
    }
    if (isComplete) process.stdout.write(`${folder}: ${total - failures.length}/${total}\n`);
    expect(failures).toEqual([]);
  });
});
