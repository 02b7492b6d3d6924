import * as z from 'zod';
import { BlockSelector } from '../../wire/block-selector.ts';
import { Call } from '../../wire/call.ts';
import { BlockOverrides, StateOverrides } from '../../wire/overrides.ts';
import { Quantity } from '../../wire/scalars.ts';
import { defineMethod, param } from '../method.ts';

export const eth_estimateGas = defineMethod({
  name: 'eth_estimateGas',
  summary: 'Gas that is enough for a transaction, possibly a little more than it will use.',
  params: z.tuple([
    param('call', Call),
    param('block', BlockSelector),
    param('stateOverrides', StateOverrides),
    param('blockOverrides', BlockOverrides),
  ]),
  result: Quantity,
  handler: ({ chain }, call, block, state, blockOverrides) =>
    chain.estimate(call, block, { state, block: blockOverrides }),
});
