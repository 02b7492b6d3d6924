/** `npm run dev`: compiles on every change and starts the emulator again with it. Flags are handed on. */
import './prepare.mjs';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [node, , ...flags] = process.argv;
const compiler = ['node_modules/typescript/bin/tsc', '-p', '.tsconfig.build.json', '--watch', '--preserveWatchOutput'];
const emulator = ['--watch', '--watch-preserve-output', 'dist/cli.js', ...flags];
const children = [compiler, emulator].map((args) => spawn(node, args, { cwd: root, stdio: 'inherit' }));

const stop = () => children.forEach((child) => child.kill());
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
for (const child of children) child.once('exit', stop);
