/** The version of this package, for `--version` and `web3_clientVersion`. */
import { readFileSync } from 'node:fs';

// One folder up from here both in `src` and in `dist`.
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
}; // ours

export const version: string = manifest.version;
