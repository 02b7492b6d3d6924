import * as z from 'zod';
import { BlockSelector } from '../../wire/block-selector.ts';
import { Call } from '../../wire/call.ts';
import { BlockOverrides, StateOverrides } from '../../wire/overrides.ts';
import { Bytes } from '../../wire/scalars.ts';
import { defineMethod, param } from '../method.ts';

export const eth_call = defineMethod({
  name: 'eth_call',
  summary: 'Executes a call at once and returns what it returns; nothing is broadcast and nothing changes.',
  params: z.tuple([
    param('call', Call),
    param('block', BlockSelector),
    param('stateOverrides', StateOverrides),
    param('blockOverrides', BlockOverrides),
  ]),
  result: Bytes,
  handler: ({ chain }, call, block, state, blockOverrides) => chain.call(call, block, { state, block: blockOverrides }),
});
