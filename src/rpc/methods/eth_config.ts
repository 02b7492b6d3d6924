import * as z from 'zod';
import type { ForkConfig } from '../../chain/fork-config.ts';
import { bigIntToHex } from '../../hex.ts';
import { defineMethod, json } from '../method.ts';
import { forkConfigsSchema } from '../result-schemas.ts';

export const eth_config = defineMethod({
  name: 'eth_config',
  summary: 'The rules in force, those that come next and those that come last (EIP-7910).',
  params: z.tuple([]),
  result: json(forkConfigsSchema),
  handler: ({ chain }) => {
    const { current, next, last } = chain.forkConfigs();
    return { current: encode(current), next: encode(next), last: encode(last) };
  },
});

function encode(config: ForkConfig | undefined) {
  if (config === undefined) return null;
  const { activationTime, blobs, chainId, forkId, precompiles, systemContracts } = config;
  return {
    activationTime: Number(activationTime),
    blobSchedule:
      blobs === undefined
        ? null
        : {
            baseFeeUpdateFraction: Number(blobs.baseFeeUpdateFraction),
            max: Number(blobs.max),
            target: Number(blobs.target),
          },
    chainId: bigIntToHex(chainId),
    forkId: `0x${forkId.toString(16).padStart(8, '0')}`,
    precompiles,
    systemContracts,
  };
}
