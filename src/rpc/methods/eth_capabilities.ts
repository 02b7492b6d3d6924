import * as z from 'zod';
import { numberToHex, bigIntToHex } from '../../hex.ts';
import { defineMethod, json } from '../method.ts';
import { capabilitiesSchema } from '../result-schemas.ts';

export const eth_capabilities = defineMethod({
  name: 'eth_capabilities',
  summary: 'From which block on each kind of data can be asked for, and for how long it is kept.',
  params: z.tuple([]),
  result: json(capabilitiesSchema),
  handler: ({ chain: { head, rules } }) => {
    const kept = (window: number | undefined) => capability(head.header.number, window);
    return {
      head: { number: bigIntToHex(head.header.number), hash: head.hash },
      state: kept(rules.historyWindow),
      tx: kept(undefined),
      logs: kept(rules.logs.retention),
      receipts: kept(undefined),
      blocks: kept(undefined),
      stateproofs: kept(rules.proofWindow),
    };
  },
});

/** @param window how many of the newest blocks are kept; `undefined` for all */
function capability(head: bigint, window: number | undefined) {
  if (window === undefined) return { disabled: false, oldestBlock: '0x0' };
  const oldest = head - BigInt(window) + 1n;
  return {
    disabled: false,
    oldestBlock: bigIntToHex(oldest > 0n ? oldest : 0n),
    deleteStrategy: { type: 'window', retentionBlocks: numberToHex(window) },
  };
}
