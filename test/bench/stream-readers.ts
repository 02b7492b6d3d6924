/** Subscribers as applications write them, each with a count of what it missed and what it heard twice. */
import { once } from 'node:events';
import type { Hex } from 'viem';
import { keccak256 } from 'viem';
import { WebSocket } from 'ws';

/** A sealed block as the node gives it afterwards; it decides what should have been told. */
export type SealedBlock = { readonly number: number; readonly hash: Hex; readonly transactions: readonly Hex[] };

export type Verdict = { readonly messages: number; readonly lost: number; readonly doubled: number };

export type Reader = {
  readonly role: Role;
  /** Stops reading, but stays connected. */
  stall(): void;
  judge(blocks: readonly SealedBlock[]): Verdict;
  close(): Promise<void>;
};

export const roles = [
  'newHeads',
  'newFlashblockTransactions',
  'newFlashblocks',
  'newPendingTransactions',
  'feed',
] as const;
export type Role = (typeof roles)[number];

type Heard = { readonly [Name in Role]: (result: unknown) => string | readonly string[] };

/** What of a message tells it from every other. */
const nameOf: Heard = {
  newHeads: (head) => (head as { readonly hash: Hex }).hash,
  newFlashblockTransactions: (transaction) => (transaction as { readonly hash: Hex }).hash,
  newPendingTransactions: (hash) => hash as Hex,
  // Cumulative: it has told of each transaction once when the last one is complete.
  newFlashblocks: (block) => {
    const { number, transactions } = block as { readonly number: Hex; readonly transactions: readonly unknown[] };
    return `${Number(number)}/${transactions.length}`;
  },
  feed: (document) => {
    const { metadata, index, diff } = document as {
      readonly metadata: { readonly block_number: number };
      readonly index: number;
      readonly diff: { readonly transactions: readonly Hex[] };
    };
    return [`${metadata.block_number}#${index}`, ...diff.transactions.map((raw) => keccak256(raw))];
  },
};

/** Connects and subscribes. */
export async function openReader(port: number, role: Role): Promise<Reader> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/${role === 'feed' ? 'flashblocks' : 'provider'}/mainnet`);
  await once(socket, 'open');
  if (role !== 'feed') {
    const params = role === 'newFlashblockTransactions' ? [role, true] : [role];
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params }));
    await once(socket, 'message');
  }
  const heard: string[] = [];
  let messages = 0;
  socket.on('message', (data: Buffer) => {
    messages += 1;
    const message = JSON.parse(data.toString()) as { readonly params: { readonly result: unknown } };
    heard.push(...[nameOf[role](role === 'feed' ? message : message.params.result)].flat());
  });
  return {
    role,
    stall: () => socket.pause(),
    judge: (blocks) => ({ messages, ...compare(role, heard, blocks) }),
    async close() {
      const closed = once(socket, 'close');
      socket.resume();
      socket.terminate();
      await closed;
    },
  };
}

function compare(role: Role, heard: readonly string[], blocks: readonly SealedBlock[]): Omit<Verdict, 'messages'> {
  const known = new Set(heard);
  const missing = expected(role, blocks).filter((name) => !known.has(name)).length;
  // Of a cumulative message the same may come again, when nothing was added.
  const doubled = role === 'newFlashblocks' ? 0 : heard.length - known.size;
  return { lost: missing + (role === 'feed' ? gaps(heard) : 0), doubled };
}

function expected(role: Role, blocks: readonly SealedBlock[]): readonly string[] {
  switch (role) {
    case 'newHeads':
      return blocks.map(({ hash }) => hash);
    case 'newFlashblocks':
      return blocks.map(({ number, transactions }) => `${number}/${transactions.length}`);
    case 'newPendingTransactions':
      return blocks.flatMap(({ transactions }) => transactions.slice(1)); // the deposit was never pending
    case 'newFlashblockTransactions':
    case 'feed':
      return blocks.flatMap(({ transactions }) => transactions);
  }
}

/** Indexes that are missing within a block. */
function gaps(heard: readonly string[]): number {
  const indexes = heard.filter((name) => name.includes('#')).map((name) => name.split('#').map(Number));
  return indexes.filter(([block, index], position) => {
    const before = indexes[position - 1];
    return before !== undefined && (block === before[0] ? index !== before[1]! + 1 : index !== 0);
  }).length;
}
