/** The public general state tests: a sample in the ordinary run, all of them with STATE_TESTS=all (`npm run test:state`). */
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createInterpreterEngine } from '../../src/evm/interpreter/engine.ts';
import { readCases, stateFiles } from './case.ts';
import { exceptions, tooLong } from './exceptions.ts';
import { runCase } from './run-case.ts';
import { stateTests } from './suite.ts';

const root = stateTests();
const isComplete = process.env['STATE_TESTS'] === 'all';
/** Of the ordinary run: one file of so many. */
const sampled = 40;

const files = (root === undefined ? [] : stateFiles(root))
  .filter(({ path }) => !tooLong.has(basename(path)))
  .filter((_, index) => isComplete || index % sampled === 0);
const folders = [...new Set(files.map(({ folder }) => folder))];

describe.skipIf(root === undefined)('general state tests', () => {
  const engine = createInterpreterEngine();
  test.each(folders)('%s', { timeout: 1_200_000 }, async (folder) => {
    let total = 0;
    const failures: string[] = [];
    const explained: string[] = [];
    for (const { path } of files.filter((file) => file.folder === folder)) {
      const reason = exceptions.get(basename(path));
      for (const each of readCases(path)) {
        total++;
        const failure = await runCase(engine, each);
        if (failure === undefined) continue;
        if (reason === undefined) failures.push(`${each.name}: ${failure}`);
        else explained.push(`  ${basename(path)}: ${reason}\n`);
      }
    }
    const passed = total - failures.length - explained.length;
    if (isComplete) process.stdout.write(`${folder}: ${passed}/${total}\n${explained.join('')}`);
    expect(failures).toEqual([]);
  });
});
