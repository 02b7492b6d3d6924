import * as z from 'zod';
import { NumberSelector } from '../../wire/block-selector.ts';
import { Index } from '../../wire/scalars.ts';
import { uncleJson } from '../encoding.ts';
import { defineMethod, json, param } from '../method.ts';
import { orNull, uncleSchema } from '../result-schemas.ts';

export const eth_getUncleByBlockNumberAndIndex = defineMethod({
  name: 'eth_getUncleByBlockNumberAndIndex',
  summary: 'An uncle of a block as a block without transactions; null when there is none at that position.',
  params: z.tuple([param('block', NumberSelector), param('index', Index)]),
  result: json(orNull(uncleSchema)),
  handler: ({ chain }, block, index) => {
    const uncle = chain.find(block)?.uncles[index];
    return uncle === undefined ? null : uncleJson(uncle);
  },
});
