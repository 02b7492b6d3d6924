import * as z from 'zod';
import { bigIntToHex } from '../../hex.ts';
import { NumberSelector } from '../../wire/block-selector.ts';
import { Count } from '../../wire/scalars.ts';
import { defineMethod, json, param } from '../method.ts';
import { feeHistorySchema } from '../result-schemas.ts';

export const eth_feeHistory = defineMethod({
  name: 'eth_feeHistory',
  summary: 'Base fees, fill and paid priority fees of the newest blocks up to the given one.',
  params: z.tuple([
    param('count', Count),
    param('newest', NumberSelector),
    param('percentiles', z.array(z.number()).optional()),
  ]),
  result: json(feeHistorySchema),
  handler: ({ chain }, count, newest, percentiles) => {
    const history = chain.feeHistory(count, newest, percentiles);
    return {
      oldestBlock: bigIntToHex(history.oldestBlock),
      baseFeePerGas: history.baseFees.map(bigIntToHex),
      gasUsedRatio: history.gasUsedRatios,
      baseFeePerBlobGas: history.blobBaseFees.map(bigIntToHex),
      blobGasUsedRatio: history.blobGasUsedRatios,
      reward: history.rewards?.map((rewards) => rewards.map(bigIntToHex)),
    };
  },
});
