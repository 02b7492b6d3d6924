import * as z from 'zod';
import { NumberSelector } from '../../wire/block-selector.ts';
import { TraceOptions } from '../../wire/trace-options.ts';
import { defineMethod, json, param } from '../method.ts';
import { blockTraceJson, blockTraceSchema } from '../traces.ts';

export const debug_traceBlockByNumber = defineMethod({
  name: 'debug_traceBlockByNumber',
  summary: 'Executes the transactions of a block once more and traces each of them.',
  params: z.tuple([param('block', NumberSelector), param('options', TraceOptions)]),
  result: json(blockTraceSchema),
  handler: async ({ chain }, block, options) => blockTraceJson(await chain.traceBlock(block, options)),
});
