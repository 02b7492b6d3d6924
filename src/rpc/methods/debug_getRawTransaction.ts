import * as z from 'zod';
import { emptyBytes } from '../../hex.ts';
import { Bytes, Hash } from '../../wire/scalars.ts';
import { defineMethod, param } from '../method.ts';

export const debug_getRawTransaction = defineMethod({
  name: 'debug_getRawTransaction',
  summary: 'The bytes of a transaction, sealed, pre-confirmed or waiting; none when it is unknown.',
  params: z.tuple([param('hash', Hash)]),
  result: Bytes,
  handler: ({ chain }, hash) => chain.transaction(hash)?.transaction.raw ?? emptyBytes,
});
