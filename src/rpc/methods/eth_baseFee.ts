import * as z from 'zod';
import { nextBlockBaseFee } from '../../chain/fees.ts';
import { bigIntToHex } from '../../hex.ts';
import { defineMethod, json } from '../method.ts';
import { orNull, quantitySchema } from '../result-schemas.ts';

export const eth_baseFee = defineMethod({
  name: 'eth_baseFee',
  summary: 'Base fee of the block after the latest, in wei per gas; null before London.',
  params: z.tuple([]),
  result: json(orNull(quantitySchema)),
  handler: ({ chain }) => {
    const fee = nextBlockBaseFee(chain.head, chain.rules);
    return fee === undefined ? null : bigIntToHex(fee);
  },
});
