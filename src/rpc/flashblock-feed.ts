/**
 * The raw feed of one chain's flashblocks: a document for each, made once for all readers, and not at all while nobody reads.
 * Knows neither sockets nor time.
 */
import type { Chain } from '../chain/chain.ts';
import type { View } from '../chain/view.ts';
import { hashHeader } from '../evm/block.ts';
import { keccak256 } from '../evm/crypto.ts';
import type { Hex } from '../hex.ts';
import { hexToBytes } from '../hex.ts';
import type { Source } from '../sharing.ts';
import { share } from '../sharing.ts';
import { encodeFlashblock } from '../wire/flashblock.ts';

/**
 * Tells every flashblock from the next one on, each as one JSON document. Who begins to read inside a block lacks its beginning,
 * as on the real feed, and can make sense of what comes from the next index 0 on.
 */
export type FlashblockFeed = Source<string>;

export type FlashblockFeedOptions = {
  readonly chain: Chain;
  /** Told of what cannot be encoded; the chain goes on all the same. */
  readonly onBug: (error: unknown, what: string) => void;
};

/** A payload id begins with the version of the engine API that its attributes belong to. */
const payloadVersion = '03';

export function createFlashblockFeed({ chain, onBug }: FlashblockFeedOptions): FlashblockFeed {
  return share(chain.subscribe, (event) => {
    if (event.kind !== 'preconfirmed') return undefined;
    try {
      return JSON.stringify(documentOf(event.block, event.index, event.first));
    } catch (error) {
      onBug(error, 'flashblock feed');
      return undefined;
    }
  });
}

/** The transactions from position `first` on are new in the pending block. */
function documentOf(block: View, index: number, first: number) {
  return encodeFlashblock({
    payloadId: payloadId(block),
    index,
    header: block.header,
    hash: hashHeader(block.header),
    transactions: block.transactions.slice(first).map(({ raw }) => raw),
  });
}

/** Follows from what tells the block from every other: its parent and its time. */
function payloadId({ header }: View): Hex {
  const time = header.timestamp.toString(16).padStart(16, '0');
  return `0x${payloadVersion}${keccak256(hexToBytes(`${header.parentHash}${time}`)).slice(2, 16)}`;
}
