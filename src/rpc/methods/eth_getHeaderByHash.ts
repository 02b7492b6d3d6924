import * as z from 'zod';
import { Hash } from '../../wire/scalars.ts';
import { headerJson } from '../encoding.ts';
import { defineMethod, json, param } from '../method.ts';
import { headerSchema, orNull } from '../result-schemas.ts';

export const eth_getHeaderByHash = defineMethod({
  name: 'eth_getHeaderByHash',
  summary: 'A header by hash; null when there is none.',
  params: z.tuple([param('hash', Hash)]),
  result: json(orNull(headerSchema)),
  handler: ({ chain }, hash) => {
    const view = chain.find({ kind: 'hash', hash, requireCanonical: false });
    return view === undefined ? null : headerJson(view);
  },
});
