import * as z from 'zod';
import { defineMethod, json } from '../method.ts';
import { filterIdSchema } from '../result-schemas.ts';

export const eth_newBlockFilter = defineMethod({
  name: 'eth_newBlockFilter',
  summary: 'Makes a filter on the hashes of blocks to come.',
  params: z.tuple([]),
  result: json(filterIdSchema),
  handler: ({ filters }) => filters.addBlocks(),
});
