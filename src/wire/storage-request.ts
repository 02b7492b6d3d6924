/** The request of eth_getStorageValues: slots by the account whose storage they are in. */
import * as z from 'zod';
import { expected, Malformed, quote, refine, Refused } from './codec.ts';
import type { Address } from './scalars.ts';
import { address, Word } from './scalars.ts';

const parts = z.record(
  z.string(),
  z.array(Word, expected('an array of storage slots')).nullable(),
  expected('an object of storage slots by address'),
);

/** A request that asks for nothing is refused. */
export const SlotsByAddress = refine(parts, (wire): ReadonlyMap<Address, readonly bigint[]> => {
  const slots = new Map(Object.entries(wire).map(([key, words]) => [ofKey(key), words ?? []]));
  if ([...slots.values()].every((words) => words.length === 0)) throw new Refused('empty request');
  return slots;
});

function ofKey(key: string): Address {
  try {
    return address(key);
  } catch (error) {
    throw error instanceof Malformed ? new Malformed(`key ${quote(key)}: ${error.message}`, error.fault) : error;
  }
}
