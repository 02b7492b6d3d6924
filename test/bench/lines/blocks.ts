/**
 * Blocks and pre-confirmations made on demand, so that the time of making them can be told from the time of waiting for them, and
 * reads of a full block. Peers have no pre-confirmation: for them a block stands in its place.
 */
import type { Contestant, Node } from '../contestants.ts';
import type { Line, Sample } from '../line.ts';
import { lineGroup } from '../line.ts';
import { costOf, knows, oneByOne, underLoad } from '../node-client.ts';
import type { Sender } from '../sending.ts';
import { createSender, sendAll } from '../sending.ts';
import type { Signed } from '../transactions.ts';

type Stage = {
  readonly sender: Sender;
  readonly node: Node;
  /** The last block of 200 transfers, made when first needed. */
  full(): Promise<FullBlock>;
};

type FullBlock = { readonly number: string; readonly transfers: readonly Signed[] };

const transfersPerBlock = 200;

export const blocks = lineGroup<Stage>({
  name: 'blocks on demand',
  lines: [
    {
      name: 'a tick with 1,000 ready transactions',
      rounds: 5,
      async measure({ sender, node }): Promise<Sample> {
        await sendAll(sender, 1_000);
        const { ms, cpu } = await costOf(node, () => node.preconfirm());
        await node.seal();
        return { ms, 'CPU ms': cpu };
      },
    },
    blockLine('a block of 200 queued transfers', transfersPerBlock, 0),
    {
      name: 'eth_getBlockByNumber, 200 full transactions',
      rounds: 5,
      warmsUp: true,
      async measure({ node, full }) {
        const request = node.request('eth_getBlockByNumber', [(await full()).number, true]);
        return oneByOne(node, [request], 20);
      },
    },
    {
      name: 'eth_getBlockReceipts, 200 transactions',
      rounds: 5,
      warmsUp: true,
      async measure({ node, full }) {
        const request = node.request('eth_getBlockReceipts', [(await full()).number]);
        return (await knows(node, request)) ? oneByOne(node, [request], 20) : undefined;
      },
    },
    {
      name: 'eth_getTransactionReceipt',
      rounds: 5,
      warmsUp: true,
      async measure({ node, full }) {
        const { transfers } = await full();
        const requests = transfers.map(({ hash }) => node.request('eth_getTransactionReceipt', [hash]));
        return underLoad(node, requests, 3_000);
      },
    },
    blockLine('a block of 1 transfer, 10,000 accounts', 1, 10_000),
    {
      name: 'snapshot and revert, 10,000 accounts',
      rounds: 5,
      async measure({ sender, node }) {
        if (!(await knows(node, node.request('evm_snapshot', [])))) return undefined;
        await grow(sender, 10_000);
        const { ms, cpu } = await costOf(node, async () => {
          const snapshot = await node.ask('evm_snapshot', []);
          await node.ask('evm_revert', [snapshot]);
        });
        return { ms, 'CPU ms': cpu };
      },
    },
  ],
  async open(contestant: Contestant) {
    const node = await contestant.start('held');
    const sender = createSender(node);
    let block: Promise<FullBlock> | undefined;
    return { node, sender, full: () => (block ??= makeFullBlock(sender)) };
  },
  memory: ({ node }) => node.server.memory(),
  close: async ({ node }) => node.stop(),
});

function blockLine(name: string, transactions: number, accounts: number): Line<Stage> {
  return {
    name,
    rounds: 7,
    async measure({ sender, node }): Promise<Sample> {
      await grow(sender, accounts);
      await sendAll(sender, transactions);
      const { ms, cpu } = await costOf(node, () => node.seal());
      return { ms, 'CPU ms': cpu };
    },
  };
}

async function makeFullBlock(sender: Sender): Promise<FullBlock> {
  const transfers = await sendAll(sender, transfersPerBlock);
  await sender.node.seal();
  return { number: (await sender.node.ask('eth_blockNumber', [])) as string, transfers };
}

/** Until that many accounts were paid. */
async function grow(sender: Sender, accounts: number): Promise<void> {
  while (sender.taken < accounts) {
    await sendAll(sender, Math.min(1_000, accounts - sender.taken));
    await sender.node.seal();
  }
}
