/** viem's own WebSocket transport on the chain definition with pre-confirmations: an application as it runs on the real network. */
import type { Block, Hash, Log } from 'viem';
import { createPublicClient, createWalletClient, parseAbiItem, webSocket } from 'viem';
import { basePreconf } from 'viem/chains';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testToken } from '../support/contracts.ts';
import type { TestEmulator } from '../support/emulator.ts';
import { block, createTestEmulator, deployToken, flashblock, zeroHash } from '../support/emulator.ts';
import { listenTo } from '../support/socket.ts';

const { abi } = testToken;
const transferEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');

/** Clients over one WebSocket connection, on the public face. */
async function connect({ main, alice }: TestEmulator) {
  const transport = webSocket(main.rpc.replace('http', 'ws'), { retryCount: 0, reconnect: false });
  const client = createPublicClient({ chain: basePreconf, transport, cacheTime: 0 });
  const wallet = createWalletClient({ account: alice.account, chain: basePreconf, transport });
  const { close } = await client.transport.getRpcClient();
  onTestFinished(() => close());
  return { client, wallet };
}

/** Collects what is told; `count(n)` resolves when there are n. */
function collect<Value>() {
  const values: Value[] = [];
  let wake = (): void => undefined;
  return {
    values,
    add: (...more: readonly Value[]) => {
      values.push(...more);
      wake();
    },
    async count(count: number): Promise<readonly Value[]> {
      while (values.length < count)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return values;
    },
  };
}

/** When this is answered, what was asked before on the connection has been too. */
const settled = async ({ client }: { client: { getChainId: () => Promise<number> } }) => client.getChainId();

describe('over one WebSocket connection', () => {
  it('watchBlocks tells each sealed block', async () => {
    const emulator = await createTestEmulator();
    const clients = await connect(emulator);
    const blocks = collect<Block>();
    onTestFinished(clients.client.watchBlocks({ onBlock: (told) => blocks.add(told as Block) }));
    await settled(clients);
    await settled(clients);
    await emulator.advance(block);
    await blocks.count(1);
    await emulator.advance(block);
    expect((await blocks.count(2)).map(({ number }) => number)).toEqual([1n, 2n]);
  });

  it('watchEvent tells the logs of a contract', async () => {
    const emulator = await createTestEmulator();
    const address = await deployToken(emulator);
    const clients = await connect(emulator);
    const logs = collect<Log>();
    onTestFinished(
      clients.client.watchEvent({ address, event: transferEvent, onLogs: (told) => logs.add(...(told as Log[])) }),
    );
    await settled(clients);
    const to = emulator.bob.account.address;
    const hash = await clients.wallet.writeContract({ address, abi, functionName: 'transfer', args: [to, 42n] });
    await emulator.advance(block);
    const [log] = await logs.count(1);
    expect(log).toMatchObject({ transactionHash: hash, args: { to, value: 42n }, blockNumber: 2n, removed: false });
  });

  it('watchPendingTransactions tells what the mempool took', async () => {
    const emulator = await createTestEmulator();
    const clients = await connect(emulator);
    const hashes = collect<Hash>();
    onTestFinished(
      clients.client.watchPendingTransactions({ onTransactions: (told) => hashes.add(...told), batch: false }),
    );
    await settled(clients);
    const hash = await clients.wallet.sendTransaction({ to: emulator.bob.account.address, value: 1n });
    expect(await hashes.count(1)).toEqual([hash]);
  });

  it('waitForTransactionReceipt is content with a pre-confirmation', async () => {
    const emulator = await createTestEmulator();
    const { client, wallet } = await connect(emulator);
    const hash = await wallet.sendTransaction({ to: emulator.bob.account.address, value: 1n });
    // Before it waits: viem looks once more and then only when the block number moves, which is the seal's doing.
    await emulator.advance(flashblock);
    expect(await client.waitForTransactionReceipt({ hash })).toMatchObject({
      status: 'success',
      blockHash: zeroHash,
      blockNumber: 1n,
    });
    expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(0n);
  });

  it('waitForTransactionReceipt ends with the pre-confirmation where the mempool is private', async () => {
    const emulator = await createTestEmulator({ privateMempool: true });
    const { client, wallet } = await connect(emulator);
    const hash = await wallet.sendTransaction({ to: emulator.bob.account.address, value: 1n });
    const waiting = client.waitForTransactionReceipt({ hash });
    // viem has found nothing so far, and will look again by itself; no block number moves.
    await settled({ client });
    await emulator.advance(flashblock);
    expect(await waiting).toMatchObject({ status: 'success', blockHash: zeroHash, blockNumber: 1n });
    expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(0n);
  });

  it('sendRawTransactionSync gives the receipt, and holds up no other request', async () => {
    const emulator = await createTestEmulator();
    const { client, wallet } = await connect(emulator);
    const to = emulator.bob.account.address;
    const sent = await Promise.all(
      [0, 1].map(async (nonce) =>
        wallet.signTransaction(await wallet.prepareTransactionRequest({ to, value: 1n, nonce, gas: 21_000n })),
      ),
    );
    const receipts = sent.map((serializedTransaction) => wallet.sendRawTransactionSync({ serializedTransaction }));
    // Both are in the mempool as soon as a request on another connection finds them there.
    const asking = await listenTo(emulator.main.rpc.replace('http', 'ws'));
    for (;;) {
      const status = (await asking.ask('txpool_status')) as { result: { pending: string } };
      if (status.result.pending === '0x2') break;
    }
    await emulator.advance(flashblock);
    expect(await Promise.all(receipts)).toMatchObject([{ transactionIndex: 1 }, { transactionIndex: 2 }]);
    const ofAlice = { address: wallet.account.address };
    expect(await client.getTransactionCount({ ...ofAlice, blockTag: 'pending' })).toBe(2);
  });

  it('newFlashblocks tells the pending block as it grows', async () => {
    const emulator = await createTestEmulator();
    const { client, wallet } = await connect(emulator);
    type Told = { readonly number: string; readonly transactions: readonly unknown[] };
    const told = collect<Told>();
    const { unsubscribe } = await client.transport.subscribe({
      params: ['newFlashblocks'] as unknown as ['newHeads'], // viem types the common kinds alone
      onData: ({ result }) => told.add(result as Told), // whatever was subscribed to
    });
    const to = emulator.bob.account.address;
    for (let count = 1; count <= 2; count += 1) {
      await wallet.sendTransaction({ to, value: 1n });
      await emulator.advance(flashblock);
    }
    const blocks = await told.count(2);
    expect(blocks.map(({ number, transactions }) => [number, transactions.length])).toEqual([
      ['0x1', 2],
      ['0x1', 3],
    ]);
    expect(await unsubscribe()).toMatchObject({ result: true });
  });
});

describe('stopping', () => {
  it('ends subscribers with 1001 within the second', async () => {
    const emulator = await createTestEmulator();
    const client = await listenTo(emulator.main.rpc.replace('http', 'ws'));
    await client.ask('eth_subscribe', ['newHeads']);
    await emulator.stop();
    expect(await client.closed).toEqual({ code: 1001, reason: 'the emulator stops' });
  });
});
