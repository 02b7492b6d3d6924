/** A server over a method table of its own: a counter in place of a chain. */
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import type { ManualClock } from '../../src/clock.ts';
import { createManualClock } from '../../src/clock.ts';
import { ChainError } from '../../src/chain/errors.ts';
import { specified } from '../../src/rpc/errors.ts';
import type { Method } from '../../src/rpc/method.ts';
import { defineMethod, json, param } from '../../src/rpc/method.ts';
import type { Listener } from '../../src/server/listener.ts';
import { createListener } from '../../src/server/listener.ts';
import type { ServedChain } from '../../src/server/endpoints.ts';
import { createLogger } from '../../src/server/logger.ts';
import type { SocketLimits } from '../../src/server/rpc-websocket.ts';
import { Quantity } from '../../src/wire/scalars.ts';

export type Counter = {
  readonly name: string;
  value: bigint;
  /** Held back until the test lets go. */
  readonly gate: Promise<void>;
  /** Told when a call has begun to wait at the gate. */
  readonly arrive: () => void;
};

const table: readonly Method<Counter>[] = [
  defineMethod({
    name: 'count_name',
    summary: 'Name of the counter.',
    params: z.tuple([]),
    result: json({}),
    handler: ({ name }: Counter) => name,
  }),
  defineMethod({
    name: 'count_add',
    summary: 'Adds and tells the sum.',
    params: z.tuple([param('amount', Quantity)]),
    result: Quantity,
    handler: (counter: Counter, amount) => (counter.value += amount),
  }),
  defineMethod({
    name: 'count_private',
    summary: 'For clients of a provider.',
    params: z.tuple([]),
    result: json({}),
    access: 'provider',
    handler: () => 'private',
  }),
  defineMethod({
    name: 'count_wait',
    summary: 'Takes as long as the test wants.',
    params: z.tuple([]),
    result: json({}),
    handler: async ({ gate, arrive }: Counter) => {
      arrive();
      await gate;
      return 'waited';
    },
  }),
  defineMethod({
    name: 'count_refuse',
    summary: 'Refuses.',
    params: z.tuple([]),
    result: json({}),
    handler: () => {
      throw new ChainError('alreadyKnown', { hash: '0x00' });
    },
  }),
  defineMethod({
    name: 'count_break',
    summary: 'Has a bug.',
    params: z.tuple([]),
    result: json({}),
    handler: () => {
      throw new TypeError('the secret of the house');
    },
  }),
];

export type Served = {
  readonly app: FastifyInstance;
  readonly clock: ManualClock;
  /** Log lines so far. */
  readonly listener: Listener;
  readonly lines: readonly Record<string, unknown>[];
  readonly state: { isReady: boolean };
  /** Lets go of what waits. */
  readonly open: () => void;
  /** Resolves when a call waits. */
  readonly arrived: Promise<void>;
};

export type ServeOptions = {
  readonly cors?: boolean;
  readonly level?: string;
  readonly body?: number;
  readonly batch?: number;
  readonly sockets?: Partial<SocketLimits>;
  readonly connect?: ServedChain<Counter>['connect'];
  readonly feed?: ServedChain<Counter>['feed'];
  readonly format?: 'brotli' | 'text';
  readonly readers?: number;
};

export async function serve({
  cors = true,
  level = 'info',
  body = 2000,
  batch = 5,
  sockets = {},
  connect,
  feed,
  format = 'text',
  readers = 100,
}: ServeOptions = {}): Promise<Served> {
  const clock = createManualClock();
  const lines: Record<string, unknown>[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  const [gate, open] = signal();
  const [arrived, arrive] = signal();
  const counter = (name: string) => ({
    name,
    context: { name, value: 0n, gate, arrive },
    ...(connect && { connect }),
    feed,
  });
  const state = { isReady: true };
  const listener = createListener<Counter>({
    methods: new Map(table.map((method) => [method.name, method])),
    dialect: specified,
    chains: [counter('mainnet'), counter('testnet')],
    contracts: [
      {
        chainId: 8453n,
        name: 'Base',
        policyRegistry: '0x8453000000000000000000000000000000000002',
        tokenSupplyManager: '0xD1Ca4dAcdf3231011D175351f1f02D15C7c5664C',
        tokenFactory: '0xB20f000000000000000000000000000000000000',
      },
      { chainId: 2n ** 63n, name: 'Far', policyRegistry: '0x01', tokenSupplyManager: '0x02', tokenFactory: '0x03' },
    ],
    publicRefuses: ['provider'],
    limits: { batch, body },
    sockets,
    feed: { format, readers },
    cors,
    isReady: () => state.isReady,
    log: await createLogger({ level, format: 'json', destination }),
    clock,
  });
  onTestFinished(async () => {
    open();
    await listener.close();
  });
  return { app: await listener.app(), listener, clock, lines, state, open, arrived };
}

export function request(method: string, params: readonly unknown[] = [], id: unknown = 1): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

function signal(): readonly [Promise<void>, () => void] {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return [given, give];
}
