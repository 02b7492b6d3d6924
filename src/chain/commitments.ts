/** The Merkle commitments of the newest blocks: what proofs and the roots of simulations start from. */
import type { Commitment } from '../evm/state/commitment.ts';
import { ChainError } from './errors.ts';

export type Commitments = {
  readonly newest: Commitment;
  /** @throws ChainError `historyPruned` for a block before the window */
  at(block: number): Commitment;
  append(commitment: Commitment): void;
  /** Takes back those after a block, which is still in the window. */
  rewind(block: number): void;
};

/** @param window how many blocks are kept; each costs what it changed */
export function createCommitments(genesis: Commitment, window: number): Commitments {
  const kept: Commitment[] = [genesis];
  let oldest = 0;
  const at = (block: number): Commitment => {
    const commitment = kept[block - oldest];
    if (commitment === undefined)
      throw new ChainError('historyPruned', { block: BigInt(block), oldest: BigInt(oldest) });
    return commitment;
  };
  return {
    at,
    get newest() {
      return kept[kept.length - 1]!;
    },
    append(commitment) {
      kept.push(commitment);
      if (kept.length <= window) return;
      kept.shift();
      oldest += 1;
    },
    rewind(block) {
      at(block);
      kept.length = block - oldest + 1;
    },
  };
}
