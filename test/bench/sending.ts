/** Transfers on their way: what was sent so far, and how one waits for a receipt. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from './client.ts';
import { check, load } from './client.ts';
import type { Node } from './contestants.ts';
import { until } from './node-client.ts';
import type { Signed } from './transactions.ts';
import { accountCount, transfers } from './transactions.ts';

export type Sender = {
  readonly node: Node;
  /** How many transfers were handed out. */
  readonly taken: number;
  /** The next transfers that nobody sent yet. */
  take(count: number): Promise<readonly Signed[]>;
};

export function createSender(node: Node): Sender {
  let taken = 0;
  return {
    node,
    get taken() {
      return taken;
    },
    async take(count) {
      const first = taken;
      taken += count;
      return count === 0 ? [] : (await transfers(taken)).slice(first);
    },
  };
}

/** Sends so many, without waiting in between, and waits until all of them have receipts. */
export async function sendAndSettle(sender: Sender, count: number): Promise<void> {
  // When the newest of every account has its receipt, all others have theirs.
  for (const { hash } of (await sendAll(sender, count)).slice(-accountCount))
    await until(async () => (await sender.node.ask('eth_getTransactionReceipt', [hash])) !== null);
}

/** Sends so many without waiting for receipts. */
export async function sendAll(sender: Sender, count: number): Promise<readonly Signed[]> {
  const { node } = sender;
  const signed = await sender.take(count);
  const requests = signed.map(({ raw }) => node.request('eth_sendRawTransaction', [raw]));
  await load(node.connections, requests, requests.length);
  return signed;
}

export type Messages = { readonly send: Buffer; readonly receipt: Buffer };

export function messagesOf(node: Node, { raw, hash }: Signed): Messages {
  return {
    send: node.request('eth_sendRawTransaction', [raw]),
    receipt: node.request('eth_getTransactionReceipt', [hash]),
  };
}

/** Sends, then asks for the receipt again and again. */
export async function sendAndWait(connection: Connection, { send, receipt }: Messages): Promise<void> {
  check(await connection.send(send));
  const end = performance.now() + 10_000;
  for (;;) {
    const answer = await connection.send(receipt);
    check(answer);
    if (!answer.includes('"result":null')) return;
    if (performance.now() > end) throw new Error('A transfer has no receipt after 10 s.');
    await pause(1); // asking without a break would be counted as cost of the transfer
  }
}

/** On every connection one transfer after another, each until its receipt is there. */
export async function sendAllAndWait({ connections }: Node, messages: readonly Messages[]): Promise<void> {
  await Promise.all(
    connections.map(async (connection, lane) => {
      for (let index = lane; index < messages.length; index += connections.length)
        await sendAndWait(connection, messages[index]!);
    }),
  );
}
