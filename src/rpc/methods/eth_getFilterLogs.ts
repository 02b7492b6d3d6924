import * as z from 'zod';
import { FilterId } from '../../wire/filter.ts';
import { logsJson } from '../encoding.ts';
import { defineMethod, json, param } from '../method.ts';
import { logSchema } from '../result-schemas.ts';

export const eth_getFilterLogs = defineMethod({
  name: 'eth_getFilterLogs',
  summary: 'All logs that match a filter on logs, as eth_getLogs gives them.',
  params: z.tuple([param('filter', FilterId)]),
  result: json({ type: 'array', items: logSchema }),
  handler: ({ chain, filters }, id) => logsJson(chain.logs(filters.criteria(id))),
});
