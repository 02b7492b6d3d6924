import * as z from 'zod';
import { Flag } from '../../wire/scalars.ts';
import { defineMethod, json, param } from '../method.ts';
import { filterIdSchema } from '../result-schemas.ts';

export const eth_newPendingTransactionFilter = defineMethod({
  name: 'eth_newPendingTransactionFilter',
  summary: 'Makes a filter on transactions that enter the mempool: their hashes, or the whole of them.',
  params: z.tuple([param('full', Flag.optional())]),
  result: json(filterIdSchema),
  handler: ({ filters }, full) => filters.addTransactions(full ?? false),
});
