/**
 * A genesis file as go-ethereum writes it: another chain's first state and its schedule of forks. Unlike our own fixtures such a
 * file may hold keys that nobody here knows; what is read is checked strictly.
 */
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { ChainSetup } from './chain-setup.ts';
import type { ChainRules, Genesis, GenesisAccount } from './chain/rules.ts';
import type { Config } from './config.ts';
import { ConfigError } from './config.ts';
import type { Fork } from './evm/fork.ts';
import type { Activation, BlobSchedule, Upgrades } from './evm/schedule.ts';
import { scheduleOf } from './evm/schedule.ts';
import type { Address, Hash, Hex } from './hex.ts';
import { hexToBytes, zeroAddress, zeroHash } from './hex.ts';

export type GethGenesis = {
  readonly chainId: bigint;
  readonly upgrades: Upgrades;
  readonly depositContract: Address | undefined;
  readonly genesis: Genesis;
  /** Wei per gas, of the first block with a base fee. */
  readonly initialBaseFee: bigint;
};

/**
 * Reads and checks a genesis file.
 * @throws ConfigError that names the file, the place in it and what was expected
 */
export function readGethGenesis(file: string): GethGenesis {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ConfigError(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  const read = File.safeParse(json);
  if (read.success) return fromFile(read.data);
  const [issue] = read.error.issues;
  throw new ConfigError(`${file}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not usable'}.`);
}

/** The plain Ethereum chain of a genesis file. */
export function plainChain(file: GethGenesis, config: Config): ChainSetup {
  return {
    key: 'ethereum',
    name: 'Ethereum',
    rules: ethereumRules(file, config),
    genesis: file.genesis,
    isTicking: false,
  };
}

/** A plain Ethereum node's rules for such a chain. */
export function ethereumRules(
  { chainId, upgrades, depositContract, initialBaseFee }: GethGenesis,
  config: Config,
): ChainRules {
  return {
    chainId,
    schedule: scheduleOf(upgrades.activations),
    upgrades,
    gasLimit: undefined,
    feeRecipient: zeroAddress,
    extraData: new Uint8Array(0),
    baseFee: { initial: initialBaseFee, elasticity: 2n, denominator: 8n, minimum: 0n },
    blockTime: 12_000,
    preconfirmationInterval: 12_000,
    hasFlashblocks: true,
    preconfirmsOnArrival: false,
    // Without a consensus layer the head is as safe and final as it will ever be.
    safeDistance: 0,
    finalizedDistance: 0,
    callGasLimit: BigInt(config.callGasLimit),
    executionTimeLimit: config.executionTimeLimit,
    contextLag: 0,
    requests: { depositContract },
    rollup: undefined,
    // The retention is what such a node promises by default.
    logs: { refusesHashWithRange: true, range: Infinity, results: Infinity, retention: 2_350_000 },
    pool: {
      isPrivate: false,
      takesBlobs: true,
      // What such a node asks for by default.
      minimumTip: 1_000_000n,
      transactions: config.poolLimit,
      feeCap: 10n ** 18n,
      minimumFeePerGas: 0n,
      lifetime: 10_800,
    },
    simulation: {
      secondsPerBlock: 12n,
      alwaysChecksFunds: true,
      fillsGaps: true,
      hasStateRoots: true,
      inheritsExtras: false,
    },
    historyWindow: config.historyWindow,
    proofWindow: 256,
    seed: config.seed,
  };
}

const quantity = z
  .union([z.number().int().nonnegative(), z.string().regex(/^(0x[0-9a-fA-F]+|\d+)$/, 'expected a number')])
  .transform((value) => BigInt(value));
const bytes = z
  .string()
  .regex(/^0x([0-9a-fA-F]{2})*$/, 'expected 0x and an even number of hex digits')
  .transform((value) => hexToBytes(value as Hex)); // the form was matched
const hash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/, 'expected 32 bytes')
  .transform((value) => value.toLowerCase() as Hash); // the form was matched
const address = z
  .string()
  .regex(/^(0x)?[0-9a-fA-F]{40}$/, 'expected 20 bytes')
  .transform((value): Address => `0x${value.toLowerCase().replace(/^0x/, '')}`);

const Blobs = z
  .object({ target: quantity, max: quantity, baseFeeUpdateFraction: quantity })
  .transform((blobs): BlobSchedule => blobs);

/** The forks in their order, by the key that names their beginning. Several of go-ethereum's change nothing here. */
const forksByNumber: readonly (readonly [string, Fork])[] = [
  ['homesteadBlock', 'homestead'],
  ['eip150Block', 'tangerineWhistle'],
  ['eip158Block', 'spuriousDragon'],
  ['byzantiumBlock', 'byzantium'],
  ['constantinopleBlock', 'constantinople'],
  ['petersburgBlock', 'petersburg'],
  ['istanbulBlock', 'istanbul'],
  ['berlinBlock', 'berlin'],
  ['londonBlock', 'london'],
  ['mergeNetsplitBlock', 'paris'],
];
const forksByTime: readonly (readonly [string, Fork])[] = [
  ['shanghaiTime', 'shanghai'],
  ['cancunTime', 'cancun'],
  ['pragueTime', 'prague'],
  ['osakaTime', 'osaka'],
  ['bpo1Time', 'osaka'],
  ['bpo2Time', 'osaka'],
  ['bpo3Time', 'osaka'],
  ['bpo4Time', 'osaka'],
  ['bpo5Time', 'osaka'],
];

const beginnings = Object.fromEntries([...forksByNumber, ...forksByTime].map(([key]) => [key, quantity.nullish()]));

const File = z.object({
  config: z.looseObject({
    chainId: quantity,
    terminalTotalDifficulty: quantity.nullish(),
    depositContractAddress: address.nullish(),
    blobSchedule: z.record(z.string(), Blobs).nullish(),
    ...beginnings,
  }),
  timestamp: quantity.default(0n),
  gasLimit: quantity,
  extraData: bytes.default(new Uint8Array(0)),
  difficulty: quantity.default(0n),
  mixHash: hash.default(zeroHash),
  nonce: quantity.default(0n),
  coinbase: address.default(zeroAddress),
  baseFeePerGas: quantity.nullish(),
  alloc: z.record(
    z.string(),
    z.object({
      balance: quantity.default(0n),
      nonce: quantity.default(0n),
      code: bytes.default(new Uint8Array(0)),
      storage: z.record(z.string(), quantity).default({}),
    }),
  ),
});

/** What a chain without a base fee begins with (EIP-1559). */
const firstBaseFee = 1_000_000_000n;

function fromFile(file: z.infer<typeof File>): GethGenesis {
  const { config } = file;
  return {
    chainId: config.chainId,
    upgrades: {
      activations: activations(config),
      numbers: valuesOf(config, /Block$/),
      timestamps: valuesOf(config, /Time$/),
    },
    depositContract: config.depositContractAddress ?? undefined,
    initialBaseFee: file.baseFeePerGas ?? firstBaseFee,
    genesis: {
      header: {
        timestamp: file.timestamp,
        gasLimit: file.gasLimit,
        miner: file.coinbase,
        extraData: file.extraData,
        difficulty: file.difficulty,
        mixHash: file.mixHash,
        nonce: `0x${file.nonce.toString(16).padStart(16, '0')}`,
      },
      accounts: new Map(
        Object.entries(file.alloc).map(([key, account]): [Address, GenesisAccount] => [
          address.parse(key),
          {
            ...account,
            storage: new Map(Object.entries(account.storage).map(([slot, value]) => [BigInt(slot), value])),
          },
        ]),
      ),
    },
  };
}

/** The numbers under all keys of that form, also of forks that nobody here knows. */
function valuesOf(config: Readonly<Record<string, unknown>>, form: RegExp): readonly bigint[] {
  return Object.entries(config).flatMap(([key, value]) => {
    if (!form.test(key)) return [];
    return typeof value === 'bigint' ? [value] : (quantity.array().safeParse([value]).data ?? []);
  });
}

function activations(config: z.infer<typeof File>['config']): readonly Activation[] {
  const byKey = config as Readonly<Record<string, unknown>>;
  const begins = (key: string): bigint | undefined => {
    const value = byKey[key];
    return typeof value === 'bigint' ? value : undefined;
  };
  const numbered = forksByNumber.flatMap(([key, fork]) => {
    const number = begins(key) ?? (fork === 'paris' && config.terminalTotalDifficulty === 0n ? 0n : undefined);
    return number === undefined ? [] : [{ fork, since: { number } }];
  });
  let blobs: BlobSchedule | undefined;
  const timed = forksByTime.flatMap(([key, fork]) => {
    const timestamp = begins(key);
    if (timestamp === undefined) return [];
    blobs = config.blobSchedule?.[key.replace(/Time$/, '')] ?? blobs;
    return [{ fork, blobs, since: { timestamp } }];
  });
  return [...numbered, ...timed];
}
