import type { TransactionReceipt } from 'viem';
import {
  createPublicClient,
  createWalletClient,
  custom,
  getContractAddress,
  http,
  parseEther,
  parseEventLogs,
} from 'viem';
import { base, basePreconf, baseSepolia, baseSepoliaPreconf } from 'viem/chains';
import { describe, expect, it } from 'vitest';
import { testToken } from '../support/contracts.ts';
import {
  block,
  createTestEmulator,
  deployToken,
  flashblock,
  publicClient,
  sent,
  walletClient,
  zeroHash,
} from '../support/emulator.ts';

const { abi } = testToken;
const realHash = /^0x(?!0{64})[0-9a-f]{64}$/;

describe('a deployment', () => {
  it('shows its code, receipt, nonce and logs at pending after 200 ms, and at latest after the seal', async () => {
    const { alice, client, advance } = await createTestEmulator();
    const address = getContractAddress({ from: alice.account.address, nonce: 0n });
    const hash = await alice.deployContract(testToken);

    await expect(client.getTransactionReceipt({ hash })).rejects.toThrow('could not be found');
    expect(await client.getCode({ address, blockTag: 'pending' })).toBeUndefined();

    await advance(flashblock);
    const receipt = await client.getTransactionReceipt({ hash });
    expect(receipt).toMatchObject({ status: 'success', contractAddress: address.toLowerCase(), blockHash: zeroHash });
    expect(await client.getCode({ address, blockTag: 'pending' })).toBe(testToken.deployedBytecode);
    expect(await client.getCode({ address })).toBeUndefined();
    const nonceOf = { address: alice.account.address };
    expect(await client.getTransactionCount({ ...nonceOf, blockTag: 'pending' })).toBe(1);
    expect(await client.getTransactionCount(nonceOf)).toBe(0);
    const mint = { address, abi, eventName: 'Transfer' } as const;
    const [log] = await client.getContractEvents({ ...mint, fromBlock: 'pending', toBlock: 'pending' });
    expect(log).toMatchObject({
      args: { to: alice.account.address, value: parseEther('1000000') },
      blockHash: zeroHash,
      blockNumber: 1n,
      removed: false,
    });
    expect(await client.getContractEvents(mint)).toEqual([]);

    await advance(block - flashblock);
    const sealed = await client.getBlock();
    expect(sealed.hash).toMatch(realHash);
    expect(sealed.number).toBe(1n);
    expect(sent(sealed.transactions)).toEqual([hash]);
    expect(await client.getCode({ address })).toBe(testToken.deployedBytecode);
    expect(await client.getTransactionCount(nonceOf)).toBe(1);
    expect((await client.getContractEvents(mint)).map(({ blockHash }) => blockHash)).toEqual([sealed.hash]);
  });
});

describe('a token transfer', () => {
  it('moves the balance at pending after 200 ms, and at latest after the seal', async () => {
    const emulator = await createTestEmulator();
    const { alice, bob, client, advance } = emulator;
    const address = await deployToken(emulator);
    const to = bob.account.address;
    const hash = await alice.writeContract({ address, abi, functionName: 'transfer', args: [to, 42n] });
    const balance = { address, abi, functionName: 'balanceOf', args: [to] } as const;

    expect(await client.readContract({ ...balance, blockTag: 'pending' })).toBe(0n);
    await advance(flashblock);
    expect(await client.readContract({ ...balance, blockTag: 'pending' })).toBe(42n);
    expect(await client.readContract(balance)).toBe(0n);
    const early = await client.getTransactionReceipt({ hash });
    expect(parseEventLogs({ abi, logs: early.logs })).toMatchObject([
      { eventName: 'Transfer', args: { from: alice.account.address, to, value: 42n }, blockHash: zeroHash },
    ]);

    await advance(block - flashblock);
    expect(await client.readContract(balance)).toBe(42n);
    const { hash: blockHash } = await client.getBlock();
    const late = await client.getTransactionReceipt({ hash });
    // The seal adds the hash and changes nothing else.
    expect(late).toEqual({ ...early, blockHash, logs: early.logs.map((log) => ({ ...log, blockHash })) });
  });
});

describe('a transfer of ether', () => {
  it('waits in the mempool, is pre-confirmed by the next tick, and sealed with its block', async () => {
    const { alice, bob, client, advance } = await createTestEmulator();
    const to = bob.account.address;
    const hash = await alice.sendTransaction({ to, value: parseEther('1') });

    expect(await client.getTransaction({ hash })).toMatchObject({
      hash,
      blockHash: null,
      blockNumber: null,
      transactionIndex: null,
      value: parseEther('1'),
    });
    expect(await client.getBalance({ address: to, blockTag: 'pending' })).toBe(parseEther('10000'));

    await advance(flashblock);
    expect(await client.getTransaction({ hash })).toMatchObject({
      blockHash: null,
      blockNumber: 1n,
      transactionIndex: 1,
    });
    expect(await client.getBalance({ address: to, blockTag: 'pending' })).toBe(parseEther('10001'));
    expect(await client.getBalance({ address: to })).toBe(parseEther('10000'));
    expect(await client.getBlockNumber()).toBe(0n);

    await advance(block - flashblock);
    const sealed = await client.getBlock();
    expect(await client.getTransaction({ hash })).toMatchObject({ blockHash: sealed.hash, blockNumber: 1n });
    expect(await client.getBalance({ address: to })).toBe(parseEther('10001'));
    expect(await client.getBlockNumber()).toBe(1n);
  });

  it('costs its sender the value, the gas at the effective price, and the L1 fee', async () => {
    const { alice, bob, client, advance } = await createTestEmulator();
    const hash = await alice.sendTransaction({ to: bob.account.address, value: parseEther('1') });
    await advance(flashblock);
    const { gasUsed, effectiveGasPrice, l1Fee } = await client.getTransactionReceipt({ hash });
    expect(gasUsed).toBe(21_000n);
    expect(await client.getBalance({ address: alice.account.address, blockTag: 'pending' })).toBe(
      parseEther('9999') - gasUsed * effectiveGasPrice - l1Fee!,
    );
  });

  it('joins the same pending block in a later tick', async () => {
    const { alice, bob, client, advance } = await createTestEmulator();
    const to = bob.account.address;
    const first = await alice.sendTransaction({ to, value: 1n });
    await advance(flashblock);
    const second = await alice.sendTransaction({ to, value: 2n });
    await advance(flashblock);
    const pending = await client.getBlock({ blockTag: 'pending' });
    expect(pending.number).toBe(1n);
    expect(sent(pending.transactions)).toEqual([first, second]);
    const deposit = await client.getTransactionReceipt({ hash: pending.transactions[0]! });
    expect(await client.getTransactionReceipt({ hash: second })).toMatchObject({
      transactionIndex: 2,
      cumulativeGasUsed: deposit.gasUsed + 42_000n,
    });
  });
});

describe('the pending block', () => {
  it('stands on the latest one, with hash and state root zero', async () => {
    const { alice, bob, client, advance } = await createTestEmulator();
    const hash = await alice.sendTransaction({ to: bob.account.address, value: 1n });
    await advance(flashblock);
    const latest = await client.getBlock();
    const pending = await client.getBlock({ blockTag: 'pending', includeTransactions: true });
    expect(pending).toMatchObject({
      number: latest.number + 1n,
      hash: zeroHash,
      stateRoot: zeroHash,
      parentHash: latest.hash,
      timestamp: latest.timestamp + 2n,
      withdrawals: [],
      transactions: [
        { type: 'deposit', blockHash: null, blockNumber: 1n, transactionIndex: 0 },
        { hash, blockHash: null, blockNumber: 1n, transactionIndex: 1 },
      ],
    });
    const deposit = await client.getTransactionReceipt({ hash: pending.transactions[0]!.hash });
    expect(pending.gasUsed).toBe(deposit.gasUsed + 21_000n);
    expect(await client.getBlockTransactionCount({ blockTag: 'pending' })).toBe(2);
    expect(await client.getBlockTransactionCount()).toBe(0);
  });

  it('holds nothing but its deposit right after a seal', async () => {
    const { alice, bob, client, advance } = await createTestEmulator();
    await alice.sendTransaction({ to: bob.account.address, value: 1n });
    await advance(block);
    expect(await client.getBlock({ blockTag: 'pending', includeTransactions: true })).toMatchObject({
      number: 2n,
      transactions: [{ type: 'deposit' }],
    });
  });
});

describe('block receipts', () => {
  it('are refused on the public face with HTTP 403, which viem shows as a JSON-RPC error', async () => {
    const { client, main } = await createTestEmulator();
    await expect(
      client.request({ method: 'eth_getBlockReceipts', params: ['pending'] } as never),
    ).rejects.toMatchObject({
      name: 'MethodNotFoundRpcError',
      code: -32601,
      details: 'rpc method is not whitelisted',
    });
    const response = await fetch(main.rpc, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'eth_getBlockReceipts', params: ['pending'] }),
    });
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error: { code: -32601, message: 'rpc method is not whitelisted' },
    });
  });

  it('are served by a provider for the pending block and for sealed ones', async () => {
    const { alice, bob, provider, advance } = await createTestEmulator();
    const receiptsOf = async (selector: string): Promise<unknown> =>
      provider.request({ method: 'eth_getBlockReceipts', params: [selector] } as never);
    const deposit = { type: '0x7e', transactionIndex: '0x0' };
    const hash = await alice.sendTransaction({ to: bob.account.address, value: 1n });
    expect(await receiptsOf('pending')).toMatchObject([deposit]);
    await advance(flashblock);
    const common = { transactionHash: hash, blockNumber: '0x1', status: '0x1', gasUsed: '0x5208', type: '0x2' };
    expect(await receiptsOf('pending')).toMatchObject([deposit, { ...common, blockHash: zeroHash }]);
    expect(await receiptsOf('latest')).toEqual([]);
    await advance(block - flashblock);
    const { hash: blockHash } = await provider.getBlock();
    expect(await receiptsOf('latest')).toMatchObject([deposit, { ...common, blockHash }]);
    expect(await receiptsOf('pending')).toMatchObject([deposit]);
    expect(await receiptsOf('0x99')).toBeNull();
  });
});

describe('the chain definitions of viem', () => {
  it('basePreconf reads at pending unless told otherwise', async () => {
    const { alice, bob, main, advance } = await createTestEmulator();
    const client = publicClient(main.rpc, basePreconf);
    const address = bob.account.address;
    const hash = await alice.sendTransaction({ to: address, value: 1n });
    await advance(flashblock);
    expect(await client.getBalance({ address })).toBe(parseEther('10000') + 1n);
    expect(await client.getBalance({ address, blockTag: 'latest' })).toBe(parseEther('10000'));
    expect(sent((await client.getBlock()).transactions)).toEqual([hash]);
  });

  it('baseSepolia and baseSepoliaPreconf speak with the test chain', async () => {
    const { accounts, test, alice, bob, client, advance } = await createTestEmulator();
    const [sealed, early] = [publicClient(test.rpc, baseSepolia), publicClient(test.rpc, baseSepoliaPreconf)];
    expect(await sealed.getChainId()).toBe(84_532);
    const sender = walletClient(test.rpc, alice.account, baseSepolia);
    const address = bob.account.address;
    await sender.sendTransaction({ to: address, value: 5n });
    await advance(flashblock);
    expect(accounts[1]?.address.toLowerCase()).toBe(address.toLowerCase());
    expect(await early.getBalance({ address })).toBe(parseEther('10000') + 5n);
    expect(await sealed.getBalance({ address })).toBe(parseEther('10000'));
    expect(await client.getBalance({ address, blockTag: 'pending' })).toBe(parseEther('10000'));
  });
});

describe('waiting for a receipt', () => {
  it('takes one pre-confirmation in real time', async () => {
    const { chains, alice, bob, client } = await createTestEmulator({ ticking: 'auto' });
    const sender = walletClient(chains[0]!.rpc, alice.account, basePreconf);
    const hash = await sender.sendTransaction({ to: bob.account.address, value: 1n });
    const sent = performance.now();
    const ask = async (): Promise<TransactionReceipt> => client.getTransactionReceipt({ hash }).catch(ask);
    const receipt = await ask();
    const waited = Math.round(performance.now() - sent);
    process.stdout.write(`viem: receipt ${waited} ms after sending\n`);
    expect(receipt).toMatchObject({ status: 'success', transactionHash: hash });
    expect(waited).toBeLessThan(block);
  });

  it('by waitForTransactionReceipt takes until the next block number, which is when viem looks again', async () => {
    const { chains, alice, bob } = await createTestEmulator({ ticking: 'auto' });
    const client = createPublicClient({ chain: basePreconf, transport: http(chains[0]!.rpc) });
    const sender = createWalletClient({ account: alice.account, chain: basePreconf, transport: http(chains[0]!.rpc) });
    const hash = await sender.sendTransaction({ to: bob.account.address, value: 1n });
    const sent = performance.now();
    const receipt = await client.waitForTransactionReceipt({ hash });
    const waited = Math.round(performance.now() - sent);
    process.stdout.write(`viem: waitForTransactionReceipt took ${waited} ms\n`);
    expect(receipt).toMatchObject({ status: 'success', transactionHash: hash });
    expect(waited).toBeLessThan(2 * block);
  });

  it('by waitForTransactionReceipt ends with the pre-confirmation where the mempool is private', async () => {
    const { main, alice, bob, advance } = await createTestEmulator({ privateMempool: true });
    let saw = (): void => undefined;
    const hasLooked = new Promise<void>((resolve) => (saw = resolve));
    const transport = custom({
      async request(call: { method: string; params?: unknown }) {
        const answer = await main.request(call);
        if (call.method === 'eth_getTransactionByHash') saw();
        return answer;
      },
    });
    const client = createPublicClient({ chain: basePreconf, transport });
    const hash = await alice.sendTransaction({ to: bob.account.address, value: 1n });
    const waiting = client.waitForTransactionReceipt({ hash });
    await hasLooked; // in vain, so it looks again, although no block comes
    await new Promise((resolve) => setImmediate(resolve)); // had it found the transaction, it would ask for its receipt now
    await advance(flashblock);
    expect(await waiting).toMatchObject({ status: 'success', transactionHash: hash, blockHash: zeroHash });
  });

  it('by waitForTransactionReceipt ends at once when the transaction is pre-confirmed', async () => {
    const { main, alice, bob, advance } = await createTestEmulator();
    const client = createPublicClient({ chain: basePreconf, transport: http(main.rpc) });
    const hash = await alice.sendTransaction({ to: bob.account.address, value: 1n });
    await advance(flashblock);
    expect(await client.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success', blockHash: zeroHash });
  });

  it('reports a replacement once it is sealed', async () => {
    const { main, alice, bob, advance } = await createTestEmulator();
    const client = createPublicClient({ chain: base, transport: http(main.rpc), pollingInterval: 20 });
    const fees = { maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 10n ** 9n };
    const to = bob.account.address;
    const hash = await alice.sendTransaction({ to, value: 1n, nonce: 0, ...fees });
    let reason: string | undefined;
    const waiting = client.waitForTransactionReceipt({ hash, onReplaced: (replaced) => (reason = replaced.reason) });
    // viem has asked for the first one before it is replaced.
    await client.getTransaction({ hash });
    const next = await alice.sendTransaction({
      to,
      value: 1n,
      nonce: 0,
      maxFeePerGas: 11n * 10n ** 8n,
      maxPriorityFeePerGas: 11n * 10n ** 8n,
    });
    await advance(block);
    expect(await waiting).toMatchObject({ transactionHash: next });
    expect(reason).toBe('repriced');
  });
});
