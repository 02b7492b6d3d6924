/** The ticker keeps to its grid: a flashblock every 200 ms, a seal every 2 s, and nothing made up for after a stall. */
import { describe, expect, it } from 'vitest';
import type { Chain } from '../../src/chain/chain.ts';
import type { ChainRules } from '../../src/chain/rules.ts';
import { nextBlockTime, startTicker } from '../../src/chain/ticker.ts';
import type { Clock, ManualClock } from '../../src/clock.ts';
import { createManualClock } from '../../src/clock.ts';
import { alice, bob, createTestChain, genesisTimestamp, sign } from '../support/chain.ts';
import { createStallingClock } from '../support/stalling-clock.ts';

const start = Number(genesisTimestamp) * 1_000;

type Entry = readonly ['tick', at: number, index: number] | readonly ['seal', at: number, next: number];

/** A chain whose ticker writes down what it does and when, in ms since genesis. */
async function createDriven(
  options: { readonly rules?: Partial<ChainRules>; readonly clock?: Clock & Pick<ManualClock, 'advance'> } = {},
) {
  const chain = await createTestChain(options.rules);
  const clock = options.clock ?? createManualClock({ now: start });
  const diary: Entry[] = [];
  const errors: unknown[] = [];
  const watched: Chain = Object.assign(Object.create(chain) as Chain, {
    tick(index: number, count: number) {
      diary.push(['tick', clock.now() - start, index]);
      return chain.tick(index, count);
    },
    seal(next: bigint) {
      diary.push(['seal', clock.now() - start, Number(next) * 1_000 - start]);
      return chain.seal(next);
    },
  });
  const ticker = startTicker(watched, { clock, onError: (error) => errors.push(error) });
  return { chain, clock, diary, errors, ticker };
}

describe('the ticker', () => {
  it('cuts flashblock j at j × 200 ms and seals after the tenth, on whole seconds', async () => {
    const { clock, diary, chain } = await createDriven();
    await clock.advance(4_100);
    const block = (opened: number): Entry[] => [
      ...Array.from({ length: 10 }, (_, index): Entry => ['tick', opened + (index + 1) * 200, index + 1]),
      ['seal', opened + 2_000, opened + 4_000],
    ];
    expect(diary).toEqual([...block(0), ...block(2_000)]);
    expect(chain.head.header.number).toBe(2n);
    expect(chain.head.header.timestamp).toBe(genesisTimestamp + 4n);
  });

  it('shows a transaction at pending within 200 ms and seals it within 2 s', async () => {
    const { clock, chain } = await createDriven();
    await clock.advance(450);
    const hash = await chain.submit(await sign(alice, { to: bob.address, nonce: 0 }));
    expect(chain.place(hash)).toBeUndefined();
    await clock.advance(149);
    expect(chain.place(hash)).toBeUndefined();
    await clock.advance(1);
    expect(chain.place(hash)).toMatchObject({ block: { isSealed: false } });
    await clock.advance(1_399);
    expect(chain.place(hash)).toMatchObject({ block: { isSealed: false } });
    await clock.advance(1);
    expect(chain.place(hash)).toMatchObject({ block: { isSealed: true, header: { number: 1n } } });
  });

  it('does not drift over an hour', async () => {
    const { clock, diary, chain } = await createDriven();
    await clock.advance(3_600_000);
    expect(diary.at(-1)).toEqual(['seal', 3_600_000, 3_602_000]);
    expect(chain.head.header).toMatchObject({ number: 1_800n, timestamp: genesisTimestamp + 3_600n });
  });

  it('skips what a stall of 7 s missed: one flashblock, one seal, and back on the grid', async () => {
    const clock = createStallingClock(start);
    const { diary, chain } = await createDriven({ clock });
    await clock.advance(500);
    diary.length = 0;
    clock.stall(7_050);
    await clock.advance(100);
    expect(diary).toEqual([
      ['tick', 7_650, 10],
      ['seal', 7_650, 8_000],
    ]);
    expect(chain.head.header).toMatchObject({ number: 1n, timestamp: genesisTimestamp + 2n });
    await clock.advance(400);
    expect(diary.slice(2)).toEqual([
      ['tick', 7_800, 9],
      ['tick', 8_000, 10],
      ['seal', 8_000, 10_000],
    ]);
    expect(chain.head.header).toMatchObject({ number: 2n, timestamp: genesisTimestamp + 8n });
  });

  it('skips missed flashblocks within a block, whose budget the next one has', async () => {
    const clock = createStallingClock(start);
    const { diary } = await createDriven({ clock });
    await clock.advance(300);
    diary.length = 0;
    clock.stall(700);
    await clock.advance(300);
    expect(diary).toEqual([
      ['tick', 1_100, 5],
      ['tick', 1_200, 6],
    ]);
  });

  it('does not bunch ticks when the chain itself is slow', async () => {
    const clock = createStallingClock(start);
    const { diary, chain } = await createDriven({ clock });
    const stopListening = chain.subscribe(({ kind }) => {
      if (kind === 'preconfirmed') clock.stall(650);
    });
    await chain.submit(await sign(alice, { to: bob.address, nonce: 0 }));
    await clock.advance(200);
    stopListening();
    await clock.advance(350);
    expect(diary).toEqual([
      ['tick', 200, 1],
      ['tick', 1_000, 5],
      ['tick', 1_200, 6],
    ]);
  });

  it('leaves no timer behind when it is stopped', async () => {
    const waiting = new Set<unknown>();
    const manual = createManualClock({ now: start });
    const clock = {
      ...manual,
      at(time: number, run: () => void | Promise<void>) {
        const cancel = manual.at(time, () => {
          waiting.delete(cancel);
          return run();
        });
        waiting.add(cancel);
        return () => {
          waiting.delete(cancel);
          cancel();
        };
      },
    };
    const { ticker, diary } = await createDriven({ clock });
    await clock.advance(450);
    expect(waiting.size).toBe(1);
    ticker.stop();
    expect(waiting.size).toBe(0);
    await clock.advance(10_000);
    expect(diary).toHaveLength(2);
  });

  it('begins nothing after a stop during a tick', async () => {
    const { ticker, diary, clock, chain } = await createDriven();
    chain.subscribe(({ kind }) => {
      if (kind === 'preconfirmed') ticker.stop();
    });
    await chain.submit(await sign(alice, { to: bob.address, nonce: 0 }));
    await clock.advance(10_000);
    expect(diary).toEqual([['tick', 200, 1]]);
  });

  it('reports what fails and goes on', async () => {
    const { clock, diary, errors, chain } = await createDriven();
    const bug = new Error('a listener fails');
    const stopListening = chain.subscribe(({ kind }) => {
      if (kind === 'preconfirmed') throw bug;
    });
    await chain.submit(await sign(alice, { to: bob.address, nonce: 0 }));
    await clock.advance(200);
    stopListening();
    await clock.advance(2_000);
    expect(errors).toEqual([bug]);
    expect(diary.map(([what]) => what)).toContain('seal');
    expect(chain.head.transactions).toHaveLength(1);
  });

  it('keeps to other intervals just so', async () => {
    const { clock, diary } = await createDriven({ rules: { preconfirmationInterval: 500 } });
    await clock.advance(2_000);
    expect(diary).toEqual([
      ['tick', 500, 1],
      ['tick', 1_000, 2],
      ['tick', 1_500, 3],
      ['tick', 2_000, 4],
      ['seal', 2_000, 4_000],
    ]);
  });
});

describe('the time of the next block', () => {
  it.each([
    [0, 2_000],
    [1, 2_000],
    [1_999, 2_000],
    [2_000, 4_000],
    [7_650, 8_000],
    [-5_000, 2_000],
  ])('at %i ms after genesis is at %i ms', (now, expected) => {
    expect(nextBlockTime(start + now, start, 2_000)).toBe(BigInt((start + expected) / 1_000));
  });
});
