import * as z from 'zod';
import { defineMethod, json } from '../method.ts';

export const net_version = defineMethod({
  name: 'net_version',
  summary: 'Id of the chain as decimal text.',
  params: z.tuple([]),
  result: json({ type: 'string', pattern: '^[0-9]+$' }),
  handler: ({ chain }) => chain.rules.chainId.toString(),
});
