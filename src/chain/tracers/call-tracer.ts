/** Which messages a transaction sent, one within another. */
import type { FrameEnd, FrameKind, FrameStart, HaltReason, Log } from '../../evm/engine.ts';
import type { Address } from '../../hex.ts';
import { emptyBytes } from '../../hex.ts';
import type { CallTracerOptions } from '../../wire/trace-options.ts';
import type { Subject, Tracer } from './tracer.ts';

export type CallTrace = {
  readonly kind: 'callTracer';
  readonly top: CallFrame;
};

export type CallFrame = {
  readonly kind: FrameKind | 'SELFDESTRUCT';
  readonly from: Address;
  readonly to: Address;
  readonly value: bigint;
  readonly gas: bigint;
  readonly gasUsed: bigint;
  readonly input: Uint8Array;
  /** Return data, revert data, or the created contract's code. */
  readonly output: Uint8Array;
  readonly halt: HaltReason | undefined;
  /** The opcode behind `invalid opcode`. */
  readonly invalidOpcode: number | undefined;
  readonly calls: readonly CallFrame[];
  /** None in a frame that failed, or whose caller did. */
  readonly logs: readonly CallLog[];
};

export type CallLog = {
  readonly log: Log;
  /** In the block. */
  readonly index: number;
  /** How many calls of the same frame came before. */
  readonly position: number;
};

/** A frame in progress. */
type Open = {
  readonly start: FrameStart;
  readonly calls: CallFrame[];
  readonly logs: CallLog[];
  /** Index that the next log had when it began. */
  readonly firstLogIndex: number;
};

export function createCallTracer(
  { onlyTopCall, withLog }: CallTracerOptions,
  { fields, firstLogIndex, budget }: Subject,
): Tracer<CallTrace> {
  const open: Open[] = [];
  let top: CallFrame | undefined;
  let nextLogIndex = firstLogIndex;

  function close({ start, calls, logs }: Open, { halt, invalidOpcode, gasUsed, output }: FrameEnd): CallFrame {
    const { kind, from, to, value, gas, input } = start;
    const hasFailed = halt !== undefined;
    return {
      kind,
      from,
      to,
      value,
      gas: BigInt(gas),
      gasUsed: BigInt(gasUsed),
      input,
      output,
      halt,
      invalidOpcode,
      calls: hasFailed ? calls.map(withoutLogs) : calls,
      logs: hasFailed ? [] : logs,
    };
  }

  return {
    hooks: {
      enter(start) {
        if (!onlyTopCall || start.depth === 0) budget.take(frameSize + 2 * start.input.length);
        open.push({ start, calls: [], logs: [], firstLogIndex: nextLogIndex });
      },
      exit(end) {
        const frame = open.pop();
        if (frame === undefined) return;
        if (end.halt !== undefined) nextLogIndex = frame.firstLogIndex;
        if (onlyTopCall && open.length > 0) return;
        budget.take(2 * end.output.length);
        const closed = close(frame, end);
        const parent = open.at(-1);
        if (parent === undefined) top = closed;
        else parent.calls.push(closed);
      },
      ...(withLog && {
        log(log) {
          const index = nextLogIndex++;
          const frame = open.at(-1);
          if (frame === undefined || (onlyTopCall && open.length > 1)) return;
          budget.take(logSize + 2 * log.data.length);
          frame.logs.push({ log, index, position: frame.calls.length });
        },
      }),
      ...(!onlyTopCall && {
        selfDestruct(from, to, value) {
          budget.take(frameSize);
          open.at(-1)?.calls.push({ ...destruction, from, to, value });
        },
      }),
    },
    result({ gasUsed }) {
      if (top === undefined) throw new Error('the transaction sent no message');
      // The transaction's own message is told with the gas of the transaction.
      return { kind: 'callTracer', top: { ...top, gas: fields.gas, gasUsed } };
    },
  };
}

/** About how many bytes of JSON, without the data. */
const frameSize = 400;
const logSize = 450;

const destruction: Omit<CallFrame, 'from' | 'to' | 'value'> = {
  kind: 'SELFDESTRUCT',
  gas: 0n,
  gasUsed: 0n,
  input: emptyBytes,
  output: emptyBytes,
  halt: undefined,
  invalidOpcode: undefined,
  calls: [],
  logs: [],
};

/** A revert takes back the logs of all that was called. */
function withoutLogs(frame: CallFrame): CallFrame {
  return { ...frame, logs: [], calls: frame.calls.map(withoutLogs) };
}
