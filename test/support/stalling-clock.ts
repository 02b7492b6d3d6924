/** A process that hangs for a while, as a clock. */
import { createManualClock } from '../../src/clock.ts';

/** A clock that a test can make stand still for a while: what was due meanwhile comes late, all at once. Starts at `start`, in ms since 1970. */
export function createStallingClock(start: number) {
  const manual = createManualClock({ now: start });
  let skew = 0;
  return {
    now: () => manual.now() + skew,
    monotonic: () => manual.monotonic() + skew,
    at: (time: number, run: () => void | Promise<void>) => manual.at(Math.max(time - skew, manual.now()), run),
    advance: (milliseconds: number) => manual.advance(milliseconds),
    stall(milliseconds: number) {
      skew += milliseconds;
    },
  };
}
