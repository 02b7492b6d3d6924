import * as z from 'zod';
import { accountAt } from '../../chain/view.ts';
import { BlockSelector } from '../../wire/block-selector.ts';
import { Address, Quantity } from '../../wire/scalars.ts';
import { defineMethod, param } from '../method.ts';

export const eth_getTransactionCount = defineMethod({
  name: 'eth_getTransactionCount',
  summary: 'Nonce of an account; at `pending` with all its pre-confirmed transactions.',
  params: z.tuple([param('address', Address), param('block', BlockSelector)]),
  result: Quantity,
  handler: ({ chain }, address, block) => accountAt(chain.at(block).state, address).nonce,
});
