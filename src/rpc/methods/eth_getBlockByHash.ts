import * as z from 'zod';
import { Flag, Hash } from '../../wire/scalars.ts';
import { blockJson } from '../encoding.ts';
import { defineMethod, json, param } from '../method.ts';
import { blockSchema, orNull } from '../result-schemas.ts';

export const eth_getBlockByHash = defineMethod({
  name: 'eth_getBlockByHash',
  summary: 'A block by hash, with its transactions or only their hashes; null when there is none.',
  params: z.tuple([param('hash', Hash), param('full', Flag.optional())]),
  result: json(orNull(blockSchema)),
  handler: ({ chain }, hash, full) => {
    const view = chain.find({ kind: 'hash', hash, requireCanonical: false });
    return view === undefined ? null : blockJson(view, full ?? false);
  },
});
