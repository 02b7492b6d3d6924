/** From the text of a message to the text of its reply: finds methods, runs them, and is the only place that catches. */
import { ChainError } from '../chain/errors.ts';
import type { Eventually } from '../eventually.ts';
import { whenThere } from '../eventually.ts';
import { closest } from '../spelling.ts';
import { quote } from '../wire/codec.ts';
import type { Context } from './context.ts';
import type { Fault, Request } from './envelope.ts';
import { errorReply, readEnvelope, resultReply } from './envelope.ts';
import type { WireError, Wording } from './errors.ts';
import { codes, internalError, InvalidParams, wireErrorOf } from './errors.ts';
import type { Access, Method } from './method.ts';
import { toJson } from './raw-json.ts';

export type Dispatcher<C> = {
  /** Neither throws nor rejects. It is there as soon as the methods that it calls are: most answer at once. */
  dispatch(text: string, context: C): Eventually<Reply>;
  /**
   * Calls one method for a caller in the same process; its result has the form that it has on the wire.
   * @throws RequestError with the error that a reply would carry
   */
  request(method: string, params: unknown, context: C): Promise<unknown>;
};

/** The error of a reply, for callers in the same process. */
export class RequestError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor({ code, message, data }: WireError) {
    super(message);
    this.name = 'RequestError';
    this.code = code;
    this.data = data;
  }
}

export type Reply = {
  /** JSON; empty when there is nothing to answer. */
  readonly text: string;
  readonly outcome: Outcome;
  readonly isBatch: boolean;
  /** What happened to each element, for logs. */
  readonly calls: readonly CallReport[];
};

/** What a transport wants to know of a message as a whole. The elements of a batch speak for themselves. */
export type Outcome =
  | 'answered'
  /** Notifications only. */
  | 'silent'
  /** No JSON-RPC request. */
  | 'unreadable'
  /** A single request for a method that is not for this client. */
  | 'refused'
  /** A batch above the limit. */
  | 'tooLong';

export type CallReport = {
  /** `undefined` for what is no request. */
  readonly method: string | undefined;
  /** Of the error; `undefined` on success. */
  readonly code: number | undefined;
};

export type DispatcherOptions<C> = {
  readonly methods: ReadonlyMap<string, Method<C>>;
  readonly dialect: Wording;
  /** Most elements of a batch. */
  readonly batchLimit: number;
  /** Answers a method that is not for this client; `undefined` serves it. */
  readonly refuse?: (access: Access) => WireError | undefined;
  /** Told of every error that no rule has pronounced, and of the method, if it came from one. */
  readonly onBug: (error: unknown, method: string | undefined) => void;
};

export function createDispatcher<C = Context>(options: DispatcherOptions<C>): Dispatcher<C> {
  const { methods, dialect, batchLimit, refuse, onBug } = options;

  function answer(element: Request | Fault, context: C): Eventually<Answered> {
    if (element.kind === 'fault') {
      const { id, error } = element;
      return { text: errorReply(id, error), outcome: 'unreadable', method: undefined, code: error.code };
    }
    return whenThere(call(element.method, element.params, context), (called) => answered(element, called));
  }

  function call(name: string, params: unknown, context: C): Eventually<Called> {
    const method = methods.get(name);
    if (method === undefined)
      return { error: { code: codes.methodNotFound, message: unknownMethod(name, methods.keys()) }, isRefused: false };
    const refusal = refuse?.(method.access);
    if (refusal !== undefined) return { error: refusal, isRefused: true };
    const failed = (error: unknown): Called => ({ error: wireError(error, name), isRefused: false });
    try {
      const result = method.invoke(context, params);
      return result instanceof Promise ? result.then(succeeded).catch(failed) : succeeded(result);
    } catch (error) {
      return failed(error);
    }
  }

  function wireError(error: unknown, method: string): WireError {
    if (error instanceof ChainError) return wireErrorOf(error, dialect);
    if (error instanceof InvalidParams) return dialect.invalidParams(error.fault);
    onBug(error, method);
    return internalError;
  }

  return {
    async request(name, params, context) {
      const called = await call(name, params, context);
      if (called.error !== undefined) throw new RequestError(called.error);
      return JSON.parse(called.result) as unknown;
    },
    dispatch(text, context) {
      // Whoever asks has nobody to tell of an error, and one that nobody takes would end the process.
      const failed = (error: unknown): Reply => {
        onBug(error, undefined);
        const { code } = internalError;
        const reply = errorReply('null', internalError);
        return { text: reply, outcome: 'answered', isBatch: false, calls: [{ method: undefined, code }] };
      };
      try {
        const reply = replyTo(text, context);
        return reply instanceof Promise ? reply.catch(failed) : reply;
      } catch (error) {
        return failed(error);
      }
    },
  };

  function replyTo(text: string, context: C): Eventually<Reply> {
    const envelope = readEnvelope(text, batchLimit);
    if (envelope.kind === 'single') return whenThere(answer(envelope.element, context), singleReply);
    if (envelope.kind === 'batch') return dispatchBatch(envelope.elements, context);
    const { kind: outcome, error } = envelope;
    const calls = [{ method: undefined, code: error.code }];
    return { text: errorReply('null', error), outcome, isBatch: outcome === 'tooLong', calls };
  }

  async function dispatchBatch(elements: readonly (Request | Fault)[], context: C): Promise<Reply> {
    const texts: string[] = [];
    const calls: CallReport[] = [];
    let length = 0;
    for (const element of elements) {
      // One after another: an element sees what those before it did.
      // In between everybody else has a turn: ticks, other clients, and the signal to stop.
      if (calls.length > 0) await nextTurn();
      const settled = length > longestBatchReply ? tooLarge(element) : await answer(element, context);
      length += settled.text.length;
      const { text: reply, method, code } = length > longestBatchReply ? tooLarge(element) : settled;
      if (reply !== '') texts.push(reply);
      calls.push({ method, code });
    }
    const isSilent = texts.length === 0;
    return {
      text: isSilent ? '' : `[${texts.join(',')}]`,
      outcome: isSilent ? 'silent' : 'answered',
      isBatch: true,
      calls,
    };
  }
}

function succeeded(result: unknown): Called {
  return { result: toJson(result), error: undefined };
}

function answered(request: Request, called: Called): Answered {
  if (called.error === undefined && called.result.length > longestReply) return tooLarge(request);
  const { id, method } = request;
  const code = called.error?.code;
  if (id === undefined) return { text: '', outcome: 'silent', method, code };
  return called.error === undefined
    ? { text: resultReply(id, called.result), outcome: 'answered', method, code }
    : { text: errorReply(id, called.error), outcome: called.isRefused ? 'refused' : 'answered', method, code };
}

function singleReply({ text, outcome, method, code }: Answered): Reply {
  return { text, outcome, isBatch: false, calls: [{ method, code }] };
}

async function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** A result gets no longer than this, in characters: with what is put around it, no text can be longer than 512 Mi. */
const longestReply = 500_000_000;

/**
 * The replies of a batch get no longer than this, in characters; the first that does not fit and all after it are errors, as
 * go-ethereum has it.
 */
const longestBatchReply = 100_000_000;

/** The answer to an element that is not carried out any more. */
function tooLarge(element: Request | Fault): Answered {
  const method = element.kind === 'request' ? element.method : undefined;
  const code = codes.replyTooLarge;
  const text = element.id === undefined ? '' : errorReply(element.id, { code, message: 'response too large' });
  return { text, outcome: 'answered', method, code };
}

type Called =
  | /** The result as JSON. */ { readonly result: string; readonly error: undefined }
  | { readonly error: WireError; readonly isRefused: boolean };

type Answered = CallReport & { readonly text: string; readonly outcome: Outcome };

function unknownMethod(name: string, known: Iterable<string>): string {
  const text = `the method ${quote(name)} does not exist`;
  const similar = name.length > 64 ? undefined : closest(name, known);
  return similar === undefined ? text : `${text}, did you mean ${similar}?`;
}
