import * as z from 'zod';
import { emptyBytes } from '../../hex.ts';
import { Bytes, Hash } from '../../wire/scalars.ts';
import { defineMethod, param } from '../method.ts';

export const eth_getRawTransactionByHash = defineMethod({
  name: 'eth_getRawTransactionByHash',
  summary: 'The bytes of a transaction, sealed, pre-confirmed or waiting; none when it is unknown.',
  params: z.tuple([param('hash', Hash)]),
  result: Bytes,
  handler: ({ chain }, hash) => {
    const located = chain.transaction(hash);
    if (located === undefined || (located.place === undefined && chain.rules.pool.isPrivate)) return emptyBytes;
    return located.transaction.raw;
  },
});
