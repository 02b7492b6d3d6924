/** Data that lies beside the repository: reference suites too big to ship. Everything passes without them. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The path of a file or folder in `../shared`, or `undefined` after a line that says what is skipped for want of it.
 *
 * @example
 * const suite = sharedData('conformance', 'the conformance cases');
 * describe.skipIf(suite === undefined)('conformance', () => …);
 */
export function sharedData(path: string, purpose: string): string | undefined {
  const found = fileURLToPath(new URL(`../../../shared/${path}`, import.meta.url));
  if (existsSync(found)) return found;
  process.stderr.write(`Skipping ${purpose}: there is no ${found}.\n`);
  return undefined;
}
