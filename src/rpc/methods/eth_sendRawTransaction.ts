import * as z from 'zod';
import { Bytes, Hash } from '../../wire/scalars.ts';
import { defineMethod, param } from '../method.ts';

export const eth_sendRawTransaction = defineMethod({
  name: 'eth_sendRawTransaction',
  summary: 'Takes a signed transaction into the mempool and returns its hash; the next pre-confirmation considers it.',
  params: z.tuple([param('transaction', Bytes)]),
  result: Hash,
  handler: async ({ chain }, raw) => chain.submit(raw),
});
