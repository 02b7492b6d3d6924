import { getAddress, keccak256, parseEther, parseGwei, serializeTransaction } from 'viem';
import { nonceManager, privateKeyToAccount } from 'viem/accounts';
import { base } from 'viem/chains';
import { describe, expect, it } from 'vitest';
import { testToken, testVault } from '../support/contracts.ts';
import type { TestEmulator } from '../support/emulator.ts';
import { block, createTestEmulator, deployToken, flashblock, sent, walletClient } from '../support/emulator.ts';

/** Everything but the fees, so that only they differ between one transaction and the next. */
const plain = { type: 'eip1559', chainId: 8453, nonce: 0, gas: 21_000n, value: 1n } as const;
const fees = (percent: bigint) => ({
  maxFeePerGas: (parseGwei('1') * percent) / 100n,
  maxPriorityFeePerGas: (parseGwei('0.1') * percent) / 100n,
});

/** Signs and sends a transaction of alice's to bob, exactly as given. */
async function send({ alice, bob, client }: TestEmulator, fields: object) {
  const serializedTransaction = await alice.account.signTransaction({
    ...plain,
    ...fees(100n),
    to: bob.account.address,
    ...fields,
  } as never);
  return client.sendRawTransaction({ serializedTransaction });
}

/** What viem tells of a JSON-RPC error with that code and message. */
const rpcError = (code: number, details: string) => ({ walk: expect.any(Function), details, cause: { code } });

describe('a replacement', () => {
  it.each([
    ['both fees by 9 %', fees(109n)],
    ['the fee cap alone', { ...fees(100n), maxFeePerGas: fees(200n).maxFeePerGas }],
    ['the tip alone', { ...fees(100n), maxPriorityFeePerGas: fees(200n).maxPriorityFeePerGas }],
    ['both fees by a wei less than 10 %', { ...fees(110n), maxFeePerGas: fees(110n).maxFeePerGas - 1n }],
    ['neither fee', { value: 2n }],
  ])('that raises %s is refused', async (_, fields) => {
    const emulator = await createTestEmulator();
    const { client, advance } = emulator;
    const hash = await send(emulator, {});
    await expect(send(emulator, fields)).rejects.toMatchObject(rpcError(-32000, 'replacement transaction underpriced'));
    await advance(flashblock);
    expect(sent((await client.getBlock({ blockTag: 'pending' })).transactions)).toEqual([hash]);
  });

  it('that raises both fees by 10 % takes the place of the old one everywhere', async () => {
    const emulator = await createTestEmulator();
    const { client, provider, advance } = emulator;
    const old = await send(emulator, {});
    const hash = await send(emulator, fees(110n));
    expect(hash).not.toBe(old);
    await expect(client.getTransaction({ hash: old })).rejects.toThrow('could not be found');

    await advance(flashblock);
    expect(sent((await client.getBlock({ blockTag: 'pending' })).transactions)).toEqual([hash]);
    await advance(block - flashblock);
    expect(sent((await client.getBlock()).transactions)).toEqual([hash]);
    expect(await provider.request({ method: 'eth_getBlockReceipts', params: ['latest'] } as never)).toMatchObject([
      { type: '0x7e' },
      { transactionHash: hash },
    ]);
    await expect(client.getTransaction({ hash: old })).rejects.toThrow('could not be found');
    await expect(client.getTransactionReceipt({ hash: old })).rejects.toThrow('could not be found');
  });

  it('counts the price of a legacy transaction as both fees', async () => {
    const emulator = await createTestEmulator();
    const price = (percent: bigint) => ({
      type: 'legacy',
      gasPrice: fees(percent).maxFeePerGas,
      maxFeePerGas: undefined,
      maxPriorityFeePerGas: undefined,
    });
    await send(emulator, price(100n));
    await expect(send(emulator, price(109n))).rejects.toMatchObject(
      rpcError(-32000, 'replacement transaction underpriced'),
    );
    const both = { maxFeePerGas: fees(110n).maxFeePerGas, maxPriorityFeePerGas: fees(110n).maxPriorityFeePerGas };
    await expect(send(emulator, both)).rejects.toMatchObject(rpcError(-32000, 'replacement transaction underpriced'));
    const hash = await send(emulator, price(110n));
    await emulator.advance(flashblock);
    expect(await emulator.client.getTransactionReceipt({ hash })).toMatchObject({ status: 'success', type: 'legacy' });
  });

  it('comes too late after the pre-confirmation', async () => {
    const emulator = await createTestEmulator();
    await send(emulator, {});
    await emulator.advance(flashblock);
    await expect(send(emulator, fees(200n))).rejects.toMatchObject(rpcError(-32000, 'nonce too low'));
  });
});

describe('the same transaction again', () => {
  it('is already known in the mempool and while it is pre-confirmed, and too late after the seal', async () => {
    const emulator = await createTestEmulator();
    await send(emulator, {});
    await expect(send(emulator, {})).rejects.toMatchObject(rpcError(-32000, 'already known'));
    await emulator.advance(flashblock);
    await expect(send(emulator, {})).rejects.toMatchObject(rpcError(-32000, 'already known'));
    await emulator.advance(block - flashblock);
    await expect(send(emulator, {})).rejects.toMatchObject(rpcError(-32000, 'nonce too low'));
  });
});

describe('a transaction that breaks a rule', () => {
  const initcode = `0x${'00'.repeat(49_153)}` as const;
  it.each([
    ['another chain id', { chainId: 1 }, 'invalid chain ID'],
    ['less gas than it needs', { gas: 20_999n }, 'intrinsic gas too low'],
    ['less gas than the floor of its data', { gas: 23_000n, data: `0x${'11'.repeat(100)}` }, 'intrinsic gas too low'],
    ['too much initcode', { gas: 10_000_000n, to: null, data: initcode }, 'max initcode size exceeded'],
    ['more gas than a block has', { gas: 400_000_001n }, 'exceeds block gas limit'],
    ['more gas than a transaction may have', { gas: 16_777_217n }, 'gas limit too high'],
    [
      'a fee above 1 ether',
      { gas: 10_000_000n, maxFeePerGas: parseGwei('101') },
      'tx fee (1010000000000000000 wei) exceeds the configured cap (1000000000000000000 wei)',
    ],
    ['more value than the balance', { value: parseEther('10000') }, 'insufficient funds for gas * price + value'],
    ['a fee cap of next to nothing', { maxFeePerGas: 6n, maxPriorityFeePerGas: 0n }, 'transaction underpriced'],
    [
      'no authorization',
      { type: 'eip7702', authorizationList: [] },
      'no items in authorization list for EIP7702 transaction',
    ],
  ])('is refused: %s', async (_, fields, message) => {
    const emulator = await createTestEmulator();
    const { alice, bob, client } = emulator;
    const transaction = { ...plain, ...fees(100n), to: bob.account.address, ...fields };
    const serializedTransaction = await alice.account.signTransaction(transaction as never);
    await expect(client.sendRawTransaction({ serializedTransaction })).rejects.toMatchObject(rpcError(-32000, message));
  });

  it('is refused: a nonce that is used', async () => {
    const emulator = await createTestEmulator();
    await send(emulator, {});
    await emulator.advance(block);
    await expect(send(emulator, { value: 2n })).rejects.toMatchObject(rpcError(-32000, 'nonce too low'));
  });
});

describe('several transactions at once', () => {
  it('need nonces of their own: the pending one counts pre-confirmed transactions only', async () => {
    const { alice, bob, client, advance } = await createTestEmulator();
    const to = bob.account.address;
    await alice.sendTransaction({ to, value: 1n });
    await expect(alice.sendTransaction({ to, value: 2n })).rejects.toMatchObject({
      details: 'replacement transaction underpriced',
    });
    await advance(flashblock);
    const hash = await alice.sendTransaction({ to, value: 2n });
    await advance(flashblock);
    expect(await client.getTransactionReceipt({ hash })).toMatchObject({ status: 'success', transactionIndex: 2 });
  });

  it("are all taken with viem's nonce manager", async () => {
    const { accounts, main, bob, client, advance } = await createTestEmulator();
    const account = privateKeyToAccount(accounts[0]!.privateKey, { nonceManager });
    const sender = walletClient(main.rpc, account, base);
    const to = bob.account.address;
    const hashes = await Promise.all([1n, 2n, 3n, 4n].map((value) => sender.sendTransaction({ to, value })));
    await advance(flashblock);
    const { transactions } = await client.getBlock({ blockTag: 'pending' });
    expect(sent(transactions).toSorted()).toEqual(hashes.toSorted());
  });
});

describe('a transaction that cannot run yet', () => {
  it('waits for the nonces before its own', async () => {
    const emulator = await createTestEmulator();
    const { client, advance } = emulator;
    const second = await send(emulator, { nonce: 1 });
    await advance(block);
    expect(await client.getTransaction({ hash: second })).toMatchObject({ blockNumber: null });
    const first = await send(emulator, { nonce: 0 });
    await advance(block);
    expect(sent((await client.getBlock()).transactions)).toEqual([first, second]);
  });

  it('waits for the base fee to fall below its cap', async () => {
    const emulator = await createTestEmulator({ initialBaseFee: 10_000_000n });
    const { client, advance } = emulator;
    const hash = await send(emulator, { maxFeePerGas: 5_000_000n, maxPriorityFeePerGas: 0n });
    await advance(flashblock);
    expect(await client.getTransaction({ hash })).toMatchObject({ blockNumber: null });
    const isSealed = async (): Promise<boolean> => {
      await advance(block);
      const { baseFeePerGas, transactions } = await client.getBlock();
      expect(transactions.includes(hash)).toBe(baseFeePerGas! <= 5_000_000n);
      return transactions.includes(hash) || isSealed();
    };
    expect(await isSealed()).toBe(true);
  });
});

describe('the order of a block', () => {
  it('is that of the tips, and of the nonces for one sender', async () => {
    const { alice, bob, carol, client, advance } = await createTestEmulator();
    const to = '0x00000000000000000000000000000000000000aa';
    const tip = (gwei: string) =>
      ({ to, gas: 21_000n, maxFeePerGas: parseGwei('9'), maxPriorityFeePerGas: parseGwei(gwei) }) as const;
    const low = await alice.sendTransaction({ ...tip('1'), nonce: 0 });
    const lowNext = await alice.sendTransaction({ ...tip('8'), nonce: 1 });
    const middle = await bob.sendTransaction(tip('2'));
    const high = await carol.sendTransaction(tip('3'));
    await advance(flashblock);
    const { transactions } = await client.getBlock({ blockTag: 'pending' });
    expect(sent(transactions)).toEqual([high, middle, low, lowNext]);
  });
});

describe('every type of transaction', () => {
  it.each([
    ['legacy', { type: 'legacy', gasPrice: parseGwei('1') }, '0x0'],
    ['eip2930', { type: 'eip2930', gasPrice: parseGwei('1'), accessList: [] }, '0x1'],
    ['eip1559', { type: 'eip1559', ...fees(100n) }, '0x2'],
  ] as const)('%s is taken, sealed and shown as it was sent', async (type, fields, typeHex) => {
    const { alice, bob, client, advance } = await createTestEmulator();
    const to = bob.account.address;
    const raw = await alice.account.signTransaction({
      chainId: 8453,
      nonce: 0,
      gas: 30_000n,
      value: 7n,
      to,
      ...fields,
    });
    const hash = await client.sendRawTransaction({ serializedTransaction: raw });
    expect(hash).toBe(keccak256(raw));
    await advance(block);
    expect(await client.getTransactionReceipt({ hash })).toMatchObject({ type, status: 'success', gasUsed: 21_000n });
    const seen = await client.getTransaction({ hash });
    expect(seen).toMatchObject({ type, typeHex, nonce: 0, gas: 30_000n, value: 7n, chainId: 8453 });
    const { r, s, v, yParity } = seen;
    const signature = type === 'legacy' ? { r, s, v } : { r, s, v, yParity };
    // What the node shows is enough to build the very bytes again.
    expect(
      serializeTransaction({ chainId: 8453, nonce: 0, gas: 30_000n, value: 7n, to, ...fields }, signature as never),
    ).toBe(raw);
  });

  it('a legacy transaction of before EIP-155 has no chain id', async () => {
    const emulator = await createTestEmulator();
    const hash = await send(emulator, {
      type: 'legacy',
      chainId: undefined,
      gasPrice: parseGwei('1'),
      maxFeePerGas: undefined,
      maxPriorityFeePerGas: undefined,
    });
    await emulator.advance(block);
    const seen = await emulator.client.getTransaction({ hash });
    expect([27n, 28n]).toContain(seen.v);
    expect(seen).toMatchObject({ type: 'legacy', chainId: undefined });
  });

  it('an access list is paid for and shown as it was sent', async () => {
    const emulator = await createTestEmulator();
    const { alice, bob, client, advance } = emulator;
    const address = await deployToken(emulator);
    const slot = `0x${'00'.repeat(32)}` as const;
    const accessList = [{ address, storageKeys: [slot] }];
    const request = {
      address,
      abi: testToken.abi,
      functionName: 'transfer',
      args: [bob.account.address, 1n],
      gas: 100_000n,
    } as const;
    const without = await alice.writeContract({ ...request, nonce: 1 });
    const listed = await alice.writeContract({ ...request, accessList, nonce: 2 });
    await advance(block);
    const [a, b] = await Promise.all([without, listed].map((hash) => client.getTransactionReceipt({ hash })));
    // 2,400 for the address, 1,900 for the slot; the second transfer finds bob's balance set.
    expect(b!.gasUsed).toBe(a!.gasUsed - 17_100n + 4_300n);
    expect(await client.getTransaction({ hash: listed })).toMatchObject({
      accessList: [{ address: address.toLowerCase(), storageKeys: [slot] }],
    });
  });

  it('an EIP-7702 transaction gives an account the code of a contract', async () => {
    const { alice, bob, client, advance } = await createTestEmulator();
    const deployment = await alice.deployContract(testVault);
    await advance(block);
    const { contractAddress } = await client.getTransactionReceipt({ hash: deployment });
    const authorization = await bob.signAuthorization({ contractAddress: contractAddress! });
    const hash = await alice.sendTransaction({
      to: bob.account.address,
      data: '0x',
      value: 3n,
      authorizationList: [authorization],
    });
    await advance(flashblock);
    expect(await client.getTransactionReceipt({ hash })).toMatchObject({ type: 'eip7702', status: 'success' });
    const address = bob.account.address;
    const code = `0xef0100${contractAddress!.slice(2)}`;
    expect(await client.getCode({ address, blockTag: 'pending' })).toBe(code);
    expect(await client.getCode({ address })).toBeUndefined();
    await advance(block);
    expect(await client.getCode({ address })).toBe(code);
    expect(await client.getTransactionCount({ address })).toBe(1);
    expect(await client.getDelegation({ address })).toBe(getAddress(contractAddress!));
    const [log] = await client.getContractEvents({
      address,
      abi: testVault.abi,
      eventName: 'Received',
      fromBlock: 'earliest',
    });
    expect(log?.args).toEqual({ from: alice.account.address, value: 3n });
  });

  it('a transaction with blobs is not for this chain', async () => {
    const { client } = await createTestEmulator();
    await expect(client.sendRawTransaction({ serializedTransaction: '0x03f8' })).rejects.toMatchObject({
      details: 'failed to decode signed transaction',
    });
  });
});
