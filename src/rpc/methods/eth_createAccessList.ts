import * as z from 'zod';
import { BlockSelector } from '../../wire/block-selector.ts';
import { Call } from '../../wire/call.ts';
import { StateOverrides } from '../../wire/overrides.ts';
import { bigIntToHex } from '../../hex.ts';
import { haltText } from '../halt-text.ts';
import { defineMethod, json, param } from '../method.ts';
import { addressSchema, quantitySchema } from '../result-schemas.ts';

const schema = {
  type: 'object',
  required: ['accessList', 'gasUsed'],
  properties: {
    accessList: {
      type: 'array',
      items: {
        type: 'object',
        required: ['address', 'storageKeys'],
        properties: {
          address: addressSchema,
          storageKeys: { type: 'array', items: { type: 'string', pattern: '^0x[0-9a-f]{64}$' } },
        },
      },
    },
    error: { type: 'string' },
    gasUsed: quantitySchema,
  },
};

export const eth_createAccessList = defineMethod({
  name: 'eth_createAccessList',
  summary: 'Lists the accounts and slots that a call touches, and the gas it uses with that list.',
  params: z.tuple([param('call', Call), param('block', BlockSelector), param('stateOverrides', StateOverrides)]),
  result: json(schema),
  handler: async ({ chain }, call, block, state) => {
    const { accessList, gasUsed, halt, invalidOpcode } = await chain.accessList(call, block, { state });
    return {
      accessList,
      ...(halt !== undefined && { error: haltText(halt, invalidOpcode) }),
      gasUsed: bigIntToHex(gasUsed),
    };
  },
});
