/** A chain alone, small and fast: no server, no timer; the test ticks and seals. Signing is viem's, so two implementations agree. */
import type { Hex, TransactionSerializable } from 'viem';
import { hexToBytes } from 'viem';
import type { HDAccount } from 'viem/accounts';
import { mnemonicToAccount } from 'viem/accounts';
import type { BlockAttributes } from '../../src/chain/building.ts';
import type { Chain, ChainOptions } from '../../src/chain/chain.ts';
import { createChain } from '../../src/chain/chain.ts';
import { genesisOf, rulesOf } from '../../src/chain-setup.ts';
import type { ChainRules, GenesisAccount } from '../../src/chain/rules.ts';
import { resolveConfig } from '../../src/config.ts';
import type { ChainFixture } from '../../src/fixtures.ts';
import { loadFixtures } from '../../src/fixtures.ts';
import type { Address } from '../../src/hex.ts';
import { createEngine } from './engine.ts';

const mnemonic = 'test test test test test test test test test test test junk';

/** The first funded accounts. */
export const accounts = Array.from({ length: 5 }, (_, addressIndex) => mnemonicToAccount(mnemonic, { addressIndex }));

export const [alice, bob, carol] = accounts as unknown as readonly [Signer, Signer, Signer];

type Signer = HDAccount;

export const genesisTimestamp = 1_800_000_000n;

const [fixture] = loadFixtures({ chains: ['mainnet'] }) as readonly [ChainFixture];

/** The main chain's own, with distances that a test can walk. */
export const rollupRules: ChainRules = rulesOf(
  fixture,
  resolveConfig({ safeDistance: 2, finalizedDistance: 4, seed: 'test' }),
);

/** The same without L1 below: blocks hold what the test puts there, and nothing else is paid. */
export const rules: ChainRules = { ...rollupRules, rollup: undefined };

/** Opens a chain whose first accounts have 10,000 ether each. */
export async function createTestChain(
  overrides: Partial<ChainRules> = {},
  contracts: readonly (readonly [Address, Hex])[] = [],
  options: Partial<Pick<ChainOptions, 'engine' | 'stopwatch'>> = {},
): Promise<Chain> {
  const funded = accounts.map((account): [Address, GenesisAccount] => [
    lower(account.address),
    { nonce: 0n, balance: 10_000n * 10n ** 18n, code: new Uint8Array(0), storage: new Map() },
  ]);
  const deployed = contracts.map(([address, code]): [Address, GenesisAccount] => [
    address,
    { nonce: 1n, balance: 0n, code: hexToBytes(code), storage: new Map() },
  ]);
  const chainRules = { ...rules, ...overrides };
  const { header } = genesisOf(fixture, chainRules, genesisTimestamp, [], 0);
  return createChain({
    rules: chainRules,
    genesis: { header, accounts: new Map([...funded, ...deployed]) },
    engine: createEngine(),
    firstTimestamp: genesisTimestamp + 2n,
    ...options,
  });
}

/** Signs a transaction; type 2 with generous fees unless the fields say otherwise. */
export async function sign(account: Signer, fields: Partial<TransactionSerializable> = {}): Promise<Uint8Array> {
  const defaults = {
    type: 'eip1559',
    chainId: 8453,
    gas: 21_000n,
    maxFeePerGas: 10n ** 9n,
    maxPriorityFeePerGas: 10n ** 6n,
  };
  const transaction = 'type' in fields && fields.type !== 'eip1559' ? fields : { ...defaults, ...fields };
  return hexToBytes(await account.signTransaction(transaction as TransactionSerializable));
}

export function lower(address: string): Address {
  return address.toLowerCase() as Address;
}

/** Seals with the next regular timestamp. */
export async function seal(chain: Chain): Promise<void> {
  await chain.seal(chain.pending.header.timestamp + 2n);
}

/** Attributes with which a block can be built: what the pending block has. */
export function attributesOf({ pending: { header } }: Chain): BlockAttributes {
  return {
    timestamp: header.timestamp,
    feeRecipient: header.miner,
    prevRandao: header.mixHash,
    withdrawals: [],
    parentBeaconBlockRoot: header.parentBeaconBlockRoot,
    extraData: header.extraData,
  };
}
