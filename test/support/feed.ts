/** A reader of the raw flashblock feed that keeps what it hears until the test asks for it. */
import { once } from 'node:events';
import { brotliDecompressSync } from 'node:zlib';
import type { Hash, Hex } from 'viem';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';

/** A document of the public feed (reference §8). */
export type FeedDocument = {
  readonly payload_id: Hex;
  readonly index: number;
  readonly base?: {
    readonly parent_beacon_block_root: Hash;
    readonly parent_hash: Hash;
    readonly fee_recipient: Hex;
    readonly prev_randao: Hash;
    readonly block_number: Hex;
    readonly gas_limit: Hex;
    readonly timestamp: Hex;
    readonly extra_data: Hex;
    readonly base_fee_per_gas: Hex;
  };
  readonly diff: {
    readonly state_root: Hash;
    readonly receipts_root: Hash;
    readonly logs_bloom: Hex;
    readonly gas_used: Hex;
    readonly block_hash: Hash;
    readonly transactions: readonly Hex[];
    readonly withdrawals: readonly unknown[];
    readonly withdrawals_root: Hash;
    readonly blob_gas_used: Hex;
  };
  readonly metadata: { readonly block_number: number };
};

export type FeedReader = {
  readonly socket: WebSocket;
  /** The next documents. */
  readonly take: (count: number) => Promise<readonly FeedDocument[]>;
  /** Which kinds of frames came so far. */
  readonly frames: ReadonlySet<'binary' | 'text'>;
};

/** Connects to a feed; the connection ends with the test. */
export async function readFeed(url: string): Promise<FeedReader> {
  const socket = new WebSocket(url);
  onTestFinished(() => socket.terminate());
  const heard: FeedDocument[] = [];
  const frames = new Set<'binary' | 'text'>();
  let wake = (): void => undefined;
  socket.on('message', (data: Buffer, isBinary) => {
    frames.add(isBinary ? 'binary' : 'text');
    heard.push(JSON.parse((isBinary ? brotliDecompressSync(data) : data).toString()) as FeedDocument);
    wake();
  });
  await once(socket, 'open');
  return {
    socket,
    frames,
    async take(count) {
      while (heard.length < count)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return heard.splice(0, count);
    },
  };
}
