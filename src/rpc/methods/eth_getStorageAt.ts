import * as z from 'zod';
import { BlockSelector } from '../../wire/block-selector.ts';
import { Address, StorageKey, Word } from '../../wire/scalars.ts';
import { defineMethod, param } from '../method.ts';

export const eth_getStorageAt = defineMethod({
  name: 'eth_getStorageAt',
  summary: 'The 32 bytes in a storage slot of a contract.',
  params: z.tuple([param('address', Address), param('slot', StorageKey), param('block', BlockSelector)]),
  result: Word,
  handler: ({ chain }, address, slot, block) => chain.at(block).state.storage(address, slot),
});
