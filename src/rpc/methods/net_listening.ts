import * as z from 'zod';
import { defineMethod, json } from '../method.ts';

export const net_listening = defineMethod({
  name: 'net_listening',
  summary: 'Whether the node takes part in its network.',
  params: z.tuple([]),
  result: json({ type: 'boolean' }),
  handler: () => true,
});
