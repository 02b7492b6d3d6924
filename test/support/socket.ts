/** A WebSocket client that keeps what it hears until the test asks for it. */
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import type { ClientOptions } from 'ws';
import { WebSocket } from 'ws';

export type Listener = {
  readonly socket: WebSocket;
  /** The next message as it came. */
  readonly nextText: () => Promise<string>;
  /** The next message, parsed. */
  readonly next: () => Promise<unknown>;
  /** The next messages, parsed. */
  readonly take: (count: number) => Promise<readonly unknown[]>;
  /** Sends a request and returns what is heard next. */
  readonly ask: (method: string, params?: readonly unknown[], id?: unknown) => Promise<unknown>;
  /** Code and reason of the end. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
};

/** Connects to a WebSocket URL; the connection ends with the test. */
export async function listenTo(url: string, options: ClientOptions = {}): Promise<Listener> {
  const socket = new WebSocket(url, options);
  onTestFinished(() => socket.terminate());
  const heard: string[] = [];
  const waiting: ((message: string) => void)[] = [];
  socket.on('message', (data: Buffer) => {
    const take = waiting.shift();
    if (take === undefined) heard.push(data.toString());
    else take(data.toString());
  });
  socket.on('error', () => undefined); // a connection that ends is what some tests wait for
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  await once(socket, 'open');

  const nextText = async (): Promise<string> =>
    heard.shift() ??
    new Promise((resolve) => {
      waiting.push(resolve);
    });
  const next = async (): Promise<unknown> => JSON.parse(await nextText());
  return {
    socket,
    closed,
    nextText,
    next,
    take: async (count) => Promise.all(Array.from({ length: count }, next)),
    async ask(method, params = [], id = 1) {
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
      return next();
    },
  };
}
