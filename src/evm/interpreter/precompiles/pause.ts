/** How a precompile that may take seconds lets itself be ended. */

/** Asked between pieces of work, none of which takes long. @throws Interruption once the time of the run is over */
export type Pause = () => void;

/** Takes a precompile's work apart from the inside; the message then ends as a timeout. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
}

/** @param interrupted Whether the run's time is over; `undefined` when it has no limit */
export function createPause(interrupted: (() => boolean) | undefined): Pause {
  if (interrupted === undefined) return () => {};
  return () => {
    if (interrupted()) throw new Interruption('the time is over');
  };
}

/** The result of an operation on a curve, whose library throws for input that is none: `undefined` then. */
export function attempt<Result>(operation: () => Result): Result | undefined {
  try {
    return operation();
  } catch (error) {
    if (error instanceof Interruption) throw error;
    return undefined;
  }
}
