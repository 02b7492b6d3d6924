/**
 * The JSON-RPC 2.0 envelope: text → requests, outcomes → text. Knows nothing of methods. An id is kept as JSON text, so that
 * the reply echoes it in value and type, whatever a JavaScript number can hold.
 */
import { show } from '../wire/codec.ts';
import type { WireError } from './errors.ts';
import { codes } from './errors.ts';
import { idTexts } from './id-text.ts';

/** A request in good order. */
export type Request = {
  readonly kind: 'request';
  /** As JSON text; `undefined` for a notification, which gets no reply. */
  readonly id: string | undefined;
  readonly method: string;
  readonly params: unknown;
};

/** An element that is no request. */
export type Fault = {
  readonly kind: 'fault';
  /** As JSON text; `null` when the element has no usable id. */
  readonly id: string;
  readonly error: WireError;
};

export type Envelope =
  | { readonly kind: 'single'; readonly element: Request | Fault }
  | { readonly kind: 'batch'; readonly elements: readonly (Request | Fault)[] }
  /** The text is no JSON-RPC at all. */
  | { readonly kind: 'unreadable'; readonly error: WireError }
  | { readonly kind: 'tooLong'; readonly error: WireError };

/** Reads the text of a message. A batch of more elements than `batchLimit` is not looked into. */
export function readEnvelope(text: string, batchLimit: number): Envelope {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch (error) {
    const why = text.trim() === '' ? 'the body is empty' : (error as SyntaxError).message; // all that JSON.parse throws
    return { kind: 'unreadable', error: { code: codes.parseError, message: `Parse error: ${why}` } };
  }
  if (!Array.isArray(message)) {
    if (typeof message !== 'object' || message === null) {
      return unreadable(`expected an object or an array of objects, got ${show(message)}`);
    }
    return { kind: 'single', element: readElement(message, () => idTexts(text)[0]) };
  }
  if (message.length === 0) return unreadable('the batch is empty');
  if (message.length > batchLimit) {
    const limit = `max ${batchLimit}, got ${message.length}`;
    return {
      kind: 'tooLong',
      error: { code: codes.batchTooLong, message: `too many RPC calls in batch request: ${limit}` },
    };
  }
  let texts: readonly (string | undefined)[] | undefined;
  const elements = message.map((element: unknown, index) =>
    readElement(element, () => (texts ??= idTexts(text))[index]),
  );
  return { kind: 'batch', elements };
}

/** The reply that carries a result, which is JSON text already. */
export function resultReply(id: string, result: string): string {
  return `{"jsonrpc":"2.0","id":${id},"result":${result}}`;
}

/** The reply that carries an error. */
export function errorReply(id: string, error: WireError): string {
  return `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}`;
}

/** Any JSON object; the keys of the envelope are read one by one, own or not: JSON.parse sets no prototypes. */
type Element = { readonly [key in 'jsonrpc' | 'id' | 'method' | 'params']?: unknown };

function readElement(element: unknown, textOfId: () => string | undefined): Request | Fault {
  if (typeof element !== 'object' || element === null || Array.isArray(element)) {
    return fault('null', `expected an object, got ${show(element)}`);
  }
  const { jsonrpc, id, method, params }: Element = element;
  if (id !== undefined && id !== null && typeof id !== 'string' && typeof id !== 'number') {
    return fault('null', `id must be a number, a string or null, not ${show(id)}`);
  }
  const idText = id === undefined ? undefined : exactId(id, textOfId);
  if (jsonrpc !== '2.0') return fault(idText, `jsonrpc must be "2.0", not ${show(jsonrpc)}`);
  if (typeof method !== 'string') return fault(idText, `method must be a string, not ${show(method)}`);
  if (method === '') return fault(idText, 'method must not be empty');
  if (params !== undefined && params !== null && typeof params !== 'object') {
    return fault(idText, `params must be an array, not ${show(params)}`);
  }
  return { kind: 'request', id: idText, method, params };
}

/** Numbers that JavaScript may have rounded are echoed from the text. */
function exactId(id: string | number | null, textOfId: () => string | undefined): string {
  const isExact = typeof id !== 'number' || Number.isSafeInteger(id);
  return isExact ? JSON.stringify(id) : (textOfId() ?? JSON.stringify(id));
}

function unreadable(why: string): Envelope {
  return { kind: 'unreadable', error: { code: codes.invalidRequest, message: `Invalid request: ${why}` } };
}

function fault(id: string | undefined, why: string): Fault {
  return {
    kind: 'fault',
    id: id ?? 'null',
    error: { code: codes.invalidRequest, message: `Invalid request: ${why}` },
  };
}
