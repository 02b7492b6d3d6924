import * as z from 'zod';
import { NumberSelector } from '../../wire/block-selector.ts';
import { Index } from '../../wire/scalars.ts';
import { transactionJson } from '../encoding.ts';
import { defineMethod, json, param } from '../method.ts';
import { orNull, transactionSchema } from '../result-schemas.ts';

export const eth_getTransactionByBlockNumberAndIndex = defineMethod({
  name: 'eth_getTransactionByBlockNumberAndIndex',
  summary: 'The transaction at a position of a block; null when there is none.',
  params: z.tuple([param('block', NumberSelector), param('index', Index)]),
  result: json(orNull(transactionSchema)),
  handler: ({ chain }, block, index) => {
    const view = chain.find(block);
    const transaction = view?.transactions[index];
    return view === undefined || transaction === undefined
      ? null
      : transactionJson({ transaction, place: { block: view, index } });
  },
});
