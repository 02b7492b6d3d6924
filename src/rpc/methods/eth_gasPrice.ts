import * as z from 'zod';
import { Quantity } from '../../wire/scalars.ts';
import { defineMethod } from '../method.ts';

export const eth_gasPrice = defineMethod({
  name: 'eth_gasPrice',
  summary: 'Gas price that gets a transaction into the next block, in wei.',
  params: z.tuple([]),
  result: Quantity,
  handler: ({ chain }) => (chain.head.header.baseFeePerGas ?? 0n) + chain.suggestedTip(),
});
