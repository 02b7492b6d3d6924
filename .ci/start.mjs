/** `npm start`: prepares what is missing and becomes the emulator, so that signals reach it without a process between. */
import './prepare.mjs';

await import('../dist/cli.js');
