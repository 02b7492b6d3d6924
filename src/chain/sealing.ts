/** From a pending block to a sealed one: the roots, the hash, and the fold of its layers into the state below. */
import type { Header } from '../evm/block.ts';
import { blockSize, hashHeader } from '../evm/block.ts';
import type { Commitment } from '../evm/state/commitment.ts';
import { commit, stateRoot } from '../evm/state/commitment.ts';
import type { FlatState } from '../evm/state/flat.ts';
import { mergeChanges } from '../evm/state/overlay.ts';
import type { Pending } from './preconfirmation.ts';
import type { View } from './view.ts';

export type Sealed = { readonly block: View; readonly commitment: Commitment };

/** Seals the block and makes its state the newest of `flat`. */
export function seal(pending: Pending, flat: FlatState, parent: Commitment): Sealed {
  const { transactions, receipts } = pending.view;
  const changes = mergeChanges(pending.layers);
  const number = Number(pending.base.number);
  flat.commit(number, changes);
  const commitment = commit(parent, changes, flat.at(number));
  const header: Header = {
    ...pending.view.header,
    stateRoot: stateRoot(commitment),
  };
  return {
    commitment,
    block: {
      header,
      hash: hashHeader(header),
      isSealed: true,
      transactions,
      receipts,
      size: blockSize(header, transactions),
      state: flat.at(number),
    },
  };
}
