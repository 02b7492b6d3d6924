import * as z from 'zod';
import { Hash } from '../../wire/scalars.ts';
import { transactionJson } from '../encoding.ts';
import { defineMethod, json, param } from '../method.ts';
import { orNull, transactionSchema } from '../result-schemas.ts';

export const eth_getTransactionByHash = defineMethod({
  name: 'eth_getTransactionByHash',
  summary: 'A transaction by hash: sealed, pre-confirmed or waiting in the mempool; null when it is unknown.',
  params: z.tuple([param('hash', Hash)]),
  result: json(orNull(transactionSchema)),
  handler: ({ chain }, hash) => {
    const located = chain.transaction(hash);
    if (located === undefined || (located.place === undefined && chain.rules.pool.isPrivate)) return null;
    return transactionJson(located);
  },
});
