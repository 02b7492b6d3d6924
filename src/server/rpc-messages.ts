/** What JSON-RPC over HTTP and over WebSocket share: the dispatcher of an endpoint, and the log line of a message. */
import type { Clock } from '../clock.ts';
import type { Dispatcher, DispatcherOptions, Reply } from '../rpc/dispatcher.ts';
import { createDispatcher } from '../rpc/dispatcher.ts';
import type { Endpoint } from './endpoints.ts';
import type { Logger } from './logger.ts';

export type MessageOptions<C> = Pick<DispatcherOptions<C>, 'methods' | 'dialect'> & {
  readonly clock: Clock;
  readonly log: Logger;
};

/** The dispatcher that refuses what the endpoint's face refuses. */
export function dispatcherOf<C>(
  { methods, dialect, log }: MessageOptions<C>,
  { chain, face }: Endpoint<C>,
): Dispatcher<C> {
  return createDispatcher({
    methods,
    dialect,
    batchLimit: face.limits.batch,
    refuse: (access) => (face.refuses.includes(access) ? face.refusal.error : undefined),
    onBug: (error, method) => log.error({ err: error, method, chain: chain.name, face: face.name }, 'unexpected error'),
  });
}

/**
 * Writes one line per message, made only when somebody reads it.
 * @param start - of the message, as the clock's monotonic time
 */
export function report<C>(
  { log, clock }: MessageOptions<C>,
  { calls, isBatch }: Reply,
  endpoint: Endpoint<C>,
  start: number,
): void {
  if (!log.isLevelEnabled('info')) return;
  const ms = Math.round((clock.monotonic() - start) * 100) / 100;
  const chain = endpoint.chain.name;
  const face = endpoint.face.name;
  if (isBatch) {
    const errors = calls.filter(({ code }) => code !== undefined).length;
    log.info({ method: 'batch', calls: calls.length, errors, chain, face, ms }, 'request');
  } else {
    log.info({ ...calls[0], chain, face, ms }, 'request');
  }
}
