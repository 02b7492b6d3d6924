import { z } from 'zod';
import { blobBaseFee } from '../../chain/context.ts';
import { Quantity } from '../../wire/scalars.ts';
import { defineMethod } from '../method.ts';

export const eth_blobBaseFee = defineMethod({
  name: 'eth_blobBaseFee',
  summary: 'Price of blob gas in wei; this chain has no blobs, so it is the least there is.',
  params: z.tuple([]),
  result: Quantity,
  handler: () => blobBaseFee,
});
