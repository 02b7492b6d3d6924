/** Traces as JSON, in go-ethereum's form. The list of steps can be long, so its text is made step by step. */
import type { AccountState, AccountStates } from '../chain/tracers/prestate-tracer.ts';
import type { CallFrame, CallLog } from '../chain/tracers/call-tracer.ts';
import type { StructLog, StructTrace } from '../chain/tracers/struct-logger.ts';
import type { Trace, TransactionTrace } from '../chain/tracing.ts';
import { opcodes } from '../evm/interpreter/opcodes.ts';
import { bigIntToHash, bigIntToHex, bytesToHex, numberToHex } from '../hex.ts';
import type { JsonSchema } from '../wire/codec.ts';
import { haltText } from './halt-text.ts';
import { opcodeText } from './opcode-text.ts';
import type { RawJson } from './raw-json.ts';
import { rawJson, rawJsonArray, toJson } from './raw-json.ts';
import { revertReason } from './revert-reason.ts';

/** What a trace looks like depends on the tracer. */
export const traceSchema: JsonSchema = {
  title: 'trace',
  type: 'object',
  description: 'Steps of the machine (gas, failed, returnValue, structLogs), or what the named tracer tells.',
};

export const blockTraceSchema: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    required: ['txHash', 'result'],
    properties: { txHash: { type: 'string', pattern: '^0x[0-9a-f]{64}$' }, result: traceSchema },
  },
};

export function traceJson(trace: Trace): RawJson {
  switch (trace.kind) {
    case 'structLogger':
      return structTraceJson(trace);
    case 'callTracer':
      return rawJson(JSON.stringify(encodeFrame(trace.top)));
    case 'prestateTracer': {
      const pre = encodeStates(trace.before);
      return rawJson(JSON.stringify(trace.after === undefined ? pre : { post: encodeStates(trace.after), pre }));
    }
    case '4byteTracer':
      return rawJson(JSON.stringify(Object.fromEntries(trace.counts)));
    case 'noopTracer':
      return rawJson('{}');
  }
}

export function blockTraceJson(traces: readonly TransactionTrace[]): RawJson {
  return rawJsonArray(
    traces.map(({ hash, trace }) => rawJson(`{"txHash":"${hash}","result":${toJson(traceJson(trace))}}`)),
  );
}

function structTraceJson({ gasUsed, halt, returnData, logs, limit }: StructTrace): RawJson {
  const entries: string[] = [];
  let size = 0;
  for (const log of logs) {
    if (limit > 0 && size > limit) break;
    const entry = JSON.stringify(encodeLog(log));
    size += entry.length;
    entries.push(entry);
  }
  const failed = halt !== undefined;
  const returnValue = halt === undefined || halt === 'revert' ? bytesToHex(returnData) : '0x';
  return rawJson(
    `{"gas":${gasUsed},"failed":${failed},"returnValue":"${returnValue}","structLogs":[${entries.join(',')}]}`,
  );
}

function encodeLog(log: StructLog) {
  const { memory, storage, returnData } = log;
  return {
    pc: log.pc,
    op: opcodeText(log.opcode),
    gas: log.gas,
    gasCost: log.cost,
    depth: log.depth,
    error: errorText(log),
    stack: log.stack?.map(bigIntToHex),
    returnData: returnData === undefined || returnData.length === 0 ? undefined : bytesToHex(returnData),
    memory: memory === undefined || memory.length === 0 ? undefined : words(memory),
    storage:
      storage === undefined ? undefined : encodeStorage([...storage].sort(([one], [other]) => compare(one, other))),
    refund: log.refund === 0 ? undefined : log.refund,
  };
}

const arities = new Map(opcodes.map(({ code, inputs, outputs }) => [code, { inputs, outputs }]));

function errorText({ error, opcode, height }: StructLog): string | undefined {
  const arity = arities.get(opcode);
  if (error === 'stack underflow' && arity !== undefined) return `stack underflow (${height} <=> ${arity.inputs})`;
  if (error === 'stack overflow' && arity !== undefined)
    return `stack limit reached ${height} (${1024 + arity.inputs - arity.outputs})`;
  return error;
}

/** 32 bytes each. */
function words(memory: Uint8Array): readonly string[] {
  const list: string[] = [];
  for (let offset = 0; offset < memory.length; offset += 32)
    list.push(bytesToHex(memory.subarray(offset, offset + 32)));
  return list;
}

function encodeStorage(slots: Iterable<readonly [bigint, bigint]>): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from(slots, ([slot, value]) => [bigIntToHash(slot), bigIntToHash(value)]));
}

function encodeFrame(frame: CallFrame): object {
  const { kind, halt, output, calls, logs } = frame;
  const isCreation = kind === 'CREATE' || kind === 'CREATE2';
  // A failure leaves no contract, and only a revert leaves data.
  const hasOutput = output.length > 0 && (halt === undefined || halt === 'revert');
  return {
    from: frame.from,
    gas: bigIntToHex(frame.gas),
    gasUsed: bigIntToHex(frame.gasUsed),
    to: isCreation && halt !== undefined ? undefined : frame.to,
    input: bytesToHex(frame.input),
    output: hasOutput ? bytesToHex(output) : undefined,
    error: halt === undefined ? undefined : haltText(halt, frame.invalidOpcode),
    revertReason: halt === 'revert' ? revertReason(output) : undefined,
    calls: calls.length === 0 ? undefined : calls.map(encodeFrame),
    logs: logs.length === 0 ? undefined : logs.map(encodeCallLog),
    value: kind === 'STATICCALL' ? undefined : bigIntToHex(frame.value),
    type: kind,
  };
}

function encodeCallLog({ log: { address, topics, data }, index, position }: CallLog) {
  return { address, topics, data: bytesToHex(data), index: numberToHex(index), position: numberToHex(position) };
}

function encodeStates(states: AccountStates): Readonly<Record<string, object>> {
  return Object.fromEntries([...states].map(([address, state]) => [address, encodeState(state)]));
}

function encodeState({ balance, nonce, code, codeHash, storage }: AccountState) {
  return {
    balance: balance === undefined ? undefined : bigIntToHex(balance),
    code: code === undefined || code.length === 0 ? undefined : bytesToHex(code),
    codeHash,
    nonce: nonce === undefined || nonce === 0n ? undefined : Number(nonce),
    storage: storage.size === 0 ? undefined : encodeStorage(storage),
  };
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : 1;
}
