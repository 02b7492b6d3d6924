import * as z from 'zod';
import { Hash, Index } from '../../wire/scalars.ts';
import { transactionJson } from '../encoding.ts';
import { defineMethod, json, param } from '../method.ts';
import { orNull, transactionSchema } from '../result-schemas.ts';

export const eth_getTransactionByBlockHashAndIndex = defineMethod({
  name: 'eth_getTransactionByBlockHashAndIndex',
  summary: 'The transaction at a position of a block; null when there is none.',
  params: z.tuple([param('hash', Hash), param('index', Index)]),
  result: json(orNull(transactionSchema)),
  handler: ({ chain }, hash, index) => {
    const view = chain.find({ kind: 'hash', hash, requireCanonical: false });
    const transaction = view?.transactions[index];
    return view === undefined || transaction === undefined
      ? null
      : transactionJson({ transaction, place: { block: view, index } });
  },
});
