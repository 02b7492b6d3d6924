import * as z from 'zod';
import { numberToHex } from '../../hex.ts';
import { Hash } from '../../wire/scalars.ts';
import { defineMethod, json, param } from '../method.ts';
import { orNull, quantitySchema } from '../result-schemas.ts';

export const eth_getUncleCountByBlockHash = defineMethod({
  name: 'eth_getUncleCountByBlockHash',
  summary: 'How many uncles a block has, none from the merge on; null when there is no such block.',
  params: z.tuple([param('hash', Hash)]),
  result: json(orNull(quantitySchema)),
  handler: ({ chain }, hash) => {
    const view = chain.find({ kind: 'hash', hash, requireCanonical: false });
    return view === undefined ? null : numberToHex(view.uncles.length);
  },
});
