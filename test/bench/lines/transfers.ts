/**
 * What a user feels who sends a transaction and waits for its receipt, while the chain grows: every transfer goes to an address
 * that is new. Pretick pre-confirms on arrival, peers seal a block for each transaction, and all of them answer receipts at once.
 */
import type { Line, Sample } from '../line.ts';
import { lineGroup } from '../line.ts';
import { costOf, perItem } from '../node-client.ts';
import type { Sender } from '../sending.ts';
import { createSender, messagesOf, sendAllAndWait, sendAndWait } from '../sending.ts';

export const transfers = lineGroup<Sender>({
  name: 'transfers',
  lines: [
    { ...transfersLine('transfers through send and receipt, new chain', 0), isQuick: true },
    latency('send to receipt, one at a time', 0),
    { ...memory(10_000), isQuick: true },
    transfersLine('transfers through send and receipt, after 10,000 accounts', 10_000),
    latency('send to receipt, one at a time, after 10,000 accounts', 10_000),
  ],
  open: async (contestant) => createSender(await contestant.start('atOnce')),
  memory: ({ node }) => node.server.memory(),
  close: async ({ node }) => node.stop(),
});

function transfersLine(name: string, after: number): Line<Sender> {
  const count = 400;
  return {
    name,
    rounds: 5,
    async measure(sender): Promise<Sample> {
      await fill(sender, after);
      const { node } = sender;
      const messages = (await sender.take(count)).map((transaction) => messagesOf(node, transaction));
      const { ms, cpu } = await costOf(node, () => sendAllAndWait(node, messages));
      return { '/s': count / (ms / 1_000), 'CPU µs': perItem(cpu, count) };
    },
  };
}

function latency(name: string, after: number): Line<Sender> {
  const count = 50;
  return {
    name,
    rounds: 5,
    async measure(sender): Promise<Sample> {
      await fill(sender, after);
      const { node } = sender;
      const messages = (await sender.take(count)).map((transaction) => messagesOf(node, transaction));
      const { ms } = await costOf(node, async () => {
        for (const message of messages) await sendAndWait(node.connections[0]!, message);
      });
      return { ms: ms / count };
    },
  };
}

function memory(transactions: number): Line<Sender> {
  return {
    name: `memory after ${transactions.toLocaleString('en')} transactions`,
    rounds: 1,
    async measure(sender) {
      await fill(sender, transactions);
      return { MB: sender.node.server.memory() };
    },
  };
}

/**
 * Sends until that many transfers were sent. At the pace of their receipts: a peer that seals a block for each would have
 * thousands to go after the last one was sent.
 */
async function fill({ node, taken, take }: Sender, total: number): Promise<void> {
  const signed = await take(Math.max(0, total - taken));
  await sendAllAndWait(
    node,
    signed.map((transaction) => messagesOf(node, transaction)),
  );
}
