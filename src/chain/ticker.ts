/**
 * Drives a chain by the clock: a pre-confirmation at every interval, a seal at every block time. The instants lie on a grid that
 * starts at genesis, so a late tick does not shift the ones after it. What a stalled process missed is skipped: one tick for
 * all the missed ones, one seal, and the next block's time is the next instant of the grid.
 */
import type { Cancel, Clock } from '../clock.ts';
import type { Chain } from './chain.ts';

export type Ticker = {
  /** After this no tick begins; one that runs already ends by itself. */
  stop(): void;
};

export type TickerOptions = {
  readonly clock: Clock;
  /** Told when a tick or seal fails, which is a bug; the next one comes all the same. */
  readonly onError: (error: unknown) => void;
};

export function startTicker(chain: Chain, { clock, onError }: TickerOptions): Ticker {
  const { blockTime, preconfirmationInterval: interval } = chain.rules;
  const count = blockTime / interval;
  const genesis = genesisTime(chain);
  let isStopped = false;
  let cancel: Cancel = () => {};

  async function run(): Promise<void> {
    const now = clock.now();
    const sealAt = Number(chain.pending.header.timestamp) * 1_000;
    const share = now >= sealAt ? count : Math.floor((now - (sealAt - blockTime)) / interval);
    try {
      if (share > 0) await chain.tick(share, count);
      if (now >= sealAt) await chain.seal(nextBlockTime(now, genesis, blockTime));
    } catch (error) {
      onError(error);
    }
    schedule();
  }

  function schedule(): void {
    if (isStopped) return;
    // From the moment of planning on: an instant that has passed meanwhile is missed.
    const passed = Math.floor((clock.now() - genesis) / interval);
    cancel = clock.at(genesis + (passed + 1) * interval, run);
  }

  schedule();
  return {
    stop() {
      isStopped = true;
      cancel();
    },
  };
}

/**
 * The first instant of the block grid after `now`, in seconds since 1970.
 * @param now - ms since 1970
 * @param genesis - ms since 1970
 * @param blockTime - ms
 */
export function nextBlockTime(now: number, genesis: number, blockTime: number): bigint {
  const passed = Math.max(0, Math.floor((now - genesis) / blockTime));
  return BigInt((genesis + (passed + 1) * blockTime) / 1_000);
}

function genesisTime(chain: Chain): number {
  return Number(chain.at({ kind: 'number', number: 0n }).header.timestamp) * 1_000;
}
