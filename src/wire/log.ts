/** The log object. */
import { bigIntToHex, bytesToHex, numberToHex } from '../hex.ts';
import type { Address, Hash } from './scalars.ts';

/** A log as code emitted it. */
export type LogRecord = {
  readonly address: Address;
  readonly topics: readonly Hash[];
  readonly data: Uint8Array;
};

/** Where a log stands. */
export type LogPlace = {
  /** Zero as long as the block is not sealed. */
  readonly blockHash: Hash;
  readonly blockNumber: bigint;
  /** Seconds since 1970. */
  readonly blockTimestamp: bigint;
  readonly transactionHash: Hash;
  readonly transactionIndex: number;
  /** Counted through the whole block. */
  readonly logIndex: number;
  /** Whether a reorganisation took the log away. */
  readonly removed?: boolean | undefined;
};

/** The log object of a log at its place. */
export function encodeLog(log: LogRecord, place: LogPlace) {
  return {
    address: log.address,
    topics: log.topics,
    data: bytesToHex(log.data),
    blockHash: place.blockHash,
    blockNumber: bigIntToHex(place.blockNumber),
    blockTimestamp: bigIntToHex(place.blockTimestamp),
    transactionHash: place.transactionHash,
    transactionIndex: numberToHex(place.transactionIndex),
    logIndex: numberToHex(place.logIndex),
    removed: place.removed ?? false,
  };
}

/** The text of the fields that all logs of a transaction share, for {@link writeLog}. */
export function writeLogOrigin(place: Omit<LogPlace, 'logIndex' | 'removed'>): string {
  const { blockHash, blockNumber, blockTimestamp, transactionHash, transactionIndex } = place;
  const fields = [
    `"blockHash":"${blockHash}"`,
    `"blockNumber":"${bigIntToHex(blockNumber)}"`,
    `"blockTimestamp":"${bigIntToHex(blockTimestamp)}"`,
    `"transactionHash":"${transactionHash}"`,
    `"transactionIndex":"${numberToHex(transactionIndex)}"`,
  ];
  // In one piece, unlike what template strings make, as it is copied into many.
  return fields.join(',');
}

/**
 * The text that JSON.stringify makes of {@link encodeLog}, made in a fraction of the time: an answer may hold thousands of logs.
 * All of it is hex text, in which nothing needs an escape.
 * @param origin what {@link writeLogOrigin} makes of the log's transaction
 */
export function writeLog({ address, topics, data }: LogRecord, origin: string, logIndex: number): string {
  const topicList = topics.length === 0 ? '' : `"${topics.join('","')}"`;
  const [bytes, index] = [bytesToHex(data), numberToHex(logIndex)];
  return `{"address":"${address}","topics":[${topicList}],"data":"${bytes}",${origin},"logIndex":"${index}","removed":false}`;
}
