import * as z from 'zod';
import { Quantity } from '../../wire/scalars.ts';
import { defineMethod } from '../method.ts';

export const eth_blockNumber = defineMethod({
  name: 'eth_blockNumber',
  summary: 'Number of the newest sealed block.',
  params: z.tuple([]),
  result: Quantity,
  handler: ({ chain }) => chain.head.header.number,
});
