/** The fee vaults, L1BlockNumber and the proxies before all of the chain's own contracts. */
import type { Address } from 'viem';
import { decodeEventLog, encodeFunctionData, numberToHex, pad, parseEther, zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { feeVault, l1Block, l1BlockNumber, messagePasser, proxyAbi } from '../predeploys/interfaces.ts';
import { block, createTestEmulator } from '../support/emulator.ts';

describe('the fee vaults', () => {
  it.each(['0011', '0019', '001a', '001b'])('of 0x42…%s takes ether and sends it on', async (end) => {
    const { alice, bob, client, advance } = await createTestEmulator();
    const vault = { ...feeVault, address: `0x420000000000000000000000000000000000${end}` } as const;
    const recipient = '0xEaC854890Dd6CD9666B82B88a4401D5FEb88543D';
    const read = async (functionName: 'RECIPIENT' | 'recipient' | 'minWithdrawalAmount' | 'withdrawalNetwork') =>
      client.readContract({ ...vault, functionName });
    expect(await read('RECIPIENT')).toBe(recipient);
    expect(await read('recipient')).toBe(recipient);
    expect(await read('minWithdrawalAmount')).toBe(parseEther('2'));
    expect(await read('withdrawalNetwork')).toBe(1);

    await alice.sendTransaction({ to: vault.address, value: parseEther('1') });
    await advance(block);
    const early = client.simulateContract({ ...vault, functionName: 'withdraw' });
    await expect(early).rejects.toThrow('greater than minimum withdrawal amount');

    await alice.sendTransaction({ to: vault.address, value: parseEther('1') });
    await advance(block);
    const held = await client.getBalance(vault);
    expect(held).toBeGreaterThanOrEqual(parseEther('2'));
    const hash = await bob.writeContract({ ...vault, functionName: 'withdraw' });
    await advance(block);
    const { status, logs } = await client.getTransactionReceipt({ hash });
    expect([status, logs.length]).toEqual(['success', 2]);
    const sent = await client.getBalance({ address: recipient });
    expect(sent).toBeGreaterThanOrEqual(held);
    expect(await client.readContract({ ...vault, functionName: 'totalProcessed' })).toBe(sent);
  });
});

describe('L1BlockNumber', () => {
  it('tells the number of L1Block, whatever it is asked', async () => {
    const { client } = await createTestEmulator();
    const number = 0x0102030405060708n;
    // It shares the slot with what is here all ones.
    const value = numberToHex((2n ** 64n - 1n) * 2n ** 64n + number, { size: 32 });
    const stateOverride = [{ address: l1Block.address, stateDiff: [{ slot: pad('0x'), value }] }];
    const read = client.readContract({ ...l1BlockNumber, functionName: 'getL1BlockNumber', stateOverride });
    expect(await read).toBe(number);
    const { data } = await client.call({ to: l1BlockNumber.address, data: '0x12345678', stateOverride });
    expect(data).toBe(numberToHex(number, { size: 32 }));
  });
});

describe('the proxies', () => {
  const proxy = { address: l1Block.address, abi: proxyAbi } as const;
  const implementation = '0xC0D3C0d3C0d3c0D3C0d3C0d3C0D3c0d3C0D30015';

  it('tell nobody but their admin what they stand for', async () => {
    const { alice, client } = await createTestEmulator();
    const ask = async (functionName: 'admin' | 'implementation', account?: Address) =>
      (await client.simulateContract({ ...proxy, functionName, ...(account && { account }) })).result;
    expect(await ask('admin')).toBe('0x4200000000000000000000000000000000000018');
    expect((await ask('implementation')).toLowerCase()).toBe(implementation.toLowerCase());
    await expect(ask('implementation', alice.account.address)).rejects.toThrow('reverted');
    await expect(
      client.simulateContract({ ...proxy, functionName: 'upgradeTo', args: [zeroAddress], account: alice.account }),
    ).rejects.toThrow('reverted');
  });

  it('stand for something else once their admin says so', async () => {
    const { client } = await createTestEmulator();
    const admin: Address = '0x4200000000000000000000000000000000000018';
    const passer = '0xc0d3c0d3c0d3c0d3c0d3c0d3c0d3c0d3c0d30016';
    const [simulated] = await client.simulateBlocks({
      blocks: [
        {
          calls: [
            {
              account: admin,
              to: proxy.address,
              data: encodeFunctionData({ ...proxy, functionName: 'upgradeTo', args: [passer] }),
            },
            { to: proxy.address, data: encodeFunctionData({ ...messagePasser, functionName: 'MESSAGE_VERSION' }) },
          ],
        },
      ],
    });
    const [upgraded, asked] = simulated!.calls;
    expect(decodeEventLog({ abi: proxyAbi, ...upgraded.logs![0]! }).eventName).toBe('Upgraded');
    expect(BigInt(asked.data)).toBe(1n);
  });
});
