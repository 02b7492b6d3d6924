import { describe, expect, test } from 'vitest';
import type { Chain } from '../../src/chain/chain.ts';
import type { ChainEvent, Listener } from '../../src/chain/events.ts';
import type { Address } from '../../src/hex.ts';
import { createFilters } from '../../src/rpc/filters.ts';
import { assemble } from '../support/assembly.ts';
import { alice, bob, createTestChain, seal, sign } from '../support/chain.ts';
import { clock, filterTimeout, invoke } from './invoke.ts';

/** Emits one log with its call data as the topic. */
const beacon: Address = `0x${'be'.repeat(20)}`;
const topic = (value: number) => `0x${value.toString(16).padStart(64, '0')}` as const;

const openChain = async (): Promise<Chain> =>
  createTestChain({}, [[beacon, assemble(0, 'CALLDATALOAD', 0, 0, 'LOG1')]]);

/** Sends transactions of alice that emit these topics; nothing happens to them yet. */
async function emit(chain: Chain, first: number, ...topics: readonly number[]): Promise<void> {
  for (const [index, value] of topics.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one nonce after another
    await chain.submit(await sign(alice, { to: beacon, nonce: first + index, data: topic(value), gas: 60_000n }));
  }
}

type Log = { readonly topics: readonly string[]; readonly blockHash: string; readonly removed: boolean };

/** The topics of the new logs of a filter. */
async function told(chain: Chain, id: string): Promise<readonly number[]> {
  const logs = await invoke<readonly Log[]>(chain, 'eth_getFilterChanges', id);
  return logs.map(({ topics }) => Number(topics[0]));
}

const newFilter = async (chain: Chain, criteria: object) => invoke<string>(chain, 'eth_newFilter', criteria);

describe('a filter on logs', () => {
  test('tells sealed logs once, and none from before it was made', async () => {
    const chain = await openChain();
    await emit(chain, 0, 1);
    await chain.tick(1, 10);
    await seal(chain);
    const id = await newFilter(chain, { address: beacon });
    await emit(chain, 1, 2, 3);
    await chain.tick(1, 10);
    expect(await told(chain, id)).toEqual([]);
    await seal(chain);
    expect(await told(chain, id)).toEqual([2, 3]);
    expect(await told(chain, id)).toEqual([]);
  });

  test('tells only what matches', async () => {
    const chain = await openChain();
    const ids = await Promise.all(
      [{ topics: [topic(2)] }, { address: bob.address }, { topics: [[topic(1), topic(3)]] }].map(async (criteria) =>
        newFilter(chain, criteria),
      ),
    );
    await emit(chain, 0, 1, 2, 3);
    await chain.tick(1, 10);
    await seal(chain);
    expect(await Promise.all(ids.map(async (id) => told(chain, id)))).toEqual([[2], [], [1, 3]]);
  });

  test.each([{ toBlock: 'pending' }, { fromBlock: 'pending' }, { fromBlock: 'pending', toBlock: 'pending' }])(
    'with %j tells pre-confirmed logs at once, and not again when they are sealed',
    async (range) => {
      const chain = await openChain();
      await emit(chain, 0, 1);
      await chain.tick(1, 10);
      const id = await newFilter(chain, range);
      await emit(chain, 1, 2);
      await chain.tick(2, 10);
      const [log] = await invoke<readonly Log[]>(chain, 'eth_getFilterChanges', id);
      expect(log).toMatchObject({ topics: [topic(2)], blockHash: topic(0) });
      await emit(chain, 2, 3);
      await chain.tick(3, 10);
      await seal(chain);
      await emit(chain, 3, 4);
      await chain.tick(1, 10);
      expect(await told(chain, id)).toEqual([3, 4]);
      await seal(chain);
      expect(await told(chain, id)).toEqual([]);
    },
  );

  test('keeps to the blocks of its range', async () => {
    const chain = await openChain();
    const [second, later] = [
      await newFilter(chain, { fromBlock: '0x2', toBlock: '0x2' }),
      await newFilter(chain, { fromBlock: '0x3' }),
    ];
    for (const nonce of [0, 1, 2]) {
      await emit(chain, nonce, nonce + 1);
      await chain.tick(1, 10);
      await seal(chain);
    }
    expect([await told(chain, second), await told(chain, later)]).toEqual([[2], [3]]);
  });

  test.each([
    [{ fromBlock: '0x3', toBlock: '0x2' }],
    [{ toBlock: '0x5' }],
    [{ fromBlock: 'latest', toBlock: '0x5' }],
    [{ fromBlock: 'safe' }],
  ])('refuses the range of %j', async (criteria) => {
    await expect(newFilter(await openChain(), criteria)).rejects.toMatchObject({ kind: 'invalidBlockRange' });
  });

  test('gives all that matches its criteria as eth_getLogs does, whatever was told', async () => {
    const chain = await openChain();
    await emit(chain, 0, 1, 2);
    await chain.tick(1, 10);
    await seal(chain);
    const criteria = { fromBlock: '0x0', topics: [topic(2)] };
    const id = await newFilter(chain, criteria);
    const logs = await invoke(chain, 'eth_getFilterLogs', id);
    expect(logs).toEqual(await invoke(chain, 'eth_getLogs', criteria));
    expect(logs).toHaveLength(1);
  });

  test('tells logs that a reorganisation took away as removed, then what came instead', async () => {
    const chain = await openChain();
    const listeners: Listener[] = [];
    const listened: Chain = {
      ...chain,
      get head() {
        return chain.head;
      },
      get pending() {
        return chain.pending;
      },
      subscribe: (listener) => {
        listeners.push(listener);
        return chain.subscribe(listener);
      },
    };
    const filters = createFilters({ chain: listened, clock, timeout: filterTimeout });
    const [logs, blocks] = [
      filters.addLogs({ addresses: [], topics: [], blockHash: undefined, fromBlock: undefined, toBlock: undefined }),
      filters.addBlocks(),
    ];
    await emit(chain, 0, 1);
    await chain.tick(1, 10);
    await seal(chain);
    filters.changes(logs);
    filters.changes(blocks);
    const reorged: ChainEvent = { kind: 'reorged', dropped: [chain.head] };
    for (const listener of listeners) listener(reorged);
    // The chain here has not really gone back: block 1 stands for the one that came instead.
    const changes = filters.changes(logs);
    if (changes.kind !== 'logs') throw new Error('a filter on logs tells logs');
    expect([changes.removed, changes.logs].map((list) => list.map(({ log }) => Number(log.topics[0])))).toEqual([
      [1],
      [1],
    ]);
    expect(filters.changes(blocks)).toEqual({ kind: 'blocks', hashes: [chain.head.hash] });
    filters.close();
  });
});

test('a filter on blocks tells their hashes once', async () => {
  const chain = await openChain();
  const id = await invoke(chain, 'eth_newBlockFilter');
  await seal(chain);
  const first = chain.head.hash;
  await seal(chain);
  expect(await invoke(chain, 'eth_getFilterChanges', id)).toEqual([first, chain.head.hash]);
  expect(await invoke(chain, 'eth_getFilterChanges', id)).toEqual([]);
});

describe('a filter on pending transactions', () => {
  test('tells what the pool takes from then on, by hash or whole', async () => {
    const chain = await openChain();
    await emit(chain, 0, 1);
    const hashes = await invoke(chain, 'eth_newPendingTransactionFilter');
    const whole = await invoke(chain, 'eth_newPendingTransactionFilter', true);
    const hash = await chain.submit(await sign(bob, { to: alice.address }));
    expect(await invoke(chain, 'eth_getFilterChanges', hashes)).toEqual([hash]);
    expect(await invoke(chain, 'eth_getFilterChanges', hashes)).toEqual([]);
    expect(await invoke(chain, 'eth_getFilterChanges', whole)).toMatchObject([{ hash, blockHash: null }]);
  });
});

describe('the life of a filter', () => {
  const missing = { kind: 'filterNotFound' };

  test('ends when it is uninstalled', async () => {
    const chain = await openChain();
    const id = await invoke(chain, 'eth_newBlockFilter');
    expect(await invoke(chain, 'eth_uninstallFilter', id)).toBe(true);
    expect(await invoke(chain, 'eth_uninstallFilter', id)).toBe(false);
    await expect(invoke(chain, 'eth_getFilterChanges', id)).rejects.toMatchObject(missing);
  });

  test('ends when nobody asks for longer than the time-out', async () => {
    const chain = await openChain();
    const [asked, idle] = [await invoke(chain, 'eth_newBlockFilter'), await invoke(chain, 'eth_newBlockFilter')];
    await clock.advance(filterTimeout);
    await expect(invoke(chain, 'eth_getFilterChanges', asked)).resolves.toEqual([]);
    await clock.advance(1);
    await expect(invoke(chain, 'eth_getFilterChanges', idle)).rejects.toMatchObject(missing);
    await expect(invoke(chain, 'eth_getFilterChanges', asked)).resolves.toEqual([]);
  });

  test('is that of one chain', async () => {
    const chain = await openChain();
    const id = await invoke(chain, 'eth_newBlockFilter');
    const other = await createTestChain({ chainId: 84_532n });
    await invoke(other, 'eth_newBlockFilter');
    await expect(invoke(other, 'eth_getFilterChanges', id)).rejects.toMatchObject(missing);
  });

  test('has no logs to give when it is not on logs', async () => {
    const chain = await openChain();
    const id = await invoke(chain, 'eth_newBlockFilter');
    await expect(invoke(chain, 'eth_getFilterLogs', id)).rejects.toMatchObject(missing);
  });

  test('begins only while there are fewer than 1,000 that live', async () => {
    const chain = await openChain();
    for (let count = 0; count < 1_000; count += 1) await invoke(chain, 'eth_newBlockFilter');
    await expect(invoke(chain, 'eth_newBlockFilter')).rejects.toMatchObject({ kind: 'tooManyFilters' });
    await clock.advance(filterTimeout + 1);
    await expect(invoke(chain, 'eth_newBlockFilter')).resolves.toMatch(/^0x[1-9a-f][0-9a-f]*$/);
  });
});
