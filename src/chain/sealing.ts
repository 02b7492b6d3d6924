/** From a pending block to a sealed one: the fold of its layers, the roots and the hash. */
import type { Header } from '../evm/block.ts';
import type { Commitment } from '../evm/state/commitment.ts';
import { commit } from '../evm/state/commitment.ts';
import type { Changes } from '../evm/state/overlay.ts';
import { mergeChanges } from '../evm/state/overlay.ts';
import { sealedBody, stateFields } from './content.ts';
import type { Pending } from './preconfirmation.ts';
import type { ChainRules } from './rules.ts';
import type { Block } from './view.ts';

export type Sealed = {
  readonly block: Block;
  /** Of the whole block. */
  readonly changes: Changes;
  readonly commitment: Commitment;
};

/** Seals the block on top of its parent's commitment. Changes nothing. */
export function seal({ view, layers, parentCommitment }: Pending, rules: ChainRules): Sealed {
  const changes = mergeChanges(layers.map((layer) => layer.changes));
  const commitment = commit(parentCommitment, changes, view.state);
  const header: Header = { ...view.header, ...stateFields(commitment, rules) };
  const { transactions, receipts, uncles, withdrawals } = view;
  return { changes, commitment, block: { ...sealedBody({ header, transactions, uncles, withdrawals }), receipts } };
}
