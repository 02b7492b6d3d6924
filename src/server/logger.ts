/** Log lines: JSON for programs, one coloured line each for a person at a terminal. */
import type { Logger as Pino } from 'pino';
import { pino } from 'pino';

export type Logger = Pino;

export type LoggerOptions = {
  readonly level: string;
  /** `auto` is pretty on a terminal. */
  readonly format: 'auto' | 'pretty' | 'json';
  /** Where lines go: standard output by default. */
  readonly destination?: NodeJS.WritableStream & { readonly isTTY?: boolean };
};

export async function createLogger({ level, format, destination }: LoggerOptions): Promise<Logger> {
  const isTerminal = (destination ?? process.stdout).isTTY === true;
  const isPretty = format === 'pretty' || (format === 'auto' && isTerminal);
  const lines = isPretty
    ? await prettyStream(destination ?? process.stdout, isTerminal)
    : // Past Node's stream, which costs more than the line; what is not written yet is written when the process exits.
      (destination ?? pino.destination({ dest: 1, sync: false }));
  return pino({ level, base: null }, lines);
}

/** Loaded only where somebody looks: it takes longer to load than a chain to start. */
async function prettyStream(destination: NodeJS.WritableStream, colorize: boolean) {
  const { PinoPretty } = await import('pino-pretty');
  return PinoPretty({
    destination,
    colorize,
    sync: true,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss.l',
    ignore: 'method,chain,face,ms,code,calls,errors',
    messageFormat: (line, messageKey) => prettyMessage(line, String(line[messageKey])),
  });
}

/** A request as a person reads it: `eth_call mainnet 0.4 ms`, and what went wrong at the end. */
function prettyMessage(line: Readonly<Record<string, unknown>>, message: string): string {
  const { method, chain, face, ms, code, calls, errors } = line;
  const parts = [
    message === 'request'
      ? (method ?? 'unreadable request')
      : `${message}${method === undefined ? '' : ` in ${text(method)}`}`,
    calls === undefined ? undefined : `of ${text(calls)}`,
    chain,
    face === 'public' ? undefined : face,
    ms === undefined ? undefined : `${text(ms)} ms`,
    code === undefined ? undefined : `error ${text(code)}`,
    errors === undefined || errors === 0 ? undefined : `${text(errors)} errors`,
  ];
  return parts
    .filter((part) => part !== undefined)
    .map(text)
    .join(' ');
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
