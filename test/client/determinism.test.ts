/** Two runs under the same seed, with time in the test's hand and the same calls, give the same bytes. */
import type { Hex } from 'viem';
import { encodeDeployData, encodeFunctionData, getContractAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import type { PretickOptions } from '../../src/index.ts';
import { testToken, testVault } from '../support/contracts.ts';
import type { TestEmulator } from '../support/emulator.ts';
import { block, createTestEmulator, flashblock } from '../support/emulator.ts';

const { abi } = testToken;
const fees = { maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 10n ** 6n } as const;

/** Deploys, transfers and calls on both chains over four blocks, and every answer on the way as it came. */
async function story(options: PretickOptions): Promise<readonly string[]> {
  const emulator = await createTestEmulator(options);
  const { main, test, alice, bob, carol, advance } = emulator;
  const answers: string[] = [];
  const ask = async (url: string, method: string, ...params: unknown[]): Promise<void> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: answers.length, method, params });
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    answers.push(await response.text());
  };
  const sendOn = async (chain: typeof main, wallet: TestEmulator['alice'], fields: object): Promise<void> => {
    const transaction = { type: 'eip1559', chainId: chain.chainId, gas: 1_000_000n, ...fees, ...fields };
    await ask(chain.provider, 'eth_sendRawTransaction', await wallet.account.signTransaction(transaction as never));
  };
  const token = getContractAddress({ from: alice.account.address, nonce: 0n });
  const transfer = (to: Hex, amount: bigint) =>
    encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] });

  for (const chain of [main, test]) {
    await sendOn(chain, alice, { nonce: 0, data: encodeDeployData(testToken) });
    await sendOn(chain, bob, { nonce: 0, data: encodeDeployData(testVault) });
  }
  await advance(flashblock);
  for (const chain of [main, test]) await ask(chain.provider, 'eth_getBlockByNumber', 'pending', true);
  await advance(block);
  for (const chain of [main, test]) {
    await sendOn(chain, alice, { nonce: 1, to: token, data: transfer(bob.account.address, 5n) });
    await sendOn(chain, carol, { nonce: 0, to: alice.account.address, value: 7n, gas: 21_000n });
    await sendOn(chain, carol, { nonce: 1, to: token, data: transfer(bob.account.address, 5n), gas: 100_000n });
  }
  await advance(3 * flashblock);
  await sendOn(main, alice, { nonce: 2, to: token, data: transfer(carol.account.address, 6n) });
  for (const chain of [main, test]) await ask(chain.provider, 'eth_getBlockReceipts', 'pending');
  await advance(2 * block);

  for (const chain of [main, test]) {
    for (const number of ['0x0', '0x1', '0x2', '0x3', 'latest', 'pending']) {
      await ask(chain.provider, 'eth_getBlockByNumber', number, true);
      await ask(chain.provider, 'eth_getBlockReceipts', number);
    }
    await ask(chain.provider, 'eth_getLogs', { fromBlock: 'earliest', toBlock: 'pending' });
    await ask(chain.provider, 'eth_feeHistory', '0x4', 'latest', [10, 50]);
    await ask(chain.provider, 'eth_simulateV1', { blockStateCalls: [{ calls: [{ to: token }] }] }, 'latest');
    await ask(chain.provider, 'eth_estimateGas', { from: alice.account.address, to: token, data: transfer(token, 1n) });
  }
  return answers;
}

describe('two runs', () => {
  it('give the same blocks, receipts and logs, byte for byte', async () => {
    const first = await story({ seed: 'twice' });
    expect(await story({ seed: 'twice' })).toEqual(first);
    // Nothing went wrong in both alike.
    expect(first.filter((answer) => answer.includes('"error":{'))).toEqual([]);
    expect(first.join('')).toContain('"status":"0x0"');
  });

  it('give the same bytes on either engine', async () => {
    expect(await story({ engine: 'pretick' })).toEqual(await story({ engine: 'ethereumjs' }));
  });

  it('differ under different seeds', async () => {
    const [one, other] = [await story({ seed: 'one' }), await story({ seed: 'other' })];
    expect(one).not.toEqual(other);
  });
});
