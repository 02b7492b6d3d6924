import * as z from 'zod';
import { numberToHex } from '../../hex.ts';
import { NumberSelector } from '../../wire/block-selector.ts';
import { defineMethod, json, param } from '../method.ts';
import { orNull, quantitySchema } from '../result-schemas.ts';

export const eth_getBlockTransactionCountByNumber = defineMethod({
  name: 'eth_getBlockTransactionCountByNumber',
  summary: 'How many transactions a block has; null when there is no such block.',
  params: z.tuple([param('block', NumberSelector)]),
  result: json(orNull(quantitySchema)),
  handler: ({ chain }, block) => {
    const view = chain.find(block);
    return view === undefined ? null : numberToHex(view.transactions.length);
  },
});
