/**
 * The load. Client and servers share the machine's cores, so the client must cost little: bare sockets that stay open, requests
 * serialised beforehand, one in flight per connection, and no more parsing than it takes to find the end of an answer.
 */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';

export type Connection = {
  /** Sends a serialised request and gives the body of its answer. */
  send(request: Buffer): Promise<Buffer>;
  close(): void;
};

/** A POST as it goes over the wire. */
export function serializeRequest(path: string, body: string): Buffer {
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}

export async function openConnection(port: number): Promise<Connection> {
  let waiting: Waiting | undefined;
  let received: Buffer[] = [];
  let size = 0;
  let frame: Frame | undefined;
  let socket = open();
  await once(socket, 'connect');

  function open(): Socket {
    const opened = connect({ port, host: '127.0.0.1', noDelay: true });
    const fail = (error: Error): void => {
      if (opened !== socket) return; // its successor is at work
      waiting?.reject(error);
      waiting = undefined;
    };
    return opened
      .on('data', read)
      .on('error', fail)
      .on('close', () => fail(new Error('The server closed the connection.')));
  }

  function read(chunk: Buffer): void {
    // A farewell that nobody asked for, such as "408 Request Timeout" to a connection that was silent.
    if (waiting === undefined) return void socket.destroy();
    received.push(chunk);
    size += chunk.length;
    if (frame === undefined) {
      const all = received.length === 1 ? chunk : Buffer.concat(received);
      frame = frameOf(all);
      received = [all];
    }
    if (frame === undefined || size < frame.end) return;
    if (frame.isChunked && !chunk.subarray(-lastChunk.length).equals(lastChunk)) return;
    const body = Buffer.concat(received).subarray(frame.start);
    const done = waiting;
    const result = frame.isChunked ? joinChunks(body) : body;
    waiting = frame = undefined;
    received = [];
    size = 0;
    done?.resolve(result);
  }

  return {
    send(request) {
      return new Promise((resolve, reject) => {
        // Servers hang up on who was silent for some seconds, as this client is while others are measured.
        if (socket.destroyed || socket.readableEnded) socket = open();
        waiting = { resolve, reject };
        socket.write(request);
      });
    },
    close: () => socket.destroy(),
  };
}

/** Sends `count` requests, going through the given ones again and again, and gives the time it took in ms. */
export async function load(
  connections: readonly Connection[],
  requests: readonly Buffer[],
  count: number,
): Promise<number> {
  let next = 0;
  const start = performance.now();
  await Promise.all(
    connections.map(async (connection) => {
      for (let index = next++; index < count; index = next++)
        check(await connection.send(requests[index % requests.length]!));
    }),
  );
  return performance.now() - start;
}

/** A refusal is fast: a benchmark that counted it would praise the wrong node. */
export function check(body: Buffer): void {
  if (!body.includes('"result"') || body.subarray(0, 4096).includes('"error":{'))
    throw new Error(`Not a result: ${body.toString('utf8', 0, 400)}`);
}

type Waiting = { resolve(body: Buffer): void; reject(error: Error): void };

/** Where the body of an answer is. */
type Frame = { readonly start: number; readonly end: number; readonly isChunked: boolean };

const lastChunk = Buffer.from('0\r\n\r\n');

function frameOf(received: Buffer): Frame | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const head = received.toString('latin1', 0, headEnd);
  const start = headEnd + 4;
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  if (length !== undefined) return { start, end: start + Number(length), isChunked: false };
  if (/^transfer-encoding: *chunked/im.test(head)) return { start, end: start + lastChunk.length, isChunked: true };
  return { start, end: start, isChunked: false };
}

function joinChunks(body: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = body.indexOf('\r\n', at);
    const length = Number.parseInt(body.toString('latin1', at, lineEnd), 16);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(body.subarray(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 2 + length + 2;
  }
}
