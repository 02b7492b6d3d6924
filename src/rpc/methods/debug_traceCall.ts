import * as z from 'zod';
import { BlockSelector } from '../../wire/block-selector.ts';
import { Call } from '../../wire/call.ts';
import { CallTraceOptions } from '../../wire/trace-options.ts';
import { defineMethod, json, param } from '../method.ts';
import { traceJson, traceSchema } from '../traces.ts';

export const debug_traceCall = defineMethod({
  name: 'debug_traceCall',
  summary: 'Executes a call, with overrides, and tells its steps, or what another tracer sees.',
  params: z.tuple([param('call', Call), param('block', BlockSelector), param('options', CallTraceOptions)]),
  result: json(traceSchema),
  handler: async ({ chain }, call, block, options) =>
    traceJson(await chain.traceCall(call, block, options.overrides, options)),
});
