import * as z from 'zod';
import { BlockSelector } from '../../wire/block-selector.ts';
import { receiptsJson } from '../encoding.ts';
import { defineMethod, json, param } from '../method.ts';
import { orNull, receiptSchema } from '../result-schemas.ts';

export const eth_getBlockReceipts = defineMethod({
  name: 'eth_getBlockReceipts',
  summary: 'Receipts of all transactions of a block; at `pending` those of the pre-confirmed block. Providers only.',
  params: z.tuple([param('block', BlockSelector)]),
  result: json(orNull({ type: 'array', items: receiptSchema })),
  access: 'provider',
  handler: ({ chain }, block) => {
    const view = chain.find(block);
    return view === undefined ? null : receiptsJson(view);
  },
});
