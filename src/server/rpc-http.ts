/** JSON-RPC over HTTP: a POST route for each endpoint, and the HTTP status that an outcome deserves. */
import type { FastifyError, FastifyPluginCallback, FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Dispatcher, DispatcherOptions, Reply } from '../rpc/dispatcher.ts';
import { createDispatcher } from '../rpc/dispatcher.ts';
import { errorReply } from '../rpc/envelope.ts';
import type { WireError } from '../rpc/errors.ts';
import { codes, internalError } from '../rpc/errors.ts';
import type { Endpoint } from './endpoints.ts';
import type { Face } from './faces.ts';
import type { Logger } from './logger.ts';

export type RpcHttpOptions<C> = Pick<DispatcherOptions<C>, 'methods' | 'dialect'> & {
  readonly endpoints: readonly Endpoint<C>[];
  readonly clock: Clock;
  readonly log: Logger;
};

export function rpcHttp<C>(options: RpcHttpOptions<C>): FastifyPluginCallback {
  return (app, _, done) => {
    const state = { isClosing: false };
    app.addHook('preClose', (closed) => {
      state.isClosing = true;
      closed();
    });
    app.setErrorHandler<FastifyError>((error, request, reply) => {
      const { http, wire } = refusalOf(error);
      if (http === 500) options.log.error({ err: error, path: request.url }, 'unexpected error');
      // What is left of the body is not read: the connection cannot go on.
      void reply.header('connection', 'close').code(http).type('application/json').send(errorReply('null', wire));
    });

    for (const { path, chain, face } of options.endpoints) {
      const dispatcher = dispatcherOf(options, face, chain.name);
      for (const url of path === '/' ? [path] : [path, `${path}/`]) {
        app.route<{ Body: string | undefined }>({
          method: 'POST',
          url,
          bodyLimit: face.limits.body,
          handler(request, reply) {
            const start = options.clock.monotonic();
            void dispatcher.dispatch(request.body ?? '', chain.context).then((answer) => {
              send(reply, answer, face, state.isClosing);
              report(options, answer, { chain: chain.name, face: face.name, start });
            });
          },
        });
        app.route({
          method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'],
          url,
          handler: (request, reply) => {
            const message = `${request.method} is not for this path: send JSON-RPC 2.0 requests by POST`;
            return reply
              .code(405)
              .header('allow', 'POST, OPTIONS')
              .type('application/json')
              .send(errorReply('null', { code: codes.invalidRequest, message }));
          },
        });
      }
    }
    done();
  };
}

function dispatcherOf<C>({ methods, dialect, log }: RpcHttpOptions<C>, face: Face, chain: string): Dispatcher<C> {
  return createDispatcher({
    methods,
    dialect,
    batchLimit: face.limits.batch,
    refuse: (access) => (face.refuses.includes(access) ? face.refusal.error : undefined),
    onBug: (error, method) => log.error({ err: error, method, chain, face: face.name }, 'unexpected error'),
  });
}

function send(reply: FastifyReply, { text, outcome }: Reply, face: Face, isClosing: boolean): void {
  if (isClosing) void reply.header('connection', 'close');
  void reply.code(outcome === 'refused' ? face.refusal.http : statusOf[outcome]);
  if (text === '') void reply.send();
  else void reply.header('content-type', jsonType).send(text);
}

/** Spelled as Fastify would complete it. */
const jsonType = 'application/json; charset=utf-8';

const statusOf: Readonly<Record<Exclude<Reply['outcome'], 'refused'>, number>> = {
  answered: 200,
  silent: 204,
  unreadable: 400,
  tooLong: 413,
};

/** One line per message, made only when somebody reads it. */
function report<C>(
  { log, clock }: RpcHttpOptions<C>,
  { calls, isBatch }: Reply,
  { chain, face, start }: { readonly chain: string; readonly face: string; readonly start: number },
): void {
  if (!log.isLevelEnabled('info')) return;
  const ms = Math.round((clock.monotonic() - start) * 100) / 100;
  if (isBatch) {
    const errors = calls.filter(({ code }) => code !== undefined).length;
    log.info({ method: 'batch', calls: calls.length, errors, chain, face, ms }, 'request');
  } else {
    log.info({ ...calls[0], chain, face, ms }, 'request');
  }
}

/** What Fastify says when it does not get to the handler. */
function refusalOf(error: FastifyError): { readonly http: number; readonly wire: WireError } {
  if (error.statusCode === 413) {
    return { http: 413, wire: { code: codes.bodyTooLarge, message: 'request body too large' } };
  }
  const http = error.statusCode ?? 500;
  if (http < 400 || http >= 500) return { http: 500, wire: internalError };
  return http === 415
    ? { http, wire: { code: codes.invalidRequest, message: 'Invalid request: the content type is malformed' } }
    : { http, wire: { code: codes.parseError, message: `Parse error: ${error.message}` } };
}
