import type { ContractTransactionResponse, EventLog } from 'ethers';
import {
  Contract,
  ContractFactory,
  JsonRpcProvider,
  NonceManager,
  Wallet,
  ZeroHash,
  isCallException,
  parseEther,
} from 'ethers';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { PretickOptions } from '../../src/index.ts';
import tokenJson from '../support/contracts/TestToken.json' with { type: 'json' };
import { block, createTestEmulator, flashblock } from '../support/emulator.ts';

/** The hashes of a block's transactions but for the first, the deposit of L1 attributes. */
function afterDeposit(block: { readonly transactions: readonly string[] } | null): readonly string[] {
  return block?.transactions.slice(1) ?? [];
}

/** The emulator with ethers in front of it; like every ethers program, in batches of what is asked at the same time. */
async function createTestProvider(options: PretickOptions = {}) {
  const emulator = await createTestEmulator(options);
  const provider = new JsonRpcProvider(emulator.main.rpc, undefined, { cacheTimeout: -1 });
  onTestFinished(() => provider.destroy());
  const [alice, bob] = emulator.accounts.map(({ privateKey }) => new Wallet(privateKey, provider)) as [Wallet, Wallet];
  return { ...emulator, provider, alice, bob };
}

const factory = new ContractFactory(tokenJson.abi, tokenJson.bytecode);

async function deploy({ alice, advance }: Awaited<ReturnType<typeof createTestProvider>>) {
  const contract = await factory.connect(alice).deploy();
  await advance(block);
  return new Contract(await contract.getAddress(), tokenJson.abi, alice);
}

/** Sends through a contract, which ethers types by the ABI at run time only. */
async function send(
  contract: Contract,
  name: string,
  ...args: readonly unknown[]
): Promise<ContractTransactionResponse> {
  return contract.getFunction(name).send(...args);
}

describe('ethers', () => {
  it('deploys a contract: its code is at pending after 200 ms, and at latest after the seal', async () => {
    const { alice, provider, advance } = await createTestProvider();
    const contract = await factory.connect(alice).deploy();
    const address = await contract.getAddress();
    await advance(flashblock);
    expect(await provider.getCode(address, 'pending')).toBe(tokenJson.deployedBytecode);
    expect(await provider.getCode(address)).toBe('0x');
    await advance(block - flashblock);
    expect(await provider.getCode(address)).toBe(tokenJson.deployedBytecode);
    await contract.waitForDeployment();
  });

  it('sees a transfer at pending after 200 ms, and at latest after the seal', async () => {
    const emulator = await createTestProvider();
    const { bob, alice, provider, advance } = emulator;
    const token = await deploy(emulator);
    const balanceOf = token.getFunction('balanceOf');
    const sent = await send(token, 'transfer', bob.address, 42n);
    expect(await provider.getTransactionReceipt(sent.hash)).toBeNull();

    await advance(flashblock);
    expect(await balanceOf(bob.address, { blockTag: 'pending' })).toBe(42n);
    expect(await balanceOf(bob.address)).toBe(0n);
    const early = await provider.getTransactionReceipt(sent.hash);
    expect(early).toMatchObject({ status: 1, blockNumber: 2, blockHash: ZeroHash });
    expect(await provider.getTransactionCount(alice.address, 'pending')).toBe(2);
    expect(await provider.getTransactionCount(alice.address)).toBe(1);

    await advance(block - flashblock);
    expect(await balanceOf(bob.address)).toBe(42n);
    const sealed = await provider.getBlock('latest');
    expect(afterDeposit(sealed)).toEqual([sent.hash]);
    expect(await provider.getTransactionReceipt(sent.hash)).toMatchObject({ status: 1, blockHash: sealed?.hash });
  });

  it('ends wait(0) with the pre-confirmation and wait() with the block', async () => {
    const { alice, bob, provider, advance } = await createTestProvider();
    provider.pollingInterval = 20;
    const sent = await alice.sendTransaction({ to: bob.address, value: 1n });
    expect(await sent.wait(0)).toBeNull();
    await advance(flashblock);
    expect(await sent.wait(0)).toMatchObject({ status: 1, blockHash: ZeroHash });
    const waiting = sent.wait();
    await advance(block - flashblock);
    expect(await waiting).toMatchObject({ status: 1, blockNumber: 1 });
  });

  it('waits in real time', async () => {
    const { alice, bob, provider } = await createTestProvider({ ticking: 'auto' });
    provider.pollingInterval = 100;
    const sent = await alice.sendTransaction({ to: bob.address, value: 1n });
    const start = performance.now();
    const receipt = await sent.wait();
    process.stdout.write(`ethers: wait() took ${Math.round(performance.now() - start)} ms\n`);
    expect(receipt).toMatchObject({ status: 1, hash: sent.hash });
  });

  it('decodes a custom error, a string and a panic', async () => {
    const emulator = await createTestProvider();
    const token = await deploy(emulator);
    const asBob = token.connect(emulator.bob) as Contract;
    const failure = async (promise: Promise<unknown>) => {
      const error: unknown = await promise.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (!isCallException(error)) throw error;
      const { action, reason, revert, data } = error;
      return { action, reason, revert, data };
    };
    const { bob } = emulator;
    const data = token.interface.encodeErrorResult('InsufficientBalance', [bob.address, 0n, 7n]);
    expect(await failure(asBob.getFunction('transfer').staticCall(bob.address, 7n))).toMatchObject({
      action: 'call',
      data,
      revert: { name: 'InsufficientBalance', args: [bob.address, 0n, 7n] },
    });
    expect(await failure(asBob.getFunction('transfer').estimateGas(bob.address, 7n))).toMatchObject({
      action: 'estimateGas',
      data,
    });
    expect(await failure(send(asBob, 'transfer', bob.address, 7n))).toMatchObject({ action: 'estimateGas', data });
    expect(await failure(token.getFunction('revertWithString').staticCall())).toMatchObject({
      reason: 'not today',
    });
    expect(await failure(token.getFunction('panic').staticCall())).toMatchObject({
      reason: 'Panic due to ASSERT_FALSE(1)',
      revert: { name: 'Panic' },
    });
  });

  it('finds logs at pending and in a range', async () => {
    const emulator = await createTestProvider();
    const { bob, provider, advance } = emulator;
    const token = await deploy(emulator);
    await send(token, 'transfer', bob.address, 1n);
    await advance(flashblock);
    const query = token.getEvent('Transfer')(null, bob.address);
    const amounts = (logs: readonly unknown[]): unknown[] =>
      (logs as readonly EventLog[]).map(({ args }): unknown => args['value']);
    expect(amounts(await token.queryFilter(query, 'pending', 'pending'))).toEqual([1n]);
    expect(await token.queryFilter(query, 0, 'latest')).toEqual([]);
    await advance(block - flashblock);
    expect(amounts(await token.queryFilter(query, 0, 'latest'))).toEqual([1n]);
    const { hash: blockHash } = (await provider.getBlock('latest'))!;
    expect(await provider.getLogs({ blockHash: blockHash! })).toMatchObject([{ blockHash, index: 0, removed: false }]);
  });

  it('gets every answer of a batch', async () => {
    const { accounts, provider } = await createTestProvider();
    const batches: number[] = [];
    await provider.on('debug', ({ action, payload }: { action: string; payload: unknown }) => {
      if (action === 'sendRpcPayload') batches.push(Array.isArray(payload) ? payload.length : 1);
    });
    await provider.getNetwork();
    const addresses = Array.from({ length: 150 }, (_, index) => accounts[index % accounts.length]!.address);
    const balances = await Promise.all(addresses.map((address) => provider.getBalance(address)));
    expect(new Set(balances)).toEqual(new Set([parseEther('10000')]));
    expect(batches).toContain(100);
  });

  it('reads fees, blocks and the network', async () => {
    const { provider, alice, bob, advance } = await createTestProvider();
    const sent = await alice.sendTransaction({ to: bob.address, value: 1n });
    await advance(block);
    expect((await provider.getNetwork()).chainId).toBe(8453n);
    const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = await provider.getFeeData();
    expect({ gasPrice, maxFeePerGas, maxPriorityFeePerGas }).toEqual({
      gasPrice: 6_000_000n,
      maxFeePerGas: 11_000_000n,
      maxPriorityFeePerGas: 1_000_000n,
    });
    const sealed = await provider.getBlock(1, true);
    expect(sealed?.prefetchedTransactions).toMatchObject([
      { type: 0x7e },
      { hash: sent.hash, from: alice.address, type: 2 },
    ]);
    expect(await provider.getBlock('pending')).toMatchObject({ number: 2, parentHash: sealed?.hash });
    expect(await provider.getStorage(bob.address, 0)).toBe(ZeroHash);
  });

  it('shows what the mempool refuses', async () => {
    const { alice, bob, provider, advance } = await createTestProvider();
    const fields = {
      to: bob.address,
      value: 1n,
      nonce: 0,
      gasLimit: 21_000n,
      maxFeePerGas: 10n ** 9n,
      maxPriorityFeePerGas: 10n ** 9n,
    };
    const price = (percent: bigint) => ({
      maxFeePerGas: percent * 10n ** 7n,
      maxPriorityFeePerGas: percent * 10n ** 7n,
    });
    const old = await alice.sendTransaction(fields);
    await expect(alice.sendTransaction({ ...fields, ...price(109n) })).rejects.toMatchObject({
      code: 'REPLACEMENT_UNDERPRICED',
      info: { error: { code: -32000, message: 'replacement transaction underpriced' } },
    });
    const next = await alice.sendTransaction({ ...fields, ...price(110n) });
    expect(await provider.getTransaction(old.hash)).toBeNull();
    await advance(block);
    expect(afterDeposit(await provider.getBlock('latest'))).toEqual([next.hash]);
    await expect(alice.sendTransaction({ ...fields, value: 2n })).rejects.toMatchObject({
      code: 'NONCE_EXPIRED',
      info: { error: { code: -32000, message: 'nonce too low' } },
    });
    await expect(alice.sendTransaction({ ...fields, nonce: 1, value: parseEther('10000') })).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      info: { error: { code: -32000, message: 'insufficient funds for gas * price + value' } },
    });
  });

  it('numbers transactions by itself with its NonceManager', async () => {
    const { alice, bob, provider, advance } = await createTestProvider();
    const manager = new NonceManager(alice);
    const sent = await Promise.all([1n, 2n, 3n].map((value) => manager.sendTransaction({ to: bob.address, value })));
    await advance(flashblock);
    const pending = await provider.getBlock('pending');
    expect(afterDeposit(pending).toSorted()).toEqual(sent.map(({ hash }) => hash).toSorted());
  });

  it('speaks with the provider face and the test chain', async () => {
    const { main, test, provider } = await createTestProvider();
    await expect(provider.send('eth_getBlockReceipts', ['latest'])).rejects.toThrow('rpc method is not whitelisted');
    const dedicated = new JsonRpcProvider(main.provider);
    onTestFinished(() => dedicated.destroy());
    expect(await dedicated.send('eth_getBlockReceipts', ['latest'])).toEqual([]);
    const other = new JsonRpcProvider(test.rpc);
    onTestFinished(() => other.destroy());
    expect((await other.getNetwork()).chainId).toBe(84_532n);
  });
});
