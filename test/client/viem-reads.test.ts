import type { Hex } from 'viem';
import { concat, encodeDeployData, encodeFunctionData, keccak256, parseEther, toHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { testToken, testVault } from '../support/contracts.ts';
import type { TestEmulator } from '../support/emulator.ts';
import { block, createTestEmulator, deployToken, flashblock, sent, zeroHash } from '../support/emulator.ts';

const { abi } = testToken;
const nobody: Hex = '0x00000000000000000000000000000000000000aa';

/** Seals one transfer of a token from alice to bob in each of that many blocks; the n-th moves n. */
async function transfers({ alice, bob, advance }: TestEmulator, address: Hex, count: number): Promise<void> {
  for (let value = 1; value <= count; value += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a block each
    await alice.writeContract({ address, abi, functionName: 'transfer', args: [bob.account.address, BigInt(value)] });
    // oxlint-disable-next-line no-await-in-loop
    await advance(block);
  }
}

describe('a call that reverts', () => {
  it('with a custom error is decoded by readContract, simulateContract and estimateContractGas', async () => {
    const emulator = await createTestEmulator();
    const { bob, client } = emulator;
    const address = await deployToken(emulator);
    const request = { address, abi, functionName: 'transfer', args: [nobody, 7n], account: bob.account } as const;
    const decoded = {
      cause: { data: { errorName: 'InsufficientBalance', args: [bob.account.address, 0n, 7n] } },
    };
    await expect(client.simulateContract(request)).rejects.toMatchObject(decoded);
    await expect(client.readContract(request as never)).rejects.toMatchObject(decoded);
    await expect(client.estimateContractGas(request)).rejects.toMatchObject(decoded);
  });

  it('with a string is decoded by readContract, simulateContract and estimateContractGas', async () => {
    const emulator = await createTestEmulator();
    const { alice, client } = emulator;
    const address = await deployToken(emulator);
    const request = { address, abi, functionName: 'revertWithString', account: alice.account } as const;
    const decoded = { cause: { reason: 'not today' } };
    await expect(client.readContract(request)).rejects.toMatchObject(decoded);
    // viem's types keep these two for functions that write.
    await expect(client.simulateContract(request as never)).rejects.toMatchObject(decoded);
    await expect(client.estimateContractGas(request as never)).rejects.toMatchObject(decoded);
  });

  it('with a panic is decoded', async () => {
    const emulator = await createTestEmulator();
    const address = await deployToken(emulator);
    await expect(emulator.client.readContract({ address, abi, functionName: 'panic' })).rejects.toMatchObject({
      cause: { data: { errorName: 'Panic', args: [1n] } },
    });
  });

  it('of a wallet fails before it is sent', async () => {
    const emulator = await createTestEmulator();
    const { bob, client } = emulator;
    const address = await deployToken(emulator);
    await expect(bob.writeContract({ address, abi, functionName: 'transfer', args: [nobody, 1n] })).rejects.toThrow(
      'InsufficientBalance',
    );
    expect(await client.getTransactionCount({ address: bob.account.address, blockTag: 'pending' })).toBe(0);
  });

  it('is sealed with status reverted when it is sent all the same', async () => {
    const emulator = await createTestEmulator();
    const { bob, client, advance } = emulator;
    const address = await deployToken(emulator);
    const request = { address, abi, functionName: 'transfer', args: [nobody, 1n], gas: 100_000n } as const;
    const hash = await bob.writeContract(request);
    await advance(block);
    expect(await client.getTransactionReceipt({ hash })).toMatchObject({ status: 'reverted', logs: [] });
  });
});

describe('an estimate', () => {
  it('is enough, and at most 1.5 % more than enough', async () => {
    const { alice, client, advance } = await createTestEmulator();
    const deployment = await alice.deployContract(testVault);
    await advance(block);
    const { contractAddress } = await client.getTransactionReceipt({ hash: deployment });
    const request = { address: contractAddress!, abi: testVault.abi, account: alice.account } as const;
    const calls = [
      { ...request, functionName: 'store', args: [3n] },
      { ...request, functionName: 'nest', args: [20n] },
      { ...request, functionName: 'forward', args: [nobody], value: 5n },
    ] as const;
    for (const call of calls) {
      // oxlint-disable no-await-in-loop -- one after another, each on what the one before left
      const gas = await client.estimateContractGas(call as never);
      const hash = await alice.writeContract({ ...call, gas } as never);
      await expect(client.simulateContract({ ...call, gas: (gas * 984n) / 1000n } as never)).rejects.toThrow();
      await advance(block);
      expect(await client.getTransactionReceipt({ hash })).toMatchObject({ status: 'success' });
      // oxlint-enable no-await-in-loop
    }
  });

  it('of a transfer of ether is exact', async () => {
    const { alice, client } = await createTestEmulator();
    expect(await client.estimateGas({ account: alice.account, to: nobody, value: 1n })).toBe(21_000n);
  });

  it('of what the sender cannot pay names the reason', async () => {
    const { alice, client } = await createTestEmulator();
    await expect(
      client.estimateGas({ account: alice.account, to: nobody, value: parseEther('10001') }),
    ).rejects.toMatchObject({ cause: { name: 'InsufficientFundsError' } });
  });

  it('of a deployment is what a deployment needs', async () => {
    const { alice, client } = await createTestEmulator();
    const data = encodeDeployData(testToken);
    const gas = await client.estimateGas({ account: alice.account, data });
    expect(gas).toBeGreaterThan(BigInt(testToken.deployedBytecode.length / 2) * 200n);
    expect(gas).toBeLessThan(1_000_000n);
  });
});

describe('logs', () => {
  it('come by every form of range', async () => {
    const emulator = await createTestEmulator();
    const { alice, bob, client, advance } = emulator;
    const address = await deployToken(emulator); // block 1
    await transfers(emulator, address, 2); // blocks 2 and 3
    await alice.writeContract({ address, abi, functionName: 'transfer', args: [bob.account.address, 3n] });
    await advance(flashblock);

    const values = async (range: object) =>
      (await client.getContractEvents({ address, abi, eventName: 'Transfer', ...range })).map(({ args }) => args.value);
    const minted = parseEther('1000000');
    expect(await values({})).toEqual([2n]);
    expect(await values({ fromBlock: 2n })).toEqual([1n, 2n]);
    expect(await values({ fromBlock: 2n, toBlock: 2n })).toEqual([1n]);
    expect(await values({ fromBlock: 'earliest' })).toEqual([minted, 1n, 2n]);
    expect(await values({ fromBlock: 'earliest', toBlock: 'latest' })).toEqual([minted, 1n, 2n]);
    expect(await values({ fromBlock: 'earliest', toBlock: 'pending' })).toEqual([minted, 1n, 2n, 3n]);
    expect(await values({ fromBlock: 3n, toBlock: 'pending' })).toEqual([2n, 3n]);
    expect(await values({ fromBlock: 'latest', toBlock: 'pending' })).toEqual([2n, 3n]);
    expect(await values({ fromBlock: 'pending', toBlock: 'pending' })).toEqual([3n]);
    expect(await values({ fromBlock: 'pending' })).toEqual([3n]);
    expect(await values({ fromBlock: 'safe', toBlock: 'finalized' })).toEqual([]);
    expect(await values({ fromBlock: 99n })).toEqual([]);
    const { hash: blockHash } = await client.getBlock({ blockNumber: 2n });
    expect(await values({ blockHash })).toEqual([1n]);
  });

  it('are filtered by address and topics', async () => {
    const emulator = await createTestEmulator();
    const { alice, bob, client, advance } = emulator;
    const address = await deployToken(emulator);
    await alice.writeContract({ address, abi, functionName: 'approve', args: [bob.account.address, 5n] });
    await advance(flashblock);
    await alice.writeContract({ address, abi, functionName: 'transfer', args: [bob.account.address, 6n] });
    await advance(block);
    const range = { fromBlock: 'earliest', abi } as const;
    const names = (events: readonly { readonly eventName: string }[]) => events.map(({ eventName }) => eventName);
    expect(names(await client.getContractEvents({ ...range, address }))).toEqual(['Transfer', 'Approval', 'Transfer']);
    expect(names(await client.getContractEvents({ ...range, address: [address, nobody] }))).toHaveLength(3);
    expect(await client.getContractEvents({ ...range, address: nobody })).toEqual([]);
    const toBob = { eventName: 'Transfer', args: { to: bob.account.address } } as const;
    const [log, ...others] = await client.getContractEvents({ ...range, ...toBob });
    expect(others).toEqual([]);
    expect(log).toMatchObject({ args: { value: 6n }, logIndex: 1, transactionIndex: 2, blockNumber: 2n });
    expect(
      await client.getContractEvents({ ...range, ...toBob, args: { to: [nobody, bob.account.address] } }),
    ).toHaveLength(1);
    expect(await client.getContractEvents({ ...range, ...toBob, args: { from: bob.account.address } })).toEqual([]);
  });

  it('carry the time of their block', async () => {
    const emulator = await createTestEmulator();
    await deployToken(emulator);
    const { timestamp, hash } = await emulator.client.getBlock();
    const [log] = await emulator.client.getLogs();
    expect(log).toMatchObject({ blockTimestamp: timestamp, blockHash: hash });
  });

  it('that are refused say why', async () => {
    const { client } = await createTestEmulator({ logRangeLimit: 3 });
    await expect(client.getLogs({ fromBlock: 0n, toBlock: 3n })).rejects.toMatchObject({
      details: 'block range extends beyond current head block: requested 3, head 0',
    });
    const unknown = keccak256('0x');
    await expect(client.getLogs({ blockHash: unknown })).rejects.toMatchObject({
      details: `block not found: hash ${unknown}`,
    });
  });

  it('are refused for a range of as many blocks as the limit', async () => {
    const { client, advance } = await createTestEmulator({ logRangeLimit: 3 });
    await advance(5 * block);
    expect(await client.getLogs({ fromBlock: 1n, toBlock: 3n })).toEqual([]);
    await expect(client.getLogs({ fromBlock: 1n, toBlock: 4n })).rejects.toMatchObject({
      details: 'query exceeds max block range 3',
    });
  });
});

describe('the state at an old block', () => {
  it('is exact for balances, nonces, code, storage and calls', async () => {
    const emulator = await createTestEmulator();
    const { alice, bob, client, advance } = emulator;
    const address = await deployToken(emulator); // block 1
    await transfers(emulator, address, 3); // blocks 2 to 4
    await alice.sendTransaction({ to: nobody, value: 9n }); // block 5
    await advance(2 * block); // and an empty one

    const tokens = async (blockNumber: bigint) =>
      client.readContract({ address, abi, functionName: 'balanceOf', args: [bob.account.address], blockNumber });
    expect(await Promise.all([1n, 2n, 3n, 4n, 5n, 6n].map(tokens))).toEqual([0n, 1n, 3n, 6n, 6n, 6n]);
    const nonce = async (blockNumber: bigint) =>
      client.getTransactionCount({ address: alice.account.address, blockNumber });
    expect(await Promise.all([0n, 1n, 2n, 5n, 6n].map(nonce))).toEqual([0, 1, 2, 5, 5]);
    const wei = async (blockNumber: bigint) => client.getBalance({ address: nobody, blockNumber });
    expect(await Promise.all([4n, 5n, 6n].map(wei))).toEqual([0n, 9n, 9n]);
    expect(await client.getCode({ address, blockNumber: 0n })).toBeUndefined();
    expect(await client.getCode({ address, blockNumber: 1n })).toBe(testToken.deployedBytecode);
    expect(await client.getStorageAt({ address, slot: '0x0', blockNumber: 0n })).toBe(zeroHash);
    expect(await client.getStorageAt({ address, slot: '0x0', blockNumber: 1n })).toBe(
      toHex(parseEther('1000000'), { size: 32 }),
    );
    await expect(tokens(0n)).rejects.toMatchObject({ cause: { name: 'ContractFunctionZeroDataError' } });
  });

  it('of a block that does not exist is an error', async () => {
    const { client } = await createTestEmulator();
    await expect(client.getBalance({ address: nobody, blockNumber: 9n })).rejects.toMatchObject({
      details: 'block not found: 0x9',
    });
    await expect(client.getBlock({ blockNumber: 9n })).rejects.toMatchObject({ name: 'BlockNotFoundError' });
  });

  it('is behind at safe and further behind at finalized', async () => {
    const { alice, client, advance } = await createTestEmulator({ safeDistance: 2, finalizedDistance: 4 });
    await alice.sendTransaction({ to: nobody, value: 1n });
    await advance(3 * block);
    const read = async (blockTag: 'latest' | 'safe' | 'finalized') => [
      (await client.getBlock({ blockTag })).number,
      await client.getBalance({ address: nobody, blockTag }),
    ];
    expect(await read('latest')).toEqual([3n, 1n]);
    expect(await read('safe')).toEqual([1n, 1n]);
    expect(await read('finalized')).toEqual([0n, 0n]);
  });
});

describe('a call', () => {
  it('needs no contract: code or factory come with it', async () => {
    const { client } = await createTestEmulator();
    const request = { abi, functionName: 'symbol' } as const;
    expect(await client.readContract({ ...request, code: testToken.bytecode })).toBe('TEST');

    // The deterministic deployer that every chain of this family has.
    const factory = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
    const factoryData = concat([zeroHash, encodeDeployData(testToken)]);
    const address =
      `0x${keccak256(concat(['0xff', factory, zeroHash, keccak256(encodeDeployData(testToken))])).slice(26)}` as const;
    expect(await client.readContract({ ...request, address, factory, factoryData })).toBe('TEST');
  });

  it('may be many in one, without a multicall contract', async () => {
    const emulator = await createTestEmulator();
    const address = await deployToken(emulator);
    const results = await emulator.client.multicall({
      deployless: true,
      contracts: [
        { address, abi, functionName: 'symbol' },
        { address, abi, functionName: 'decimals' },
        { address, abi, functionName: 'revertWithString' },
      ],
    });
    expect(results.map(({ result }) => result)).toEqual(['TEST', 18, undefined]);
    expect(results[2].error).toMatchObject({ cause: { reason: 'not today' } });
  });

  it('takes overrides of state and block', async () => {
    const { client } = await createTestEmulator();
    // NUMBER and SELFBALANCE, a word each.
    const code = '0x435f524760205260405ff3';
    const { data } = await client.call({
      to: nobody,
      stateOverride: [{ address: nobody, code, balance: 8n }],
      blockOverrides: { number: 99n },
    });
    expect(data).toBe(concat([toHex(99n, { size: 32 }), toHex(8n, { size: 32 })]));
    expect((await client.call({ to: nobody })).data).toBeUndefined();
  });

  it('sees the number and the time of the block it is made at, and at pending those of the latest', async () => {
    const { client, advance } = await createTestEmulator();
    await advance(3 * block);
    const code = '0x435f524260205260405ff3';
    const seen = async (at: object) => {
      const { data } = await client.call({ to: nobody, stateOverride: [{ address: nobody, code }], ...at });
      return [BigInt(data!.slice(0, 66)), BigInt(`0x${data!.slice(66)}`)];
    };
    const { number, timestamp } = await client.getBlock();
    expect(await seen({})).toEqual([number, timestamp]);
    expect(await seen({ blockTag: 'pending' })).toEqual([number, timestamp]);
    expect(await seen({ blockNumber: 1n })).toEqual([1n, timestamp - 4n]);
  });

  it('takes an access list', async () => {
    const emulator = await createTestEmulator();
    const { alice, client } = emulator;
    const address = await deployToken(emulator);
    const call = { address, abi, functionName: 'transfer', args: [nobody, 1n], account: alice.account } as const;
    const accessList = [{ address, storageKeys: [zeroHash] }];
    const [plain, listed] = await Promise.all([
      client.estimateContractGas(call),
      client.estimateContractGas({ ...call, accessList }),
    ]);
    expect(listed).toBeGreaterThan(plain);
  });

  it('of a transfer costs nothing but needs its value', async () => {
    const { alice, client } = await createTestEmulator();
    expect(await client.call({ account: alice.account, to: nobody, value: parseEther('10000') })).toEqual({
      data: undefined,
    });
    await expect(client.call({ account: nobody, to: nobody, value: 1n })).rejects.toMatchObject({
      cause: { name: 'InsufficientFundsError' },
    });
  });
});

describe('fees', () => {
  it('are suggested so that a transaction is sealed in the next block', async () => {
    const { client, advance } = await createTestEmulator();
    await advance(2 * block);
    const blocks = await Promise.all([1n, 2n].map((blockNumber) => client.getBlock({ blockNumber })));
    const { baseFeePerGas } = blocks[1]!;
    const tip = await client.estimateMaxPriorityFeePerGas();
    expect(baseFeePerGas).toBe(5_000_000n);
    expect(tip).toBe(1_000_000n);
    expect(await client.getGasPrice()).toBe(baseFeePerGas! + tip);
    expect(await client.getBlobBaseFee()).toBe(1n);
    expect(await client.getFeeHistory({ blockCount: 2, rewardPercentiles: [50] })).toMatchObject({
      oldestBlock: 1n,
      baseFeePerGas: [5_000_000n, 5_000_000n, 5_000_000n],
      gasUsedRatio: blocks.map(({ gasUsed, gasLimit }) => Number(gasUsed) / Number(gasLimit)),
      reward: [[0n], [0n]],
    });
  });
});

describe('blocks', () => {
  it('are the same by number and by hash, with hashes or whole transactions', async () => {
    const { alice, client, advance } = await createTestEmulator();
    const hash = await alice.sendTransaction({ to: nobody, value: 1n });
    await advance(block);
    const byNumber = await client.getBlock({ blockNumber: 1n });
    expect(await client.getBlock({ blockHash: byNumber.hash })).toEqual(byNumber);
    const full = await client.getBlock({ blockNumber: 1n, includeTransactions: true });
    expect(sent<unknown>(full.transactions)).toEqual([await client.getTransaction({ hash })]);
    for (const [index, transaction] of full.transactions.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- two requests at a time
      const found = await Promise.all([
        client.getTransaction({ blockNumber: 1n, index }),
        client.getTransaction({ blockHash: byNumber.hash, index }),
      ]);
      expect(found).toEqual([transaction, transaction]);
    }
    expect(await client.getBlockTransactionCount({ blockHash: byNumber.hash })).toBe(2);
    expect(await client.getTransactionConfirmations({ hash })).toBe(1n);
  });

  it('are 2 s apart and linked by their hashes', async () => {
    const { client, advance } = await createTestEmulator();
    await advance(3 * block);
    const blocks = await Promise.all([0n, 1n, 2n, 3n].map((blockNumber) => client.getBlock({ blockNumber })));
    for (const [index, { parentHash, timestamp }] of blocks.entries()) {
      if (index === 0) continue;
      expect(parentHash).toBe(blocks[index - 1]!.hash);
      expect(timestamp).toBe(blocks[index - 1]!.timestamp + 2n);
    }
  });

  it('keep both chains apart', async () => {
    const { alice, client, testClient, advance } = await createTestEmulator();
    await alice.sendTransaction({ to: nobody, value: 1n });
    await advance(block);
    expect(sent((await client.getBlock()).transactions)).toHaveLength(1);
    expect(sent((await testClient.getBlock()).transactions)).toHaveLength(0);
    expect([await client.getChainId(), await testClient.getChainId()]).toEqual([8453, 84_532]);
    expect((await client.getBlock({ blockNumber: 0n })).hash).not.toBe(
      (await testClient.getBlock({ blockNumber: 0n })).hash,
    );
  });
});

describe('events', () => {
  it('are watched by polling', async () => {
    const emulator = await createTestEmulator();
    const { client, advance } = emulator;
    const seen = new Promise<bigint>((resolve) => {
      const unwatch = client.watchBlockNumber({
        pollingInterval: 10,
        onBlockNumber(number) {
          if (number < 2n) return;
          unwatch();
          resolve(number);
        },
      });
    });
    await advance(2 * block);
    expect(await seen).toBe(2n);
  });

  it('are found in what a call to a contract leaves', async () => {
    const { alice, client, advance } = await createTestEmulator();
    const deployment = await alice.deployContract(testVault);
    await advance(block);
    const { contractAddress } = await client.getTransactionReceipt({ hash: deployment });
    await alice.sendTransaction({
      to: contractAddress!,
      data: encodeFunctionData({ abi: testVault.abi, functionName: 'attempt' }),
    });
    await advance(block);
    const events = await client.getContractEvents({
      address: contractAddress!,
      abi: testVault.abi,
      eventName: 'Stored',
    });
    // What the failing part emitted is gone.
    expect(events.map(({ args, logIndex }) => [args.count, logIndex])).toEqual([
      [1n, 0],
      [3n, 1],
    ]);
  });
});
