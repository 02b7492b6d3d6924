import type { Hex } from 'viem';
import { bytesToHex, keccak256 } from 'viem';
import { describe, expect, test } from 'vitest';
import type { Chain } from '../../src/chain/chain.ts';
import type { ChainEvent, Listener } from '../../src/chain/events.ts';
import type { ChainRules } from '../../src/chain/rules.ts';
import { methods } from '../../src/rpc/method-table.ts';
import { toJson } from '../../src/rpc/raw-json.ts';
import type { Notice } from '../../src/rpc/session.ts';
import { commonKinds, kinds } from '../../src/rpc/subscription-request.ts';
import type { SubscriptionsOptions } from '../../src/rpc/subscriptions.ts';
import { createSubscriptions } from '../../src/rpc/subscriptions.ts';
import { assemble } from '../support/assembly.ts';
import { alice, bob, carol, createTestChain, lower, rules, seal, sign } from '../support/chain.ts';
import { clock, contextOf, invoke } from './invoke.ts';

/** Emits a log with topic 1 and one with topic 2 on each call. */
const emitter = lower(`0x${'e1'.repeat(20)}`);
const code = assemble(1, 0, 0, 'LOG1', 2, 0, 0, 'LOG1', 'STOP');
const topic = (value: number): Hex => `0x${value.toString(16).padStart(64, '0')}`;
const zeroHash = topic(0);

type Message = { readonly subscription: string; readonly result: unknown };

/** A chain that counts who listens, and one client. */
async function setUp(options: Partial<SubscriptionsOptions> = {}, rules: Partial<ChainRules> = {}) {
  const real = await createTestChain(rules, [[emitter, code]]);
  const listeners = new Set<Listener>();
  const chain: Chain = Object.create(real, {
    subscribe: {
      value: (listener: Listener) => {
        listeners.add(listener);
        const stop = real.subscribe(listener);
        return () => {
          listeners.delete(listener);
          stop();
        };
      },
    },
  }) as Chain; // the real one in everything else
  const bugs: unknown[] = [];
  const context = contextOf(chain);
  /** The context's own filters. */
  const others = listeners.size;
  const subscriptions = createSubscriptions({
    chain,
    context,
    kinds,
    limit: 1024,
    headPerFlashblock: false,
    onBug: (error) => bugs.push(error),
    ...options,
  });
  return {
    chain,
    /** How many listen for subscriptions, or wait for a transaction. */
    listening: () => listeners.size - others,
    bugs,
    connect: () => clientOf(subscriptions),
    emit: (event: ChainEvent) => {
      for (const listener of listeners) listener(event);
    },
    async call(nonce: number, account = alice) {
      const raw = await sign(account, { to: emitter, nonce, gas: 60_000n });
      await chain.submit(raw);
      return keccak256(raw);
    },
  };
}

function clientOf(subscriptions: ReturnType<typeof createSubscriptions>) {
  const heard: Message[] = [];
  const notices: Notice[] = [];
  const session = subscriptions.connect((notice) => {
    notices.push(notice);
    for (const text of notice.texts) {
      const { jsonrpc, method, params } = JSON.parse(text) as { jsonrpc: string; method: string; params: Message };
      expect({ jsonrpc, method }).toEqual({ jsonrpc: '2.0', method: 'eth_subscription' });
      heard.push(params);
    }
  });
  const ask = async (name: string, ...params: readonly unknown[]): Promise<unknown> => {
    const turn = session.begin(() => undefined);
    const result = JSON.parse(toJson(await methods.get(name)!.invoke(turn.context, params))) as unknown;
    turn.answered();
    return result;
  };
  return {
    session,
    heard,
    notices,
    ask,
    subscribe: async (...params: readonly unknown[]) => (await ask('eth_subscribe', ...params)) as string,
    /** What was heard since the last time, without ids. */
    results: () => heard.splice(0).map(({ result }) => result),
  };
}

describe('newHeads', () => {
  test('tells the header of each sealed block, to all in the same words', async () => {
    const { chain, connect } = await setUp();
    const [one, two] = [connect(), connect()];
    const id = await one.subscribe('newHeads');
    await two.subscribe('newHeads');
    await chain.tick(1, 10);
    await seal(chain);
    await seal(chain);
    expect(one.heard.map(({ subscription }) => subscription)).toEqual([id, id]);
    const header = await invoke(chain, 'eth_getHeaderByNumber', '0x1');
    expect(one.results()).toEqual([header, await invoke(chain, 'eth_getHeaderByNumber', '0x2')]);
    expect(two.results()[0]).toEqual(header);
  });
});

describe('newHeads with a head per flashblock', () => {
  test('tells the pending header with each flashblock, before the flashblock, and the sealed one as ever', async () => {
    const { chain, connect, call } = await setUp({ headPerFlashblock: true });
    const client = connect();
    const heads = await client.subscribe('newHeads');
    const blocks = await client.subscribe('newFlashblocks');
    await call(0);
    await chain.tick(10, 10);
    const pending = await invoke(chain, 'eth_getHeaderByNumber', 'pending');
    await seal(chain);
    expect(client.heard.map(({ subscription }) => subscription)).toEqual([heads, blocks, heads, heads, blocks]);
    const [preconfirmed, , sealed, opened] = client.results();
    expect(preconfirmed).toEqual(pending);
    expect(preconfirmed).toMatchObject({ number: '0x1', hash: zeroHash });
    expect(sealed).toEqual(await invoke(chain, 'eth_getHeaderByNumber', '0x1'));
    expect(opened).toMatchObject({ number: '0x2', hash: zeroHash });
    // The pending ones may be dropped when a client does not keep up, the sealed one must arrive.
    expect(client.notices.map(({ isFlashblock }) => isFlashblock)).toEqual([true, true, false, true, true]);
  });
});

describe('logs', () => {
  test('tells the logs of sealed blocks that match, one by one', async () => {
    const { chain, connect, call } = await setUp();
    const client = connect();
    await client.subscribe('logs', { address: emitter, topics: [topic(2)] });
    await client.subscribe('logs', { address: alice.address });
    await call(0);
    await call(1);
    await chain.tick(10, 10);
    expect(client.results()).toEqual([]);
    await seal(chain);
    const told = client.results();
    expect(told).toEqual(await invoke(chain, 'eth_getLogs', { fromBlock: '0x1', topics: [topic(2)] }));
    expect(told).toHaveLength(2);
  });

  test('tells those that a reorganisation takes back as removed', async () => {
    const { chain, connect, call, emit } = await setUp();
    const client = connect();
    await client.subscribe('logs', {});
    await call(0);
    await chain.tick(10, 10);
    await seal(chain);
    const sealed = client.results() as Record<string, unknown>[];
    emit({ kind: 'reorged', dropped: [chain.head] });
    expect(client.results()).toEqual(sealed.map((log) => ({ ...log, removed: true })));
  });
});

describe('newPendingTransactions', () => {
  test('tells hashes, or whole transactions on demand', async () => {
    const { chain, connect, call } = await setUp();
    const client = connect();
    await client.subscribe('newPendingTransactions');
    const hash = await call(0);
    expect(client.results()).toEqual([hash]);
    const full = connect();
    await full.subscribe('newPendingTransactions', true);
    const next = await call(1);
    expect(full.results()).toEqual([await invoke(chain, 'eth_getTransactionByHash', next)]);
    await chain.tick(10, 10);
    await seal(chain);
    expect(full.results()).toEqual([]);
  });
});

test('a private mempool tells of a transaction from its pre-confirmation on', async () => {
  const { chain, connect, call } = await setUp({}, { pool: { ...rules.pool, isPrivate: true } });
  const client = connect();
  await client.subscribe('newPendingTransactions');
  const filter = await invoke<string>(chain, 'eth_newPendingTransactionFilter');
  const hash = await call(0);
  expect(await invoke(chain, 'eth_getTransactionByHash', hash)).toBeNull();
  expect(await invoke(chain, 'eth_getRawTransactionByHash', hash)).toBe('0x');
  expect(await invoke(chain, 'base_transactionStatus', hash)).toEqual({ status: 'Known' });
  await chain.tick(10, 10);
  expect(client.results()).toEqual([]);
  expect(await invoke(chain, 'eth_getFilterChanges', filter)).toEqual([]);
  expect(await invoke(chain, 'eth_getTransactionByHash', hash)).toMatchObject({ hash, blockNumber: '0x1' });
  expect(await invoke(chain, 'eth_getRawTransactionByHash', hash)).toMatch(/^0x02/);
});

test('syncing tells once that there is nothing to catch up with', async () => {
  const { chain, connect } = await setUp();
  const client = connect();
  await client.subscribe('syncing');
  await seal(chain);
  expect(client.results()).toEqual([false]);
});

describe('newFlashblocks', () => {
  test('tells the pending block with all transactions so far, from index 0 on', async () => {
    const { chain, connect, call } = await setUp();
    const client = connect();
    await client.subscribe('newFlashblocks');
    await call(0);
    await chain.tick(1, 10);
    await call(1);
    await chain.tick(2, 10);
    const pending = await invoke(chain, 'eth_getBlockByNumber', 'pending', true);
    await seal(chain);
    const [first, second, opening] = client.results() as { number: Hex; hash: Hex; transactions: unknown[] }[];
    expect(first).toMatchObject({ number: '0x1', hash: zeroHash, transactions: [{ nonce: '0x0' }] });
    expect(second).toEqual(pending);
    expect(second!.transactions).toHaveLength(2);
    expect(opening).toEqual(await invoke(chain, 'eth_getBlockByNumber', 'pending', true));
    expect(opening).toMatchObject({ number: '0x2', transactions: [] });
  });

  test('tells each flashblock, also the empty ones, in the same words as long as nothing changes', async () => {
    const { chain, connect } = await setUp();
    const client = connect();
    await client.subscribe('newFlashblocks');
    await client.subscribe('newFlashblockTransactions');
    await client.subscribe('pendingLogs');
    await seal(chain);
    client.results();
    for (let share = 1; share <= 10; share += 1) await chain.tick(share, 10);
    const told = client.results();
    const pending = await invoke(chain, 'eth_getBlockByNumber', 'pending', true);
    expect(told).toEqual(Array.from({ length: 10 }, () => pending));
  });

  test('takes any argument for none', async () => {
    const { connect } = await setUp();
    expect(await connect().subscribe('newFlashblocks', 'whatever')).toMatch(/^0x[0-9a-f]{32}$/);
  });
});

describe('pendingLogs', () => {
  test('tells the logs of the newest flashblock alone, with a zero block hash', async () => {
    const { chain, connect, call } = await setUp();
    const [all, some] = [connect(), connect()];
    await all.subscribe('pendingLogs', 'not a filter');
    await some.subscribe('pendingLogs', { topics: [[topic(2), topic(3)]] });
    await call(0);
    await chain.tick(1, 10);
    expect(all.results()).toHaveLength(2);
    const second = await call(1);
    await chain.tick(2, 10);
    expect(all.results()).toMatchObject([
      { transactionHash: second, logIndex: '0x2', blockHash: zeroHash },
      { transactionHash: second, logIndex: '0x3' },
    ]);
    expect(some.results()).toMatchObject([{ logIndex: '0x1' }, { logIndex: '0x3', topics: [topic(2)] }]);
  });
});

describe('newFlashblockTransactions', () => {
  test('tells hashes in order, one message each', async () => {
    const { chain, connect, call } = await setUp();
    const client = connect();
    await client.subscribe('newFlashblockTransactions');
    await client.subscribe('newFlashblockTransactions', false);
    const hashes = [await call(0), await call(1)];
    await chain.tick(1, 10);
    expect(client.results()).toEqual([...hashes, ...hashes]);
  });

  test('tells them with receipt fields and logs on demand', async () => {
    const { chain, connect, call } = await setUp();
    const client = connect();
    await client.subscribe('newFlashblockTransactions', true);
    const hash = await call(0);
    await chain.tick(1, 10);
    const transaction = await invoke<object>(chain, 'eth_getTransactionByHash', hash);
    const receipt = await invoke<Record<string, unknown>>(chain, 'eth_getTransactionReceipt', hash);
    const { gasUsed, status, cumulativeGasUsed, contractAddress, logsBloom, logs } = receipt;
    expect(client.results()).toEqual([
      { ...transaction, gasUsed, status, cumulativeGasUsed, contractAddress, logsBloom, logs },
    ]);
    expect(logs).toHaveLength(2);
  });

  test('tells those with a matching log, with all their logs', async () => {
    const { chain, connect, call } = await setUp();
    const client = connect();
    await client.subscribe('newFlashblockTransactions', { address: [emitter], topics: [topic(2)] });
    await chain.submit(await sign(bob, { to: carol.address, value: 1n }));
    const hash = await call(0);
    await chain.tick(1, 10);
    expect(client.results()).toMatchObject([{ hash, logs: [{ topics: [topic(1)] }, { topics: [topic(2)] }] }]);
  });
});

describe('one client hears', () => {
  test('a flashblock before its transactions and logs, and a head after its last flashblock', async () => {
    const { chain, connect, call } = await setUp();
    const client = connect();
    const names = new Map<string, string>();
    for (const kind of ['logs', 'pendingLogs', 'newFlashblockTransactions', 'newHeads', 'newFlashblocks'])
      names.set(await client.subscribe(kind), kind);
    await call(0);
    await chain.tick(10, 10);
    await seal(chain);
    expect(client.notices.map(({ subscription }) => names.get(subscription))).toEqual([
      'newFlashblocks',
      'newFlashblockTransactions',
      'pendingLogs',
      'newHeads',
      'logs',
      'newFlashblocks',
    ]);
    expect(client.notices.map(({ isFlashblock }) => isFlashblock)).toEqual([true, true, true, false, false, true]);
  });

  test('nothing of a subscription before its id', async () => {
    const { chain, connect } = await setUp();
    const client = connect();
    const turn = client.session.begin(() => undefined);
    await methods.get('eth_subscribe')!.invoke(turn.context, ['newHeads']);
    await seal(chain);
    expect(client.heard).toEqual([]);
    turn.answered();
    await seal(chain);
    expect(client.results()).toMatchObject([{ number: '0x1' }, { number: '0x2' }]);
  });

  test('the same words as everybody else, made once', async () => {
    const { chain, connect } = await setUp();
    const clients = [connect(), connect()];
    for (const client of clients) await client.subscribe('newFlashblocks');
    await seal(chain);
    const [one, two] = clients.map(({ notices }) => notices[0]!.texts[0]!.replace(/"0x[0-9a-f]{32}"/, ''));
    expect(one).toBe(two);
  });
});

describe('unsubscribing', () => {
  test('ends the notifications and says so; an id of somebody else is unknown', async () => {
    const { chain, connect, listening } = await setUp();
    const [one, two] = [connect(), connect()];
    const id = await one.subscribe('newHeads');
    expect(listening()).toBe(1);
    expect(await two.ask('eth_unsubscribe', id)).toBe(false);
    expect(await one.ask('eth_unsubscribe', id)).toBe(true);
    expect(await one.ask('eth_unsubscribe', id)).toBe(false);
    expect(listening()).toBe(0);
    await seal(chain);
    expect(one.heard).toEqual([]);
  });

  test('of a connection that ends leaves no listener, not even for a request that still runs', async () => {
    const { connect, listening } = await setUp();
    const client = connect();
    await client.subscribe('newHeads');
    await client.subscribe('logs');
    client.session.end();
    await client.subscribe('newHeads');
    expect(listening()).toBe(0);
  });
});

describe('refused is', () => {
  test.each([
    [['logs', 'x'], 'Invalid params for logs'],
    [['logs', { address: '0x1' }], 'Invalid params for logs'],
    [['newPendingTransactions', {}], 'Invalid params for newPendingTransactions'],
    [[], 'missing value for required argument 0 (subscription)'],
    [[1], 'invalid argument 0 (subscription): expected the name of a subscription, got the number 1'],
    [
      ['newBlocks'],
      'unknown subscription "newBlocks", expected one of newHeads, logs, newPendingTransactions, syncing, newFlashblocks, pendingLogs, newFlashblockTransactions',
    ],
  ])('eth_subscribe %j', async (params, message) => {
    const { connect } = await setUp();
    await expect(connect().ask('eth_subscribe', ...params)).rejects.toThrow(message);
  });

  test('each kind of flashblock subscription on a chain without flashblocks', async () => {
    const { connect } = await setUp({ kinds: commonKinds });
    const client = connect();
    for (const kind of ['newFlashblocks', 'pendingLogs', 'newFlashblockTransactions'])
      await expect(client.subscribe(kind)).rejects.toThrow(
        `unknown subscription "${kind}", expected one of newHeads, logs, newPendingTransactions, syncing`,
      );
    for (const kind of commonKinds) await client.subscribe(kind);
  });

  test('a subscription beyond the limit of the connection', async () => {
    const { connect } = await setUp({ limit: 3 });
    const client = connect();
    const [first] = [
      await client.subscribe('newHeads'),
      await client.subscribe('logs'),
      await client.subscribe('logs'),
    ];
    await expect(client.subscribe('newHeads')).rejects.toMatchObject({ kind: 'tooManySubscriptions' });
    await client.ask('eth_unsubscribe', first);
    await client.subscribe('newHeads');
    await connect().subscribe('newHeads');
  });

  test('a subscription without a connection', async () => {
    const { chain } = await setUp();
    await expect(invoke(chain, 'eth_subscribe', 'newHeads')).rejects.toMatchObject({ kind: 'noNotifications' });
    await expect(invoke(chain, 'eth_unsubscribe', '0x1')).rejects.toMatchObject({ kind: 'noNotifications' });
  });
});

describe('base_transactionStatus', () => {
  test('is Known from the mempool to the seal', async () => {
    const { chain, call } = await setUp();
    const status = async (hash: Hex) =>
      (await invoke<{ status: string }>(chain, 'base_transactionStatus', hash)).status;
    expect(await status(topic(1))).toBe('Unknown');
    const hash = await call(0);
    expect(await status(hash)).toBe('Known');
    await chain.tick(10, 10);
    expect(await status(hash)).toBe('Known');
    await seal(chain);
    expect(await status(hash)).toBe('Unknown');
  });
});

describe('eth_sendRawTransactionSync', () => {
  test('gives the receipt with the pre-confirmation', async () => {
    const { chain } = await setUp();
    const raw = await sign(alice, { to: bob.address, value: 1n });
    const answer = invoke<{ blockHash: Hex }>(chain, 'eth_sendRawTransactionSync', bytesToHex(raw));
    await chain.tick(10, 10);
    expect(await answer).toMatchObject({ transactionHash: keccak256(raw), status: '0x1', blockHash: zeroHash });
  });

  test('gives up after the time-out of the chain’s clock, with the hash', async () => {
    const { chain, listening } = await setUp();
    const raw = await sign(alice, { to: bob.address, nonce: 5 });
    const hash = keccak256(raw);
    const answer = invoke(chain, 'eth_sendRawTransactionSync', bytesToHex(raw), 1_500);
    const caught = answer.catch((error: unknown) => error);
    while (listening() === 0) await chain.tick(1, 10);
    await clock.advance(1_499);
    expect(listening()).toBe(1);
    await clock.advance(1);
    expect(await caught).toMatchObject({ kind: 'notConfirmedInTime', details: { hash, timeout: 1_500 } });
    expect(listening()).toBe(0);
  });

  test('refuses to wait for more than 6 s, before anything is sent', async () => {
    const { chain } = await setUp();
    const raw = bytesToHex(await sign(alice, { to: bob.address }));
    const answer = invoke(chain, 'eth_sendRawTransactionSync', raw, 6_001);
    await expect(answer).rejects.toMatchObject({ kind: 'timeoutTooLong' });
    expect(chain.transaction(keccak256(raw))).toBeUndefined();
    await expect(invoke(chain, 'eth_sendRawTransactionSync', raw, '6s')).rejects.toThrow('milliseconds');
  });

  test('refuses what the mempool refuses', async () => {
    const { chain } = await setUp();
    const raw = bytesToHex(await sign(alice, { to: bob.address }));
    await invoke(chain, 'eth_sendRawTransaction', raw);
    await expect(invoke(chain, 'eth_sendRawTransactionSync', raw)).rejects.toMatchObject({ kind: 'alreadyKnown' });
  });
});
