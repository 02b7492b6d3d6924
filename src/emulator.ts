/** The composition root: settings and fixtures become chains, tickers and a server, and all of them end together. */
import type { AddressInfo } from 'node:net';
import type { DevelopmentAccount } from './accounts.ts';
import { developmentAccounts } from './accounts.ts';
import { importFile } from './chain-import.ts';
import type { ChainSetup } from './chain-setup.ts';
import { stockChains } from './chain-setup.ts';
import type { Chain } from './chain/chain.ts';
import { createChain } from './chain/chain.ts';
import type { ChainEvent } from './chain/events.ts';
import { nextBlockTime, startTicker } from './chain/ticker.ts';
import type { Clock, ManualClock } from './clock.ts';
import { createManualClock, createShiftedClock, systemClock } from './clock.ts';
import type { Config, Options } from './config.ts';
import { resolveConfig } from './config.ts';
import { cryptoBackends } from './evm/crypto.ts';
import type { Engine } from './evm/engine.ts';
import { depositType } from './evm/transaction.ts';
import { loadFixtures } from './fixtures.ts';
import { chainsPath } from './rest/chains.ts';
import { createDispatcher } from './rpc/dispatcher.ts';
import type { Context } from './rpc/context.ts';
import { specified } from './rpc/errors.ts';
import { ethereum } from './rpc/ethereum-wording.ts';
import { createFlashblockFeed } from './rpc/flashblock-feed.ts';
import { createFilters } from './rpc/filters.ts';
import { methods } from './rpc/method-table.ts';
import { commonKinds, kinds } from './rpc/subscription-request.ts';
import { createSubscriptions } from './rpc/subscriptions.ts';
import { createInterpreterEngine } from './evm/interpreter/engine.ts';
import { createListener } from './server/listener.ts';
import { feedPrefix } from './server/endpoints.ts';
import type { Logger } from './server/logger.ts';
import { createLogger } from './server/logger.ts';
import { version } from './version.ts';

export type PretickOptions = Options & {
  /** Where the chains' time comes from; the wall clock by default. */
  readonly clock?: Clock | undefined;
};

export type Pretick = {
  /** Where the server listens, e.g. `http://127.0.0.1:8545`; also the first chain's public face. */
  readonly url: string;
  /** Interface A's first operation. */
  readonly stocks: string;
  readonly chains: readonly PretickChain[];
  /** The funded accounts; their keys are public test keys. */
  readonly accounts: readonly DevelopmentAccount[];
  readonly clock: Clock;
  /**
   * Lets time pass for all chains at once: afterwards every pre-confirmation and block that fell due is made.
   * @param milliseconds how far
   * @throws Error unless time is in the test's hand: with `ticking: 'manual'` or a clock of `createManualClock`
   */
  advance(milliseconds: number): Promise<void>;
  /** Ends everything: no new connections, answers in flight are finished, no timer is left. Can be called twice. */
  stop(): Promise<void>;
};

export type PretickChain = {
  /** As in the paths, e.g. `mainnet`. */
  readonly key: string;
  readonly name: string;
  readonly chainId: number;
  /** The public face. */
  readonly rpc: string;
  /** The dedicated provider, which refuses nothing. */
  readonly provider: string;
  /** The raw flashblock feed, over WebSocket; `undefined` for a chain without any. */
  readonly flashblocks: string | undefined;
  /**
   * Calls a method of this chain without a socket between, through the provider's face (EIP-1193): for `custom(chain)` of viem.
   *
   * @throws RequestError with the code, message and data of the error that a reply would carry
   */
  request(call: { readonly method: string; readonly params?: unknown }): Promise<unknown>;
};

/**
 * Starts an emulator in this process.
 *
 * @example
 * const emulator = await startPretick({ port: 0, ticking: 'manual' });
 * const client = createPublicClient({ transport: http(emulator.url) });
 * await emulator.advance(200); // one pre-confirmation later
 * await emulator.stop();
 *
 * @throws ConfigError for options or fixtures that cannot work; the error of the socket when the port cannot be had
 */
export async function startPretick(options: PretickOptions = {}): Promise<Pretick> {
  const { clock: given, ...settings } = options;
  // A program that embeds the emulator has its own output.
  return start(resolveConfig({ logLevel: 'silent', ...settings }), given);
}

/** After so many ms nobody waits for a first answer any more: what the first transaction needs is loaded, and told. */
const untilIdle = 150;

/** Starts with settings that are complete. */
export async function start(config: Config, given?: Clock): Promise<Pretick> {
  const isPlain = config.genesis !== undefined;
  const fixtures = isPlain ? [] : loadFixtures({ folder: config.fixtures, chains: config.chains });
  const [engine, accounts, log] = await Promise.all([
    createEngine(config.engine),
    isPlain ? [] : developmentAccounts({ mnemonic: config.mnemonic, count: config.accounts }),
    createLogger({ level: config.logLevel, format: config.logFormat }),
  ]);
  const clock = clockOf(config, given);
  const genesisTime = config.genesisTime ?? Math.floor(clock.now() / 1_000);
  const setups =
    config.genesis === undefined
      ? stockChains(fixtures, config, genesisTime, accounts)
      : [await readPlainChain(config.genesis, config)];
  const chains = await Promise.all(
    setups.map(async ({ rules, genesis }) =>
      createChain({
        rules,
        genesis,
        engine,
        firstTimestamp: nextBlockTime(clock.now(), Number(genesis.header.timestamp) * 1_000, rules.blockTime),
        // Work takes real time, also where the chain's own time is in a test's hand.
        stopwatch: systemClock.monotonic,
      }),
    ),
  );
  const [first] = chains;
  if (config.import !== undefined && first !== undefined) await importFile(first, config.import, log);

  const dialect = isPlain ? ethereum : specified;
  const filters = chains.map((chain) => createFilters({ chain, clock, timeout: config.filterTimeout }));
  const onBug = (error: unknown, method: string | undefined): void =>
    log.error({ err: error, method }, 'unexpected error');
  const served = setups.map(({ key }, index) => {
    const chain = chains[index]!;
    const context: Context = {
      chain,
      clock,
      filters: filters[index]!,
      clientVersion: `pretick/v${version}`,
      simulateErrorForm: isPlain ? 'object' : config.simulateErrorForm,
    };
    return {
      name: key,
      context,
      connect: createSubscriptions({
        chain,
        context,
        kinds: isPlain ? commonKinds : kinds,
        limit: config.subscriptionLimit,
        headPerFlashblock: config.headPerFlashblock && !isPlain,
        onBug,
      }).connect,
      // A plain Ethereum chain has no flashblocks.
      feed: isPlain ? undefined : createFlashblockFeed({ chain, onBug }),
    };
  });
  const inProcess = createDispatcher({ methods, dialect, batchLimit: config.batchLimit, onBug });

  const state = { isReady: false };
  const listener = createListener({
    methods,
    dialect,
    chains: served,
    contracts: fixtures.map(({ chainId, name, contracts }) => ({
      chainId,
      name,
      policyRegistry: contracts.policyRegistry.asWritten,
      tokenSupplyManager: contracts.tokenSupplyManager.asWritten,
      tokenFactory: contracts.tokenFactory.asWritten,
    })),
    // Only the specified chain has a public endpoint that withholds something.
    publicRefuses: isPlain ? [] : ['provider'],
    limits: { batch: config.batchLimit, body: config.bodyLimit },
    sockets: { connections: config.connectionLimit },
    feed: { format: config.feedFormat, readers: config.feedReaderLimit },
    cors: config.cors,
    isReady: () => state.isReady,
    log,
    clock: systemClock,
  });
  const address = await listener.listen({ host: config.host, port: config.port });
  const tickers = setups.flatMap(({ key, isTicking }, index) => {
    const chain = chains[index]!;
    logTicks(chain, key, log);
    const onError = (error: unknown): void => log.error({ err: error, chain: key }, 'unexpected error in a tick');
    return isTicking ? [startTicker(chain, { clock, onError })] : [];
  });
  state.isReady = true;

  const url = urlOf(address);
  // The only way to learn of a free port where no banner is shown.
  log.info({ url, engine: engine.name }, 'ready');
  const idle = log.isLevelEnabled('info')
    ? systemClock.at(systemClock.now() + untilIdle, () => log.info(cryptoBackends(), 'crypto'))
    : undefined;
  let stopped: Promise<void> | undefined;
  return {
    url,
    stocks: `${url}${chainsPath}`,
    chains: setups.map(({ key, name, rules }, index) => ({
      key,
      name,
      chainId: Number(rules.chainId),
      rpc: `${url}/rpc/${key}`,
      provider: `${url}/provider/${key}`,
      flashblocks: served[index]!.feed && `${url.replace('http', 'ws')}${feedPrefix}/${key}`,
      request: async ({ method, params }) => inProcess.request(method, params, served[index]!.context),
    })),
    accounts,
    clock,
    async advance(milliseconds) {
      if (!isManual(clock))
        throw new Error("Only a manual clock can be advanced: start with ticking 'manual', or hand in a manual clock.");
      await clock.advance(milliseconds);
    },
    stop() {
      stopped ??= (async () => {
        idle?.();
        for (const ticker of tickers) ticker.stop();
        await listener.close();
        for (const each of filters) each.close();
      })();
      return stopped;
    },
  };
}

/** Time in the test's hand, time that begins at genesis, or time as it is. */
function clockOf(config: Config, given: Clock | undefined): Clock {
  if (given !== undefined) return given;
  const start = config.genesisTime === undefined ? undefined : config.genesisTime * 1_000;
  if (config.ticking === 'manual') return createManualClock(start === undefined ? {} : { now: start });
  return start === undefined ? systemClock : createShiftedClock(start);
}

function isManual(clock: Clock): clock is ManualClock {
  return 'advance' in clock;
}

/** Only some runs read a genesis file. */
async function readPlainChain(file: string, config: Config): Promise<ChainSetup> {
  const { plainChain, readGethGenesis } = await import('./geth-genesis.ts');
  return plainChain(readGethGenesis(file), config);
}

/** The other engine costs a start more than everything else together; it is loaded only when it is asked for. */
async function createEngine(name: Config['engine']): Promise<Engine> {
  if (name === 'ethereumjs') return (await import('./evm/ethereumjs/engine.ts')).createEthereumjsEngine();
  return createInterpreterEngine();
}

/** One line for what was included; empty ticks and blocks would drown everything else. */
function logTicks(chain: Chain, key: string, log: Logger): void {
  if (!log.isLevelEnabled('info')) return;
  chain.subscribe((event: ChainEvent) => {
    if (event.kind === 'preconfirmed') {
      const { block, index, first } = event;
      const transactions = block.transactions.length - first;
      // Index 0 holds what every block begins with.
      if (index === 0 || transactions === 0) return;
      log.info({ chain: key, block: Number(block.header.number), flashblock: index, transactions }, 'pre-confirmed');
    } else if (event.kind === 'sealed') {
      const { header, hash } = event.block;
      const transactions = event.block.transactions.filter(({ type }) => type !== depositType).length;
      if (transactions > 0) log.info({ chain: key, block: Number(header.number), hash, transactions }, 'sealed');
    }
  });
}

function urlOf({ address, family, port }: AddressInfo): string {
  // Whoever listens everywhere is reached at the loopback address.
  const host = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address;
  return `http://${family === 'IPv6' && host.includes(':') ? `[${host}]` : host}:${port}`;
}
