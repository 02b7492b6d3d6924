/**
 * JSON-RPC over WebSocket: every endpoint of HTTP, and notifications besides. The messages of a connection begin one after
 * another and are answered in their order; a client that sends faster than it is served, or reads slower, is made to wait.
 */
import type { WebSocket } from '@fastify/websocket';
import type { Dispatcher } from '../rpc/dispatcher.ts';
import type { Session } from '../rpc/session.ts';
import type { Endpoint } from './endpoints.ts';
import type { Beating } from './heartbeat.ts';
import { createHeartbeat } from './heartbeat.ts';
import type { OutboxLimits } from './outbox.ts';
import { createOutbox } from './outbox.ts';
import type { MessageOptions } from './rpc-messages.ts';
import { report } from './rpc-messages.ts';
import { closing } from './socket-closing.ts';

/** What a connection may cost. */
export type SocketLimits = OutboxLimits & {
  /** Most connections at a time. */
  readonly connections: number;
  /** Most messages of one connection that are read ahead. */
  readonly messages: number;
  /** Time between pings, in ms; who has not answered one before the next is gone. */
  readonly pingInterval: number;
};

export const socketLimits: SocketLimits = {
  connections: 500,
  messages: 100,
  pingInterval: 30_000,
  buffered: 1 << 20,
  waiting: 16 << 20,
  flashblocks: 20,
};

/** How long a client that is given up may take to learn why, in ms. */
const lastWordTime = 1_000;

export type Sockets<C> = {
  /** Serves a client that has just connected. */
  accept(socket: WebSocket, endpoint: Endpoint<C>, dispatcher: Dispatcher<C>): void;
  /** Takes no more messages; each connection ends when what it began is answered. */
  close(): void;
};

/** A connection, for what concerns all of them. */
type Client = Beating & {
  /** Ends the connection once what it began is answered. */
  finish(): void;
};

export function createSockets<C>(options: MessageOptions<C>, limits: SocketLimits): Sockets<C> {
  const { clock, log } = options;
  const clients = new Set<Client>();
  const keepAlive = createHeartbeat(clock, limits.pingInterval);

  return {
    accept(socket, endpoint, dispatcher) {
      if (clients.size >= limits.connections) {
        socket.close(closing.tryAgainLater, `too many connections: max ${limits.connections}`);
        return;
      }
      const client = serve(socket, endpoint, dispatcher);
      const letGo = keepAlive(client);
      clients.add(client);
      socket.once('close', () => {
        clients.delete(client);
        letGo();
      });
    },
    close() {
      for (const client of clients) client.finish();
    },
  };

  function serve(socket: WebSocket, endpoint: Endpoint<C>, dispatcher: Dispatcher<C>): Client {
    /** Read and not begun. */
    const waiting: string[] = [];
    /** Begun and not answered. */
    let begun = 0;
    let hasTurn = false;
    let isFinishing = false;
    let isAlive = true;
    /** Settles when everything begun so far is answered. */
    let answered: Promise<void> = Promise.resolve();

    const outbox = createOutbox(socket, {
      limits,
      onTaken() {
        // While nothing is read from the client, this is its sign of life.
        if (socket.isPaused) isAlive = true;
        resume();
      },
      onHopeless() {
        log.warn({ chain: endpoint.chain.name, face: endpoint.face.name }, 'ended a connection that does not read');
        session?.end();
        socket.close(closing.tryAgainLater, `too slow: more than ${limits.waiting} characters wait to be read`);
        const cancel = clock.at(clock.now() + lastWordTime, () => socket.terminate());
        socket.once('close', cancel);
      },
    });
    const session: Session<C> | undefined = endpoint.chain.connect?.(({ subscription, texts, isFlashblock }) => {
      if (isFlashblock) outbox.sendFlashblock(subscription, texts);
      else for (const text of texts) outbox.send(text);
    });

    function next(): void {
      if (hasTurn || isFinishing) return;
      const text = waiting.shift();
      if (text === undefined) return;
      hasTurn = true;
      begun += 1;
      answered = answer(text, answered);
    }

    async function answer(text: string, before: Promise<void>): Promise<void> {
      const start = clock.monotonic();
      let isMine = true;
      const yieldTurn = (): void => {
        if (!isMine) return;
        isMine = false;
        hasTurn = false;
        next();
      };
      const turn = session?.begin(yieldTurn);
      const reply = await dispatcher.dispatch(text, turn?.context ?? endpoint.chain.context);
      yieldTurn();
      await before;
      if (reply.text !== '') outbox.send(reply.text);
      turn?.answered();
      report(options, reply, endpoint, start);
      begun -= 1;
      resume();
    }

    function isBehind(): boolean {
      return waiting.length + begun >= limits.messages || outbox.isWaiting;
    }

    function resume(): void {
      if (socket.isPaused && !isBehind()) socket.resume();
    }

    socket.on('message', (data: Buffer) => {
      isAlive = true;
      if (isFinishing) return;
      // Text that comes as binary is text.
      waiting.push(data.toString());
      if (isBehind()) socket.pause();
      next();
    });
    socket.on('pong', () => {
      isAlive = true;
    });
    socket.once('close', () => {
      isFinishing = true;
      waiting.length = 0;
      outbox.clear();
      session?.end();
    });

    return {
      beat() {
        // Whoever waits for its own requests is not asked.
        const isWorking = socket.isPaused && !outbox.isWaiting;
        if (!isAlive && !isWorking) {
          socket.terminate();
          return;
        }
        isAlive = false;
        socket.ping();
      },
      finish() {
        isFinishing = true;
        session?.end();
        void answered.then(() => socket.close(closing.goingAway, 'the emulator stops'));
      },
    };
  }
}
