import * as z from 'zod';
import { NumberSelector } from '../../wire/block-selector.ts';
import { headerJson } from '../encoding.ts';
import { defineMethod, json, param } from '../method.ts';
import { headerSchema, orNull } from '../result-schemas.ts';

export const eth_getHeaderByNumber = defineMethod({
  name: 'eth_getHeaderByNumber',
  summary: 'A header by number or tag; null when there is none.',
  params: z.tuple([param('block', NumberSelector)]),
  result: json(orNull(headerSchema)),
  handler: ({ chain }, block) => {
    const view = chain.find(block);
    return view === undefined ? null : headerJson(view);
  },
});
