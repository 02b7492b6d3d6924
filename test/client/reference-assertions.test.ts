/**
 * What the tests of the real node assert (reference §11), one by one and in that order, against the running server. Nothing but the
 * public interface is used; the calls are raw where viem would choose for itself.
 */
import type { Hex } from 'viem';
import { encodeFunctionData, getContractAddress, numberToHex, pad, parseEther } from 'viem';
import { describe, expect, it } from 'vitest';
import type { PretickOptions } from '../../src/index.ts';
import { assemble, deploying, returnWord } from '../support/assembly.ts';
import { testToken } from '../support/contracts.ts';
import type { TestEmulator } from '../support/emulator.ts';
import { block, createTestEmulator, deployToken, flashblock, zeroHash } from '../support/emulator.ts';
import { readFeed } from '../support/feed.ts';
import type { Listener } from '../support/socket.ts';
import { listenTo } from '../support/socket.ts';

type Fields = Record<string, unknown>;
type Block = Fields & { readonly number: Hex; readonly hash: Hex; readonly transactions: readonly Fields[] };
type Log = Fields & { readonly transactionHash: Hex; readonly topics: readonly Hex[] };
type Ask = <Result>(method: string, ...params: readonly unknown[]) => Promise<Result>;

const depositor = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001';
const nobody = `0x${'d1'.repeat(20)}` as const;
const { abi } = testToken;

/** Without data it counts, with data it returns the count. */
const counter = assemble(
  ...(['CALLDATASIZE', 12, 'JUMPI'] as const),
  ...([0, 'SLOAD', 1, 'ADD', 0, 'SSTORE', 'STOP'] as const),
  ...(['JUMPDEST', 0, 'SLOAD', ...returnWord] as const),
);

/** Raw calls of the main chain, as a provider answers them. */
async function start(options: PretickOptions = {}) {
  const emulator = await createTestEmulator(options);
  const ask: Ask = async <Result>(method: string, ...params: readonly unknown[]) =>
    (await emulator.main.request({ method, params })) as Result;
  return { ...emulator, ask };
}

/** Two transfers of the token, pre-confirmed; each leaves a log. */
async function preconfirmTwoLogs(emulator: TestEmulator) {
  const { alice, bob, carol, advance } = emulator;
  const address = await deployToken(emulator);
  const hashes: Hex[] = [];
  for (const [nonce, to] of [bob.account.address, carol.account.address].entries())
    hashes.push(
      await alice.writeContract({ address, abi, functionName: 'transfer', args: [to, 42n], nonce: nonce + 1 }),
    );
  await advance(flashblock);
  return { address, hashes };
}

describe('the real node’s own tests assert', () => {
  it('1: without flashblocks, pending is latest in every method', async () => {
    const { ask, advance, alice, main } = await start({ flashblocks: false });
    const told = await listenTo(main.rpc.replace('http', 'ws'));
    for (const kind of ['newFlashblocks', 'newFlashblockTransactions', 'pendingLogs'])
      await told.ask('eth_subscribe', [kind]);
    const token = getContractAddress({ from: alice.account.address, nonce: 0n });
    await alice.deployContract(testToken);
    await advance(block);
    const hash = await alice.sendTransaction({ to: nobody, value: 1n });
    await advance(9 * flashblock);
    expect(await ask('eth_getTransactionReceipt', hash)).toBeNull();
    const asLatest = async () => {
      const latest = await ask<Block>('eth_getBlockByNumber', 'latest', true);
      expect(await ask('eth_getBlockByNumber', 'pending', true)).toEqual(latest);
      for (const method of ['eth_getBlockTransactionCountByNumber', 'eth_getBlockReceipts'])
        expect(await ask(method, 'pending')).toEqual(await ask(method, 'latest'));
      for (const method of ['eth_getTransactionCount', 'eth_getBalance', 'eth_getCode'])
        for (const address of [alice.account.address, nobody, token])
          expect(await ask(method, address, 'pending')).toBe(await ask(method, address, 'latest'));
      const logs = async (tag: string) => ask<Log[]>('eth_getLogs', { fromBlock: tag, toBlock: tag });
      expect(await logs('pending')).toEqual(await logs('latest'));
      const data = encodeFunctionData({ abi, functionName: 'totalSupply' });
      for (const method of ['eth_call', 'eth_estimateGas'])
        expect(await ask(method, { to: token, data }, 'pending')).toBe(
          await ask(method, { to: token, data }, 'latest'),
        );
      return latest;
    };
    expect((await asLatest()).number).toBe('0x1');
    await advance(flashblock);
    expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ blockNumber: '0x2', status: '0x1' });
    const sealed = await asLatest();
    expect([sealed.number, sealed.transactions.length]).toEqual(['0x2', 2]);
    expect(await told.ask('eth_chainId', [], 'last')).toMatchObject({ id: 'last' });
  });

  it('2: index 0 has the deposit alone, and index 1 all that came since', async () => {
    const { ask, advance, alice } = await start();
    await advance(block);
    const latest = await ask<Hex>('eth_blockNumber');
    const opened = await ask<Block>('eth_getBlockByNumber', 'pending', true);
    expect(Number(opened.number)).toBe(Number(latest) + 1);
    expect(opened.transactions).toMatchObject([{ type: '0x7e', from: depositor }]);
    for (let nonce = 0; nonce < 9; nonce += 1) await alice.sendTransaction({ to: nobody, value: 1n, nonce });
    await advance(flashblock);
    const { number, transactions } = await ask<Block>('eth_getBlockByNumber', 'pending', true);
    expect([number, transactions.length]).toEqual([opened.number, 10]);
    expect(await ask('eth_getBlockTransactionCountByNumber', 'pending')).toBe('0xa');
    expect(await ask('eth_blockNumber')).toBe(latest);
  });

  it('3: the balance at pending is the pre-confirmed one, and latest is unchanged', async () => {
    const { ask, advance, alice } = await start();
    await alice.sendTransaction({ to: nobody, value: parseEther('1') });
    expect(await ask('eth_getBalance', nobody, 'pending')).toBe('0x0');
    await advance(flashblock);
    expect(await ask('eth_getBalance', nobody, 'pending')).toBe(numberToHex(parseEther('1')));
    expect(await ask('eth_getBalance', nobody, 'latest')).toBe('0x0');
  });

  it('4: a transaction has a place and a receipt with the flashblock, and not before', async () => {
    const { ask, advance, alice } = await start();
    const hash = await alice.sendTransaction({ to: nobody, value: 1n });
    expect(await ask('eth_getTransactionByHash', `0x${'12'.repeat(32)}`)).toBeNull();
    expect(await ask('eth_getTransactionByHash', hash)).toMatchObject({ hash, blockNumber: null });
    expect(await ask('eth_getTransactionReceipt', hash)).toBeNull();
    await advance(flashblock);
    expect(await ask('eth_getTransactionByHash', hash)).toMatchObject({ hash, blockNumber: '0x1' });
    expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ gasUsed: '0x5208', status: '0x1' });
  });

  it('5: the nonce at pending counts what is pre-confirmed, also the deposit', async () => {
    const { ask, advance, alice } = await start();
    const counts = async (address: Hex) => [
      Number(await ask<Hex>('eth_getTransactionCount', address, 'latest')),
      Number(await ask<Hex>('eth_getTransactionCount', address, 'pending')),
    ];
    await advance(2 * block);
    expect(await counts(depositor)).toEqual([2, 3]);
    for (let nonce = 0; nonce < 3; nonce += 1) await alice.sendTransaction({ to: nobody, value: 1n, nonce });
    expect(await counts(alice.account.address)).toEqual([0, 0]);
    await advance(flashblock);
    expect(await counts(alice.account.address)).toEqual([0, 3]);
  });

  it('6: a call and an estimate at pending know that the money is spent', async () => {
    const { ask, advance, alice } = await start();
    const from = alice.account.address;
    const call = { from, to: nobody, value: numberToHex(parseEther('9000')) };
    expect(await ask('eth_call', call, 'pending')).toBe('0x');
    expect(await ask('eth_estimateGas', call, 'pending')).toMatch(/^0x/);
    await alice.sendTransaction({ to: nobody, value: parseEther('5000') });
    await advance(flashblock);
    for (const method of ['eth_call', 'eth_estimateGas']) {
      await expect(ask(method, call, 'pending')).rejects.toThrow('insufficient funds for gas');
      await expect(ask(method, call, 'latest')).resolves.toMatch(/^0x/);
    }
  });

  it('7: a call reads what a pre-confirmed transaction wrote', async () => {
    const emulator = await start();
    const { ask, advance, alice, bob } = emulator;
    const to = await deployToken(emulator);
    const data = encodeFunctionData({ abi, functionName: 'balanceOf', args: [bob.account.address] });
    await alice.writeContract({ address: to, abi, functionName: 'transfer', args: [bob.account.address, 42n] });
    expect(Number(await ask<Hex>('eth_call', { to, data }, 'pending'))).toBe(0);
    await advance(flashblock);
    expect(Number(await ask<Hex>('eth_call', { to, data }, 'pending'))).toBe(42);
    expect(Number(await ask<Hex>('eth_call', { to, data }, 'latest'))).toBe(0);
  });

  it('8: a simulation at pending, validated, reads 2, writes, and reads 3', async () => {
    const { ask, advance, alice, client } = await start();
    const hash = await alice.deployContract({ abi: [], bytecode: deploying(counter) });
    await advance(flashblock);
    const { contractAddress: to } = await client.getTransactionReceipt({ hash });
    for (const nonce of [1, 2]) await alice.sendTransaction({ to: to!, nonce, gas: 100_000n });
    await advance(flashblock);
    const from = alice.account.address;
    const fees = { from, to, gas: '0x186a0', maxFeePerGas: numberToHex(10n ** 9n) };
    const payload = {
      validation: true,
      blockStateCalls: [{ calls: [{ ...fees, data: '0x01' }, fees, { ...fees, data: '0x01' }] }],
    };
    const [simulated] = await ask<{ calls: Fields[] }[]>('eth_simulateV1', payload, 'pending');
    expect(simulated!.calls).toMatchObject([
      { status: '0x1', returnData: pad('0x02') },
      { status: '0x1', returnData: '0x' },
      { status: '0x1', returnData: pad('0x03') },
    ]);
  });

  it('9: sending in one step gives the receipt, and times out with code 4', async () => {
    const { advance, alice, main, client: other } = await start();
    const sign = async (nonce: number) =>
      alice.signTransaction(
        await alice.prepareTransactionRequest({ to: nobody, value: 1n, nonce, gas: 21_000n, type: 'eip1559' }),
      );
    const client = await listenTo(main.rpc.replace('http', 'ws'));
    client.socket.send(request('eth_sendRawTransactionSync', [await sign(0)], 1));
    await arrived(other, 1);
    await advance(flashblock);
    expect(await client.next()).toMatchObject({ id: 1, result: { status: '0x1', blockHash: zeroHash } });
    client.socket.send(request('eth_sendRawTransactionSync', [await sign(7), 400], 2));
    await arrived(other, 1);
    await advance(2 * flashblock);
    expect(await client.next()).toMatchObject({ id: 2, error: { code: 4 } });
  });

  it('10: logs up to pending include the pre-confirmed ones, filtered as all others', async () => {
    const emulator = await start();
    const { ask } = emulator;
    const { address, hashes } = await preconfirmTwoLogs(emulator);
    const logs = async (filter: object) => ask<Log[]>('eth_getLogs', filter);
    const hashesOf = (list: readonly Log[]) => list.map(({ transactionHash }) => transactionHash);
    for (const fromBlock of ['pending', '0x0', 'latest', 'earliest'])
      expect(hashesOf(await logs({ fromBlock, toBlock: 'pending' })).slice(-2)).toEqual(hashes);
    const both = await logs({ fromBlock: 'pending', toBlock: 'pending', address });
    expect(both).toMatchObject([{ blockHash: zeroHash }, { blockHash: zeroHash }]);
    const topics = [null, null, both[1]!.topics[2]];
    expect(hashesOf(await logs({ fromBlock: 'pending', toBlock: 'pending', topics }))).toEqual(hashes.slice(1));
    expect(await logs({ fromBlock: 'pending', toBlock: 'pending', address: nobody })).toEqual([]);
    expect(hashesOf(await logs({ fromBlock: 'latest' })).some((hash) => hashes.includes(hash))).toBe(false);
  });

  it('11: subscriptions tell flashblocks as they grow, their transactions and logs, to all alike', async () => {
    const emulator = await start();
    const { ask, advance, alice, main, bob } = emulator;
    const address = await deployToken(emulator);
    const clients = [await listenTo(main.rpc.replace('http', 'ws')), await listenTo(main.rpc.replace('http', 'ws'))];
    const [blocks] = await Promise.all(clients.map((client) => subscribe(client, 'newFlashblocks')));
    const lists: Block[][] = clients.map(() => []);
    for (let nonce = 1; nonce <= 2; nonce += 1) {
      await alice.writeContract({
        address,
        abi,
        functionName: 'transfer',
        args: [bob.account.address, 1n],
        nonce,
      });
      await advance(flashblock);
      for (const [index, client] of clients.entries()) {
        const told = (await client.next()) as { jsonrpc: string; method: string; params: Fields };
        expect(told).toMatchObject({ jsonrpc: '2.0', method: 'eth_subscription' });
        if (index === 0) expect(told.params['subscription']).toBe(blocks);
        lists[index]!.push(told.params['result'] as Block);
      }
    }
    expect(lists[0]).toEqual(lists[1]);
    expect(lists[0]!.map(({ number, transactions }) => [number, transactions.length])).toEqual([
      ['0x2', 2],
      ['0x2', 3],
    ]);
    const [client] = clients;
    expect(await client!.ask('eth_unsubscribe', [blocks], 'gone')).toEqual({
      jsonrpc: '2.0',
      id: 'gone',
      result: true,
    });

    const [hashes, full, logs] = [
      await subscribe(client!, 'newFlashblockTransactions'),
      await subscribe(client!, 'newFlashblockTransactions', true),
      await subscribe(client!, 'pendingLogs', { address }),
    ];
    const args = [bob.account.address, 1n] as const;
    const hash = await alice.writeContract({ address, abi, functionName: 'transfer', args, nonce: 3 });
    await advance(flashblock);
    const receipt = await ask<Fields>('eth_getTransactionReceipt', hash);
    const told = (await client!.take(3)) as { params: { subscription: Hex; result: unknown } }[];
    const by = new Map(told.map(({ params }) => [params.subscription, params.result]));
    expect(by.get(hashes)).toBe(hash);
    expect(by.get(full)).toMatchObject({
      hash,
      blockNumber: '0x2',
      logs: receipt['logs'],
      gasUsed: receipt['gasUsed'],
    });
    expect([by.get(logs)]).toEqual(receipt['logs']);
  });

  it('12: the pending block has withdrawals, a beacon root and a requests hash', async () => {
    const { ask, advance, main } = await start();
    const feed = await readFeed(main.flashblocks!);
    await advance(block);
    const opening = (await feed.take(11)).at(-1)!;
    expect(await ask('eth_getBlockByNumber', 'pending', false)).toMatchObject({
      withdrawals: [],
      parentBeaconBlockRoot: opening.base!.parent_beacon_block_root,
      requestsHash: '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    });
    expect(opening.base!.parent_beacon_block_root).not.toBe(zeroHash);
  });
});

function request(method: string, params: readonly unknown[], id: number): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

/** Returns once the mempool holds that many transactions; asks over a connection of its own, so that the others are served. */
async function arrived(client: TestEmulator['client'], count: number): Promise<void> {
  type Status = { readonly pending: Hex; readonly queued: Hex };
  for (;;) {
    const { pending, queued }: Status = await client.request({ method: 'txpool_status' as never });
    if (Number(pending) + Number(queued) >= count) return;
  }
}

/** The id of a subscription; what is told meanwhile is not expected here. */
async function subscribe({ ask }: Listener, ...params: readonly unknown[]): Promise<Hex> {
  const reply = (await ask('eth_subscribe', params, 'subscribe')) as { readonly id: unknown; readonly result: Hex };
  expect(reply).toMatchObject({ id: 'subscribe', result: expect.stringMatching(/^0x[0-9a-f]+$/) });
  return reply.result;
}
