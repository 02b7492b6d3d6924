/** A WebSocket client that keeps what it hears until the test asks for it. */
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import type { ClientOptions } from 'ws';
import { WebSocket } from 'ws';

export type Listener = {
  readonly socket: WebSocket;
  /** The next message, parsed. */
  next(): Promise<unknown>;
  /** The next messages, parsed. */
  take(count: number): Promise<readonly unknown[]>;
  /** Messages that nobody has asked for yet. */
  readonly unread: number;
  /** Sends a request and returns what is heard next. */
  ask(method: string, params?: readonly unknown[], id?: unknown): Promise<unknown>;
  /** Code and reason of the end. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
};

/** Connects to a WebSocket URL; the connection ends with the test. */
export async function listenTo(url: string, options: ClientOptions = {}): Promise<Listener> {
  const socket = new WebSocket(url, options);
  onTestFinished(() => socket.terminate());
  const heard: unknown[] = [];
  const waiting: ((message: unknown) => void)[] = [];
  socket.on('message', (data: Buffer) => {
    const message: unknown = JSON.parse(data.toString());
    const take = waiting.shift();
    if (take === undefined) heard.push(message);
    else take(message);
  });
  socket.on('error', () => undefined); // a connection that ends is what some tests wait for
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  await once(socket, 'open');
  const next = async (): Promise<unknown> =>
    heard.length > 0
      ? heard.shift()
      : new Promise((resolve) => {
          waiting.push(resolve);
        });
  return {
    socket,
    closed,
    next,
    take: async (count) => Promise.all(Array.from({ length: count }, next)),
    get unread() {
      return heard.length;
    },
    async ask(method, params = [], id = 1) {
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
      return next();
    },
  };
}
