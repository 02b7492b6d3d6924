import * as z from 'zod';
import { numberToHex } from '../../hex.ts';
import { defineMethod, json } from '../method.ts';
import { count } from '../pool-json.ts';
import { poolStatusSchema } from '../result-schemas.ts';

export const txpool_status = defineMethod({
  name: 'txpool_status',
  summary: 'How many transactions wait: `pending` could run now, `queued` lack one before them.',
  params: z.tuple([]),
  result: json(poolStatusSchema),
  handler: ({ chain }) => {
    const { pending, queued } = chain.waiting();
    return { pending: numberToHex(count(pending)), queued: numberToHex(count(queued)) };
  },
});
