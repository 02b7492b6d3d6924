import * as z from 'zod';
import { accountAt } from '../../chain/view.ts';
import { BlockSelector } from '../../wire/block-selector.ts';
import { Address, Quantity } from '../../wire/scalars.ts';
import { defineMethod, param } from '../method.ts';

export const eth_getBalance = defineMethod({
  name: 'eth_getBalance',
  summary: 'Balance of an account in wei.',
  params: z.tuple([param('address', Address), param('block', BlockSelector)]),
  result: Quantity,
  handler: ({ chain }, address, block) => accountAt(chain.at(block).state, address).balance,
});
