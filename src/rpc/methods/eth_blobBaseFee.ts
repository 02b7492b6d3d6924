import * as z from 'zod';
import { blobBaseFee } from '../../chain/fees.ts';
import { Quantity } from '../../wire/scalars.ts';
import { defineMethod } from '../method.ts';

export const eth_blobBaseFee = defineMethod({
  name: 'eth_blobBaseFee',
  summary: 'Price of blob gas in wei; the least there is on a chain without blobs.',
  params: z.tuple([]),
  result: Quantity,
  handler: ({ chain }) => blobBaseFee(chain.head, chain.rules),
});
