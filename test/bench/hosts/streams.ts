/** Pretick by the clock, which tells besides what it holds in memory and how late it is. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { accountCount } from '../transactions.ts';
import { hostOptions, serve } from './host.ts';
import type { PretickLibrary } from './pretick-library.ts';

export type Collected = {
  /** Bytes that are reachable: after a collection. */
  readonly heap: number;
  /** Bytes outside the heap: what sockets buffer. */
  readonly external: number;
  /** How late each tick since the last answer began, in ms. */
  readonly lateness: readonly number[];
};

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void; // there since the flag is
const lateness: number[] = [];

/** The wall clock, with a note of when it was to call and when it did. */
const clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  at(time: number, run: () => void | Promise<void>) {
    let timer = wait();
    function wait(): NodeJS.Timeout {
      return setTimeout(fire, Math.max(time - Date.now(), 0)).unref();
    }
    function fire(): void {
      if (Date.now() < time) timer = wait();
      else {
        lateness.push(performance.timeOrigin + performance.now() - time);
        void run();
      }
    }
    return () => clearTimeout(timer);
  },
};

const { library, port, engine } = hostOptions();
const { startPretick } = (await import(library)) as PretickLibrary;
await startPretick({
  port,
  clock,
  chains: ['mainnet'],
  accounts: accountCount,
  poolLimit: 200_000,
  feedFormat: 'text',
  engine,
});
serve(async (): Promise<Collected> => {
  collectGarbage();
  const { heapUsed: heap, external } = process.memoryUsage();
  return { heap, external, lateness: lateness.splice(0) };
});
