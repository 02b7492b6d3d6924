import * as z from 'zod';
import { defineMethod, json } from '../method.ts';

export const web3_clientVersion = defineMethod({
  name: 'web3_clientVersion',
  summary: 'Name and version of the node.',
  params: z.tuple([]),
  result: json({ type: 'string' }),
  handler: ({ clientVersion }) => clientVersion,
});
