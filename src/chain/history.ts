/** The sealed blocks, and where everything in them is found. */
import type { Hash } from '../hex.ts';
import type { Place, View } from './view.ts';

export type History = {
  /** The newest sealed block. */
  readonly head: View;
  byNumber(number: number): View | undefined;
  byHash(hash: Hash): View | undefined;
  /** The sealed block of a transaction, and its position there. */
  place(transaction: Hash): Place | undefined;
  append(block: View): void;
  /** Takes back every block after `number` and returns them, newest first. */
  rewind(number: number): readonly View[];
};

export function createHistory(genesis: View): History {
  const blocks: View[] = [genesis];
  const numbers = new Map<Hash, number>([[genesis.hash, 0]]);
  const places = new Map<Hash, { readonly number: number; readonly index: number }>();

  return {
    get head() {
      return blocks[blocks.length - 1]!;
    },
    byNumber: (number) => blocks[number],
    byHash(hash) {
      const number = numbers.get(hash);
      return number === undefined ? undefined : blocks[number];
    },
    place(transaction) {
      const place = places.get(transaction);
      return place === undefined ? undefined : { block: blocks[place.number]!, index: place.index };
    },
    append(block) {
      const number = blocks.push(block) - 1;
      numbers.set(block.hash, number);
      for (const [index, { hash }] of block.transactions.entries()) places.set(hash, { number, index });
    },
    rewind(number) {
      const dropped = blocks.splice(number + 1).reverse();
      for (const block of dropped) {
        numbers.delete(block.hash);
        for (const { hash } of block.transactions) places.delete(hash);
      }
      return dropped;
    },
  };
}
