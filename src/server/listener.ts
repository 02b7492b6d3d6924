/**
 * The HTTP server. It listens at once and answers ordinary JSON-RPC by itself (`quick-way.ts`); the application behind it, for which
 * Fastify must be loaded, is built when something else comes first: most of a start would go by with it.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../rpc/context.ts';
import type { AppOptions } from './app.ts';
import { endpointsOf } from './endpoints.ts';
import { facesWith } from './faces.ts';
import { openQuickWay } from './quick-way.ts';

export type Listener = {
  /** Starts to accept connections. Rejects with the socket's error when the address cannot be had. */
  listen(address: { readonly host: string; readonly port: number }): Promise<AddressInfo>;
  /** Takes no more connections and answers what is in flight; what is open then is cut. */
  close(): Promise<void>;
  readonly server: Server;
  /** The application, built now if nothing has asked for it. */
  app(): Promise<FastifyInstance>;
};

/** How long answers in flight may take once the server stops, in ms. */
const closingGrace = 700;
/** How long a client may take to send its request, in ms. */
const requestTimeout = 30_000;
/** How long an idle connection stays open, in ms: longer than those of the proxies that may stand in front. */
const keepAliveTimeout = 72_000;

export function createListener<C = Context>(options: AppOptions<C>): Listener {
  const { clock, log } = options;
  const server = createServer({ requestTimeout, keepAliveTimeout, connectionsCheckingInterval: 5_000 });
  openQuickWay(server, {
    ...options,
    endpoints: endpointsOf(options.chains, facesWith(options.limits, options.publicRefuses)),
  });

  let isClosing = false;
  let built: Promise<FastifyInstance> | undefined;
  const app = async (): Promise<FastifyInstance> => (built ??= build());
  /** Where the application waits for upgrades: the server's own are not for it before it is complete. */
  const upgrades = createServer();

  async function build(): Promise<FastifyInstance> {
    const { createApp } = await import('./app.ts');
    const complete = await createApp(options, { server, upgrades });
    await complete.ready();
    return complete;
  }

  /** Hands over to the application, or gives up. */
  function handOver(give: (to: FastifyInstance) => void, giveUp: () => void): void {
    app().then(give, (error: unknown) => {
      log.error({ err: error }, 'the application cannot be built');
      giveUp();
    });
  }

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (isClosing && built === undefined) tooLate(response);
    else
      handOver(
        ({ routing }) => routing(request, response),
        () => response.writeHead(500).end(),
      );
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (isClosing && built === undefined) socket.destroy();
    else
      handOver(
        () => upgrades.emit('upgrade', request, socket, head),
        () => socket.destroy(),
      );
  });
  // Later ones are the application's, which knows what to say to a client that breaks the protocol.
  server.once('clientError', (error: Error, socket: Duplex) => {
    handOver(
      () => server.emit('clientError', error, socket),
      () => socket.destroy(),
    );
  });

  return {
    async listen(address) {
      const listening = once(server, 'listening');
      server.listen(address);
      await listening;
      return server.address() as AddressInfo; // a TCP server that listens has such an address
    },
    async close() {
      isClosing = true;
      const application = await built?.catch(() => undefined);
      const cancel = clock.at(clock.now() + closingGrace, () => {
        server.closeAllConnections();
        for (const socket of application?.websocketServer.clients ?? []) socket.terminate();
      });
      await application?.close();
      if (server.listening) {
        const closed = once(server, 'close');
        server.close();
        await closed;
      }
      cancel();
    },
    server,
    app,
  };
}

/** What Fastify says of a request that comes while the server stops. */
function tooLate(response: ServerResponse): void {
  response.writeHead(503, { connection: 'close', 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify({ error: 'Service Unavailable', message: 'Service Unavailable', statusCode: 503 }));
}
