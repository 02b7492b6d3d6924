import { describe, expect, test } from 'vitest';
import type { OutboxLimits } from '../../src/server/outbox.ts';
import { createOutbox } from '../../src/server/outbox.ts';

/** A socket whose client reads when the test says so. */
function reader(limits: Partial<OutboxLimits> = {}) {
  const taken: string[] = [];
  const buffer: { readonly text: string; readonly done: () => void }[] = [];
  let isHopeless = false;
  const socket = {
    OPEN: 1,
    readyState: 1 as const,
    get bufferedAmount() {
      return buffer.reduce((sum, { text }) => sum + text.length, 0);
    },
    send: (text: string, done: () => void) => void buffer.push({ text, done }),
  };
  const outbox = createOutbox(socket as unknown as Parameters<typeof createOutbox>[0], {
    limits: { buffered: 1, waiting: 100, flashblocks: 3, ...limits },
    onTaken: () => undefined,
    onHopeless: () => {
      isHopeless = true;
    },
  });
  return {
    outbox,
    isHopeless: () => isHopeless,
    /** Reads everything there is. */
    read() {
      for (let next = buffer.shift(); next !== undefined; next = buffer.shift()) {
        taken.push(next.text);
        next.done();
      }
      return taken.splice(0);
    },
  };
}

describe('an outbox', () => {
  test('sends in order, and hands little to the socket at a time', () => {
    const { outbox, read } = reader();
    for (const text of ['a', 'b', 'c']) outbox.send(text);
    expect(outbox.isWaiting).toBe(true);
    expect(read()).toEqual(['a', 'b', 'c']);
    expect(outbox.isWaiting).toBe(false);
  });

  test('drops the oldest flashblocks of a subscription beyond the limit, each as a whole', () => {
    const { outbox, read } = reader();
    outbox.send('reply');
    for (let index = 0; index < 6; index += 1) outbox.sendFlashblock('one', [`${index}a`, `${index}b`]);
    outbox.sendFlashblock('two', ['other']);
    outbox.send('head');
    expect(read()).toEqual(['reply', '3a', '3b', '4a', '4b', '5a', '5b', 'other', 'head']);
  });

  test('drops flashblocks before it gives a client up', () => {
    const { outbox, read, isHopeless } = reader({ waiting: 25 });
    outbox.send('reply');
    outbox.sendFlashblock('one', ['x'.repeat(20)]);
    outbox.send('y'.repeat(20));
    expect(isHopeless()).toBe(false);
    expect(read()).toEqual(['reply', 'y'.repeat(20)]);
  });

  test('gives a client up when too much waits that must arrive', () => {
    const { outbox, isHopeless } = reader({ waiting: 25 });
    outbox.send('reply');
    outbox.send('x'.repeat(30)); // alone, however long: nothing was to be read before it
    expect(isHopeless()).toBe(false);
    outbox.send('z');
    expect(isHopeless()).toBe(true);
    expect(outbox.isWaiting).toBe(false);
  });
});
