/** What each block does after its last transaction: requests, withdrawals, rewards. */
import type { Address, Hash } from '../hex.ts';
import type { Header } from './block.ts';
import type { BlockContext, Engine, Log } from './engine.ts';
import { isActive } from './fork.ts';
import { collectRequests, requestsHash } from './requests.ts';
import type { Withdrawal } from './rewards.ts';
import { payMiners, payWithdrawals } from './rewards.ts';
import type { Overlay } from './state/overlay.ts';

export type BlockEnd = {
  readonly engine: Engine;
  readonly overlay: Overlay;
  readonly block: BlockContext;
  /** Where deposits are logged; `undefined` on a chain whose blocks make no requests. */
  readonly deposits: { readonly depositContract: Address | undefined } | undefined;
};

/** Ends the block; gives the hash of its requests, where the chain has them (EIP-7685). */
export async function endBlock(...block: Parameters<typeof closeBlock>): Promise<Hash | undefined> {
  const requests = await closeBlock(...block);
  return requests === undefined ? undefined : requestsHash(requests);
}

/** Ends the block; gives its requests themselves. */
export async function closeBlock(
  { engine, overlay, block, deposits }: BlockEnd,
  body: {
    readonly header: Header;
    readonly uncles: readonly Header[];
    readonly withdrawals: readonly Withdrawal[] | undefined;
  },
  logs: readonly Log[],
): Promise<readonly Uint8Array[] | undefined> {
  const requests =
    deposits === undefined || !isActive(block.fork, 'prague')
      ? undefined
      : await collectRequests(engine, overlay, block, logs, deposits.depositContract);
  payWithdrawals(overlay, body.withdrawals ?? []);
  payMiners(overlay, body.header, body.uncles, block.fork);
  overlay.endTransaction({ destroyed: [], deleteEmpty: isActive(block.fork, 'spuriousDragon') });
  return requests;
}
