/** Random choices that a seed determines. */

export type Random = {
  /** 0 to `limit` - 1. */
  below(limit: number): number;
  /** True once in `times` on average. */
  once(times: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  bytes(length: number): Uint8Array;
};

/** Numbers by the xorshift of 32 bits, which is plenty for choices. */
export function createRandom(seed: number): Random {
  let state = (Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995) >>> 0 || 1;
  function next(): number {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  }
  for (let round = 0; round < 8; round++) next();

  const below = (limit: number): number => next() % limit;
  return {
    below,
    once: (times) => below(times) === 0,
    pick: (items) => items[below(items.length)]!,
    bytes: (length) => Uint8Array.from({ length }, () => below(256)),
  };
}
