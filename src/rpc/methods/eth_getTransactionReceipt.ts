import * as z from 'zod';
import { Hash } from '../../wire/scalars.ts';
import { receiptJson } from '../encoding.ts';
import { defineMethod, json, param } from '../method.ts';
import { orNull, receiptSchema } from '../result-schemas.ts';

export const eth_getTransactionReceipt = defineMethod({
  name: 'eth_getTransactionReceipt',
  summary:
    'Receipt of a transaction as soon as it is pre-confirmed, with a zero block hash until the seal; null before.',
  params: z.tuple([param('hash', Hash)]),
  result: json(orNull(receiptSchema)),
  handler: ({ chain }, hash) => {
    const place = chain.place(hash);
    return place === undefined ? null : receiptJson(place.block, place.index);
  },
});
