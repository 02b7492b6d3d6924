/** `npm start`: prepares what is missing and becomes the emulator. */
import './prepare.mjs';
import { createRequire } from 'node:module';

// npm puts a shell before this process, and the shell passes no SIGTERM on: it just ends. So does the emulator then.
const shell = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === shell) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, 200).unref();

createRequire(import.meta.url)('../dist/cli.cjs');
