import * as z from 'zod';
import { Hash } from '../../wire/scalars.ts';
import { TraceOptions } from '../../wire/trace-options.ts';
import { defineMethod, json, param } from '../method.ts';
import { blockTraceJson, blockTraceSchema } from '../traces.ts';

export const debug_traceBlockByHash = defineMethod({
  name: 'debug_traceBlockByHash',
  summary: 'Executes the transactions of a block, by its hash, once more and traces each of them.',
  params: z.tuple([param('blockHash', Hash), param('options', TraceOptions)]),
  result: json(blockTraceSchema),
  handler: async ({ chain }, hash, options) =>
    blockTraceJson(await chain.traceBlock({ kind: 'hash', hash, requireCanonical: true }, options)),
});
