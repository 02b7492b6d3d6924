import { createPublicClient, custom } from 'viem';
import { base } from 'viem/chains';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RequestError, startPretick } from '../../src/index.ts';

describe('a chain in the same process', () => {
  it('answers viem without a socket, through the face that refuses nothing', async () => {
    const emulator = await startPretick({ port: 0, ticking: 'manual' });
    onTestFinished(emulator.stop);
    const [mainnet, testnet] = emulator.chains;
    const client = createPublicClient({ chain: base, transport: custom(mainnet!) });
    expect(await client.getChainId()).toBe(8453);
    await emulator.advance(2_000);
    expect((await client.getBlock()).number).toBe(1n);
    expect(await mainnet!.request({ method: 'eth_getBlockReceipts', params: ['latest'] })).toMatchObject([
      { type: '0x7e', status: '0x1' },
    ]);
    expect(await testnet!.request({ method: 'eth_chainId' })).toBe('0x14a34');
  });

  it('throws the error that a reply would carry', async () => {
    const emulator = await startPretick({ port: 0, ticking: 'manual' });
    onTestFinished(emulator.stop);
    const failing = emulator.chains[0]!.request({ method: 'eth_getBalance', params: ['0x12'] });
    await expect(failing).rejects.toBeInstanceOf(RequestError);
    await expect(failing).rejects.toMatchObject({
      code: -32602,
      message: 'invalid argument 0 (address): hex string has length 2, want 40 for address',
    });
  });
});
