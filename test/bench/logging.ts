/** A chain whose blocks hold logs to look for, the same ones on every node. */
import { padHex, toHex } from 'viem';
import type { Node } from './contestants.ts';
import type { Contracts } from './contracts.ts';
import { deploy, deployments, logTopic } from './contracts.ts';
import { countingCalls } from './transactions.ts';

export type LoggedChain = {
  readonly node: Node;
  readonly contracts: Contracts;
  /** How many transactions with ten logs each were sealed so far. */
  readonly logged: number;
  /** Seals so many more of them, followed by empty blocks up to the given number for each. */
  log(transactions: number, blocksEach: number): Promise<void>;
  /** Parameters of eth_getLogs for every log of the blocks; the first one is that many before the head. */
  range(first: number, last: number): Promise<LogRange>;
};

export type LogRange = { address: string; fromBlock: string; toBlock: string; topics: (string | null)[] };

export const logsPerTransaction = 10;

export async function createLoggedChain(node: Node): Promise<LoggedChain> {
  const contracts = await deploy(node, 'held');
  let logged = 0;
  return {
    node,
    contracts,
    get logged() {
      return logged;
    },
    async log(transactions, blocksEach) {
      const first = logged;
      logged += transactions;
      const signed = await countingCalls(contracts.logger, deployments, logged);
      for (const { raw } of signed.slice(first)) {
        await node.ask('eth_sendRawTransaction', [raw]);
        await node.seal();
        if (blocksEach > 1) await node.seal(blocksEach - 1);
      }
    },
    async range(first, last) {
      const head = Number(await node.ask('eth_blockNumber', []));
      const [fromBlock, toBlock] = [toHex(head - first), toHex(head - last)];
      return { address: contracts.logger, fromBlock, toBlock, topics: [logTopic] };
    },
  };
}

/** Narrows a range to the one log that was written as the n-th. */
export function onlyLog(range: LogRange, position: number): LogRange {
  return { ...range, topics: [logTopic, padHex(toHex(position), { size: 32 })] };
}
