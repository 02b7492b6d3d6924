import * as z from 'zod';
import { depositType } from '../../evm/transaction.ts';
import { Hash } from '../../wire/scalars.ts';
import { defineMethod, json, param } from '../method.ts';

export const base_transactionStatus = defineMethod({
  name: 'base_transactionStatus',
  summary: 'Whether the mempool knows a transaction, which it does until the block that holds it is sealed.',
  params: z.tuple([param('hash', Hash)]),
  result: json({
    type: 'object',
    required: ['status'],
    properties: { status: { type: 'string', enum: ['Known', 'Unknown'] } },
  }),
  handler: ({ chain }, hash) => {
    const found = chain.transaction(hash);
    // No deposit was ever in the mempool.
    const isSent = found !== undefined && found.transaction.type !== depositType;
    return { status: isSent && found.place?.block.isSealed !== true ? 'Known' : 'Unknown' };
  },
});
