/**
 * What an event means for each kind of subscription, in the order in which one client hears it: a flashblock before its
 * transactions and logs, and a head before its logs. Results are made when the first subscriber needs them and shared by all.
 */
import type { ChainEvent } from '../chain/events.ts';
import type { PlacedLog } from '../chain/logs.ts';
import { logsOf, matches } from '../chain/logs.ts';
import type { View } from '../chain/view.ts';
import {
  blockJson,
  headerJson,
  logJson,
  receiptJson,
  receiptsJson,
  removedLogJson,
  transactionJson,
} from './encoding.ts';
import { toJson } from './raw-json.ts';
import type { Kind, SubscriptionRequest } from './subscription-request.ts';

export type Announcement = {
  readonly kind: Kind;
  readonly isFlashblock: boolean;
  /** The results for one subscription, each as JSON for a message of its own. */
  results(request: SubscriptionRequest): readonly string[];
};

/** @param headPerFlashblock whether newHeads tells the pending block's header with each flashblock */
export function announcementsOf(event: ChainEvent, headPerFlashblock: boolean): readonly Announcement[] {
  switch (event.kind) {
    case 'pooled': {
      const { transaction } = event;
      const hash = [JSON.stringify(transaction.hash)];
      const full = once(() => [JSON.stringify(transactionJson({ transaction, place: undefined }))]);
      return [
        { kind: 'newPendingTransactions', isFlashblock: false, results: ({ isFull }) => (isFull ? full() : hash) },
      ];
    }
    case 'preconfirmed':
      return [...(headPerFlashblock ? [head(event.block, true)] : []), ...flashblock(event.block, event.first)];
    case 'sealed': {
      const { block } = event;
      return [head(block, false), logs('logs', () => [...logsOf(block)], false)];
    }
    case 'reorged':
      return [logs('logs', () => event.dropped.flatMap((block) => [...logsOf(block)]), true)];
  }
}

function head(block: View, isFlashblock: boolean): Announcement {
  return { kind: 'newHeads', isFlashblock, results: once(() => [JSON.stringify(headerJson(block))]) };
}

/** The transactions from position `first` on are new in the pending block. */
function flashblock(block: View, first: number): readonly Announcement[] {
  const whole = once(() => [toJson(blockJson(block, true))]);
  const newFlashblocks: Announcement = { kind: 'newFlashblocks', isFlashblock: true, results: whole };
  if (first === block.transactions.length) return [newFlashblocks];
  const hashes = once(() => block.transactions.slice(first).map(({ hash }) => JSON.stringify(hash)));
  const full = once(() => {
    receiptsJson(block); // one pass over the block, where each receipt alone would count the logs before it
    return block.transactions.slice(first).map((_, offset) => fullTransaction(block, first + offset));
  });
  return [
    newFlashblocks,
    {
      kind: 'newFlashblockTransactions',
      isFlashblock: true,
      results({ isFull, criteria }) {
        if (!isFull) return hashes();
        if (criteria === undefined) return full();
        return full().filter((_, offset) => block.receipts[first + offset]!.logs.some((log) => matches(log, criteria)));
      },
    },
    {
      ...logs(
        'pendingLogs',
        () => [...logsOf(block)].filter(({ transactionIndex }) => transactionIndex >= first),
        false,
      ),
      isFlashblock: true,
    },
  ];
}

function logs(kind: Kind, list: () => readonly PlacedLog[], isRemoved: boolean): Announcement {
  const entries = once(() =>
    list().map((placed) => ({
      log: placed.log,
      text: once(() => JSON.stringify(isRemoved ? removedLogJson(placed) : logJson(placed))),
    })),
  );
  return {
    kind,
    isFlashblock: false,
    results: ({ criteria }) =>
      entries()
        .filter(({ log }) => criteria === undefined || matches(log, criteria))
        .map(({ text }) => text()),
  };
}

/** A pre-confirmed transaction together with what became of it. */
function fullTransaction(block: View, index: number): string {
  const transaction = transactionJson({ transaction: block.transactions[index]!, place: { block, index } });
  // The receipt exists as text, and only there with everything that the chain adds to it.
  const receipt = JSON.parse(toJson(receiptJson(block, index))) as Readonly<Record<string, unknown>>; // an object
  const { gasUsed, status, cumulativeGasUsed, contractAddress, logsBloom, logs: own } = receipt;
  return JSON.stringify({
    ...transaction,
    gasUsed,
    status,
    cumulativeGasUsed,
    contractAddress,
    logsBloom,
    logs: own,
  });
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
