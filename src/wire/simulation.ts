/** The payload of eth_simulateV1, and the simulated blocks of its reply. */
import * as z from 'zod';
import { bigIntToHex, bytesToHex, numberToHex } from '../hex.ts';
import type { BlockBody, HeaderRecord } from './block.ts';
import { encodeBlock } from './block.ts';
import type { CallRequest } from './call.ts';
import { Call } from './call.ts';
import { expected, refine } from './codec.ts';
import type { LogPlace, LogRecord } from './log.ts';
import { writeLog, writeLogOrigin } from './log.ts';
import { BlockOverrides, noBlockOverrides, StateOverrides } from './overrides.ts';
import { Flag } from './scalars.ts';

/** What is to be simulated. */
export type SimulationRequest = {
  /** One simulated block per element. */
  readonly blocks: readonly SimulatedBlockRequest[];
  /** Whether transfers of ether show as logs. */
  readonly traceTransfers: boolean;
  /** Whether nonces and balances are held against the rules. */
  readonly validation: boolean;
  /** Whether blocks carry transactions instead of their hashes. */
  readonly returnFullTransactions: boolean;
};

/** A block that does not exist, and what happens in it. */
export type SimulatedBlockRequest = {
  readonly calls: readonly CallRequest[];
  readonly stateOverrides: StateOverrides;
  readonly blockOverrides: BlockOverrides;
};

/** What became of a simulated call. */
export type SimulatedCallRecord = {
  readonly status: 0 | 1;
  readonly gasUsed: bigint;
  /** Gas before refunds; shown when given. */
  readonly maxUsedGas?: bigint | undefined;
  readonly returnData: Uint8Array;
  readonly logs: readonly { readonly log: LogRecord; readonly logIndex: number }[];
  /** Where all of its logs stand. */
  readonly place: Omit<LogPlace, 'logIndex' | 'removed'>;
  /** Why the call failed, in the form that the dialect wants. */
  readonly error?: string | { readonly code: number; readonly message: string; readonly data?: string } | undefined;
};

const Block = refine(
  z.object(
    {
      calls: z.array(Call, expected('an array of calls')).nullish(),
      stateOverrides: StateOverrides.optional(),
      blockOverrides: BlockOverrides.optional(),
    },
    expected('a block state call object'),
  ),
  (block): SimulatedBlockRequest => ({
    calls: block.calls ?? [],
    stateOverrides: block.stateOverrides ?? new Map(),
    blockOverrides: block.blockOverrides ?? noBlockOverrides,
  }),
);

/** The payload; absent flags are false, unknown keys are ignored. */
export const Simulation = refine(
  z.object(
    {
      blockStateCalls: z.array(Block, expected('an array of block state calls')),
      traceTransfers: Flag.nullish(),
      validation: Flag.nullish(),
      returnFullTransactions: Flag.nullish(),
    },
    expected('a simulation payload object'),
  ),
  (payload): SimulationRequest => ({
    blocks: payload.blockStateCalls,
    traceTransfers: payload.traceTransfers ?? false,
    validation: payload.validation ?? false,
    returnFullTransactions: payload.returnFullTransactions ?? false,
  }),
);

/** The JSON text of the block object of a simulated block, with its calls. */
export function writeSimulatedBlock(
  header: HeaderRecord,
  body: BlockBody,
  calls: readonly SimulatedCallRecord[],
): string {
  const block = JSON.stringify(encodeBlock(header, body));
  return `${block.slice(0, -1)},"calls":[${calls.map(writeSimulatedCall).join(',')}]}`;
}

/** Made of hex text alone, in which nothing needs an escape, but for the error: an answer may hold thousands of calls. */
function writeSimulatedCall({
  returnData,
  logs,
  place,
  gasUsed,
  maxUsedGas,
  status,
  error,
}: SimulatedCallRecord): string {
  let list = '';
  const origin = logs.length === 0 ? '' : writeLogOrigin(place);
  for (const { log, logIndex } of logs) list += (list === '' ? '' : ',') + writeLog(log, origin, logIndex);
  const peak = maxUsedGas === undefined ? '' : `,"maxUsedGas":"${bigIntToHex(maxUsedGas)}"`;
  const failure = error === undefined ? '' : `,"error":${JSON.stringify(error)}`;
  const [data, gas, success] = [bytesToHex(returnData), bigIntToHex(gasUsed), numberToHex(status)];
  return `{"returnData":"${data}","logs":[${list}],"gasUsed":"${gas}"${peak},"status":"${success}"${failure}}`;
}
