import * as z from 'zod';
import { encodeReceipt } from '../../evm/receipt-rlp.ts';
import { bytesToHex } from '../../hex.ts';
import { BlockSelector } from '../../wire/block-selector.ts';
import { defineMethod, json, param } from '../method.ts';
import { bytesSchema, orNull } from '../result-schemas.ts';

export const debug_getRawReceipts = defineMethod({
  name: 'debug_getRawReceipts',
  summary: 'The bytes of each receipt of a block, as its receipts root covers them; null when there is no such block.',
  params: z.tuple([param('block', BlockSelector)]),
  result: json(orNull({ type: 'array', items: bytesSchema })),
  handler: ({ chain }, block) => {
    const view = chain.find(block);
    return view === undefined ? null : view.receipts.map((receipt) => bytesToHex(encodeReceipt(receipt)));
  },
});
