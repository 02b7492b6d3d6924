/** The payload of eth_simulateV1, and the simulated blocks of its reply. */
import * as z from 'zod';
import { bigIntToHex, bytesToHex, numberToHex } from '../hex.ts';
import type { BlockBody, HeaderRecord } from './block.ts';
import { encodeBlock } from './block.ts';
import type { CallRequest } from './call.ts';
import { Call } from './call.ts';
import { expected, refine } from './codec.ts';
import type { LogPlace, LogRecord } from './log.ts';
import { encodeLog } from './log.ts';
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
  readonly logs: readonly { readonly log: LogRecord; readonly place: LogPlace }[];
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

/** The block object of a simulated block, with its calls. */
export function encodeSimulatedBlock(header: HeaderRecord, body: BlockBody, calls: readonly SimulatedCallRecord[]) {
  return { ...encodeBlock(header, body), calls: calls.map(encodeSimulatedCall) };
}

function encodeSimulatedCall(call: SimulatedCallRecord) {
  return {
    returnData: bytesToHex(call.returnData),
    logs: call.logs.map(({ log, place }) => encodeLog(log, place)),
    gasUsed: bigIntToHex(call.gasUsed),
    maxUsedGas: call.maxUsedGas === undefined ? undefined : bigIntToHex(call.maxUsedGas),
    status: numberToHex(call.status),
    error: call.error,
  };
}
