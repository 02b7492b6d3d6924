/** A chain that has run for a day: whether what lies far back, or long blocks of nothing, make answers slow. */
import { toHex } from 'viem';
import { balanceOfCall } from '../contracts.ts';
import type { Sample } from '../line.ts';
import { lineGroup } from '../line.ts';
import { createLoggedChain, logsPerTransaction, onlyLog } from '../logging.ts';
import type { LoggedChain } from '../logging.ts';
import { oneByOne, underLoad } from '../node-client.ts';

/** A transaction with logs in every so-many-th block. */
const blocksEach = 25;

export const history = lineGroup<LoggedChain>({
  name: 'a long history',
  lines: [
    {
      name: 'eth_call ERC-20 balanceOf, 10,000 blocks back',
      rounds: 5,
      warmsUp: true,
      async measure(chain): Promise<Sample> {
        await growTo(chain, 10_100);
        const { node, contracts } = chain;
        const head = Number(await node.ask('eth_blockNumber', []));
        return underLoad(node, [node.request('eth_call', [balanceOfCall(contracts), toHex(head - 10_000)])], 1_000);
      },
    },
    {
      name: 'eth_getLogs, 1 of 800 logs in 2,000 of 50,000 blocks',
      rounds: 5,
      warmsUp: true,
      async measure(chain): Promise<Sample> {
        await growTo(chain, 50_000);
        const range = await chain.range(1_999, 0);
        const newest = chain.logged * logsPerTransaction;
        const requests = Array.from({ length: 10 }, (_, index) =>
          chain.node.request('eth_getLogs', [onlyLog(range, newest - 1 - index * 70)]),
        );
        return oneByOne(chain.node, requests, 50);
      },
    },
  ],
  open: async (contestant) => createLoggedChain(await contestant.start('held')),
  memory: ({ node }) => node.server.memory(),
  close: async ({ node }) => node.stop(),
});

async function growTo(chain: LoggedChain, blocks: number): Promise<void> {
  const wanted = Math.ceil(blocks / blocksEach);
  if (chain.logged < wanted) await chain.log(wanted - chain.logged, blocksEach);
}
