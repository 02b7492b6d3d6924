import * as z from 'zod';
import { numberToHex } from '../../hex.ts';
import { NumberSelector } from '../../wire/block-selector.ts';
import { defineMethod, json, param } from '../method.ts';
import { orNull, quantitySchema } from '../result-schemas.ts';

export const eth_getUncleCountByBlockNumber = defineMethod({
  name: 'eth_getUncleCountByBlockNumber',
  summary: 'How many uncles a block has, none from the merge on; null when there is no such block.',
  params: z.tuple([param('block', NumberSelector)]),
  result: json(orNull(quantitySchema)),
  handler: ({ chain }, block) => {
    const view = chain.find(block);
    return view === undefined ? null : numberToHex(view.uncles.length);
  },
});
