/** Adds up the JSON reports of a folder and prints the closing line. Flags: the folder, and how many steps failed. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const [folder, brokenSteps] = process.argv.slice(2);
const reports = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
const sum = (count) => reports.reduce((total, report) => total + count(report), 0);

const passed = sum((report) => report.numPassedTests);
const failedTests = sum((report) => report.numFailedTests);
const skipped = sum((report) => report.numPendingTests + report.numTodoTests);
// A step can break without a failed test: a file that does not load, a check, no report at all.
const failed = Math.max(failedTests, Number(brokenSteps), passed === 0 ? 1 : 0);

console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed === 0 ? 0 : 1;
