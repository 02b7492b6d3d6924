/** From fixtures and settings to the plain data that chains are made of; a genesis file has its own (`geth-genesis.ts`). */
import type { DevelopmentAccount } from './accounts.ts';
import type { Genesis, GenesisAccount, ChainRules } from './chain/rules.ts';
import { extraData } from './chain/genesis.ts';
import type { Config } from './config.ts';
import { zeroNonce } from './evm/block.ts';
import type { RollupRules } from './evm/rollup/rules.ts';
import { constantSchedule, noUpgrades } from './evm/schedule.ts';
import type { ChainFixture } from './fixtures.ts';
import type { Address } from './hex.ts';
import { bigIntToHash, zeroHash } from './hex.ts';

/** Wei of one ether. */
const ether = 10n ** 18n;

/** Blocks; what a simulation may reach beyond the head, the other way round. */
const proofWindow = 256;

/** Seconds that a transaction which cannot run may wait (reference §10.2). */
const poolLifetime = 10_800;

/** The least fee cap that the pool takes, in wei per gas (reference §10.2, 17). */
const minimumFeePerGas = 7n;

/** A chain to be opened. */
export type ChainSetup = {
  /** As in its paths: `/rpc/mainnet`. */
  readonly key: string;
  readonly name: string;
  readonly rules: ChainRules;
  readonly genesis: Genesis;
  /** Whether it seals by itself. */
  readonly isTicking: boolean;
};

/**
 * The chains of the fixtures.
 * @param genesisTime in seconds since 1970
 */
export function stockChains(
  fixtures: readonly ChainFixture[],
  config: Config,
  genesisTime: number,
  accounts: readonly DevelopmentAccount[],
): readonly ChainSetup[] {
  return fixtures.map((fixture) => {
    const rules = rulesOf(fixture, config);
    const genesis = genesisOf(fixture, rules, BigInt(genesisTime), accounts, config.balance);
    return { key: fixture.key, name: fixture.name, rules, genesis, isTicking: true };
  });
}

export function rulesOf(fixture: ChainFixture, config: Config): ChainRules {
  const minimum = config.minimumBaseFee ?? fixture.baseFee.minimum;
  const initial = config.initialBaseFee ?? fixture.baseFee.initial;
  const baseFee = {
    minimum,
    initial: initial > minimum ? initial : minimum,
    denominator: BigInt(config.baseFeeDenominator ?? fixture.baseFee.denominator),
    elasticity: BigInt(config.elasticity ?? fixture.baseFee.elasticity),
  };
  return {
    chainId: fixture.chainId,
    schedule: constantSchedule(fixture.fork),
    upgrades: noUpgrades(fixture.fork),
    gasLimit: BigInt(config.gasLimit ?? fixture.gasLimit),
    feeRecipient: fixture.feeRecipient,
    baseFee,
    extraData: extraData(baseFee),
    blockTime: config.blockTime,
    preconfirmationInterval: config.preconfirmationInterval,
    hasFlashblocks: config.flashblocks,
    preconfirmsOnArrival: config.ticking === 'instant',
    safeDistance: config.safeDistance,
    finalizedDistance: config.finalizedDistance,
    callGasLimit: BigInt(config.callGasLimit),
    executionTimeLimit: config.executionTimeLimit,
    contextLag: config.contextLag,
    requests: undefined,
    rollup: rollupOf(fixture, config),
    historyWindow: config.historyWindow,
    proofWindow,
    logs: { refusesHashWithRange: false, range: config.logRangeLimit, results: config.logResultLimit },
    pool: {
      isPrivate: config.privateMempool,
      takesBlobs: false,
      minimumTip: 0n,
      transactions: config.poolLimit,
      feeCap: BigInt(config.transactionFeeCap) * ether,
      minimumFeePerGas,
      lifetime: poolLifetime,
    },
    simulation: {
      secondsPerBlock: BigInt(config.blockTime / 1_000),
      alwaysChecksFunds: false,
      fillsGaps: false,
      hasStateRoots: false,
      inheritsExtras: true,
    },
    seed: config.seed,
  };
}

/** Without an L1 fee the scalars are zero, so that nothing is charged and contracts that tell the fee tell nothing as well. */
function rollupOf({ rollup }: ChainFixture, { l1Fee }: Config): RollupRules | undefined {
  if (rollup === undefined) return undefined;
  const { l1, batcher, baseFeeScalar, blobBaseFeeScalar, daFootprintGasScalar } = rollup;
  return {
    l1Start: l1.number,
    batcherHash: bigIntToHash(BigInt(batcher)),
    fees: {
      baseFee: l1.baseFee,
      blobBaseFee: l1.blobBaseFee,
      baseFeeScalar: l1Fee ? baseFeeScalar : 0n,
      blobBaseFeeScalar: l1Fee ? blobBaseFeeScalar : 0n,
      daFootprintGasScalar,
    },
  };
}

/** The fixture's accounts and the funded ones, in a block of the chain's own shape. */
export function genesisOf(
  fixture: ChainFixture,
  rules: ChainRules,
  timestamp: bigint,
  accounts: readonly DevelopmentAccount[],
  balance: number,
): Genesis {
  const funded = accounts.map(({ address }): [Address, GenesisAccount] => [
    address.toLowerCase() as Address, // lower case is what makes it one
    { nonce: 0n, balance: BigInt(balance) * ether, code: new Uint8Array(0), storage: new Map() },
  ]);
  return {
    header: {
      timestamp,
      gasLimit: rules.gasLimit ?? 0n,
      miner: rules.feeRecipient,
      extraData: rules.extraData,
      difficulty: 0n,
      mixHash: zeroHash,
      nonce: zeroNonce,
    },
    accounts: new Map([...fixture.alloc, ...funded]),
  };
}
