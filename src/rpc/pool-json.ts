/** The waiting transactions as the txpool methods show them: by sender, in the spelling of EIP-55, and by nonce in decimal. */
import type { Waiting } from '../chain/pool.ts';
import type { Transaction } from '../evm/transaction.ts';
import type { Address, Hex } from '../hex.ts';
import { withChecksum } from './checksum.ts';
import { transactionJson } from './encoding.ts';

type BySender = Waiting['pending'];

/** Each transaction as an object, or in another form. */
export function poolJson<Shown>(waiting: Waiting, show: (transaction: Transaction) => Shown) {
  return { pending: bySender(waiting.pending, show), queued: bySender(waiting.queued, show) };
}

/** One sender's. */
export function senderJson({ pending, queued }: Waiting, sender: Address) {
  return {
    pending: byNonce(pending.get(sender) ?? [], waitingJson),
    queued: byNonce(queued.get(sender) ?? [], waitingJson),
  };
}

/** The object of a transaction that is in no block yet. */
export function waitingJson(transaction: Transaction) {
  return transactionJson({ transaction, place: undefined });
}

/** Target, value, gas and price in one line. */
export function waitingLine({ to, value, gas, maxFeePerGas }: Transaction): string {
  const target = to === undefined ? 'contract creation' : withChecksum(to);
  return `${target}: ${value} wei + ${gas} gas × ${maxFeePerGas} wei`;
}

export function count(senders: BySender): number {
  return [...senders.values()].reduce((sum, transactions) => sum + transactions.length, 0);
}

function bySender<Shown>(senders: BySender, show: (transaction: Transaction) => Shown) {
  const entries = [...senders].map(([sender, transactions]): [Hex, Record<string, Shown>] => [
    withChecksum(sender),
    byNonce(transactions, show),
  ]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function byNonce<Shown>(transactions: readonly Transaction[], show: (transaction: Transaction) => Shown) {
  return Object.fromEntries(transactions.map((transaction) => [`${transaction.nonce}`, show(transaction)]));
}
