import * as z from 'zod';
import type { Method } from '../method.ts';
import { defineMethod, json } from '../method.ts';
import { openRpcDocument } from '../openrpc.ts';

/** @param methods those to tell of, this one among them */
export const rpcDiscover = (methods: () => Iterable<Method>): Method =>
  defineMethod({
    name: 'rpc.discover',
    summary: 'This list of methods as an OpenRPC document.',
    params: z.tuple([]),
    result: json({
      type: 'object',
      required: ['openrpc', 'info', 'methods'],
      properties: { openrpc: { type: 'string' }, info: { type: 'object' }, methods: { type: 'array' } },
    }),
    handler: ({ clientVersion }) => openRpcDocument(methods(), clientVersion.replace(/^.*\/v/, '')),
  });
