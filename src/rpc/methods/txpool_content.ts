import * as z from 'zod';
import { defineMethod, json } from '../method.ts';
import { poolJson, waitingJson } from '../pool-json.ts';
import { poolSchema, transactionSchema } from '../result-schemas.ts';

export const txpool_content = defineMethod({
  name: 'txpool_content',
  summary: 'Waiting transactions by sender and nonce: `pending` could run now, `queued` lack one before them.',
  params: z.tuple([]),
  result: json(poolSchema(transactionSchema)),
  handler: ({ chain }) => poolJson(chain.waiting(), waitingJson),
});
