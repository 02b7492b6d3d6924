import * as z from 'zod';
import { FilterId } from '../../wire/filter.ts';
import { defineMethod, json, param } from '../method.ts';

export const eth_uninstallFilter = defineMethod({
  name: 'eth_uninstallFilter',
  summary: 'Ends a filter; false when there was none.',
  params: z.tuple([param('filter', FilterId)]),
  result: json({ type: 'boolean' }),
  handler: ({ filters }, id) => filters.remove(id),
});
