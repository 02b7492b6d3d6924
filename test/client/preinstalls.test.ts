/** Contracts of others that stand on both chains from block 0, used as applications use them. */
import type { Hex } from 'viem';
import {
  concat,
  createPublicClient,
  custom,
  domainSeparator,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  getContractAddress,
  keccak256,
  maxUint256,
  numberToHex,
  pad,
  parseAbi,
  parseEther,
  parseEventLogs,
} from 'viem';
import {
  entryPoint07Abi,
  entryPoint07Address,
  getUserOperationHash,
  toPackedUserOperation,
} from 'viem/account-abstraction';
import { base, baseSepolia } from 'viem/chains';
import factory from '@account-abstraction/contracts/artifacts/SimpleAccountFactory.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { testToken } from '../support/contracts.ts';
import { block, createTestEmulator, deployToken, walletClient } from '../support/emulator.ts';

const deployer: Hex = '0x4e59b44847b379578588920cA78FbF26c0B4956C';

describe('Multicall3', () => {
  const multicall3 = base.contracts.multicall3.address;

  it('has the code that it has everywhere', async () => {
    const { client, testClient } = await createTestEmulator();
    const published = '0xd5c15df687b16f2ff992fc8d767b4216323184a2bbc6ee2f9c398c318e770891';
    for (const { getCode } of [client, testClient])
      expect(keccak256((await getCode({ address: multicall3, blockTag: 'earliest' }))!)).toBe(published);
  });

  it('makes many reads one, also of those that fail', async () => {
    const emulator = await createTestEmulator();
    const { alice, bob, client } = emulator;
    const token = { address: await deployToken(emulator), abi: testToken.abi } as const;
    const results = await client.multicall({
      contracts: [
        { ...token, functionName: 'balanceOf', args: [alice.account.address] },
        { ...token, functionName: 'balanceOf', args: [bob.account.address] },
        { ...token, functionName: 'revertWithString' },
        { ...token, functionName: 'symbol' },
      ],
    });
    expect(results.map(({ result }) => result)).toEqual([parseEther('1000000'), 0n, undefined, 'TEST']);
    expect(results[2].error?.message).toContain('not today');
  });

  it.each([base, baseSepolia])('batches the reads of one moment on $name', async (chain) => {
    const { chains } = await createTestEmulator();
    const { request } = chains.find(({ chainId }) => chainId === chain.id)!;
    const asked: string[] = [];
    const transport = custom({
      request: async (call: { readonly method: string; readonly params?: readonly unknown[] }) => {
        asked.push(call.method);
        return request(call);
      },
    });
    const client = createPublicClient({ chain, transport, batch: { multicall: true } });
    const weth = { address: '0x4200000000000000000000000000000000000006', abi: erc20Abi } as const;
    const read = await Promise.all([
      client.readContract({ ...weth, functionName: 'name' }),
      client.readContract({ ...weth, functionName: 'symbol' }),
      client.readContract({ ...weth, functionName: 'decimals' }),
    ]);
    expect(read).toEqual(['Wrapped Ether', 'WETH', 18]);
    expect(asked).toEqual(['eth_call']);
  });
});

describe('WETH9', () => {
  const weth = {
    address: '0x4200000000000000000000000000000000000006',
    abi: [
      ...erc20Abi,
      ...parseAbi([
        'function deposit() payable',
        'function withdraw(uint256 value)',
        'event Deposit(address indexed account, uint256 value)',
        'event Withdrawal(address indexed account, uint256 value)',
      ]),
    ],
  } as const;

  it('wraps ether, moves it and gives it back', async () => {
    const { alice, bob, client, advance } = await createTestEmulator();
    const balances = async () =>
      Promise.all(
        [alice, bob].map(async ({ account }) =>
          client.readContract({ ...weth, functionName: 'balanceOf', args: [account.address] }),
        ),
      );
    await alice.sendTransaction({ to: weth.address, value: 4n });
    await advance(block);
    await alice.writeContract({ ...weth, functionName: 'deposit', value: 6n });
    await advance(block);
    expect(await balances()).toEqual([10n, 0n]);
    expect(await client.getBalance(weth)).toBe(10n);

    await alice.writeContract({ ...weth, functionName: 'transfer', args: [bob.account.address, 7n] });
    await advance(block);
    expect(await balances()).toEqual([3n, 7n]);

    const hash = await bob.writeContract({ ...weth, functionName: 'withdraw', args: [5n] });
    await advance(block);
    expect(await balances()).toEqual([3n, 2n]);
    expect(await client.readContract({ ...weth, functionName: 'totalSupply' })).toBe(5n);
    const [event] = parseEventLogs({ abi: weth.abi, logs: (await client.getTransactionReceipt({ hash })).logs });
    expect(event).toMatchObject({ eventName: 'Withdrawal', args: { account: bob.account.address, value: 5n } });

    const tooMuch = client.simulateContract({ ...weth, functionName: 'withdraw', args: [3n], account: bob.account });
    await expect(tooMuch).rejects.toThrow('reverted');
  });

  it('lets others move what was approved', async () => {
    const { alice, bob, carol, client, advance } = await createTestEmulator();
    const [from, to] = [alice.account.address, carol.account.address];
    await alice.writeContract({ ...weth, functionName: 'deposit', value: 10n });
    await advance(block);
    await alice.writeContract({ ...weth, functionName: 'approve', args: [bob.account.address, 4n] });
    await advance(block);
    await bob.writeContract({ ...weth, functionName: 'transferFrom', args: [from, to, 4n] });
    await advance(block);
    expect(await client.readContract({ ...weth, functionName: 'balanceOf', args: [to] })).toBe(4n);
    expect(await client.readContract({ ...weth, functionName: 'allowance', args: [from, bob.account.address] })).toBe(
      0n,
    );
  });
});

describe('the deployer for CREATE2', () => {
  it('puts a contract at the predicted address of both chains', async () => {
    const { alice, client, main, test, testClient, advance } = await createTestEmulator();
    const salt = pad('0x5a17');
    const bytecode = testToken.bytecode;
    const address = getContractAddress({ opcode: 'CREATE2', from: deployer, salt, bytecode });
    for (const [{ rpc }, chain] of [
      [main, base],
      [test, baseSepolia],
    ] as const)
      await walletClient(rpc, alice.account, chain).sendTransaction({ to: deployer, data: concat([salt, bytecode]) });
    await advance(block);
    for (const { getCode, readContract } of [client, testClient]) {
      expect(await getCode({ address })).toBe(testToken.deployedBytecode);
      const supply = await readContract({ ...testToken, address, functionName: 'balanceOf', args: [deployer] });
      expect(supply).toBe(parseEther('1000000'));
    }
  });
});

describe('Permit2', () => {
  const permit2 = {
    address: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
    abi: parseAbi([
      'function DOMAIN_SEPARATOR() view returns (bytes32)',
      'function nonceBitmap(address owner, uint256 word) view returns (uint256)',
      'struct TokenPermissions { address token; uint256 amount; }',
      'struct PermitTransferFrom { TokenPermissions permitted; uint256 nonce; uint256 deadline; }',
      'struct SignatureTransferDetails { address to; uint256 requestedAmount; }',
      'function permitTransferFrom(PermitTransferFrom permit, SignatureTransferDetails transferDetails, address owner, bytes signature)',
      'error InvalidSigner()',
      'error InvalidNonce()',
    ]),
  } as const;
  const types = {
    PermitTransferFrom: [
      { name: 'permitted', type: 'TokenPermissions' },
      { name: 'spender', type: 'address' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
    TokenPermissions: [
      { name: 'token', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
  } as const;
  const domainOf = (chainId: number) => ({ name: 'Permit2', chainId, verifyingContract: permit2.address });

  it('has the domain of its chain', async () => {
    const { client, testClient } = await createTestEmulator();
    for (const { readContract, chain } of [client, testClient])
      expect(await readContract({ ...permit2, functionName: 'DOMAIN_SEPARATOR' })).toBe(
        domainSeparator({ domain: domainOf(chain.id) }),
      );
  });

  it('moves tokens by a signature, once', async () => {
    const emulator = await createTestEmulator();
    const { alice, bob, carol, client, advance } = emulator;
    const token = await deployToken(emulator);
    await alice.writeContract({
      ...testToken,
      address: token,
      functionName: 'approve',
      args: [permit2.address, maxUint256],
    });
    await advance(block);

    const permit = { permitted: { token, amount: 100n }, nonce: 7n, deadline: maxUint256 };
    const signed = async (chainId: number) =>
      alice.signTypedData({
        domain: domainOf(chainId),
        types,
        primaryType: 'PermitTransferFrom',
        message: { ...permit, spender: bob.account.address },
      });
    const transfer = (signature: Hex) =>
      ({
        ...permit2,
        functionName: 'permitTransferFrom',
        args: [permit, { to: carol.account.address, requestedAmount: 60n }, alice.account.address, signature],
      }) as const;

    const account = bob.account;
    const elsewhere = client.simulateContract({ ...transfer(await signed(baseSepolia.id)), account });
    await expect(elsewhere).rejects.toThrow('InvalidSigner');
    const signature = await signed(base.id);
    await bob.writeContract(transfer(signature));
    await advance(block);
    const balance = client.readContract({
      ...testToken,
      address: token,
      functionName: 'balanceOf',
      args: [carol.account.address],
    });
    expect(await balance).toBe(60n);
    await expect(client.simulateContract({ ...transfer(signature), account })).rejects.toThrow('InvalidNonce');
    const used = client.readContract({ ...permit2, functionName: 'nonceBitmap', args: [alice.account.address, 0n] });
    expect(await used).toBe(1n << 7n);
  });
});

describe('EntryPoint', () => {
  const entryPoint = { address: entryPoint07Address, abi: entryPoint07Abi } as const;
  const factoryAbi = parseAbi([
    'constructor(address entryPoint)',
    'function createAccount(address owner, uint256 salt) returns (address)',
    'function getAddress(address owner, uint256 salt) view returns (address)',
  ]);
  const accountAbi = parseAbi(['function execute(address target, uint256 value, bytes data)']);

  it('creates an account and runs its operation', async () => {
    const { alice, bob, carol, client, advance } = await createTestEmulator();
    const data = encodeDeployData({ abi: factoryAbi, bytecode: factory.bytecode as Hex, args: [entryPoint.address] });
    const deployed = await bob.sendTransaction({ data });
    await advance(block);
    const factoryAddress = (await client.getTransactionReceipt({ hash: deployed })).contractAddress!;
    const owner = alice.account.address;
    const sender = await client.readContract({
      address: factoryAddress,
      abi: factoryAbi,
      functionName: 'getAddress',
      args: [owner, 0n],
    });
    await alice.sendTransaction({ to: sender, value: parseEther('1') });
    await advance(block);

    const nonceOf = async () => client.readContract({ ...entryPoint, functionName: 'getNonce', args: [sender, 0n] });
    expect(await nonceOf()).toBe(0n);
    const operation = {
      sender,
      nonce: 0n,
      factory: factoryAddress,
      factoryData: encodeFunctionData({ abi: factoryAbi, functionName: 'createAccount', args: [owner, 0n] }),
      callData: encodeFunctionData({
        abi: accountAbi,
        functionName: 'execute',
        args: [carol.account.address, 5n, '0x'],
      }),
      callGasLimit: 200_000n,
      verificationGasLimit: 1_000_000n,
      preVerificationGas: 50_000n,
      maxFeePerGas: 10n ** 9n,
      maxPriorityFeePerGas: 10n ** 6n,
      signature: '0x' as Hex,
    };
    const userOperationHash = getUserOperationHash({
      chainId: base.id,
      entryPointAddress: entryPoint.address,
      entryPointVersion: '0.7',
      userOperation: operation,
    });
    const packed = toPackedUserOperation(operation);
    const told = await client.readContract({ ...entryPoint, functionName: 'getUserOpHash', args: [packed] });
    expect(told).toBe(userOperationHash);

    const signature = await alice.signMessage({ message: { raw: userOperationHash } });
    const before = await client.getBalance(carol.account);
    const hash = await bob.writeContract({
      ...entryPoint,
      functionName: 'handleOps',
      args: [[{ ...packed, signature }], bob.account.address],
    });
    await advance(block);
    const { logs, status } = await client.getTransactionReceipt({ hash });
    expect(status).toBe('success');
    const [event] = parseEventLogs({ abi: entryPoint.abi, logs, eventName: 'UserOperationEvent' });
    expect(event?.args).toMatchObject({ userOpHash: userOperationHash, sender, success: true, nonce: 0n });
    expect((await client.getBalance(carol.account)) - before).toBe(5n);
    expect(await nonceOf()).toBe(1n);

    const forged = client.simulateContract({
      ...entryPoint,
      functionName: 'handleOps',
      args: [[{ ...packed, nonce: 1n, initCode: '0x', signature: numberToHex(1n, { size: 65 }) }], bob.account.address],
      account: bob.account,
    });
    await expect(forged).rejects.toThrow('FailedOp');
  });
});
