/** `npm run dev`: builds on every change of a source and starts the emulator again with it. Flags are handed on. */
import './prepare.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const flags = process.argv.slice(2);
const node = (...args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
const start = () => node('dist/cli.cjs', ...flags);

let emulator = start();
let isBusy = false;
let isStale = false;

watch(`${root}src`, { recursive: true }, () => void renew());
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    await end();
    process.exit();
  });

/** One at a time; what changes meanwhile is taken up afterwards. A build that fails leaves the emulator as it is. */
async function renew() {
  isStale = true;
  if (isBusy) return;
  isBusy = true;
  while (isStale) {
    isStale = false;
    const [code] = await once(node('.ci/prepare.mjs'), 'exit');
    if (code !== 0) continue;
    await end();
    emulator = start();
  }
  isBusy = false;
}

async function end() {
  if (emulator.exitCode !== null || emulator.signalCode !== null) return;
  emulator.kill();
  await once(emulator, 'exit');
}
