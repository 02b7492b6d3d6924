import * as z from 'zod';
import { Hash, Index } from '../../wire/scalars.ts';
import { uncleJson } from '../encoding.ts';
import { defineMethod, json, param } from '../method.ts';
import { orNull, uncleSchema } from '../result-schemas.ts';

export const eth_getUncleByBlockHashAndIndex = defineMethod({
  name: 'eth_getUncleByBlockHashAndIndex',
  summary: 'An uncle of a block as a block without transactions; null when there is none at that position.',
  params: z.tuple([param('hash', Hash), param('index', Index)]),
  result: json(orNull(uncleSchema)),
  handler: ({ chain }, hash, index) => {
    const uncle = chain.find({ kind: 'hash', hash, requireCanonical: false })?.uncles[index];
    return uncle === undefined ? null : uncleJson(uncle);
  },
});
