/** JSON-RPC over HTTP: the routes of each endpoint, and the HTTP status that an outcome deserves. */
import type { FastifyError, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import type { Reply } from '../rpc/dispatcher.ts';
import { errorReply } from '../rpc/envelope.ts';
import type { WireError } from '../rpc/errors.ts';
import { codes, internalError } from '../rpc/errors.ts';
import type { Endpoint } from './endpoints.ts';
import type { Face } from './faces.ts';
import type { MessageOptions } from './rpc-messages.ts';
import { dispatcherOf, report } from './rpc-messages.ts';
import type { Sockets } from './rpc-websocket.ts';

export type RpcHttpOptions<C> = MessageOptions<C> & {
  readonly endpoints: readonly Endpoint<C>[];
  /** Takes the connections that are upgraded to WebSocket. */
  readonly sockets: Pick<Sockets<C>, 'accept'>;
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
      // A client that still sends does not look for the answer yet: Node reads the rest of an oversized body away, for as long as
      // a request may take. What is broken otherwise ends the connection.
      if (http !== 413) void reply.header('connection', 'close');
      void reply.code(http).type('application/json').send(errorReply('null', wire));
    });

    for (const endpoint of options.endpoints) {
      const { chain, face } = endpoint;
      const dispatcher = dispatcherOf(options, endpoint);
      for (const url of pathsOf(endpoint)) {
        app.route<{ Body: string | undefined }>({
          method: 'POST',
          url,
          bodyLimit: face.limits.body,
          async handler(request, reply) {
            const start = options.clock.monotonic();
            const answer = await dispatcher.dispatch(request.body ?? '', chain.context);
            send(reply, answer, face, state.isClosing);
            report(options, answer, endpoint, start);
            return reply;
          },
        });
        app.route({
          method: 'GET',
          url,
          handler: refuseVerb,
          wsHandler: (socket) => options.sockets.accept(socket, endpoint, dispatcher),
        });
        app.route({ method: ['HEAD', 'PUT', 'PATCH', 'DELETE'], url, handler: refuseVerb });
      }
    }
    done();
  };
}

function refuseVerb(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const message = `${request.method} is not for this path: send JSON-RPC 2.0 requests by POST`;
  return reply
    .code(405)
    .header('allow', 'POST, OPTIONS')
    .type('application/json')
    .send(errorReply('null', { code: codes.invalidRequest, message }));
}

function send(reply: FastifyReply, answer: Reply, face: Face, isClosing: boolean): void {
  if (isClosing) void reply.header('connection', 'close');
  void reply.code(httpStatusOf(answer, face));
  if (answer.text === '') void reply.send();
  else void reply.header('content-type', jsonType).send(answer.text);
}

/** The paths that lead to an endpoint. */
export function pathsOf({ path }: Endpoint<unknown>): readonly string[] {
  return path === '/' ? [path] : [path, `${path}/`];
}

/** Spelled as Fastify would complete it. */
export const jsonType = 'application/json; charset=utf-8';

/** The HTTP status of a reply. */
export function httpStatusOf({ outcome }: Reply, face: Face): number {
  return outcome === 'refused' ? face.refusal.http : statusOf[outcome];
}

const statusOf: Readonly<Record<Exclude<Reply['outcome'], 'refused'>, number>> = {
  answered: 200,
  silent: 204,
  unreadable: 400,
  tooLong: 413,
};

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
