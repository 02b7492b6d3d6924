import * as z from 'zod';
import { Hash } from '../../wire/scalars.ts';
import { TraceOptions } from '../../wire/trace-options.ts';
import { defineMethod, json, param } from '../method.ts';
import { traceJson, traceSchema } from '../traces.ts';

export const debug_traceTransaction = defineMethod({
  name: 'debug_traceTransaction',
  summary: 'Executes a transaction once more and tells its steps, or what another tracer sees.',
  params: z.tuple([param('transactionHash', Hash), param('options', TraceOptions)]),
  result: json(traceSchema),
  handler: async ({ chain }, hash, options) => traceJson(await chain.traceTransaction(hash, options)),
});
