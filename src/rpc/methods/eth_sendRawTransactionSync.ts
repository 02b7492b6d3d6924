import * as z from 'zod';
import { ChainError } from '../../chain/errors.ts';
import { Malformed, refine, show } from '../../wire/codec.ts';
import { Bytes } from '../../wire/scalars.ts';
import { confirmation } from '../confirmation.ts';
import { receiptJson } from '../encoding.ts';
import { defineMethod, json, param } from '../method.ts';
import { receiptSchema } from '../result-schemas.ts';

/** In ms, without one and at most (reference §5.10). */
const longestWait = 6_000;

/** A JSON number, or a quantity; nothing and 0 mean the longest wait. */
const Timeout = refine(z.unknown(), (wire): number => {
  if (wire === undefined || wire === null) return longestWait;
  const isHex = typeof wire === 'string' && /^0x[0-9a-f]{1,13}$/i.test(wire);
  const timeout = isHex ? Number(wire) : wire;
  if (typeof timeout !== 'number' || !Number.isSafeInteger(timeout) || timeout < 0)
    throw new Malformed(`expected a number of milliseconds, got ${show(wire)}`);
  return timeout === 0 ? longestWait : timeout;
}).meta({ type: 'integer', minimum: 0, maximum: longestWait });

export const eth_sendRawTransactionSync = defineMethod({
  name: 'eth_sendRawTransactionSync',
  summary: 'Takes a signed transaction into the mempool and returns its receipt once it is pre-confirmed or sealed.',
  params: z.tuple([param('transaction', Bytes), param('timeout', Timeout)]),
  result: json(receiptSchema),
  handler: async ({ chain, clock, connection }, raw, timeout) => {
    if (timeout > longestWait) throw new ChainError('timeoutTooLong', { timeout, limit: longestWait });
    const hash = await chain.submit(raw);
    connection?.yieldTurn();
    const { block, index } = await confirmation(chain, clock, hash, timeout);
    return receiptJson(block, index);
  },
});
