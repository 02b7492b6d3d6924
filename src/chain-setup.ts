/** From a fixture and the settings to the plain data that a chain is made of. */
import type { DevelopmentAccount } from './accounts.ts';
import type { Genesis, GenesisAccount, ChainRules } from './chain/rules.ts';
import type { Config } from './config.ts';
import type { ChainFixture } from './fixtures.ts';
import type { Address } from './hex.ts';

/** Wei of one ether. */
const ether = 10n ** 18n;

/** Seconds that a transaction which cannot run may wait (reference §10.2). */
const poolLifetime = 10_800;

/** The least fee cap that the pool takes, in wei per gas (reference §10.2, 17). */
const minimumFeePerGas = 7n;

export function rulesOf(fixture: ChainFixture, config: Config): ChainRules {
  const gasLimit = BigInt(config.gasLimit ?? fixture.gasLimit);
  const minimum = config.minimumBaseFee ?? fixture.baseFee.minimum;
  const initial = config.initialBaseFee ?? fixture.baseFee.initial;
  return {
    chainId: fixture.chainId,
    fork: fixture.fork,
    gasLimit,
    feeRecipient: fixture.feeRecipient,
    baseFee: {
      minimum,
      initial: initial > minimum ? initial : minimum,
      denominator: BigInt(config.baseFeeDenominator ?? fixture.baseFee.denominator),
      elasticity: BigInt(config.elasticity ?? fixture.baseFee.elasticity),
    },
    blockTime: config.blockTime,
    preconfirmationInterval: config.preconfirmationInterval,
    preconfirmsOnArrival: config.ticking === 'instant',
    safeDistance: config.safeDistance,
    finalizedDistance: config.finalizedDistance,
    callGasLimit: BigInt(config.callGasLimit),
    contextLag: config.contextLag,
    logs: { range: config.logRangeLimit, results: config.logResultLimit },
    pool: {
      transactions: config.poolLimit,
      feeCap: BigInt(config.transactionFeeCap) * ether,
      minimumFeePerGas,
      lifetime: poolLifetime,
    },
    simulation: { secondsPerBlock: BigInt(config.blockTime / 1_000), alwaysChecksFunds: false },
    seed: config.seed,
  };
}

/** The fixture's accounts and the funded ones. */
export function genesisOf(
  fixture: ChainFixture,
  timestamp: bigint,
  accounts: readonly DevelopmentAccount[],
  balance: number,
): Genesis {
  const funded = accounts.map(({ address }): [Address, GenesisAccount] => [
    address.toLowerCase() as Address, // lower case is what makes it one
    { nonce: 0n, balance: BigInt(balance) * ether, code: new Uint8Array(0), storage: new Map() },
  ]);
  return { timestamp, accounts: new Map([...fixture.alloc, ...funded]) };
}
