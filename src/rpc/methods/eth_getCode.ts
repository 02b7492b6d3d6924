import * as z from 'zod';
import { codeAt } from '../../chain/view.ts';
import { BlockSelector } from '../../wire/block-selector.ts';
import { Address, Bytes } from '../../wire/scalars.ts';
import { defineMethod, param } from '../method.ts';

export const eth_getCode = defineMethod({
  name: 'eth_getCode',
  summary: 'Code of an account, none for one without code; at `pending` also that of contracts not yet sealed.',
  params: z.tuple([param('address', Address), param('block', BlockSelector)]),
  result: Bytes,
  handler: ({ chain }, address, block) => codeAt(chain.at(block).state, address),
});
