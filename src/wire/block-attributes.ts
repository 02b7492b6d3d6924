/** What a consensus layer says of a block that it wants built: the payload attributes of the engine API. */
import * as z from 'zod';
import { expected } from './codec.ts';
import { Address, Hash, Uint64 } from './scalars.ts';

const Withdrawal = z.object(
  { index: Uint64, validatorIndex: Uint64, address: Address, amount: Uint64 },
  expected('a withdrawal object'),
);

export const PayloadAttributes = z.object(
  {
    timestamp: Uint64,
    prevRandao: Hash,
    suggestedFeeRecipient: Address,
    withdrawals: z.array(Withdrawal, expected('an array of withdrawals')).nullish(),
    parentBeaconBlockRoot: Hash.nullish(),
  },
  expected('a payload attributes object'),
);
