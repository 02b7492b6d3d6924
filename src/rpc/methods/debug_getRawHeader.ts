import * as z from 'zod';
import { encodeHeader } from '../../evm/block.ts';
import { emptyBytes } from '../../hex.ts';
import { BlockSelector } from '../../wire/block-selector.ts';
import { Bytes } from '../../wire/scalars.ts';
import { defineMethod, param } from '../method.ts';

export const debug_getRawHeader = defineMethod({
  name: 'debug_getRawHeader',
  summary: 'The RLP of a header; none for a number that no block has.',
  params: z.tuple([param('block', BlockSelector)]),
  result: Bytes,
  handler: ({ chain }, block) => {
    // A hash names a block that must be there, a number may be one to come.
    const view = block.kind === 'hash' ? chain.at(block) : chain.find(block);
    return view === undefined ? emptyBytes : encodeHeader(view.header);
  },
});
