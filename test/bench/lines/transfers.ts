/**
 * What a user feels who sends a transaction and waits for its receipt, while the chain grows: every transfer goes to an address
 * that is new. Pretick pre-confirms on arrival, peers seal a block for each transaction, and all of them answer receipts at once.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { check, load } from '../client.ts';
import type { Connection } from '../client.ts';
import type { Node } from '../contestants.ts';
import type { Line, Sample } from '../line.ts';
import { lineGroup } from '../line.ts';
import { costOf, perItem } from '../node-client.ts';
import type { Signed } from '../transactions.ts';
import { transfers as signedTransfers } from '../transactions.ts';

type Stage = {
  readonly node: Node;
  /** How many transfers were sent so far. */
  sent: number;
};

export const transfers = lineGroup<Stage>({
  name: 'transfers',
  lines: [
    transfersLine('transfers through send and receipt, new chain', 'quick', 0),
    latency('send to receipt, one at a time', 'usual', 0),
    memory(10_000, 'quick'),
    transfersLine('transfers through send and receipt, after 10,000 accounts', 'usual', 10_000),
    latency('send to receipt, one at a time, after 10,000 accounts', 'usual', 10_000),
    memory(100_000, 'long'),
  ],
  open: async (contestant) => ({ node: await contestant.start('atOnce'), sent: 0 }),
  memory: ({ node }) => node.server.memory(),
  close: async ({ node }) => node.stop(),
});

function transfersLine(name: string, when: Line<Stage>['when'], after: number): Line<Stage> {
  const count = 400;
  return {
    name,
    when,
    rounds: 5,
    async measure(stage): Promise<Sample> {
      await fill(stage, after);
      const signed = await take(stage, count);
      const { node } = stage;
      const messages = signed.map((transaction) => messagesOf(node, transaction));
      const { ms, cpu } = await costOf(node, async () =>
        Promise.all(
          node.connections.map(async (connection, lane) => {
            for (let index = lane; index < count; index += node.connections.length)
              await sendAndWait(connection, messages[index]!);
          }),
        ),
      );
      return { '/s': count / (ms / 1_000), 'CPU µs': perItem(cpu, count) };
    },
  };
}

function latency(name: string, when: Line<Stage>['when'], after: number): Line<Stage> {
  const count = 50;
  return {
    name,
    when,
    rounds: 5,
    async measure(stage): Promise<Sample> {
      await fill(stage, after);
      const { node } = stage;
      const messages = (await take(stage, count)).map((transaction) => messagesOf(node, transaction));
      const { ms } = await costOf(node, async () => {
        for (const message of messages) await sendAndWait(node.connections[0]!, message);
      });
      return { ms: ms / count };
    },
  };
}

function memory(transactions: number, when: Line<Stage>['when']): Line<Stage> {
  return {
    name: `memory after ${transactions.toLocaleString('en')} transactions`,
    when,
    rounds: 1,
    async measure(stage) {
      await fill(stage, transactions);
      return { MB: stage.node.server.memory() };
    },
  };
}

/** Sends without waiting for receipts until the chain has had that many transfers. */
async function fill(stage: Stage, total: number): Promise<void> {
  const signed = await take(stage, Math.max(0, total - stage.sent));
  const { node } = stage;
  const requests = signed.map(({ raw }) => node.request('eth_sendRawTransaction', [raw]));
  await load(node.connections, requests, requests.length);
}

/** The next transfers that nobody sent yet. */
async function take(stage: Stage, count: number): Promise<readonly Signed[]> {
  if (count === 0) return [];
  const first = stage.sent;
  stage.sent += count;
  return (await signedTransfers(stage.sent)).slice(first);
}

type Messages = { readonly send: Buffer; readonly receipt: Buffer };

function messagesOf(node: Node, { raw, hash }: Signed): Messages {
  return {
    send: node.request('eth_sendRawTransaction', [raw]),
    receipt: node.request('eth_getTransactionReceipt', [hash]),
  };
}

async function sendAndWait(connection: Connection, { send, receipt }: Messages): Promise<void> {
  check(await connection.send(send));
  const end = performance.now() + 10_000;
  for (;;) {
    const answer = await connection.send(receipt);
    check(answer);
    if (!answer.includes('"result":null')) return;
    if (performance.now() > end) throw new Error('A transfer has no receipt after 10 s.');
    await nextTurn();
  }
}
