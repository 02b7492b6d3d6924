import { describe, expect, test } from 'vitest';
import { createManualClock, createShiftedClock, systemClock } from '../src/clock.ts';

describe('manual clock', () => {
  test('stands still until it is advanced', async () => {
    const clock = createManualClock({ now: 1_000 });
    expect(clock.now()).toBe(1_000);
    await clock.advance(250);
    expect(clock.now()).toBe(1_250);
    expect(clock.monotonic()).toBe(250);
  });

  test('starts at the same moment in every run', () => {
    expect(new Date(createManualClock().now()).toISOString()).toBe('2026-01-01T00:00:00.000Z');
  });

  test('runs due calls in the order of their moments, each at its own moment', async () => {
    const clock = createManualClock({ now: 0 });
    const calls: [string, number][] = [];
    const note = (name: string) => () => void calls.push([name, clock.now()]);
    clock.at(300, note('late'));
    clock.at(100, note('first'));
    clock.at(200, note('second'));
    clock.at(200, note('second, asked for later'));
    clock.at(301, note('not yet'));
    await clock.advance(300);
    expect(calls).toEqual([
      ['first', 100],
      ['second', 200],
      ['second, asked for later', 200],
      ['late', 300],
    ]);
    expect(clock.now()).toBe(300);
  });

  test('awaits each call before the next one', async () => {
    const clock = createManualClock({ now: 0 });
    const steps: string[] = [];
    clock.at(1, async () => {
      steps.push('1 begins');
      await new Promise((resolve) => setImmediate(resolve));
      steps.push('1 ends');
    });
    clock.at(2, () => void steps.push('2'));
    await clock.advance(2);
    expect(steps).toEqual(['1 begins', '1 ends', '2']);
  });

  test('runs calls that calls ask for when they fall due on the way', async () => {
    const clock = createManualClock({ now: 0 });
    const moments: number[] = [];
    const tick = (): void => {
      moments.push(clock.now());
      clock.at(clock.now() + 200, tick);
    };
    clock.at(200, tick);
    await clock.advance(1_000);
    expect(moments).toEqual([200, 400, 600, 800, 1_000]);
  });

  test('runs a call whose moment has passed at the next move, without going back', async () => {
    const clock = createManualClock({ now: 500 });
    const moments: number[] = [];
    clock.at(100, () => void moments.push(clock.now()));
    await clock.advance(0);
    expect(moments).toEqual([500]);
  });

  test('does not run a call that was taken back', async () => {
    const clock = createManualClock({ now: 0 });
    let ran = 0;
    const cancel = clock.at(10, () => void (ran += 1));
    const cancelSecond = clock.at(20, () => void (ran += 1));
    clock.at(15, cancelSecond);
    cancel();
    cancel();
    await clock.advance(100);
    expect(ran).toBe(0);
  });

  test('carries out moves one after another when they are not awaited', async () => {
    const clock = createManualClock({ now: 0 });
    const moments: number[] = [];
    for (const time of [5, 15]) clock.at(time, async () => void moments.push(clock.now()));
    await Promise.all([clock.advance(10), clock.advance(10)]);
    expect(moments).toEqual([5, 15]);
    expect(clock.now()).toBe(20);
  });

  test('hands on the error of a call and stays usable', async () => {
    const clock = createManualClock({ now: 0 });
    clock.at(5, () => Promise.reject(new Error('broken')));
    await expect(clock.advance(10)).rejects.toThrow('broken');
    expect(clock.now()).toBe(5);
    await clock.advance(1);
    expect(clock.now()).toBe(6);
  });

  test('does not go back', () => {
    expect(() => createManualClock().advance(-1)).toThrow('cannot advance by -1 ms');
  });
});

describe('system clock', () => {
  test('tells the time of day and a steady count', () => {
    const before = Date.now();
    expect(systemClock.now()).toBeGreaterThanOrEqual(before);
    expect(systemClock.monotonic()).toBeLessThanOrEqual(systemClock.monotonic());
  });

  test('never calls before the moment', async () => {
    const time = systemClock.now() + 20;
    const called = await new Promise<number>((resolve) => systemClock.at(time, () => resolve(Date.now())));
    expect(called).toBeGreaterThanOrEqual(time);
  });

  test('calls soon when the moment has passed, but not before `at` returns', async () => {
    const steps: string[] = [];
    await new Promise<void>((resolve) => {
      systemClock.at(0, () => {
        steps.push('called');
        resolve();
      });
      steps.push('returned');
    });
    expect(steps).toEqual(['returned', 'called']);
  });

  test('does not run a call that was taken back, nor one far away', async () => {
    let ran = 0;
    systemClock.at(systemClock.now() + 5, () => void (ran += 1))();
    const cancelFar = systemClock.at(systemClock.now() + 2 ** 40, () => void (ran += 1));
    await new Promise<void>((resolve) => systemClock.at(systemClock.now() + 20, resolve));
    cancelFar();
    expect(ran).toBe(0);
  });
});

test('a shifted clock shows another time and runs at the pace of the system clock', async () => {
  const clock = createShiftedClock(1_000);
  expect(clock.now()).toBeGreaterThanOrEqual(1_000);
  expect(clock.now()).toBeLessThan(60_000);
  const called = await new Promise<number>((resolve) => clock.at(clock.now() + 20, () => resolve(clock.now())));
  expect(called).toBeGreaterThanOrEqual(1_020);
  expect(called).toBeLessThan(60_000);
});
