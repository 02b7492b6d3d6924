import * as z from 'zod';
import { Address } from '../../wire/scalars.ts';
import { defineMethod, json, param } from '../method.ts';
import { senderJson } from '../pool-json.ts';
import { senderPoolSchema } from '../result-schemas.ts';

export const txpool_contentFrom = defineMethod({
  name: 'txpool_contentFrom',
  summary: "One sender's waiting transactions by nonce.",
  params: z.tuple([param('address', Address)]),
  result: json(senderPoolSchema),
  handler: ({ chain }, address) => senderJson(chain.waiting(), address),
});
