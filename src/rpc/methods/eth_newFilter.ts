import * as z from 'zod';
import { Filter } from '../../wire/filter.ts';
import { defineMethod, json, param } from '../method.ts';
import { filterIdSchema } from '../result-schemas.ts';

export const eth_newFilter = defineMethod({
  name: 'eth_newFilter',
  summary: 'Makes a filter on logs to come; with `pending` in its range they are told when pre-confirmed, once.',
  params: z.tuple([param('filter', Filter)]),
  result: json(filterIdSchema),
  handler: ({ filters }, filter) => filters.addLogs(filter),
});
