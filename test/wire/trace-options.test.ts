/** The options of the debug_trace methods. */
import { describe, expect, test } from 'vitest';
import { complaintOf } from '../../src/wire/codec.ts';
import { CallTraceOptions, TraceOptions } from '../../src/wire/trace-options.ts';

const steps = {
  kind: 'structLogger',
  hasMemory: false,
  hasStack: true,
  hasStorage: true,
  hasReturnData: false,
  limit: 0,
};

test.each([undefined, null, {}, { tracer: '' }, { tracer: null, tracerConfig: null, unknown: 1, reexec: 128 }])(
  '%j asks for steps',
  (wire) => {
    expect(TraceOptions.parse(wire)).toEqual({ tracer: steps, timeout: undefined });
  },
);

test('each tracer takes its own options', () => {
  const wire = { enableMemory: true, disableStack: true, disableStorage: true, enableReturnData: true, limit: 7 };
  expect(TraceOptions.parse(wire).tracer).toEqual({
    kind: 'structLogger',
    hasMemory: true,
    hasStack: false,
    hasStorage: false,
    hasReturnData: true,
    limit: 7,
  });
  expect(TraceOptions.parse({ tracer: 'callTracer', tracerConfig: { withLog: true } }).tracer).toEqual({
    kind: 'callTracer',
    onlyTopCall: false,
    withLog: true,
  });
  expect(TraceOptions.parse({ tracer: 'prestateTracer', tracerConfig: { diffMode: true } }).tracer).toEqual({
    kind: 'prestateTracer',
    isDiff: true,
    hasCode: true,
    hasStorage: true,
    hasEmpty: false,
  });
});

test.each([
  ['5s', 5000],
  ['1m30s', 90_000],
  ['1.5s', 1500],
  ['250ms', 250],
  ['2us', 0.002],
  ['1h', 3_600_000],
])('a timeout of %s is %d ms', (timeout, expected) => {
  expect(TraceOptions.parse({ timeout }).timeout).toBeCloseTo(expected);
});

describe('refuses', () => {
  test.each([
    [{ timeout: '5' }, 'timeout: invalid duration "5", expected one such as "5s"'],
    [{ timeout: '-5s' }, 'timeout: invalid duration "-5s", expected one such as "5s"'],
    [{ timeout: 5 }, 'timeout: expected a duration such as "5s", got the number 5'],
    [{ limit: -1 }, 'limit: expected a number of bytes'],
    [{ enableMemory: 1 }, 'enableMemory: expected true or false, got the number 1'],
    ['callTracer', 'expected an object of trace options, got "callTracer"'],
    [{ overrides: {} }, 'overrides of the chain configuration are not supported'],
    [
      { tracer: 'prestateTracer', tracerConfig: { diffMode: true, includeEmpty: true } },
      'cannot use diffMode with includeEmpty',
    ],
    [
      { tracer: '{ result: () => 1 }' },
      'tracer "{ result: () => 1 }" is not known; there are callTracer, prestateTracer, 4byteTracer and noopTracer, and none in JavaScript',
    ],
  ])('%j', (wire, message) => {
    const { error } = TraceOptions.safeParse(wire);
    expect(error === undefined ? undefined : complaintOf(error).message).toBe(message);
  });
});

test('a call brings overrides and its place along', () => {
  const read = CallTraceOptions.parse({
    tracer: 'noopTracer',
    txIndex: '0x2',
    blockOverrides: { number: '0x7' },
    stateOverrides: { '0x00000000000000000000000000000000000000aa': { balance: '0x1' } },
  });
  expect(read).toMatchObject({ tracer: { kind: 'noopTracer' }, transactionIndex: 2 });
  expect(read.overrides.block?.number).toBe(7n);
  expect(read.overrides.state?.get('0x00000000000000000000000000000000000000aa')?.balance).toBe(1n);
  expect(CallTraceOptions.parse(undefined).transactionIndex).toBeUndefined();
});
