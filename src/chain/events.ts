/** What the chain tells: commands go in, events come out. Subscriptions, filters and logs all feed on these. */
import type { Transaction } from '../evm/transaction.ts';
import type { View } from './view.ts';

export type ChainEvent =
  /** The pool took a transaction; a private one does not tell. */
  | { readonly kind: 'pooled'; readonly transaction: Transaction }
  /**
   * A flashblock: transactions from position `first` on are new in the pending block, and there may be none. Indexes are
   * consecutive within a block; 0 opens it, right after the seal before it.
   */
  | { readonly kind: 'preconfirmed'; readonly block: View; readonly index: number; readonly first: number }
  | { readonly kind: 'sealed'; readonly block: View }
  /** Blocks that were taken back, newest first. */
  | { readonly kind: 'reorged'; readonly dropped: readonly View[] };

export type Listener = (event: ChainEvent) => void;

export type Events = {
  emit(event: ChainEvent): void;
  /** Returns the end of the subscription. */
  subscribe(listener: Listener): () => void;
};

export function createEvents(): Events {
  const listeners = new Set<Listener>();
  return {
    emit(event) {
      for (const listener of listeners) listener(event);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
