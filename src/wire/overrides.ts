/** What a call or a simulation pretends: state overrides per account, and overrides of the block it runs in. */
import * as z from 'zod';
import { expected, Malformed, quote, refine, Refused } from './codec.ts';
import { Address, address, Bytes, Hash, Quantity, Uint64, uint64, Word, word } from './scalars.ts';

/** An account as it is to look. What is absent stays as it is. */
export type AccountOverride = {
  readonly balance: bigint | undefined;
  readonly nonce: bigint | undefined;
  readonly code: Uint8Array | undefined;
  /** Replaces the whole storage. */
  readonly state: ReadonlyMap<bigint, bigint> | undefined;
  /** Replaces single slots. */
  readonly stateDiff: ReadonlyMap<bigint, bigint> | undefined;
  /** Where the precompile of this address is to answer. */
  readonly movePrecompileTo: Address | undefined;
};

/** In the order of the request. */
export type StateOverrides = ReadonlyMap<Address, AccountOverride>;

/** A block as it is to look. What is absent follows from the block before. */
export type BlockOverrides = {
  readonly number: bigint | undefined;
  /** Seconds since 1970. */
  readonly time: bigint | undefined;
  readonly gasLimit: bigint | undefined;
  readonly feeRecipient: Address | undefined;
  readonly prevRandao: Hash | undefined;
  readonly baseFeePerGas: bigint | undefined;
  readonly blobBaseFee: bigint | undefined;
  readonly difficulty: bigint | undefined;
  readonly beaconRoot: Hash | undefined;
  readonly withdrawals: readonly Withdrawal[] | undefined;
  /** What BLOCKHASH answers, by number. */
  readonly blockHash: ReadonlyMap<bigint, Hash> | undefined;
};

/** A payment from the beacon chain. */
export type Withdrawal = {
  readonly index: bigint;
  readonly validatorIndex: bigint;
  readonly address: Address;
  /** Gwei. */
  readonly amount: bigint;
};

export const noBlockOverrides: BlockOverrides = {
  number: undefined,
  time: undefined,
  gasLimit: undefined,
  feeRecipient: undefined,
  prevRandao: undefined,
  baseFeePerGas: undefined,
  blobBaseFee: undefined,
  difficulty: undefined,
  beaconRoot: undefined,
  withdrawals: undefined,
  blockHash: undefined,
};

const Slots = refine(
  z.record(z.string(), Word, expected('an object of storage slots')),
  (slots): ReadonlyMap<bigint, bigint> =>
    new Map(Object.entries(slots).map(([key, value]) => [ofKey(key, word), value])),
);

const Account = z.object(
  {
    balance: Quantity.nullish(),
    nonce: Uint64.nullish(),
    code: Bytes.nullish(),
    state: Slots.nullish(),
    stateDiff: Slots.nullish(),
    movePrecompileToAddress: Address.nullish(),
  },
  expected('an account override object'),
);

/** The state overrides by address; null or absent means none. */
export const StateOverrides = refine(
  z.record(z.string(), Account, expected('an object of account overrides')).nullish(),
  (accounts): StateOverrides => {
    const overrides = new Map<Address, AccountOverride>();
    for (const [key, account] of Object.entries(accounts ?? {})) {
      const target = ofKey(key, address);
      if (overrides.has(target)) throw new Refused(`account ${target} is overridden twice`);
      if (account.state != null && account.stateDiff != null) {
        throw new Refused(`account ${target} has both 'state' and 'stateDiff'`);
      }
      overrides.set(target, {
        balance: account.balance ?? undefined,
        nonce: account.nonce ?? undefined,
        code: account.code ?? undefined,
        state: account.state ?? undefined,
        stateDiff: account.stateDiff ?? undefined,
        movePrecompileTo: account.movePrecompileToAddress ?? undefined,
      });
    }
    return overrides;
  },
);

const BlockHashes = refine(
  z.record(z.string(), Hash, expected('an object of block hashes')),
  (hashes): ReadonlyMap<bigint, Hash> =>
    new Map(Object.entries(hashes).map(([key, value]) => [ofKey(key, blockNumber), value])),
);

const blockParts = z.object(
  {
    number: Quantity.nullish(),
    time: Uint64.nullish(),
    timestamp: Uint64.nullish(),
    gasLimit: Uint64.nullish(),
    feeRecipient: Address.nullish(),
    coinbase: Address.nullish(),
    prevRandao: Hash.nullish(),
    random: Hash.nullish(),
    baseFeePerGas: Quantity.nullish(),
    baseFee: Quantity.nullish(),
    blobBaseFee: Quantity.nullish(),
    difficulty: Quantity.nullish(),
    beaconRoot: Hash.nullish(),
    withdrawals: z
      .array(
        z.object(
          { index: Uint64, validatorIndex: Uint64, address: Address, amount: Uint64 },
          expected('a withdrawal object'),
        ),
        expected('an array of withdrawals'),
      )
      .nullish(),
    blockHash: BlockHashes.nullish(),
  },
  expected('a block override object'),
);

/** The block overrides under all the names that clients use for them; null or absent means none. */
export const BlockOverrides = refine(blockParts.nullish(), (block): BlockOverrides =>
  block == null
    ? noBlockOverrides
    : {
        number: block.number ?? undefined,
        time: oneOf('time', block.time, 'timestamp', block.timestamp),
        gasLimit: block.gasLimit ?? undefined,
        feeRecipient: oneOf('feeRecipient', block.feeRecipient, 'coinbase', block.coinbase),
        prevRandao: oneOf('prevRandao', block.prevRandao, 'random', block.random),
        baseFeePerGas: oneOf('baseFeePerGas', block.baseFeePerGas, 'baseFee', block.baseFee),
        blobBaseFee: block.blobBaseFee ?? undefined,
        difficulty: block.difficulty ?? undefined,
        beaconRoot: block.beaconRoot ?? undefined,
        withdrawals: block.withdrawals ?? undefined,
        blockHash: block.blockHash ?? undefined,
      },
);

/** A value that goes by two names. */
function oneOf<T>(
  name: string,
  value: T | null | undefined,
  alias: string,
  other: T | null | undefined,
): T | undefined {
  if (value != null && other != null && value !== other) {
    throw new Refused(`both ${name} and ${alias} are set and not equal, use one of them`);
  }
  return value ?? other ?? undefined;
}

/** A block number as a key: hex, or decimal as Rust nodes write it. */
function blockNumber(key: string): bigint {
  return /^[0-9]{1,20}$/.test(key) ? BigInt(key) : uint64(key);
}

/** Reads the key of an object, and names it when it is wrong. */
function ofKey<T>(key: string, decode: (wire: string) => T): T {
  try {
    return decode(key);
  } catch (error) {
    throw error instanceof Malformed ? new Malformed(`key ${quote(key)}: ${error.message}`) : error;
  }
}
