/**
 * The raw flashblock feed over WebSocket: data flows as soon as a client is connected, and what it sends is ignored. A document
 * is compressed once for all its readers; who reads too slowly loses the oldest.
 */
import { brotliCompressSync, constants } from 'node:zlib';
import type { WebSocket } from '@fastify/websocket';
import type { FastifyPluginCallback } from 'fastify';
import type { Clock } from '../clock.ts';
import type { FlashblockFeed } from '../rpc/flashblock-feed.ts';
import type { Source } from '../sharing.ts';
import { share } from '../sharing.ts';
import { feedPrefix } from './endpoints.ts';
import { createHeartbeat } from './heartbeat.ts';
import type { OutboxLimits } from './outbox.ts';
import { createOutbox } from './outbox.ts';
import { closing } from './socket-closing.ts';

/** A chain whose flashblocks can be read. */
export type FedChain = {
  /** As in its path: `/flashblocks/mainnet`. */
  readonly name: string;
  readonly feed: FlashblockFeed;
};

export type FeedLimits = OutboxLimits & {
  /** Most readers at a time, of all feeds. */
  readonly readers: number;
  /** Time between pings, in ms. */
  readonly pingInterval: number;
};

export type FeedOptions = {
  readonly chains: readonly FedChain[];
  /** Brotli in binary frames, as the public feed sends it, or plain text. */
  readonly format: 'brotli' | 'text';
  readonly limits: FeedLimits;
  readonly clock: Clock;
};

export function flashblocks({ chains, format, limits, clock }: FeedOptions): FastifyPluginCallback {
  /** The connections, each with what ends its reading. */
  const open = new Map<WebSocket, () => void>();
  const keepAlive = createHeartbeat(clock, limits.pingInterval);

  /** Serves a client that has just connected. */
  function accept(socket: WebSocket, read: Source<string | Buffer>): void {
    if (open.size >= limits.readers) {
      socket.close(closing.tryAgainLater, `too many readers: max ${limits.readers}`);
      return;
    }
    let isAlive = true;
    const outbox = createOutbox(socket, {
      limits,
      onTaken() {
        isAlive = true;
      },
      onHopeless: () => socket.terminate(),
    });
    const stopReading = read((message) => outbox.sendFlashblock(feedPrefix, [message]));
    const letGo = keepAlive({
      beat() {
        if (isAlive) socket.ping();
        else socket.terminate();
        isAlive = false;
      },
    });
    open.set(socket, () => {
      stopReading();
      letGo();
      outbox.clear();
    });
    socket.on('pong', () => {
      isAlive = true;
    });
    socket.once('close', () => {
      open.get(socket)?.();
      open.delete(socket);
    });
  }

  return (app, _, done) => {
    app.addHook('preClose', (closed) => {
      for (const [socket, end] of open) {
        end();
        socket.close(closing.goingAway, 'the emulator stops');
      }
      closed();
    });
    for (const { name, feed } of chains) {
      const read = share<string, string | Buffer>(feed, format === 'brotli' ? compress : (document) => document);
      for (const url of [`${feedPrefix}/${name}`, `${feedPrefix}/${name}/`])
        app.route({
          method: 'GET',
          url,
          handler: (_request, reply) =>
            reply
              .code(426)
              .header('upgrade', 'websocket')
              .header('connection', 'upgrade')
              .send({ error: 'Upgrade Required', message: 'The flashblocks come over WebSocket.' }),
          wsHandler: (socket) => accept(socket, read),
        });
    }
    done();
  };
}

/** A quality at which a flashblock of a hundred transactions takes about a millisecond. */
const quality = 4;

function compress(document: string): Buffer {
  return brotliCompressSync(document, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: document.length,
    },
  });
}
