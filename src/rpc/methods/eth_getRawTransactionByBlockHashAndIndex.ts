import * as z from 'zod';
import { emptyBytes } from '../../hex.ts';
import { Bytes, Hash, Index } from '../../wire/scalars.ts';
import { defineMethod, param } from '../method.ts';

export const eth_getRawTransactionByBlockHashAndIndex = defineMethod({
  name: 'eth_getRawTransactionByBlockHashAndIndex',
  summary: 'The bytes of the transaction at a position of a block; none when there is no such transaction.',
  params: z.tuple([param('hash', Hash), param('index', Index)]),
  result: Bytes,
  handler: ({ chain }, hash, index) =>
    chain.find({ kind: 'hash', hash, requireCanonical: false })?.transactions[index]?.raw ?? emptyBytes,
});
