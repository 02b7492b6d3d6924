import * as z from 'zod';
import { defineMethod, json } from '../method.ts';

export const eth_syncing = defineMethod({
  name: 'eth_syncing',
  summary: 'Whether the node still catches up with its network; it never does.',
  params: z.tuple([]),
  result: json({ type: 'boolean' }),
  handler: () => false,
});
