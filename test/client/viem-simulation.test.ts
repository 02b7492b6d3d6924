import type { Hex } from 'viem';
import {
  encodeFunctionData,
  getContractAddress,
  keccak256,
  pad,
  parseEther,
  toHex,
  encodeAbiParameters,
  zeroAddress,
} from 'viem';
import { describe, expect, it } from 'vitest';
import { testToken, testVault } from '../support/contracts.ts';
import { createTestEmulator, deployToken, flashblock, zeroHash } from '../support/emulator.ts';

const { abi } = testToken;
const nobody: Hex = '0x00000000000000000000000000000000000000aa';
const transferLog: Hex = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';

/** Where the token keeps an account's balance. */
const balanceSlot = (account: Hex) =>
  keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [account, 1n]));

describe('simulateBlocks', () => {
  it('runs two blocks, one after another, and keeps nothing', async () => {
    const emulator = await createTestEmulator();
    const { alice, bob, client } = emulator;
    const address = await deployToken(emulator);
    const latest = await client.getBlock();
    const transfer = (from: Hex, to: Hex, amount: bigint) => ({
      from,
      to: address,
      data: encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] }),
    });
    const balance = (account: Hex) => ({
      to: address,
      data: encodeFunctionData({ abi, functionName: 'balanceOf', args: [account] }),
    });
    const [a, b] = [alice.account.address, bob.account.address];

    const [first, second] = await client.simulateBlocks({
      blocks: [
        { calls: [transfer(a, b, 30n), balance(b)] },
        { calls: [transfer(b, nobody, 10n), balance(b), balance(nobody)] },
      ],
    });

    expect(first).toMatchObject({ number: latest.number + 1n, parentHash: latest.hash, stateRoot: zeroHash });
    expect(second).toMatchObject({ number: latest.number + 2n, parentHash: first!.hash, stateRoot: zeroHash });
    expect(first!.timestamp).toBe(latest.timestamp + 2n);
    expect(second!.timestamp).toBe(latest.timestamp + 4n);
    expect(first!.transactions).toHaveLength(2);
    expect(first!.calls.map(({ status, data }) => [status, BigInt(data)])).toEqual([
      ['success', 1n],
      ['success', 30n],
    ]);
    expect(second!.calls.map(({ data }) => BigInt(data))).toEqual([1n, 20n, 10n]);
    expect(first!.gasUsed).toBe(first!.calls.reduce((sum, { gasUsed }) => sum + gasUsed, 0n));
    const [log] = first!.calls[0].logs!;
    expect(log).toMatchObject({ address: address.toLowerCase(), blockHash: first!.hash, logIndex: 0 });

    expect(await client.getBlockNumber()).toBe(latest.number);
    expect(await client.readContract({ address, abi, functionName: 'balanceOf', args: [bob.account.address] })).toBe(
      0n,
    );
  });

  it('takes every kind of state override', async () => {
    const emulator = await createTestEmulator();
    const { client, bob } = emulator;
    const address = await deployToken(emulator);
    const holder = bob.account.address;
    const balanceOf = { abi, functionName: 'balanceOf', args: [holder] } as const;
    const slot = balanceSlot(holder);
    const value = pad(toHex(77n));
    const copy = '0x00000000000000000000000000000000000000c0';
    const identity = '0x0000000000000000000000000000000000000004';
    const elsewhere = '0x0000000000000000000000000000000000000404';

    const [, result] = await client.simulateBlocks({
      blocks: [
        {
          // Overrides of one block hold in those after it.
          stateOverrides: [
            { address, stateDiff: [{ slot, value }] },
            { address: copy, code: testToken.deployedBytecode, state: [{ slot, value: pad(toHex(78n)) }] },
            { address: nobody, balance: 5n, nonce: 9 },
          ],
          calls: [],
        },
        {
          calls: [
            { ...balanceOf, to: address },
            { ...balanceOf, to: copy },
            { abi, functionName: 'totalSupply', to: address },
            { abi, functionName: 'totalSupply', to: copy },
            { from: nobody, to: holder, value: 5n },
          ],
        },
      ],
    });
    expect(result!.calls.slice(0, 4).map((call) => call.result)).toEqual([77n, 78n, parseEther('1000000'), 0n]);
    expect(result!.calls[4]!.status).toBe('success');

    const moved = await client.request({
      method: 'eth_simulateV1',
      params: [
        {
          blockStateCalls: [
            {
              stateOverrides: { [identity]: { movePrecompileToAddress: elsewhere } },
              calls: [
                { to: elsewhere, input: '0x1234' },
                { to: identity, input: '0x1234' },
              ],
            },
          ],
        },
        'latest',
      ],
    } as never);
    expect(moved).toMatchObject([{ calls: [{ returnData: '0x1234' }, { returnData: '0x' }] }]);
  });

  it('takes every kind of block override', async () => {
    const { client } = await createTestEmulator();
    // NUMBER, TIMESTAMP, GASLIMIT, COINBASE, PREVRANDAO and BASEFEE, a word each.
    const code = '0x43600052426020524560405241606052446080524860a05260c06000f3';
    const blockOverrides = {
      number: 100n,
      time: 2_000_000_000n,
      gasLimit: 30_000_000n,
      feeRecipient: nobody,
      baseFeePerGas: 7n,
    } as const;
    const [block] = await client.simulateBlocks({
      blocks: [{ blockOverrides, stateOverrides: [{ address: nobody, code }], calls: [{ to: nobody }] }],
    });
    expect(block).toMatchObject({
      number: 100n,
      timestamp: 2_000_000_000n,
      gasLimit: 30_000_000n,
      miner: nobody,
      baseFeePerGas: 7n,
    });
    const words = [100n, 2_000_000_000n, 30_000_000n, BigInt(nobody), 0n, 7n];
    expect(block!.calls[0].data).toBe(`0x${words.map((word) => pad(toHex(word)).slice(2)).join('')}`);

    const prevRandao = `0x${'ab'.repeat(32)}`;
    const raw = await client.request({
      method: 'eth_simulateV1',
      params: [{ blockStateCalls: [{ blockOverrides: { prevRandao } }] }, 'latest'],
    } as never);
    expect(raw).toMatchObject([{ mixHash: prevRandao }]);
  });

  it('shows transfers of ether as logs when asked to', async () => {
    const { alice, bob, client } = await createTestEmulator();
    const call = { from: alice.account.address, to: bob.account.address, value: 12n };
    const [silent] = await client.simulateBlocks({ blocks: [{ calls: [call] }] });
    expect(silent!.calls[0].logs).toEqual([]);
    const [traced] = await client.simulateBlocks({ blocks: [{ calls: [call] }], traceTransfers: true });
    expect(traced!.calls[0].logs).toMatchObject([
      {
        address: transferLog,
        topics: [
          '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
          pad(alice.account.address.toLowerCase() as Hex),
          pad(bob.account.address.toLowerCase() as Hex),
        ],
        data: pad(toHex(12n)),
        blockHash: traced!.hash,
        logIndex: 0,
      },
    ]);
  });

  it('shows a nested transfer between the logs around it', async () => {
    const emulator = await createTestEmulator();
    const { alice, bob, client } = emulator;
    const vault = '0x00000000000000000000000000000000000000fa';
    const [block] = await client.simulateBlocks({
      traceTransfers: true,
      blocks: [
        {
          stateOverrides: [{ address: vault, code: testVault.deployedBytecode }],
          calls: [
            {
              from: alice.account.address,
              to: vault,
              value: 9n,
              data: encodeFunctionData({ abi: testVault.abi, functionName: 'forward', args: [bob.account.address] }),
            },
          ],
        },
      ],
    });
    expect(block!.calls[0].logs!.map((log) => [log.address, log.logIndex])).toEqual([
      [transferLog, 0],
      [vault, 1],
      [transferLog, 2],
    ]);
  });

  it('creates contracts, and shows the ether they are given on its way', async () => {
    const { alice, client } = await createTestEmulator();
    const from = alice.account.address;
    const created = getContractAddress({ from, nonce: 0n });
    const inner = getContractAddress({ from: created, nonce: 1n });
    const salted = getContractAddress({ opcode: 'CREATE2', from: created, salt: pad('0x07'), bytecode: '0x' });
    // CREATE with 2 wei and CREATE2 with 1 wei and salt 7, both of nothing; then the code 0xfe.
    const initcode = '0x5f5f6002f05060075f5f6001f55060fe5f5360015ff3';
    const [block] = await client.simulateBlocks({
      traceTransfers: true,
      blocks: [{ calls: [{ from, value: 5n, to: null, data: initcode }] }],
    });
    const [call] = block!.calls;
    expect(call).toMatchObject({ status: 'success', data: '0xfe' });
    const party = (address: Hex) => pad(address.toLowerCase() as Hex);
    expect(call.logs!.map(({ topics, data }) => [...topics.slice(1), BigInt(data)])).toEqual([
      [party(from), party(created), 5n],
      [party(created), party(inner), 2n],
      [party(created), party(salted), 1n],
    ]);
  });

  it('tells of a failed call in its result and decodes why', async () => {
    const emulator = await createTestEmulator();
    const { bob, client } = emulator;
    const address = await deployToken(emulator);
    const [block] = await client.simulateBlocks({
      blocks: [
        {
          calls: [
            { abi, to: address, functionName: 'transfer', from: bob.account.address, args: [nobody, 1n] },
            { abi, to: address, functionName: 'revertWithString' },
            { abi, to: address, functionName: 'panic' },
            { abi, to: address, functionName: 'totalSupply' },
          ],
        },
      ],
    });
    expect(block!.calls.map(({ status }) => status)).toEqual(['failure', 'failure', 'failure', 'success']);
    const [custom, text, panic] = block!.calls.map(({ error }) => error);
    expect(custom).toMatchObject({
      cause: { data: { errorName: 'InsufficientBalance', args: [bob.account.address, 0n, 1n] } },
    });
    expect(text).toMatchObject({ cause: { reason: 'not today' } });
    expect(panic).toMatchObject({ cause: { data: { errorName: 'Panic', args: [1n] } } });
  });

  it('decodes failures in the object form too', async () => {
    const emulator = await createTestEmulator({ simulateErrorForm: 'object' });
    const { client } = emulator;
    const to = await deployToken(emulator);
    const [block] = await client.simulateBlocks({
      blocks: [{ calls: [{ abi, to, functionName: 'revertWithString' }] }],
    });
    expect(block!.calls[0].error).toMatchObject({ cause: { reason: 'not today' } });
  });

  it('stands on the pre-confirmed state at pending', async () => {
    const emulator = await createTestEmulator();
    const { alice, bob, client, advance } = emulator;
    const address = await deployToken(emulator);
    const latest = await client.getBlock();
    await alice.writeContract({ address, abi, functionName: 'transfer', args: [bob.account.address, 50n] });
    await advance(flashblock);
    const calls = [
      { abi, to: address, functionName: 'transfer', from: bob.account.address, args: [nobody, 50n] },
    ] as const;
    const [pending] = await client.simulateBlocks({ blockTag: 'pending', blocks: [{ calls }] });
    expect(pending!.calls[0].status).toBe('success');
    expect(pending).toMatchObject({ number: latest.number + 1n, parentHash: latest.hash });
    const [sealed] = await client.simulateBlocks({ blocks: [{ calls }] });
    expect(sealed!.calls[0].status).toBe('failure');
  });

  it('holds nonces and balances against the rules with validation only', async () => {
    const { alice, client } = await createTestEmulator();
    const { baseFeePerGas } = await client.getBlock();
    const fees = { maxFeePerGas: baseFeePerGas! * 2n, maxPriorityFeePerGas: 0n };
    const simulate = async (call: object, validation: boolean) => {
      const calls = [{ from: alice.account.address, to: nobody, ...fees, ...call }];
      const [block] = await client.simulateBlocks({ blocks: [{ calls }], validation });
      return block!.calls[0]!.status;
    };
    for (const call of [{ nonce: 5 }, { value: parseEther('20000') }, { from: nobody, value: 1n }])
      expect(await simulate(call, false)).toBe('success');

    expect(await simulate({ nonce: 0, value: 1n }, true)).toBe('success');
    await expect(simulate({ nonce: 5 }, true)).rejects.toMatchObject({ details: 'nonce too high' });
    await expect(simulate({ value: parseEther('20000') }, true)).rejects.toMatchObject({
      name: 'InsufficientFundsError',
    });
    await expect(simulate({ maxFeePerGas: 1n }, true)).rejects.toMatchObject({
      details: 'max fee per gas less than block base fee',
    });
  });

  it('gives whole transactions when asked to', async () => {
    const { alice, client } = await createTestEmulator();
    const calls = [{ from: alice.account.address, to: nobody, value: 1n }] as const;
    const [block] = await client.simulateBlocks({ blocks: [{ calls }], returnFullTransactions: true });
    expect(block!.transactions).toMatchObject([
      { from: alice.account.address.toLowerCase(), to: nobody, value: 1n, blockHash: block!.hash, nonce: 0 },
    ]);
  });
});

describe('simulateCalls', () => {
  it('runs calls after one another and decodes their results', async () => {
    const emulator = await createTestEmulator();
    const { alice, bob, client } = emulator;
    const address = await deployToken(emulator);
    const { results } = await client.simulateCalls({
      account: alice.account,
      calls: [
        { to: address, abi, functionName: 'approve', args: [bob.account.address, 5n] },
        { to: address, abi, functionName: 'allowance', args: [alice.account.address, bob.account.address] },
        { to: address, abi, functionName: 'transferFrom', args: [bob.account.address, nobody, 1n] },
        { to: bob.account.address, value: 1n },
      ],
    });
    expect(results.map(({ status, result }) => [status, result])).toEqual([
      ['success', true],
      ['success', 5n],
      ['failure', undefined],
      ['success', null],
    ]);
    expect(results[2].error).toMatchObject({
      cause: { data: { errorName: 'InsufficientAllowance', args: [alice.account.address, 0n, 1n] } },
    });
  });

  it('works out what the account gains and loses', async () => {
    const emulator = await createTestEmulator();
    const { alice, bob, client } = emulator;
    const address = await deployToken(emulator);
    const { assetChanges } = await client.simulateCalls({
      account: alice.account,
      traceAssetChanges: true,
      calls: [
        { to: address, abi, functionName: 'transfer', args: [bob.account.address, 100n] },
        { to: bob.account.address, value: 7n },
      ],
    });
    expect(assetChanges.map(({ token, value }) => [token.address.toLowerCase(), token.symbol, value.diff])).toEqual([
      [transferLog, 'ETH', -7n],
      [address.toLowerCase(), 'TEST', -100n],
    ]);
  });

  it('takes state overrides', async () => {
    const { client } = await createTestEmulator();
    const { results } = await client.simulateCalls({
      account: nobody,
      calls: [{ to: zeroAddress, value: parseEther('3') }],
      stateOverrides: [{ address: nobody, balance: parseEther('3') }],
    });
    expect(results[0].status).toBe('success');
  });
});
