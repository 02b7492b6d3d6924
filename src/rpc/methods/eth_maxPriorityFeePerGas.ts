import * as z from 'zod';
import { Quantity } from '../../wire/scalars.ts';
import { defineMethod } from '../method.ts';

export const eth_maxPriorityFeePerGas = defineMethod({
  name: 'eth_maxPriorityFeePerGas',
  summary: 'Priority fee that gets a transaction into the next block, in wei per gas.',
  params: z.tuple([]),
  result: Quantity,
  handler: ({ chain }) => chain.suggestedTip(),
});
