/** How long a request may execute. Whatever runs code on demand (calls, estimates, simulations, traces) asks here. */
import type { Eventually } from '../eventually.ts';
import { whenThere } from '../eventually.ts';
import type { Applied, Executable, Transition } from '../evm/transition.ts';
import { applyTransaction } from '../evm/transition.ts';
import { ChainError } from './errors.ts';

/** Milliseconds since an arbitrary moment, never going backwards. */
export type Stopwatch = () => number;

export type Deadline = {
  /** Throws once the time is over. */
  readonly check: () => void;
  readonly isOver: () => boolean;
  /** @throws ChainError `executionTimeout` */
  readonly fail: () => never;
};

/** @param limit in ms, from now on */
export function createDeadline(stopwatch: Stopwatch, limit: number): Deadline {
  const end = stopwatch() + limit;
  const isOver = (): boolean => stopwatch() > end;
  const fail = (): never => {
    throw new ChainError('executionTimeout', { limit });
  };
  return {
    isOver,
    fail,
    check() {
      if (isOver()) fail();
    },
  };
}

/**
 * Applies a transaction as long as there is time.
 * @throws ChainError `executionTimeout`; the overlay is then of no more use
 */
export function applyWithin(
  deadline: Deadline,
  { engine, block, overlay, hooks, natives, precompiles }: Transition,
  fields: Executable,
): Eventually<Applied> {
  const interrupted = deadline.isOver;
  const applied = applyTransaction({ engine, block, overlay, hooks, natives, precompiles, interrupted }, fields);
  return whenThere(applied, (done) => (done.outcome.halt === 'execution timeout' ? deadline.fail() : done));
}
