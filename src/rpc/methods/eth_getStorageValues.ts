import * as z from 'zod';
import { ChainError } from '../../chain/errors.ts';
import { bigIntToHash } from '../../hex.ts';
import { BlockSelector } from '../../wire/block-selector.ts';
import { SlotsByAddress } from '../../wire/storage-request.ts';
import { defineMethod, json, param } from '../method.ts';
import { storageValuesSchema } from '../result-schemas.ts';

/** Of one request, over all its accounts. */
const maxSlots = 1_024;

export const eth_getStorageValues = defineMethod({
  name: 'eth_getStorageValues',
  summary: 'The 32 bytes in each of many storage slots, by contract.',
  params: z.tuple([param('slots', SlotsByAddress), param('block', BlockSelector)]),
  result: json(storageValuesSchema),
  handler: ({ chain }, request, block) => {
    const count = [...request.values()].reduce((sum, slots) => sum + slots.length, 0);
    if (count > maxSlots) throw new ChainError('tooManySlots', { limit: maxSlots });
    const { state } = chain.at(block);
    return Object.fromEntries(
      [...request].map(([address, slots]) => [
        address,
        slots.map((slot) => bigIntToHash(state.storage(address, slot))),
      ]),
    );
  },
});
