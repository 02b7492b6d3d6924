/**
 * What clients poll with filters: new logs, blocks and transactions since they last asked. A filter on logs or blocks is only a
 * position in its chain, so it costs the same however much happens; what the pool takes is remembered for the filters on
 * transactions, as long as one of them has not seen it. A filter that nobody asks for a while is forgotten. No timer is needed
 * for that, because only new events and new filters take room.
 */
import type { Chain } from '../chain/chain.ts';
import { ChainError } from '../chain/errors.ts';
import type { ChainEvent } from '../chain/events.ts';
import type { PlacedLog } from '../chain/logs.ts';
import { logsOf, matches } from '../chain/logs.ts';
import type { View } from '../chain/view.ts';
import type { Clock } from '../clock.ts';
import { keccak256 } from '../evm/crypto.ts';
import type { Transaction } from '../evm/transaction.ts';
import type { Hash } from '../hex.ts';
import type { NumberSelector } from '../wire/block-selector.ts';
import type { LogFilter } from '../wire/filter.ts';

/** The filters of one chain. An id of another chain is unknown here. */
export type Filters = {
  /** @throws ChainError for a range that lies in the past or backwards, or when there are too many filters */
  addLogs(criteria: LogFilter): string;
  addBlocks(): string;
  /** @param isFull whether transactions are told whole, or by hash */
  addTransactions(isFull: boolean): string;
  /**
   * What is new since the filter was made or last asked.
   * @throws ChainError `filterNotFound`
   */
  changes(id: string): Changes;
  /** What a filter on logs looks for; `filterNotFound` for any other. */
  criteria(id: string): LogFilter;
  /** Whether there was such a filter. */
  remove(id: string): boolean;
  /** Ends listening to the chain. */
  close(): void;
};

export type Changes =
  /** Logs that a reorganisation took away come first. */
  | { readonly kind: 'logs'; readonly removed: readonly PlacedLog[]; readonly logs: readonly PlacedLog[] }
  | { readonly kind: 'blocks'; readonly hashes: readonly Hash[] }
  | { readonly kind: 'transactions'; readonly isFull: boolean; readonly transactions: readonly Transaction[] };

export type FilterOptions = {
  readonly chain: Chain;
  readonly clock: Clock;
  /** ms without a question after which a filter is forgotten. */
  readonly timeout: number;
};

/** At the same time, for one chain. */
const maxFilters = 1_000;

type Filter = { lastUsed: number } & (
  | {
      readonly kind: 'logs';
      readonly criteria: LogFilter;
      readonly bounds: Bounds;
      /** The first transaction whose logs were not told yet. */
      next: Position;
      removed: PlacedLog[];
    }
  | { readonly kind: 'blocks'; next: number }
  | { readonly kind: 'transactions'; readonly isFull: boolean; next: number }
);

/** A transaction by its block and its place there; a pre-confirmed one keeps both when it is sealed. */
type Position = { readonly number: number; readonly index: number };

/** Blocks whose logs a filter takes. */
type Bounds = { readonly from: number; readonly to: number; readonly isPending: boolean };

export function createFilters({ chain, clock, timeout }: FilterOptions): Filters {
  const filters = new Map<string, Filter>();
  let created = 0;
  /** What the pool took; the first of them is the one with number `forgotten`. */
  const pooled: Transaction[] = [];
  let forgotten = 0;
  let nextSweep = 0;

  const headNumber = (): number => Number(chain.head.header.number);

  function add(filter: Filter): string {
    expire();
    if (filters.size >= maxFilters) throw new ChainError('tooManyFilters', { limit: maxFilters });
    const { seed, chainId } = chain.rules;
    // Ids of other chains, or of a run with another seed, mean nothing here.
    const digits = keccak256(new TextEncoder().encode(`${seed}/${chainId}/filter/${created++}`)).slice(2, 34);
    const id = `0x${digits.replace(/^0+(?=.)/, '')}`;
    filters.set(id, filter);
    return id;
  }

  function use(id: string): Filter {
    const filter = filters.get(id);
    const now = clock.monotonic();
    if (filter === undefined || now - filter.lastUsed > timeout) {
      expire();
      throw new ChainError('filterNotFound', {});
    }
    filter.lastUsed = now;
    return filter;
  }

  function expire(): void {
    const now = clock.monotonic();
    for (const [id, { lastUsed }] of filters) if (now - lastUsed > timeout) filters.delete(id);
    nextSweep = now + timeout;
    forgetPooled();
  }

  /** Drops the transactions that every filter on them has told. */
  function forgetPooled(): void {
    let told = forgotten + pooled.length;
    for (const filter of filters.values()) if (filter.kind === 'transactions') told = Math.min(told, filter.next);
    pooled.splice(0, told - forgotten);
    forgotten = told;
  }

  function onEvent(event: ChainEvent): void {
    if (filters.size === 0) return;
    if (event.kind === 'pooled') {
      if (clock.monotonic() >= nextSweep) expire();
      for (const filter of filters.values())
        if (filter.kind === 'transactions') {
          pooled.push(event.transaction);
          break;
        }
    } else if (event.kind === 'reorged') {
      for (const filter of filters.values()) takeBack(filter, event.dropped);
    }
  }

  function logChanges(filter: Filter & { readonly kind: 'logs' }): Changes {
    const { criteria, bounds, next, removed } = filter;
    const head = headNumber();
    const logs: PlacedLog[] = [];
    const collect = (view: View): void => {
      const number = Number(view.header.number);
      if (number < bounds.from || number > bounds.to) return;
      const first = number === next.number ? next.index : 0;
      for (const placed of logsOf(view))
        if (placed.transactionIndex >= first && matches(placed.log, criteria)) logs.push(placed);
    };
    for (let number = next.number; number <= head; number += 1)
      collect(chain.at({ kind: 'number', number: BigInt(number) }));
    if (bounds.isPending) collect(chain.pending);
    filter.removed = [];
    filter.next = afterNow(bounds.isPending);
    return { kind: 'logs', removed, logs };
  }

  /** Behind everything that there is. */
  function afterNow(isPending: boolean): Position {
    return { number: headNumber() + 1, index: isPending ? chain.pending.transactions.length : 0 };
  }

  const unsubscribe = chain.subscribe(onEvent);
  return {
    addLogs(criteria) {
      const bounds = boundsOf(criteria, chain.rules.hasFlashblocks);
      const next = afterNow(bounds.isPending);
      return add({ kind: 'logs', lastUsed: clock.monotonic(), criteria, bounds, next, removed: [] });
    },
    addBlocks: () => add({ kind: 'blocks', lastUsed: clock.monotonic(), next: headNumber() + 1 }),
    addTransactions: (isFull) =>
      add({ kind: 'transactions', lastUsed: clock.monotonic(), isFull, next: forgotten + pooled.length }),
    changes(id) {
      const filter = use(id);
      if (filter.kind === 'logs') return logChanges(filter);
      if (filter.kind === 'blocks') {
        const hashes: Hash[] = [];
        for (; filter.next <= headNumber(); filter.next += 1)
          hashes.push(chain.at({ kind: 'number', number: BigInt(filter.next) }).hash);
        return { kind: 'blocks', hashes };
      }
      const transactions = pooled.slice(filter.next - forgotten);
      filter.next += transactions.length;
      forgetPooled();
      return { kind: 'transactions', isFull: filter.isFull, transactions };
    },
    criteria(id) {
      const filter = use(id);
      if (filter.kind !== 'logs') throw new ChainError('filterNotFound', {});
      return filter.criteria;
    },
    remove(id) {
      expire();
      const existed = filters.delete(id);
      forgetPooled();
      return existed;
    },
    close() {
      unsubscribe();
      filters.clear();
      forgetPooled();
    },
  };
}

/** A filter sees what comes: its range reaches to `latest` or `pending`, or ends at a block that may be still to come. */
function boundsOf({ fromBlock, toBlock }: LogFilter, hasFlashblocks: boolean): Bounds {
  const isOpen = (selector: NumberSelector | undefined): boolean =>
    selector === undefined || (selector.kind === 'tag' && (selector.tag === 'latest' || selector.tag === 'pending'));
  const from = numberOf(fromBlock);
  const to = numberOf(toBlock);
  const isPending =
    hasFlashblocks &&
    (isTag(toBlock, 'pending') || (isTag(fromBlock, 'pending') && (toBlock === undefined || isTag(toBlock, 'latest'))));
  if (isOpen(fromBlock) && isOpen(toBlock)) return { from: 0, to: Infinity, isPending };
  if (from !== undefined && isOpen(toBlock)) return { from, to: Infinity, isPending };
  if (from !== undefined && to !== undefined && from <= to) return { from, to, isPending };
  throw new ChainError('invalidBlockRange', { from: BigInt(from ?? 0), to: BigInt(to ?? 0) });
}

/** `undefined` for tags whose number changes. */
function numberOf(selector: NumberSelector | undefined): number | undefined {
  if (isTag(selector, 'earliest')) return 0;
  return selector?.kind === 'number' ? Number(selector.number) : undefined;
}

function isTag(selector: NumberSelector | undefined, tag: string): boolean {
  return selector?.kind === 'tag' && selector.tag === tag;
}

/** Takes back what a filter has told of blocks that are gone. */
function takeBack(filter: Filter, dropped: readonly View[]): void {
  const first = dropped.at(-1);
  if (first === undefined || filter.kind === 'transactions') return;
  const number = Number(first.header.number);
  if (filter.kind === 'blocks') {
    filter.next = Math.min(filter.next, number);
    return;
  }
  const { criteria, bounds, next } = filter;
  for (const view of dropped) {
    const at = Number(view.header.number);
    if (at < bounds.from || at > bounds.to || at > next.number) continue;
    const told = at < next.number ? Infinity : next.index;
    for (const placed of logsOf(view))
      if (placed.transactionIndex < told && matches(placed.log, criteria)) filter.removed.push(placed);
  }
  if (number <= next.number) filter.next = { number, index: 0 };
}
