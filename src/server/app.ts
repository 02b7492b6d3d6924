/** The HTTP application: everything but the quick way of JSON-RPC. Building it is here, listening is not (`listener.ts`). */
import cors from '@fastify/cors';
import websocket from '@fastify/websocket';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fastify, LogController } from 'fastify';
import type { Server } from 'node:http';
import type { Clock } from '../clock.ts';
import type { ChainContracts } from '../rest/chains.ts';
import { chainsPath } from '../rest/chains.ts';
import { invalidArgument } from '../rest/status.ts';
import type { Context } from '../rpc/context.ts';
import type { DispatcherOptions } from '../rpc/dispatcher.ts';
import type { Access } from '../rpc/method.ts';
import type { ServedChain } from './endpoints.ts';
import { endpointsOf, feedPrefix } from './endpoints.ts';
import type { Limits } from './faces.ts';
import { facesWith } from './faces.ts';
import type { FeedLimits, FeedOptions } from './flashblocks.ts';
import { flashblocks } from './flashblocks.ts';
import { health, healthPath, readyPath } from './health.ts';
import type { Logger } from './logger.ts';
import { fail, rest, restPrefix } from './rest.ts';
import { rpcHttp } from './rpc-http.ts';
import type { SocketLimits } from './rpc-websocket.ts';
import { createSockets, socketLimits } from './rpc-websocket.ts';

export type AppOptions<C> = Pick<DispatcherOptions<C>, 'methods' | 'dialect'> & {
  /** The first one also answers at `/`. */
  readonly chains: readonly ServedChain<C>[];
  /** What interface A lists. */
  readonly contracts: readonly ChainContracts[];
  readonly limits: Limits;
  /** What a WebSocket connection may cost, where it differs from what is usual. */
  readonly sockets?: Partial<SocketLimits>;
  /** How the raw flashblock feed is sent, and to how many. */
  readonly feed: Pick<FeedOptions, 'format'> & Pick<FeedLimits, 'readers'>;
  /** What the public face does not serve. */
  readonly publicRefuses: readonly Access[];
  /** Whether browsers of every origin may call. */
  readonly cors: boolean;
  readonly isReady: () => boolean;
  readonly log: Logger;
  /** For durations and time-outs of connections: the machine's, even when the chain's time is in a test's hand. */
  readonly clock: Clock;
};

/** A server that listens by itself and hands over what is the application's. */
export type Front = {
  readonly server: Server;
  /** Where it emits upgrades to WebSocket. */
  readonly upgrades: Server;
};

/** Builds the application. Without a front it has a server of its own, for tests. */
export async function createApp<C = Context>(options: AppOptions<C>, front?: Front): Promise<FastifyInstance> {
  const { log, clock, limits } = options;
  const endpoints = endpointsOf(options.chains, facesWith(limits, options.publicRefuses));
  const loggerInstance: FastifyBaseLogger = log;
  const app: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // One logger for all: a child for each request would cost as much as the request.
    childLoggerFactory: (logger) => logger,
    bodyLimit: limits.body,
    exposeHeadRoutes: false,
    // No route has a schema; Fastify would load its compilers all the same, which takes a tenth of a start.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    frameworkErrors: (_error, request, reply) => badUrl(request, reply),
    ...(front !== undefined && { serverFactory: () => front.server }),
  });
  // Text of any content type is taken as it is: whether it is JSON, its reader finds out and can say better.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  const fed = options.chains.flatMap(({ name, feed }) => (feed === undefined ? [] : [{ name, feed }]));
  const known = {
    'JSON-RPC (POST, WebSocket)': endpoints.map(({ path }) => path),
    ...(fed.length > 0 && { 'flashblocks (WebSocket)': fed.map(({ name }) => `${feedPrefix}/${name}`) }),
    'REST (GET)': [chainsPath],
    'own (GET)': [healthPath, readyPath],
  };
  app.setNotFoundHandler((request, reply) => {
    const message = `There is no ${request.method} ${request.url.slice(0, 200)} here.`;
    return reply.code(404).send({ error: 'Not Found', message, endpoints: known });
  });
  app.setErrorHandler((error, request, reply) => {
    log.error({ err: error, path: request.url }, 'unexpected error');
    return reply.code(500).send({ error: 'Internal Server Error' });
  });

  if (options.cors) await app.register(cors, { origin: '*', strictPreflight: false, maxAge: 86_400 });
  const perSocket = { ...socketLimits, ...options.sockets };
  const sockets = createSockets(options, perSocket);
  await app.register(websocket, {
    options: { maxPayload: limits.body, ...(front !== undefined && { server: front.upgrades }) },
    errorHandler: (error, socket) => {
      // What a client did wrong, the protocol has answered by now.
      if (socket.readyState !== socket.OPEN) return;
      log.error({ err: error }, 'unexpected error');
      socket.close(1011);
    },
    preClose(done) {
      sockets.close();
      // What comes now is refused with 503.
      app.websocketServer.close();
      done();
    },
  });
  await app.register(rpcHttp({ ...options, endpoints, sockets }));
  const { format, readers } = options.feed;
  await app.register(flashblocks({ chains: fed, format, limits: { ...perSocket, readers }, clock }));
  await app.register(rest({ chains: options.contracts, log }), { prefix: restPrefix });
  await app.register(health(options));
  return app;
}

/** Stands where Fastify would put the compiler of schemas. */
function noCompiler(): never {
  throw new Error('a route has a schema: give the application a compiler for it');
}

function badUrl(request: FastifyRequest, reply: FastifyReply): void {
  const message = 'The URL is malformed.';
  if (request.raw.url?.startsWith(restPrefix) === true) void fail(reply, invalidArgument(message));
  else
    void reply
      .code(400)
      .type('application/json')
      .send(JSON.stringify({ error: 'Bad Request', message }));
}
