/**
 * What is still to be sent to one WebSocket client. A client that reads slower than the chain speaks costs a bounded amount of
 * memory: little is handed to the socket at a time, of each subscription's flashblocks the oldest are dropped beyond a limit,
 * and a client for whom even the rest piles up is given up.
 */
import type { WebSocket } from '@fastify/websocket';

/** Text goes in text frames, bytes in binary ones. */
export type Message = string | Buffer;

export type Outbox = {
  /** Sends what must arrive: a reply, a head, a log. */
  send(text: string): void;
  /** Sends the messages of one flashblock, which may be dropped as a whole once newer ones wait. */
  sendFlashblock(subscription: string, messages: readonly Message[]): void;
  /** Whether anything waits here because the client does not read. */
  readonly isWaiting: boolean;
  /** Forgets what waits. */
  clear(): void;
};

export type OutboxLimits = {
  /** Most bytes that the socket buffers before the rest waits here. */
  readonly buffered: number;
  /** Most characters, or bytes of what is binary, that wait here. */
  readonly waiting: number;
  /** Most flashblocks that wait for one subscription. */
  readonly flashblocks: number;
};

export type OutboxOptions = {
  readonly limits: OutboxLimits;
  /** Told when the client took something. */
  readonly onTaken: () => void;
  /** Told once when too much waits that must not be dropped. */
  readonly onHopeless: () => void;
};

type Item = {
  readonly messages: readonly Message[];
  readonly size: number;
  /** The subscription whose flashblock this is; `undefined` for what must arrive. */
  readonly flashblockOf: string | undefined;
};

export function createOutbox(
  socket: Pick<WebSocket, 'send' | 'bufferedAmount' | 'readyState' | 'OPEN'>,
  { limits, onTaken, onHopeless }: OutboxOptions,
): Outbox {
  let items: Item[] = [];
  let size = 0;

  function push(messages: readonly Message[], flashblockOf: string | undefined): void {
    if (socket.readyState !== socket.OPEN) return;
    const item = { messages, flashblockOf, size: messages.reduce((sum, { length }) => sum + length, 0) };
    items.push(item);
    size += item.size;
    pump();
    if (flashblockOf !== undefined) {
      const waiting = items.filter((other) => other.flashblockOf === flashblockOf);
      if (waiting.length > limits.flashblocks) drop(waiting[0]);
    }
    while (size > limits.waiting) {
      const oldest = items.find((other) => other.flashblockOf !== undefined);
      if (oldest === undefined) break;
      drop(oldest);
    }
    // The newest item may be as large as it likes: it is the one before it that the client should have taken.
    if (items.length > 1 && size > limits.waiting) {
      clear();
      onHopeless();
    }
  }

  function drop(item: Item | undefined): void {
    if (item === undefined) return;
    items.splice(items.indexOf(item), 1);
    size -= item.size;
  }

  function pump(): void {
    while (socket.bufferedAmount < limits.buffered) {
      const item = items.shift();
      if (item === undefined) return;
      size -= item.size;
      for (const message of item.messages) socket.send(message, taken);
    }
  }

  function taken(error?: Error | null): void {
    if (error !== undefined && error !== null) return; // the socket closes, and says so itself
    onTaken();
    pump();
  }

  function clear(): void {
    items = [];
    size = 0;
  }

  return {
    send: (text) => push([text], undefined),
    sendFlashblock: (subscription, messages) => push(messages, subscription),
    get isWaiting() {
      return items.length > 0;
    },
    clear,
  };
}
