/**
 * The quick way of JSON-RPC over HTTP: a POST in the ordinary form is read off its socket and answered there, because Node's HTTP
 * server and Fastify cost several times what a plain read does. Everything else is their business: a connection that sends
 * anything else, or sends it in pieces, is handed over to them with what has come, and stays with them.
 */
import type { Server } from 'node:http';
import { maxHeaderSize, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { httpDate } from '../clock.ts';
import { whenThere } from '../eventually.ts';
import type { Dispatcher, Reply } from '../rpc/dispatcher.ts';
import type { Endpoint } from './endpoints.ts';
import type { Face } from './faces.ts';
import { createHeadReader } from './request-head.ts';
import { httpStatusOf, jsonType, pathsOf } from './rpc-http.ts';
import type { MessageOptions } from './rpc-messages.ts';
import { dispatcherOf, report } from './rpc-messages.ts';

export type QuickWayOptions<C> = MessageOptions<C> & {
  readonly endpoints: readonly Endpoint<C>[];
  /** Whether browsers of every origin may call. */
  readonly cors: boolean;
};

/** Where a path leads. */
type Route<C> = { readonly endpoint: Endpoint<C>; readonly dispatcher: Dispatcher<C> };

/** A whole request. */
type Request<C> = { readonly route: Route<C>; readonly text: string; readonly end: number };

/** A connection, for what concerns all of them. */
type Connection = {
  /** Ends it unless a request is on its way. */
  closeIdle(): void;
  /** Ends it whatever it does. */
  cut(): void;
};

const emptyLine = Buffer.from('\r\n\r\n');
const post = Buffer.from('POST /');
const emptyBuffer = Buffer.alloc(0);

/** Opens the quick way before a server that does not listen yet. Whoever closes the server's connections closes these as well. */
export function openQuickWay<C>(server: Server, options: QuickWayOptions<C>): void {
  const routes = new Map<string, Route<C>>();
  for (const endpoint of options.endpoints) {
    const route = { endpoint, dispatcher: dispatcherOf(options, endpoint) };
    for (const path of pathsOf(endpoint)) routes.set(path, route);
  }
  const connections = new Set<Connection>();
  const readHead = createHeadReader();
  const responseTo = responder(server, options);
  const [takeOver] = server.listeners('connection') as [(this: Server, socket: Socket) => void]; // Node's own
  server.removeListener('connection', takeOver);
  server.on('connection', serve);

  const { closeIdleConnections, closeAllConnections } = server;
  server.closeIdleConnections = () => {
    closeIdleConnections.call(server);
    for (const connection of connections) connection.closeIdle();
  };
  server.closeAllConnections = () => {
    closeAllConnections.call(server);
    for (const connection of connections) connection.cut();
  };

  function serve(socket: Socket): void {
    /** The responses to the requests so far, in their order; `undefined` until there is one. */
    const responses: Place[] = [];
    /** The beginning of a request; its rest may come with the next chunk. */
    let begun: Buffer | undefined;
    /** What to hand over once everything before it is answered. */
    let odd: Buffer | undefined;
    let hasAnswered = false;
    let hasEnded = false;

    function read(chunk: Buffer): void {
      const received = begun === undefined ? chunk : Buffer.concat([begun, chunk]);
      let mayWait = begun === undefined;
      begun = undefined;
      let at = 0;
      while (at < received.length) {
        const request = takeRequest(received, at);
        if (request === 'odd' || (request === 'incomplete' && !mayWait)) return leave(received.subarray(at));
        if (request === 'incomplete') {
          begun = received.subarray(at);
          return;
        }
        answer(request.route, request.text);
        at = request.end;
        mayWait = true;
      }
    }

    function answer({ endpoint, dispatcher }: Route<C>, text: string): void {
      const start = options.clock.monotonic();
      const place: Place = { response: undefined };
      responses.push(place);
      const give = (reply: Reply): void => {
        place.response = responseTo(reply, endpoint.face);
        flush();
        report(options, reply, endpoint, start);
      };
      void whenThere(dispatcher.dispatch(text, endpoint.chain.context), give);
    }

    function flush(): void {
      for (let next = responses[0]?.response; next !== undefined; next = responses[0]?.response) {
        responses.shift();
        if (socket.writable) socket.write(next.text, next.encoding);
      }
      if (!hasAnswered) {
        hasAnswered = true;
        socket.setTimeout(server.keepAliveTimeout);
      }
      if (responses.length > 0) return;
      if (hasEnded || !server.listening) socket.destroySoon();
      else if (odd !== undefined) handOver(odd);
      else if (socket.writableNeedDrain) socket.pause();
    }

    function leave(rest: Buffer): void {
      if (responses.length === 0) return handOver(rest);
      odd = rest;
      socket.pause();
    }

    function handOver(rest: Buffer): void {
      connections.delete(connection);
      for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener);
      socket.setTimeout(0);
      takeOver.call(server, socket);
      if (rest.length > 0) socket.emit('data', rest);
      socket.resume();
    }

    function closeIdle(): void {
      if (responses.length > 0 || begun !== undefined) return;
      if (hasAnswered) socket.destroy();
      // Who owes the first request is told by Node and Fastify that it comes too late.
      else handOver(emptyBuffer);
    }

    const listeners: Readonly<Record<string, (chunk: Buffer) => void>> = {
      data: read,
      drain: () => socket.resume(),
      end() {
        hasEnded = true;
        // As Node says it of a request that breaks off.
        if (begun !== undefined) server.emit('clientError', new Error('the request breaks off'), socket);
        else if (responses.length === 0) socket.destroySoon();
      },
      timeout() {
        if (begun === undefined) closeIdle();
        else handOver(begun);
      },
      // Whatever it was, the connection closes.
      error: () => undefined,
      close() {
        odd = undefined;
        connections.delete(connection);
      },
    };
    const connection: Connection = { closeIdle, cut: () => socket.destroy() };
    connections.add(connection);
    for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
    socket.setTimeout(server.requestTimeout);
  }

  /** The request that begins at a position; `incomplete` as long as it can still become one. */
  function takeRequest(received: Buffer, at: number): Request<C> | 'incomplete' | 'odd' {
    const headEnd = received.indexOf(emptyLine, at);
    if ((headEnd === -1 ? received.length : headEnd) - at > maxHeaderSize) return 'odd';
    if (headEnd === -1) {
      const length = Math.min(post.length, received.length - at);
      return received.compare(post, 0, length, at, at + length) === 0 ? 'incomplete' : 'odd';
    }
    const start = headEnd + emptyLine.length;
    const head = readHead(received.toString('latin1', at, start));
    const route = head && routes.get(head.path);
    if (head === undefined || route === undefined || head.length > route.endpoint.face.limits.body) return 'odd';
    const end = start + head.length;
    return end > received.length ? 'incomplete' : { route, text: received.toString('utf8', start, end), end };
  }
}

/** Where the response to a request goes. */
type Place = { response: Response | undefined };

/** A response as it goes out. */
type Response = { readonly text: string; readonly encoding: 'latin1' | 'utf8' };

/** Writes responses like those of Node and Fastify. */
function responder(server: Server, { clock, cors }: Pick<QuickWayOptions<never>, 'clock' | 'cors'>) {
  const origin = cors ? 'access-control-allow-origin: *\r\n' : '';
  const keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(server.keepAliveTimeout / 1_000)}`;
  let second = -1;
  let date = '';
  return (reply: Reply, face: Face): Response => {
    const now = Math.floor(clock.now() / 1_000);
    if (now !== second) {
      second = now;
      date = httpDate(now * 1_000);
    }
    const { text } = reply;
    const status = httpStatusOf(reply, face);
    const length = Buffer.byteLength(text);
    const content = text === '' ? '' : `content-type: ${jsonType}\r\ncontent-length: ${length}\r\n`;
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${origin}${content}Date: ${date}\r\n`;
    return {
      text: `${head}${server.listening ? keepAlive : 'Connection: close'}\r\n\r\n${text}`,
      // Text of one byte per character needs no encoding.
      encoding: length === text.length ? 'latin1' : 'utf8',
    };
  };
}
