/** Methods of the real table on a chain alone: parameters and results as on the wire, without a server. */
import type { Chain } from '../../src/chain/chain.ts';
import type { ManualClock } from '../../src/clock.ts';
import { createManualClock } from '../../src/clock.ts';
import type { Context } from '../../src/rpc/context.ts';
import type { Filters } from '../../src/rpc/filters.ts';
import { createFilters } from '../../src/rpc/filters.ts';
import { methods } from '../../src/rpc/method-table.ts';
import { toJson } from '../../src/rpc/raw-json.ts';

/** A minute without a question ends the filters of a chain alone. */
export const filterTimeout = 60_000;

export const clock: ManualClock = createManualClock();

const filtersByChain = new WeakMap<Chain, Filters>();

function filtersOf(chain: Chain): Filters {
  let filters = filtersByChain.get(chain);
  if (filters === undefined)
    filtersByChain.set(chain, (filters = createFilters({ chain, clock, timeout: filterTimeout })));
  return filters;
}

/** What methods on that chain are given. */
export function contextOf(chain: Chain): Context {
  return { chain, clock, filters: filtersOf(chain), clientVersion: 'test', simulateErrorForm: 'string' };
}

/** The result of a method, parsed. Throws what the method throws. */
export async function invoke<Result = unknown>(
  chain: Chain,
  name: string,
  ...params: readonly unknown[]
): Promise<Result> {
  const method = methods.get(name);
  if (method === undefined) throw new Error(`there is no method ${name}`);
  const context = contextOf(chain);
  return JSON.parse(toJson(await method.invoke(context, params))) as Result; // as the caller expects; its assertions find out
}
