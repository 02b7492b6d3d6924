/** Requests as the codecs hand them to the chain, from the few fields that a test cares about. */
import type { BlockSelector, BlockTag } from '../../src/wire/block-selector.ts';
import type { CallRequest } from '../../src/wire/call.ts';
import type { LogFilter } from '../../src/wire/filter.ts';
import type { AccountOverride, BlockOverrides, StateOverrides } from '../../src/wire/overrides.ts';
import { noBlockOverrides } from '../../src/wire/overrides.ts';
import type { SimulationRequest } from '../../src/wire/simulation.ts';
import type { Address } from '../../src/hex.ts';

export function tag(name: BlockTag): Extract<BlockSelector, { kind: 'tag' }> {
  return { kind: 'tag', tag: name };
}

export function number(value: bigint | number): Extract<BlockSelector, { kind: 'number' }> {
  return { kind: 'number', number: BigInt(value) };
}

export const latest = tag('latest');
export const pending = tag('pending');

export function callOf(fields: Partial<CallRequest>): CallRequest {
  return {
    from: undefined,
    to: undefined,
    gas: undefined,
    gasPrice: undefined,
    maxFeePerGas: undefined,
    maxPriorityFeePerGas: undefined,
    value: undefined,
    data: undefined,
    nonce: undefined,
    accessList: undefined,
    authorizationList: undefined,
    chainId: undefined,
    type: undefined,
    maxFeePerBlobGas: undefined,
    blobVersionedHashes: undefined,
    ...fields,
  };
}

export function filterOf(fields: Partial<LogFilter>): LogFilter {
  return { addresses: [], topics: [], blockHash: undefined, fromBlock: undefined, toBlock: undefined, ...fields };
}

export function blockOverrides(fields: Partial<BlockOverrides>): BlockOverrides {
  return { ...noBlockOverrides, ...fields };
}

export function stateOverrides(...accounts: readonly (readonly [Address, Partial<AccountOverride>])[]): StateOverrides {
  return new Map(
    accounts.map(([address, fields]) => [
      address,
      {
        balance: undefined,
        nonce: undefined,
        code: undefined,
        state: undefined,
        stateDiff: undefined,
        movePrecompileTo: undefined,
        ...fields,
      },
    ]),
  );
}

type SimulatedBlockFields = {
  readonly calls?: readonly Partial<CallRequest>[];
  readonly state?: StateOverrides;
  readonly block?: Partial<BlockOverrides>;
};

export function simulationOf(
  blocks: readonly SimulatedBlockFields[],
  flags: Partial<Omit<SimulationRequest, 'blocks'>> = {},
): SimulationRequest {
  return {
    traceTransfers: false,
    validation: false,
    returnFullTransactions: false,
    ...flags,
    blocks: blocks.map(({ calls = [], state = new Map(), block = {} }) => ({
      calls: calls.map(callOf),
      stateOverrides: state,
      blockOverrides: blockOverrides(block),
    })),
  };
}
