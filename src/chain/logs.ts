/**
 * Logs by what they hold. Every sealed log has an ordinal; for each address, and for each topic at its position, a list of
 * ordinals ascends. A query takes the shortest of the lists that it needs, cuts out its range by binary search and looks at
 * those logs alone, so it costs what it finds and not what the chain holds.
 */
import type { Hash } from '../hex.ts';
import type { Log } from '../evm/engine.ts';
import type { NumberSelector } from '../wire/block-selector.ts';
import type { LogFilter } from '../wire/filter.ts';
import { ChainError } from './errors.ts';
import type { LogLimits } from './rules.ts';
import type { Block } from './view.ts';

/** A log at its place. */
export type PlacedLog = {
  readonly log: Log;
  readonly block: Block;
  readonly transactionIndex: number;
  /** Counted through the whole block. */
  readonly logIndex: number;
};

export type LogIndex = {
  /** Adds the logs of the next sealed block. */
  append(block: Block): void;
  /** Takes back the logs of every block after that number. */
  rewind(number: number): void;
  /** The logs of blocks `from` to `to`, both included, that match; at most one more than `limit`. */
  query(criteria: LogCriteria, from: number, to: number, limit: number): readonly PlacedLog[];
};

/** The part of a filter that looks at logs themselves. */
export type LogCriteria = Pick<LogFilter, 'addresses' | 'topics'>;

export function createLogIndex(): LogIndex {
  const logs: PlacedLog[] = [];
  /** Ordinal of the first log of each block or after it; one more entry than blocks. */
  const starts: number[] = [0];
  const postings = new Map<string, number[]>();

  function keysOf({ address, topics }: Log): string[] {
    return [address, ...topics.map(topicKey)];
  }

  /** Ordinals in the range that one criterion leaves; `undefined` when it leaves everything. */
  function candidates(keys: readonly string[], start: number, end: number): readonly number[] | undefined {
    if (keys.length === 0) return undefined;
    // An alternative that is named twice is still one.
    const lists = [...new Set(keys)]
      .map((key) => cut(postings.get(key) ?? [], start, end))
      .filter((list) => list.length > 0);
    return lists.length <= 1 ? (lists[0] ?? []) : lists.flat().sort((a, b) => a - b);
  }

  return {
    append(block) {
      for (const placed of logsOf(block)) {
        const ordinal = logs.push(placed) - 1;
        for (const key of keysOf(placed.log)) {
          const list = postings.get(key);
          if (list === undefined) postings.set(key, [ordinal]);
          else list.push(ordinal);
        }
      }
      starts.push(logs.length);
    },
    rewind(number) {
      const kept = starts[number + 1] ?? logs.length;
      while (logs.length > kept) {
        for (const key of keysOf(logs.pop()!.log)) {
          const list = postings.get(key)!;
          list.pop();
          if (list.length === 0) postings.delete(key);
        }
      }
      starts.length = Math.min(starts.length, number + 2);
    },
    query(criteria, from, to, limit) {
      const start = starts[from] ?? logs.length;
      const end = starts[to + 1] ?? logs.length;
      const lists = [
        criteria.addresses,
        ...criteria.topics.map((topics, position) => topics.map((topic) => topicKey(topic, position))),
      ]
        .map((keys) => candidates(keys, start, end))
        .filter((list) => list !== undefined)
        .sort((a, b) => a.length - b.length);
      const shortest = lists[0];
      const found: PlacedLog[] = [];
      const count = shortest === undefined ? end - start : shortest.length;
      for (let index = 0; index < count && found.length <= limit; index += 1) {
        const placed = logs[shortest === undefined ? start + index : shortest[index]!]!;
        if (matches(placed.log, criteria)) found.push(placed);
      }
      return found;
    },
  };
}

/** Whether a log is what a filter asks for. */
export function matches(log: Log, { addresses, topics }: LogCriteria): boolean {
  if (addresses.length > 0 && !addresses.includes(log.address)) return false;
  return topics.every((alternatives, position) => {
    if (alternatives.length === 0) return true;
    const topic = log.topics[position];
    return topic !== undefined && alternatives.includes(topic);
  });
}

/** The logs of a block with their places, in order. */
export function* logsOf(block: Block): Generator<PlacedLog> {
  let logIndex = 0;
  for (const [transactionIndex, receipt] of block.receipts.entries())
    for (const log of receipt.logs) yield { log, block, transactionIndex, logIndex: logIndex++ };
}

/** The blocks that a filter means; `pending` says whether the pre-confirmed block is among them. */
export type LogRange = { readonly from: number; readonly to: number; readonly pending: boolean };

/**
 * The range of a filter without a block hash (reference §5.1). Both ends default to `latest`; `fromBlock: pending` alone means the
 * pre-confirmed block alone, whose number may also be given.
 * @param numberOf the number of a tag, or of a number
 * @returns `undefined` for a range that begins after the head, where no log can be
 */
export function rangeOf(
  { fromBlock, toBlock }: Pick<LogFilter, 'fromBlock' | 'toBlock'>,
  head: number,
  limits: LogLimits,
  numberOf: (selector: NumberSelector) => bigint,
): LogRange | undefined {
  const startsPending = isTag(fromBlock, 'pending');
  const endsPending =
    isTag(toBlock, 'pending') || (startsPending && (toBlock === undefined || isTag(toBlock, 'latest')));
  // What is pending begins where everything sealed ends.
  if (startsPending && !endsPending) return undefined;
  const from = fromBlock === undefined ? BigInt(head) : numberOf(fromBlock);
  const to = endsPending ? BigInt(head) + 1n : toBlock === undefined ? BigInt(head) : numberOf(toBlock);
  if (from > BigInt(head) && (!endsPending || from > to)) return undefined;
  if (!endsPending && to > BigInt(head)) throw new ChainError('rangeBeyondHead', { requested: to, head: BigInt(head) });
  if (from > to) throw new ChainError('invalidBlockRange', { from, to });
  if (Number(to - from) >= limits.range) throw new ChainError('rangeTooLarge', { limit: limits.range });
  return { from: Number(from), to: endsPending ? head : Number(to), pending: endsPending };
}

function isTag(selector: NumberSelector | undefined, tag: string): boolean {
  return selector?.kind === 'tag' && selector.tag === tag;
}

function topicKey(topic: Hash, position: number): string {
  return `${position}${topic}`;
}

/** The part of an ascending list with `start` ≤ value < `end`. */
function cut(list: readonly number[], start: number, end: number): readonly number[] {
  const first = lowerBound(list, start);
  const last = lowerBound(list, end);
  return first === 0 && last === list.length ? list : list.slice(first, last);
}

function lowerBound(list: readonly number[], value: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
