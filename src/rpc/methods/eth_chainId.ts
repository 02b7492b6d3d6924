import * as z from 'zod';
import { Quantity } from '../../wire/scalars.ts';
import { defineMethod } from '../method.ts';

export const eth_chainId = defineMethod({
  name: 'eth_chainId',
  summary: 'Id of the chain.',
  params: z.tuple([]),
  result: Quantity,
  handler: ({ chain }) => chain.rules.chainId,
});
