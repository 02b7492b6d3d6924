/** Methods of the real table on a chain alone: parameters and results as on the wire, without a server. */
import type { Chain } from '../../src/chain/chain.ts';
import { methods } from '../../src/rpc/method-table.ts';
import { toJson } from '../../src/rpc/raw-json.ts';

/** The result of a method, parsed. Throws what the method throws. */
export async function invoke<Result = unknown>(
  chain: Chain,
  name: string,
  ...params: readonly unknown[]
): Promise<Result> {
  const method = methods.get(name);
  if (method === undefined) throw new Error(`there is no method ${name}`);
  const context = { chain, clientVersion: 'test', simulateErrorForm: 'string' } as const;
  return JSON.parse(toJson(await method.invoke(context, params))) as Result; // as the caller expects; its assertions find out
}
