/** What a tracer is: a watcher of one transaction that says at the end what it saw. */
import type { BlockContext, Hooks } from '../../evm/engine.ts';
import type { StateReader } from '../../evm/state/account.ts';
import type { TransactionFields } from '../../evm/transaction.ts';
import type { Applied } from '../../evm/transition.ts';
import type { Address } from '../../hex.ts';
import { ChainError } from '../errors.ts';

export type Tracer<Trace> = {
  readonly hooks: Hooks;
  /** What it saw, once the transaction is over and its fees are paid. */
  result(applied: Applied): Trace;
};

/** The transaction that is to be watched. */
export type Subject = {
  readonly fields: TransactionFields;
  readonly block: BlockContext;
  /** The state it runs on; before the run, that before the transaction. */
  readonly state: StateReader;
  readonly precompiles: readonly Address[];
  /** How many logs of its block come before its own. */
  readonly firstLogIndex: number;
  readonly budget: Budget;
};

/** How much may be held, and told, in answer to one request. */
export type Budget = {
  /**
   * Takes about so many bytes of JSON.
   * @throws ChainError `traceTooLarge`, which ends the run
   */
  take(bytes: number): void;
};

/** A string of half a gigabyte is the most that there can be; this is well below, and more than anybody reads. */
const longestTrace = 128 * 2 ** 20;

export function createBudget(limit = longestTrace): Budget {
  let left = limit;
  return {
    take(bytes) {
      left -= bytes;
      if (left < 0) throw new ChainError('traceTooLarge', { limit });
    },
  };
}
