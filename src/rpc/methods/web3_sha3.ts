import * as z from 'zod';
import { keccak256 } from '../../evm/crypto.ts';
import { Bytes, Hash } from '../../wire/scalars.ts';
import { defineMethod, param } from '../method.ts';

export const web3_sha3 = defineMethod({
  name: 'web3_sha3',
  summary: 'keccak256 of the given bytes.',
  params: z.tuple([param('data', Bytes)]),
  result: Hash,
  handler: (_, data) => keccak256(data),
});
