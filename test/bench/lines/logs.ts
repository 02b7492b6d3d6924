/** Looking for logs in 2,000 blocks that hold 20,000 of them: one, two hundred, all. */
import type { Line, Sample } from '../line.ts';
import { lineGroup } from '../line.ts';
import { createLoggedChain, logsPerTransaction, onlyLog } from '../logging.ts';
import type { LoggedChain, LogRange } from '../logging.ts';
import { oneByOne } from '../node-client.ts';

/** Pretick's limit of a range, which is the specification's. */
const blocks = 2_000;

export const logs = lineGroup<LoggedChain>({
  name: 'logs',
  lines: [
    logsLine('eth_getLogs, 1 of 20,000 logs in 2,000 blocks', { first: blocks - 1, last: 0, count: 50 }, (range) =>
      Array.from({ length: 10 }, (_, index) => onlyLog(range, (index * blocks + 7) % (blocks * logsPerTransaction))),
    ),
    logsLine('eth_getLogs, 200 logs in 20 blocks', { first: 119, last: 100, count: 200 }, (range) => [range]),
    logsLine('eth_getLogs, all 20,000 logs', { first: blocks - 1, last: 0, count: 2 }, (range) => [range]),
  ],
  open: async (contestant) => createLoggedChain(await contestant.start('held')),
  memory: ({ node }) => node.server.memory(),
  close: async ({ node }) => node.stop(),
});

function logsLine(
  name: string,
  { first, last, count }: { readonly first: number; readonly last: number; readonly count: number },
  filters: (range: LogRange) => LogRange[],
): Line<LoggedChain> {
  return {
    name,
    rounds: 5,
    warmsUp: true,
    async measure(chain): Promise<Sample> {
      await chain.log(blocks - chain.logged, 1);
      const range = await chain.range(first, last);
      const requests = filters(range).map((filter) => chain.node.request('eth_getLogs', [filter]));
      return oneByOne(chain.node, requests, count);
    },
  };
}
