import * as z from 'zod';
import { defineMethod, json } from '../method.ts';
import { addressSchema } from '../result-schemas.ts';

export const eth_accounts = defineMethod({
  name: 'eth_accounts',
  summary: 'Accounts that the node signs for: none, it holds no keys.',
  params: z.tuple([]),
  result: json({ type: 'array', items: addressSchema }),
  handler: () => [],
});
