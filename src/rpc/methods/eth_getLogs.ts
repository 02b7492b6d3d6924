import * as z from 'zod';
import { Filter } from '../../wire/filter.ts';
import { logsJson } from '../encoding.ts';
import { defineMethod, json, param } from '../method.ts';
import { logSchema } from '../result-schemas.ts';

export const eth_getLogs = defineMethod({
  name: 'eth_getLogs',
  summary: 'Logs that match a filter, in order; a range that ends at `pending` includes the pre-confirmed ones.',
  params: z.tuple([param('filter', Filter)]),
  result: json({ type: 'array', items: logSchema }),
  handler: ({ chain }, filter) => logsJson(chain.logs(filter)),
});
