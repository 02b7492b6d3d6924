/** `npm run bench`: prepares the emulator, compiles the benchmark beside the packages it imports, and runs it. */
import '../../.ci/prepare.mjs';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const compiled = join(root, 'node_modules', '.cache', 'bench');

const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const { status } = spawnSync(process.execPath, [compiler, '-p', join(root, 'test', 'bench')], { stdio: 'inherit' });
if (status !== 0) process.exit(1);
mkdirSync(compiled, { recursive: true });
writeFileSync(join(compiled, 'package.json'), '{ "type": "module" }\n');

await import(pathToFileURL(join(compiled, 'bench', 'run.js')).href);
