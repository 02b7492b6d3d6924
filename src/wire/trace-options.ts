/** What a trace is to look like: the options of go-ethereum's debug_trace methods. */
import * as z from 'zod';
import { codec, expected, Malformed, quote, refine, Refused, show } from './codec.ts';
import { BlockOverrides, StateOverrides } from './overrides.ts';
import { Flag, Index } from './scalars.ts';

export type TraceOptions = {
  readonly tracer: TracerOptions;
  /** In ms; the chain's own limit when not given. */
  readonly timeout: number | undefined;
};

export type TracerOptions =
  | StructLoggerOptions
  | CallTracerOptions
  | PrestateTracerOptions
  | { readonly kind: '4byteTracer' }
  | { readonly kind: 'noopTracer' };

export type StructLoggerOptions = {
  readonly kind: 'structLogger';
  readonly hasMemory: boolean;
  readonly hasStack: boolean;
  readonly hasStorage: boolean;
  readonly hasReturnData: boolean;
  /** Bytes of JSON after which no more steps are listed; 0 for all of them. */
  readonly limit: number;
};

export type CallTracerOptions = {
  readonly kind: 'callTracer';
  readonly onlyTopCall: boolean;
  readonly withLog: boolean;
};

export type PrestateTracerOptions = {
  readonly kind: 'prestateTracer';
  /** Whether to tell what changed, before and after, in place of all that was looked at. */
  readonly isDiff: boolean;
  readonly hasCode: boolean;
  readonly hasStorage: boolean;
  /** Whether accounts that did not exist are listed. */
  readonly hasEmpty: boolean;
};

/** Milliseconds of each unit of a duration. */
const units: Readonly<Record<string, number>> = {
  h: 3_600_000,
  m: 60_000,
  s: 1_000,
  ms: 1,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ns: 1e-6,
};

const durationForm = /^\+?(?:\d+(?:\.\d*)?(?:ns|us|µs|μs|ms|s|m|h)|\.\d+(?:ns|us|µs|μs|ms|s|m|h))+$/;

/** A time such as `5s` or `1m30s`, as Go writes it; in ms. */
const Duration = codec<number>(
  { type: 'string', title: 'duration', pattern: durationForm.source },
  (wire) => {
    if (typeof wire !== 'string') throw new Malformed(`expected a duration such as "5s", got ${show(wire)}`);
    if (!durationForm.test(wire)) throw new Malformed(`invalid duration ${quote(wire)}, expected one such as "5s"`);
    let time = 0;
    for (const [, amount, unit] of wire.matchAll(/([\d.]+)([a-zµμ]+)/g)) time += Number(amount) * units[unit!]!;
    return time;
  },
  (time) => `${time}ms`,
);

const Limit = z.int(expected('a number of bytes')).min(0, 'expected a number of bytes');

const tracerParts = {
  tracer: z.string(expected('the name of a tracer')).nullish(),
  tracerConfig: z
    .object(
      {
        onlyTopCall: Flag.nullish(),
        withLog: Flag.nullish(),
        diffMode: Flag.nullish(),
        disableCode: Flag.nullish(),
        disableStorage: Flag.nullish(),
        includeEmpty: Flag.nullish(),
      },
      expected('an object of tracer options'),
    )
    .nullish(),
  timeout: Duration.nullish(),
  enableMemory: Flag.nullish(),
  disableStack: Flag.nullish(),
  disableStorage: Flag.nullish(),
  enableReturnData: Flag.nullish(),
  limit: Limit.nullish(),
  /** Other rules for the chain; go-ethereum takes them. */
  overrides: z.unknown().optional(),
};

const Tracing = z.object(tracerParts, expected('an object of trace options'));

/** The trace options; null or absent means the list of steps. */
export const TraceOptions = refine(Tracing.nullish(), (parts) => traceOptions(parts ?? {}));

/** The trace options of a call that never was in a block, with what it pretends. */
export const CallTraceOptions = refine(
  z
    .object(
      {
        ...tracerParts,
        stateOverrides: StateOverrides,
        blockOverrides: BlockOverrides,
        /** How many transactions of the block come before the call; all of them by default. */
        txIndex: Index.nullish(),
      },
      expected('an object of trace options'),
    )
    .nullish(),
  (parts) => ({
    ...traceOptions(parts ?? {}),
    overrides: { state: parts?.stateOverrides, block: parts?.blockOverrides },
    transactionIndex: parts?.txIndex ?? undefined,
  }),
);

function traceOptions(parts: Partial<z.output<typeof Tracing>>): TraceOptions {
  if (parts.overrides != null) throw new Refused('overrides of the chain configuration are not supported');
  return { tracer: tracerOptions(parts), timeout: parts.timeout ?? undefined };
}

function tracerOptions(parts: Partial<z.output<typeof Tracing>>): TracerOptions {
  const config = parts.tracerConfig ?? {};
  switch (parts.tracer ?? '') {
    case '':
    case 'structLogger':
      return {
        kind: 'structLogger',
        hasMemory: parts.enableMemory === true,
        hasStack: parts.disableStack !== true,
        hasStorage: parts.disableStorage !== true,
        hasReturnData: parts.enableReturnData === true,
        limit: parts.limit ?? 0,
      };
    case 'callTracer':
      return { kind: 'callTracer', onlyTopCall: config.onlyTopCall === true, withLog: config.withLog === true };
    case 'prestateTracer':
      if (config.diffMode === true && config.includeEmpty === true)
        throw new Refused('cannot use diffMode with includeEmpty');
      return {
        kind: 'prestateTracer',
        isDiff: config.diffMode === true,
        hasCode: config.disableCode !== true,
        hasStorage: config.disableStorage !== true,
        hasEmpty: config.includeEmpty === true,
      };
    case '4byteTracer':
      return { kind: '4byteTracer' };
    case 'noopTracer':
      return { kind: 'noopTracer' };
    default:
      throw new Refused(
        `tracer ${quote(parts.tracer ?? '')} is not known; there are callTracer, prestateTracer, 4byteTracer and noopTracer, and none in JavaScript`,
      );
  }
}
