/** An emulator on a real port with time in the test's hand, and viem's unmodified clients in front of it. */
import type { Account, Chain, Hash, Hex } from 'viem';
import { createPublicClient, createWalletClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { base, baseSepolia } from 'viem/chains';
import { onTestFinished } from 'vitest';
import type { PretickChain, PretickOptions } from '../../src/index.ts';
import { startPretick } from '../../src/index.ts';
import { testToken } from './contracts.ts';
import { engineName } from './engine.ts';

/** The time from one pre-confirmation to the next, and from one block to the next, in ms. */
export const flashblock = 200;
export const block = 2_000;

export const zeroHash: Hash = `0x${'00'.repeat(32)}`;

export type TestEmulator = Awaited<ReturnType<typeof createTestEmulator>>;

/**
 * Starts an emulator that ends with the test. Time stands still until `advance`.
 *
 * @example
 * const { advance, alice, client } = await createTestEmulator();
 * await alice.sendTransaction({ to: bob.account.address });
 * await advance(flashblock);
 */
export async function createTestEmulator(options: PretickOptions = {}) {
  const emulator = await startPretick({ port: 0, ticking: 'manual', engine: engineName, ...options });
  onTestFinished(() => emulator.stop());
  const [main, test] = emulator.chains as readonly [PretickChain, PretickChain]; // those of the built-in fixtures
  const wallet = (index: number) => {
    const { privateKey } = emulator.accounts[index]!;
    return walletClient(main.rpc, privateKeyToAccount(privateKey), base);
  };
  return {
    ...emulator,
    main,
    test,
    /** The main chain's public face. */
    client: publicClient(main.rpc, base),
    /** The main chain through a dedicated provider. */
    provider: publicClient(main.provider, base),
    /** The test chain's public face. */
    testClient: publicClient(test.rpc, baseSepolia),
    /** Wallets of the first funded accounts, on the main chain's public face. */
    alice: wallet(0),
    bob: wallet(1),
    carol: wallet(2),
  };
}

/** What somebody sent of a block's transactions, or their receipts: all but the first, which is the deposit of L1 attributes. */
export function sent<T>(all: readonly T[] | undefined): readonly T[] {
  return (all ?? []).slice(1);
}

/** A client that asks anew each time and once only. */
export function publicClient<C extends Chain>(url: string, chain: C) {
  return createPublicClient({ chain, transport: http(url, { retryCount: 0 }), cacheTime: 0 });
}

export function walletClient<A extends Account, C extends Chain>(url: string, account: A, chain: C) {
  return createWalletClient({ account, chain, transport: http(url, { retryCount: 0 }), cacheTime: 0 });
}

/** Deploys the ERC-20 from alice and seals it. */
export async function deployToken({ alice, client, advance }: TestEmulator): Promise<Hex> {
  const hash = await alice.deployContract(testToken);
  await advance(block);
  const { contractAddress } = await client.getTransactionReceipt({ hash });
  return contractAddress!; // a creation has one
}
