import * as z from 'zod';
import { emptyBytes } from '../../hex.ts';
import { NumberSelector } from '../../wire/block-selector.ts';
import { Bytes, Index } from '../../wire/scalars.ts';
import { defineMethod, param } from '../method.ts';

export const eth_getRawTransactionByBlockNumberAndIndex = defineMethod({
  name: 'eth_getRawTransactionByBlockNumberAndIndex',
  summary: 'The bytes of the transaction at a position of a block; none when there is no such transaction.',
  params: z.tuple([param('block', NumberSelector), param('index', Index)]),
  result: Bytes,
  handler: ({ chain }, block, index) => chain.find(block)?.transactions[index]?.raw ?? emptyBytes,
});
