/** Interface A over HTTP: its routes, and the Status body for everything else under `/v1`. */
import type { FastifyError, FastifyPluginCallback, FastifyReply } from 'fastify';
import type { ChainContracts } from '../rest/chains.ts';
import { chainsPath, listChainContractAddresses } from '../rest/chains.ts';
import type { Failure } from '../rest/status.ts';
import { internal, invalidArgument, methodNotAllowed, notFound, tooLarge, unavailable } from '../rest/status.ts';
import type { Logger } from './logger.ts';

/** First part of the paths of interface A. */
export const restPrefix = '/v1';

export type RestOptions = {
  readonly chains: readonly ChainContracts[];
  readonly log: Logger;
};

export function rest({ chains, log }: RestOptions): FastifyPluginCallback {
  return (app, _, done) => {
    app.setErrorHandler<FastifyError>((error, request, reply) => {
      const failure = failureOf(error);
      if (failure === internal) log.error({ err: error, path: request.url }, 'unexpected error');
      void fail(reply, failure);
    });
    app.setNotFoundHandler((_request, reply) => fail(reply, notFound));

    // The fixtures do not change while the emulator runs.
    const body = JSON.stringify(listChainContractAddresses(chains));
    const url = chainsPath.slice(restPrefix.length);
    app.get(url, (_request, reply) => reply.type('application/json').send(body));
    // A gRPC-JSON gateway knows the declared method alone; HEAD is none of its own either.
    app.route({
      method: ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url,
      handler: (_request, reply) => fail(reply, methodNotAllowed),
    });
    done();
  };
}

/** Answers with a failure's HTTP status and Status body. */
export function fail(reply: FastifyReply, { http, status }: Failure): FastifyReply {
  return reply.code(http).type('application/json').send(JSON.stringify(status));
}

function failureOf({ statusCode = 500, message }: FastifyError): Failure {
  if (statusCode === 413) return tooLarge;
  if (statusCode === 503) return unavailable;
  return statusCode >= 400 && statusCode < 500 ? invalidArgument(message) : internal;
}
