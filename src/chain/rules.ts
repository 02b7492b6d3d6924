/** What makes one chain differ from another, as plain data: handed down by the emulator from fixtures and settings. */
import type { Address, Hash } from '../hex.ts';
import type { BaseFeeRule, Header } from '../evm/block.ts';
import type { Schedule, Upgrades } from '../evm/schedule.ts';
import type { Account } from '../evm/state/account.ts';
import type { RollupRules } from '../evm/rollup/rules.ts';

export type ChainRules = {
  readonly chainId: bigint;
  readonly schedule: Schedule;
  /** What the schedule is made of. */
  readonly upgrades: Upgrades;
  /** Gas of one block; `undefined` keeps the parent's. */
  readonly gasLimit: bigint | undefined;
  /** Receives the priority fees. */
  readonly feeRecipient: Address;
  /** Of every header. */
  readonly extraData: Uint8Array;
  readonly baseFee: BaseFeeRule & {
    /** Of the first block that has one, in wei per gas. */
    readonly initial: bigint;
  };
  /** Between two sealed blocks, in ms; whole seconds. */
  readonly blockTime: number;
  /** Between two pre-confirmations, in ms. */
  readonly preconfirmationInterval: number;
  /** Whether there are pre-confirmations; if not, `pending` is the newest sealed block, and transactions wait for the seal. */
  readonly hasFlashblocks: boolean;
  /** Whether a transaction is pre-confirmed as soon as it arrives, not at the next tick. */
  readonly preconfirmsOnArrival: boolean;
  /** How many blocks `safe` and `finalized` stay behind `latest`. */
  readonly safeDistance: number;
  readonly finalizedDistance: number;
  /** The most gas of one eth_call, one estimate, and one whole simulation. */
  readonly callGasLimit: bigint;
  /** How long one request may execute code, in ms. */
  readonly executionTimeLimit: number;
  /** How many blocks more the block context of a call at `pending` lags behind the sealed head. */
  readonly contextLag: number;
  /** Whether blocks collect requests to a consensus layer (EIP-7685), and whose logs are deposits. */
  readonly requests: { readonly depositContract: Address | undefined } | undefined;
  /** `undefined` for a chain that posts its data nowhere. */
  readonly rollup: RollupRules | undefined;
  readonly logs: LogLimits;
  readonly pool: PoolLimits;
  readonly simulation: SimulationRules;
  /** For how many of the newest blocks state can be read; `undefined` for all. Blocks themselves are always kept. */
  readonly historyWindow: number | undefined;
  /** For how many of the newest blocks proofs can be given. */
  readonly proofWindow: number;
  /** What the emulated randomness is derived from: prevRandao and beacon roots. */
  readonly seed: string;
};

export type LogLimits = {
  /** Whether a block hash beside a range is a contradiction; if not, the range is ignored. */
  readonly refusesHashWithRange: boolean;
  /** Distance from first to last block that is refused. */
  readonly range: number;
  /** Of how many of the newest blocks logs are promised; `undefined` for all. They are kept longer. */
  readonly retention?: number | undefined;
  /** Logs in one answer. */
  readonly results: number;
};

export type PoolLimits = {
  /** Whether what waits is told nobody: not by hash, nor as it arrives. */
  readonly isPrivate: boolean;
  /** Whether blob transactions are taken; a rollup has none. */
  readonly takesBlobs: boolean;
  /** Transactions at the same time. */
  readonly transactions: number;
  /** The largest fee, gas times price in wei, that is taken for no mistake; 0 for any. */
  readonly feeCap: bigint;
  /** Least tip in wei per gas that gets a transaction into a block built to order. */
  readonly minimumTip: bigint;
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
  /** Whether gaps between block numbers are filled with empty blocks. */
  readonly fillsGaps: boolean;
  /** Whether the state root is worked out; if not, it is zero. */
  readonly hasStateRoots: boolean;
  /** Whether extra data and beacon root are the base block's; if not, they are empty and zero. */
  readonly inheritsExtras: boolean;
};

/** The block before the first, and the state before it. */
export type Genesis = {
  /** What the header does not take from its state and fork. */
  readonly header: Pick<Header, 'timestamp' | 'gasLimit' | 'miner' | 'extraData' | 'difficulty' | 'mixHash' | 'nonce'>;
  readonly accounts: ReadonlyMap<Address, GenesisAccount>;
};

export type GenesisAccount = Pick<Account, 'nonce' | 'balance'> & {
  readonly code: Uint8Array;
  readonly storage: ReadonlyMap<bigint, bigint>;
};

/** 32 bytes that look random and follow from seed, purpose and block number alone. */
export type Randomness = (purpose: string, block: bigint) => Hash;
