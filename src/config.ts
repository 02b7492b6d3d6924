/**
 * The one table of settings. A row is an option of `startPretick`, a flag and an environment variable at once: `blockTime`,
 * `--block-time`, `PRETICK_BLOCK_TIME`. Types, checks, `--help` and the README's table all come from it.
 */
import { inspect } from 'node:util';
import type { Kind } from './setting-kinds.ts';
import { closest } from './spelling.ts';
import { choice, file, folder, integer, list, text, toggle, wei, words } from './setting-kinds.ts';

export type Setting<Value> = {
  readonly kind: Kind<NonNullable<Value>>;
  readonly default: Value;
  /** What holds when the setting has no value of its own. */
  readonly otherwise?: string;
  readonly meaning: string;
};

const mebibyte = 2 ** 20;
const milliseconds = { unit: 'ms', max: 86_400_000 };

/** The mnemonic of the development accounts that every Ethereum tool knows. */
export const defaultMnemonic = 'test test test test test test test test test test test junk';

export const settings = {
  host: setting(text(), '127.0.0.1', 'Address to listen on; 0.0.0.0 for every interface.'),
  port: setting(integer({ unit: 'number', min: 0, max: 65_535 }), 8545, 'Port to listen on; 0 takes a free one.'),
  fixtures: optional(
    folder(),
    'the built-in folder',
    'Folder that describes the chains, in place of the built-in one.',
  ),
  chains: optional(
    list('names'),
    'all of the fixtures',
    'Chains to run, separated by commas; the first one also answers at /.',
  ),
  genesis: optional(
    file(),
    'none',
    'Genesis file of go-ethereum: a plain Ethereum chain from it, in place of the chains of the fixtures.',
  ),
  import: optional(file(), 'none', 'File of exported RLP blocks to execute on top of that genesis, each one verified.'),

  ticking: setting(
    choice('auto', 'manual', 'instant'),
    'auto',
    'auto: pre-confirm and seal by the clock; manual: only on demand; instant: like auto, but pre-confirm on arrival.',
  ),
  blockTime: setting(
    integer({ ...milliseconds, min: 1000, step: 1000 }),
    2000,
    'Time from one sealed block to the next.',
  ),
  preconfirmationInterval: setting(
    integer({ ...milliseconds, min: 10 }),
    200,
    'Time from one pre-confirmation to the next.',
  ),
  flashblocks: setting(
    toggle(),
    true,
    'Pre-confirm; --no-flashblocks is an outage of them: pending is latest, and transactions wait for the seal.',
  ),
  genesisTime: optional(
    integer({ unit: 'seconds', min: 1, max: 2 ** 32 }),
    'the second of the start',
    'Timestamp of block 0 in seconds since 1970; set it for the same hashes in every run.',
  ),
  seed: setting(text(), 'pretick', 'Source of everything random: the same seed gives the same chain.'),
  safeDistance: setting(integer({ unit: 'blocks', min: 0 }), 60, 'How far the safe block is behind the latest.'),
  finalizedDistance: setting(
    integer({ unit: 'blocks', min: 0 }),
    600,
    'How far the finalized block is behind the latest.',
  ),
  contextLag: setting(
    integer({ unit: 'blocks', min: 0, max: 5 }),
    0,
    'How many blocks behind the latest the block context of a call at pending is.',
  ),

  accounts: setting(integer({ unit: 'count', min: 0, max: 1000 }), 10, 'Number of funded development accounts.'),
  mnemonic: setting(words([12, 15, 18, 21, 24]), defaultMnemonic, 'Mnemonic that these accounts are derived from.'),
  balance: setting(integer({ unit: 'ether', min: 0, max: 1e9 }), 10_000, 'Balance of each of them at genesis.'),

  gasLimit: optional(integer({ unit: 'gas', min: 5000 }), 'as in the fixtures', 'Gas limit of a block.'),
  minimumBaseFee: optional(wei({ min: 0n }), 'as in the fixtures', 'The base fee never falls below this.'),
  initialBaseFee: optional(wei({ min: 0n }), 'as in the fixtures', 'Base fee of block 0.'),
  elasticity: optional(
    integer({ unit: 'number', min: 1, max: 2 ** 32 - 1 }),
    'as in the fixtures',
    'Gas limit over gas target.',
  ),
  baseFeeDenominator: optional(
    integer({ unit: 'number', min: 1, max: 2 ** 32 - 1 }),
    'as in the fixtures',
    'The base fee moves by at most one part in this many per block, times elasticity - 1.',
  ),
  l1Fee: setting(toggle(), true, 'Charge what a transaction costs on L1; --no-l1-fee for tests that count wei.'),
  engine: setting(choice('pretick', 'ethereumjs'), 'pretick', 'What executes contract code.'),
  simulateErrorForm: setting(
    choice('string', 'object'),
    'string',
    'eth_simulateV1: tell failed calls by text, as specified, or by an error object, as other nodes do.',
  ),

  historyWindow: optional(
    integer({ unit: 'blocks', min: 1 }),
    'all',
    'How many of the newest blocks state can be read of; bounds memory. Blocks and receipts are always kept.',
  ),
  poolLimit: setting(integer({ unit: 'transactions', min: 1 }), 10_000, 'Most transactions that wait in the mempool.'),
  privateMempool: setting(
    toggle(),
    false,
    'Show transactions by hash from their pre-confirmation on, and tell of none that waits, as where the mempool is not public.',
  ),
  transactionFeeCap: setting(
    integer({ unit: 'ether', min: 0, max: 1e9 }),
    1,
    'Transactions that could cost more in gas are refused as a mistake; 0 takes them.',
  ),
  callGasLimit: setting(
    integer({ unit: 'gas', min: 21_000 }),
    50_000_000,
    'Most gas that a call or an estimate may use.',
  ),
  executionTimeLimit: setting(
    integer({ ...milliseconds, min: 1 }),
    5000,
    'Longest time that a call, an estimate, a simulation or a trace may execute.',
  ),
  logRangeLimit: setting(
    integer({ unit: 'blocks', min: 1 }),
    2000,
    'eth_getLogs: the range must be shorter than this.',
  ),
  logResultLimit: setting(integer({ unit: 'logs', min: 1 }), 20_000, 'eth_getLogs: most logs in one answer.'),
  filterTimeout: setting(
    integer({ ...milliseconds, min: 1000 }),
    300_000,
    'Filters that nobody asks for this long are forgotten.',
  ),
  batchLimit: setting(integer({ unit: 'requests', min: 1 }), 1000, 'Most requests in one batch.'),
  bodyLimit: setting(integer({ unit: 'bytes', min: 1024 }), 5 * mebibyte, 'Longest request body.'),
  connectionLimit: setting(
    integer({ unit: 'connections', min: 1 }),
    500,
    'Most WebSocket connections for JSON-RPC at a time.',
  ),
  subscriptionLimit: setting(
    integer({ unit: 'subscriptions', min: 1 }),
    1024,
    'Most subscriptions of one WebSocket connection.',
  ),
  headPerFlashblock: setting(
    toggle(),
    false,
    'newHeads also tells the header of the pending block with each flashblock, with a zero hash.',
  ),
  feedFormat: setting(
    choice('brotli', 'text'),
    'brotli',
    'Raw flashblock feed: Brotli in binary frames, as the public feed, or plain text.',
  ),
  feedReaderLimit: setting(
    integer({ unit: 'connections', min: 1 }),
    100,
    'Most readers of the raw flashblock feeds at a time.',
  ),
  cors: setting(toggle(), true, 'Answer browsers of every origin; --no-cors as the real service does.'),

  logLevel: setting(
    { ...choice('silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'), placeholder: 'level' },
    'info',
    'Least severity that is logged: fatal, error, warn, info, debug or trace; silent for no logs.',
  ),
  logFormat: setting(choice('auto', 'pretty', 'json'), 'auto', 'auto: pretty on a terminal, JSON lines otherwise.'),
} as const;

export type SettingName = keyof typeof settings;

/** A value for every setting. */
export type Config = { readonly [Name in SettingName]: (typeof settings)[Name]['default'] };

/** Values for some of the settings; `undefined` counts as not given. */
export type Options = { readonly [Name in SettingName]?: Config[Name] | undefined };

/** A setting or a fixture that cannot be used, told in one line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export const settingNames = Object.keys(settings) as readonly SettingName[]; // the keys of a literal are its type's keys

/** Fills in the defaults and refuses what cannot work. */
export function resolveConfig(options: Options = {}): Config {
  const given = new Map(Object.entries(options).filter(([, value]) => value !== undefined));
  const config = Object.fromEntries(
    settingNames.map((name) => {
      const { kind, default: initial }: Setting<unknown> = settings[name];
      const value = given.get(name);
      if (given.delete(name) && !kind.accepts(value)) throw badValue(`The option ${name}`, inspect(value), kind);
      return [name, value ?? initial];
    }),
  ) as Config; // every name is there, and every value was accepted by its own kind
  for (const name of given.keys())
    throw new ConfigError(`There is no option ${name}.${suggestion(name, settingNames)}`);
  checkTogether(config);
  return config;
}

/** One line that names the setting, what it was given and what it takes. */
export function badValue(name: string, value: string, kind: Kind<unknown>): ConfigError {
  return new ConfigError(`${name} is ${value}; expected ${kind.expectation}.`);
}

/** ` Did you mean …?` for a near miss, or nothing. */
export function suggestion(name: string, known: readonly string[]): string {
  const nearest = closest(name, known);
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
}

function checkTogether(config: Config): void {
  if (config.import !== undefined && config.genesis === undefined)
    throw new ConfigError('To import blocks, name the genesis that they build on as well: --genesis <file>.');
  const { blockTime, preconfirmationInterval, safeDistance, finalizedDistance } = config;
  if (blockTime % preconfirmationInterval !== 0)
    throw new ConfigError(
      `The block time (${blockTime} ms) must be a multiple of the pre-confirmation interval (${preconfirmationInterval} ms).`,
    );
  if (finalizedDistance < safeDistance)
    throw new ConfigError(
      `The finalized distance (${finalizedDistance} blocks) must not be less than the safe distance (${safeDistance} blocks).`,
    );
}

function setting<Value extends {}>(kind: Kind<Value>, initial: NoInfer<Value>, meaning: string): Setting<Value> {
  return { kind, default: initial, meaning };
}

function optional<Value extends {}>(kind: Kind<Value>, otherwise: string, meaning: string): Setting<Value | undefined> {
  return { kind, default: undefined, otherwise, meaning };
}
