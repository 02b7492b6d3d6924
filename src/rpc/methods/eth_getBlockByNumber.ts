import * as z from 'zod';
import { NumberSelector } from '../../wire/block-selector.ts';
import { Flag } from '../../wire/scalars.ts';
import { blockJson } from '../encoding.ts';
import { defineMethod, json, param } from '../method.ts';
import { blockSchema, orNull } from '../result-schemas.ts';

export const eth_getBlockByNumber = defineMethod({
  name: 'eth_getBlockByNumber',
  summary: 'A block by number or tag, with its transactions or only their hashes; null when there is none.',
  params: z.tuple([param('block', NumberSelector), param('full', Flag.optional())]),
  result: json(orNull(blockSchema)),
  handler: ({ chain }, block, full) => {
    const view = chain.find(block);
    return view === undefined ? null : blockJson(view, full ?? false);
  },
});
