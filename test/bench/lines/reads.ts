/** What applications ask most, on a chain that holds a few contracts: reads, calls, an estimate, batches and simulations. */
import type { Hex } from 'viem';
import type { Node } from '../contestants.ts';
import type { Contracts } from '../contracts.ts';
import { balanceOfCall, deploy, tokenTransfer } from '../contracts.ts';
import { load } from '../client.ts';
import type { Line, Sample } from '../line.ts';
import { lineGroup } from '../line.ts';
import { costOf, knows, oneByOne, perItem, underLoad } from '../node-client.ts';
import { account } from '../transactions.ts';

type Stage = { readonly node: Node; readonly contracts: Contracts };

export const reads = lineGroup<Stage>({
  name: 'reads',
  lines: [
    { ...many('eth_chainId', 6_000, () => []), isQuick: true },
    many('eth_getBalance', 6_000, () => [account(0).address, 'latest']),
    {
      ...many('eth_call', 4_000, (contracts) => [balanceOfCall(contracts), 'latest'], 'ERC-20 balanceOf'),
      isQuick: true,
    },
    many(
      'eth_estimateGas',
      1_000,
      (contracts) => [tokenTransfer(contracts, account(1).address), 'latest'],
      'ERC-20 transfer',
    ),
    {
      name: 'batch of 20 eth_call, calls',
      rounds: 5,
      warmsUp: true,
      async measure({ node, contracts }): Promise<Sample> {
        const calls = Array.from({ length: 20 }, () => [balanceOfCall(contracts), 'latest']);
        const [batches, each] = [100, node.batch('eth_call', calls)];
        const { ms, cpu } = await costOf(node, () => load(node.connections, [each], batches));
        const count = batches * calls.length;
        return { '/s': count / (ms / 1_000), 'CPU µs': perItem(cpu, count) };
      },
    },
    slow('eth_call arithmetic loop, 0.9 Mgas', 20, 'eth_call', ({ arithmetic }) => [loop(arithmetic), 'latest']),
    slow('eth_call keccak loop, 0.6 Mgas', 20, 'eth_call', ({ keccak }) => [loop(keccak), 'latest']),
    simulation('eth_simulateV1 1 x 1 transfer', 200, () => [[etherTransfer(0)]]),
    simulation('eth_simulateV1 1 x 100 transfers', 20, () => [times(100, etherTransfer)]),
    simulation('eth_simulateV1 10 x 100 ERC-20 transfers', 2, (contracts) =>
      times(10, () => times(100, (index) => tokenTransfer(contracts, recipient(index)))),
    ),
  ],
  async open(contestant) {
    const node = await contestant.start('atOnce');
    return { node, contracts: await deploy(node, 'atOnce') };
  },
  memory: ({ node }) => node.server.memory(),
  close: async ({ node }) => node.stop(),
});

type Params = (contracts: Contracts) => readonly unknown[];

/** Requests per second over several connections. */
function many(method: string, count: number, params: Params, of?: string): Line<Stage> {
  return {
    name: of === undefined ? method : `${method} ${of}`,
    rounds: 5,
    warmsUp: true,
    measure: async ({ node, contracts }) => underLoad(node, [node.request(method, params(contracts))], count),
  };
}

/** Time of one request, where it takes long enough to be felt. */
function slow(name: string, count: number, method: string, params: Params): Line<Stage> {
  return {
    name,
    rounds: 5,
    warmsUp: true,
    measure: async ({ node, contracts }) => oneByOne(node, [node.request(method, params(contracts))], count),
  };
}

function simulation(name: string, count: number, blocks: (contracts: Contracts) => readonly object[][]): Line<Stage> {
  const params: Params = (contracts) => [{ blockStateCalls: blocks(contracts).map((calls) => ({ calls })) }, 'latest'];
  return { ...slow(name, count, 'eth_simulateV1', params), measure: simulated };

  async function simulated({ node, contracts }: Stage): Promise<Sample | undefined> {
    const request = node.request('eth_simulateV1', params(contracts));
    return (await knows(node, request)) ? oneByOne(node, [request], count) : undefined;
  }
}

/** With the gas that the loops need, below the cap of a transaction that some nodes apply to calls. */
function loop(to: Hex): { to: Hex; gas: Hex } {
  return { to, gas: '0xe00000' };
}

function etherTransfer(index: number): { from: Hex; to: Hex; value: Hex } {
  return { from: account(0).address, to: recipient(index), value: '0x1' };
}

function recipient(index: number): Hex {
  return `0x7e58${index.toString(16).padStart(36, '0')}`;
}

function times<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
