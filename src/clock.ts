/**
 * Time as an argument: the system's clock for users, a clock in the test's hand for everyone else. The only place that may read
 * the wall clock or set a timer.
 */

/** Takes back a call that was asked for; does nothing once the call has begun. */
export type Cancel = () => void;

export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds since an arbitrary moment, never going backwards: for durations. */
  monotonic(): number;
  /**
   * Calls once, never before the given moment (milliseconds since 1970), and at once when that moment has passed. A call that
   * throws or rejects is a bug of the caller: the system clock lets it end the process.
   */
  at(time: number, run: () => void | Promise<void>): Cancel;
};

/** A clock that stands still until it is told to move. */
export type ManualClock = Clock & {
  /**
   * Moves on by that many milliseconds. Every call that falls due runs at its own moment, one after another in the order of
   * those moments, and is awaited: afterwards nothing is left half done. Rejects with the error of a failing call, the clock
   * standing at that call's moment. Not to be awaited inside such a call.
   */
  advance(milliseconds: number): Promise<void>;
};

/** Longest delay a Node timer can hold; longer ones are set again. */
const longestDelay = 2 ** 31 - 1;

/** The wall clock. Its timers never keep the process alive: a server's socket does. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  at(time, run) {
    let timer: NodeJS.Timeout;
    const wait = (): void => {
      timer = setTimeout(fire, Math.min(Math.max(time - Date.now(), 0), longestDelay)).unref();
    };
    const fire = (): void => {
      // Node may fire a timer up to a millisecond early, and the wall clock may have been set back.
      if (Date.now() < time) wait();
      else void run();
    };
    wait();
    return () => clearTimeout(timer);
  },
};

/** A clock that shows `start` (milliseconds since 1970) now and goes on as the wall clock does. */
export function createShiftedClock(start: number): Clock {
  const shift = start - systemClock.now();
  return {
    now: () => systemClock.now() + shift,
    monotonic: systemClock.monotonic,
    at: (time, run) => systemClock.at(time - shift, run),
  };
}

/** 2026-01-01T00:00:00Z: the same in every run, so that runs can be compared. */
const defaultStart = 1_767_225_600_000;

/**
 * A clock for tests.
 *
 * @example
 * const clock = createManualClock();
 * const emulator = await startPretick({ port: 0, clock });
 * await clock.advance(200); // one pre-confirmation later
 *
 * @param options.now - milliseconds since 1970 where it starts; 2026-01-01 by default
 */
export function createManualClock(options: { readonly now?: number } = {}): ManualClock {
  const start = options.now ?? defaultStart;
  let now = start;
  let waiting: readonly Call[] = [];
  let lastMove = Promise.resolve();

  const move = async (milliseconds: number): Promise<void> => {
    const end = now + milliseconds;
    for (let call = waiting[0]; call !== undefined && call.time <= end; call = waiting[0]) {
      waiting = waiting.slice(1);
      now = Math.max(now, call.time);
      await call.run();
    }
    now = end;
  };

  return {
    now: () => now,
    monotonic: () => now - start,
    at(time, run) {
      const call: Call = { time, run };
      const later = waiting.findIndex((other) => other.time > time);
      waiting = later === -1 ? [...waiting, call] : waiting.toSpliced(later, 0, call);
      return () => {
        waiting = waiting.filter((other) => other !== call);
      };
    },
    advance(milliseconds) {
      if (!(milliseconds >= 0))
        throw new RangeError(`A clock only moves forward: cannot advance by ${milliseconds} ms.`);
      const moved = lastMove.then(() => move(milliseconds));
      lastMove = moved.catch(() => undefined);
      return moved;
    },
  };
}

type Call = { readonly time: number; readonly run: () => void | Promise<void> };

/**
 * A moment as HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
 * @param time milliseconds since 1970
 */
export function httpDate(time: number): string {
  return new Date(time).toUTCString();
}
