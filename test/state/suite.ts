/** Unpacks the suite outside the repository, once per machine. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedData } from '../support/shared-data.ts';

/** The folder of the unpacked suite; `undefined`, after a line that says so, where its archive is absent. */
export function stateTests(): string | undefined {
  const archive =
    process.env['STATE_TESTS_ARCHIVE'] ??
    sharedData('state-tests/general-state-tests.tar.xz', 'the general state tests');
  if (archive === undefined) return undefined;
  const folder = join(tmpdir(), `pretick-state-tests-${statSync(archive).size}`);
  if (!existsSync(folder)) {
    const unpacked = mkdtempSync(`${folder}-`);
    execFileSync('tar', ['xJf', archive, '-C', unpacked]);
    mkdirSync(tmpdir(), { recursive: true });
    try {
      renameSync(unpacked, folder);
    } catch (error) {
      // Another process was faster.
      if (!existsSync(folder)) throw error;
    }
  }
  return join(folder, 'GeneralStateTests');
}
