import * as z from 'zod';
import { defineMethod, json } from '../method.ts';
import { poolJson, waitingLine } from '../pool-json.ts';
import { poolSchema } from '../result-schemas.ts';

export const txpool_inspect = defineMethod({
  name: 'txpool_inspect',
  summary: 'Waiting transactions by sender and nonce, each in one line of text.',
  params: z.tuple([]),
  result: json(poolSchema({ type: 'string' })),
  handler: ({ chain }) => poolJson(chain.waiting(), waitingLine),
});
