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
