import { expect, test } from 'vitest';
import { share } from '../src/sharing.ts';

/** A source that counts who listens. */
function counted() {
  const listeners = new Set<(value: number) => void>();
  return {
    count: () => listeners.size,
    tell: (value: number) => {
      for (const listener of listeners) listener(value);
    },
    source: (deliver: (value: number) => void) => {
      listeners.add(deliver);
      return () => listeners.delete(deliver);
    },
  };
}

test('what is shared is made once for all, and only while somebody listens', () => {
  const { source, tell, count } = counted();
  const made: number[] = [];
  const doubled = share(source, (value) => {
    made.push(value);
    return value === 2 ? undefined : value * 2;
  });
  tell(0);
  expect(count()).toBe(0);
  const heard: number[] = [];
  const deliver = (value: number): void => void heard.push(value);
  const [first, second] = [doubled(deliver), doubled(deliver)];
  expect(count()).toBe(1);
  tell(1);
  tell(2);
  first();
  first();
  tell(3);
  second();
  expect(count()).toBe(0);
  tell(4);
  expect(made).toEqual([1, 2, 3]);
  expect(heard).toEqual([2, 2, 6]);
  doubled(deliver)();
  expect(count()).toBe(0);
});
