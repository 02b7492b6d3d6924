/**
 * How wire text becomes a value: a zod codec around a plain function, so that hot paths pay for the function alone and the
 * documents still get a JSON Schema. Also the two ways in which text can be wrong.
 */
import * as z from 'zod';

/** A JSON Schema of the wire side. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What is wrong with the form of hex text, for dialects that say it in words of their own. */
export type HexFault = {
  readonly problem:
    | 'notText'
    | 'empty'
    | 'noPrefix'
    | 'oddLength'
    | 'wrongLength'
    | 'noDigits'
    | 'leadingZero'
    | 'tooLong'
    | 'notHex';
  /** What the text was to be. */
  readonly noun: 'hash' | 'address' | 'bytes' | 'quantity' | 'uint64' | 'index' | 'blockNumber';
  /** Digits after the prefix, and how many there should be at most or exactly. */
  readonly digits: number;
  readonly want: number;
};

/** The text is not of the expected form. Its message is to be read after the name of the argument. */
export class Malformed extends Error {
  readonly fault: HexFault | undefined;

  constructor(message: string, fault?: HexFault) {
    super(message);
    this.fault = fault;
  }
}

/** The parts are well-formed but contradict each other or exceed a limit. Its message stands alone. */
export class Refused extends Error {}

/** The codec of two plain functions; `decode` refuses by throwing `Malformed` or `Refused`. */
export function codec<Value>(schema: JsonSchema, decode: (wire: unknown) => Value, encode: (value: Value) => unknown) {
  return z.codec(z.unknown().meta(schema), z.custom<Value>(), {
    decode: (wire, context) => attempt(() => decode(wire), wire, context),
    encode,
  });
}

/** The value that a second step makes of parts already decoded; for requests, which are never encoded here. */
export function refine<Parts extends z.ZodType, Value>(parts: Parts, decode: (parts: z.output<Parts>) => Value) {
  return parts.transform((decoded, context) => attempt(() => decode(decoded), decoded, context));
}

function attempt<Value>(decode: () => Value, input: unknown, context: z.core.ParsePayload): Value {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof Malformed || error instanceof Refused)) throw error;
    const params = {
      standsAlone: error instanceof Refused,
      fault: error instanceof Malformed ? error.fault : undefined,
    };
    context.issues.push({ code: 'custom', message: error.message, input, params });
    return z.NEVER;
  }
}

/** What was wrong with a value, in words. */
export type Complaint = {
  readonly message: string;
  /** Whether the message is complete without the name of the argument before it. */
  readonly standsAlone: boolean;
};

/** The first complaint of a failed parse, led by the place inside the value: `calls[0].from: …`. */
export function complaintOf(error: z.core.$ZodError): Complaint {
  const issue = error.issues[0];
  if (issue === undefined) return { message: 'invalid value', standsAlone: false };
  if (issue.code === 'custom' && issue.params?.['standsAlone'] === true) {
    return { message: issue.message, standsAlone: true };
  }
  const place = issue.path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`),
    '',
  );
  return { message: place === '' ? issue.message : `${place}: ${issue.message}`, standsAlone: false };
}

/** What was wrong with hex text, when that is the first complaint of a failed parse. */
export function hexFaultOf(error: z.core.$ZodError): HexFault | undefined {
  const [issue] = error.issues;
  return issue?.code === 'custom' ? (issue.params?.['fault'] as HexFault | undefined) : undefined; // as `attempt` put it there
}

/** A value as an error text shows it: its JSON type, and its content when that is short. */
export function show(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number' || typeof value === 'boolean') return `the ${typeof value} ${value}`;
  if (value === null || value === undefined) return 'nothing';
  return Array.isArray(value) ? 'an array' : 'an object';
}

/** Text in quotation marks, cut where it would fill a screen. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 77)}...` : text);
}

/** Error texts for zod's own object and array checks. */
export function expected(what: string): { readonly error: (issue: { readonly input?: unknown }) => string } {
  return { error: ({ input }) => `expected ${what}, got ${show(input)}` };
}
