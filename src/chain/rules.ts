/** What makes one chain differ from another, as plain data: handed down by the emulator from fixtures and settings. */
import type { Address, Hash } from '../hex.ts';
import type { BaseFeeRule } from '../evm/block.ts';
import type { Fork } from '../evm/fork.ts';
import type { Account } from '../evm/state/account.ts';

export type ChainRules = {
  readonly chainId: bigint;
  readonly fork: Fork;
  /** Gas of one block. */
  readonly gasLimit: bigint;
  /** Receives the priority fees. */
  readonly feeRecipient: Address;
  readonly baseFee: BaseFeeRule & {
    /** Of genesis, in wei per gas. */
    readonly initial: bigint;
  };
  /** Between two sealed blocks, in ms; whole seconds. */
  readonly blockTime: number;
  /** Between two pre-confirmations, in ms. */
  readonly preconfirmationInterval: number;
  /** Whether a transaction is pre-confirmed as soon as it arrives, not at the next tick. */
  readonly preconfirmsOnArrival: boolean;
  /** How many blocks `safe` and `finalized` stay behind `latest`. */
  readonly safeDistance: number;
  readonly finalizedDistance: number;
  /** The most gas of one eth_call, one estimate, and one whole simulation. */
  readonly callGasLimit: bigint;
  /** How many blocks more the block context of a call at `pending` lags behind the sealed head. */
  readonly contextLag: number;
  readonly logs: LogLimits;
  readonly pool: PoolLimits;
  readonly simulation: SimulationRules;
  /** What the emulated randomness is derived from: prevRandao and beacon roots. */
  readonly seed: string;
};

export type LogLimits = {
  /** Distance from first to last block that is refused. */
  readonly range: number;
  /** Logs in one answer. */
  readonly results: number;
};

export type PoolLimits = {
  /** Transactions at the same time. */
  readonly transactions: number;
  /** The largest fee, gas times price in wei, that is taken for no mistake; 0 for any. */
  readonly feeCap: bigint;
  /** Least fee cap in wei per gas: below it no base fee can ever fall. */
  readonly minimumFeePerGas: bigint;
  /** Seconds after which a transaction that cannot run is dropped. */
  readonly lifetime: number;
};

export type SimulationRules = {
  /** Between two simulated blocks, unless the request says otherwise. */
  readonly secondsPerBlock: bigint;
  /** Whether a sender must be able to pay also without `validation`; if not, what is missing is lent. */
  readonly alwaysChecksFunds: boolean;
};

/** State before the first block. */
export type Genesis = {
  /** Seconds since 1970. */
  readonly timestamp: bigint;
  readonly accounts: ReadonlyMap<Address, GenesisAccount>;
};

export type GenesisAccount = Pick<Account, 'nonce' | 'balance'> & {
  readonly code: Uint8Array;
  readonly storage: ReadonlyMap<bigint, bigint>;
};

/** 32 bytes that look random and follow from seed, purpose and block number alone. */
export type Randomness = (purpose: string, block: bigint) => Hash;
