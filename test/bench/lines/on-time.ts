/**
 * Nodes that follow the clock, as real chains do: a block every 2 s, and Pretick pre-confirms every 200 ms in between. How long a
 * user waits, what a transaction costs when blocks gather many, and what is left of 100,000 in memory.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { lineGroup } from '../line.ts';
import { costOf, perItem } from '../node-client.ts';
import type { Sender } from '../sending.ts';
import { createSender, messagesOf, sendAndSettle, sendAndWait } from '../sending.ts';

export const onTime = lineGroup<Sender>({
  name: 'a block every 2 s',
  lines: [
    {
      name: 'send to first receipt, a block every 2 s',
      rounds: 15,
      async measure(sender) {
        const { node } = sender;
        const [transfer] = await sender.take(1);
        const messages = messagesOf(node, transfer!);
        await pause((sender.taken * 613) % 2_000); // users do not send in step with the clock
        const { ms } = await costOf(node, () => sendAndWait(node.connections[0]!, messages));
        return { ms };
      },
    },
    {
      name: '1,000 transfers until all have receipts, a block every 2 s',
      rounds: 5,
      async measure(sender) {
        const { ms, cpu } = await costOf(sender.node, () => sendAndSettle(sender, 1_000));
        return { ms, 'CPU µs': perItem(cpu, 1_000) };
      },
    },
    memory(10_000),
    memory(100_000),
  ],
  open: async (contestant) => createSender(await contestant.start('onTime')),
  memory: ({ node }) => node.server.memory(),
  close: async ({ node }) => node.stop(),
});

function memory(transactions: number) {
  return {
    name: `memory after ${transactions.toLocaleString('en')} transactions, a block every 2 s`,
    rounds: 1,
    async measure(sender: Sender) {
      // No more at once than a pool takes.
      while (sender.taken < transactions) await sendAndSettle(sender, Math.min(5_000, transactions - sender.taken));
      return { MB: sender.node.server.memory() };
    },
  };
}
