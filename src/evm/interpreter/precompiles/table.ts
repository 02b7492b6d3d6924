/** Every precompile with its address and the upgrade that brought it. */
import type { Address } from '../../../hex.ts';
import { bigIntToAddress } from '../../../hex.ts';
import type { Fork } from '../../fork.ts';
import { isActive } from '../../fork.ts';
import { blake2f } from './blake2f.ts';
import {
  bls12G1Add,
  bls12G1Msm,
  bls12G2Add,
  bls12G2Msm,
  bls12MapFp2ToG2,
  bls12MapFpToG1,
  bls12Pairing,
} from './bls12.ts';
import { bn254Add, bn254Mul, bn254Pairing } from './bn254.ts';
import { ecrecover } from './ecrecover.ts';
import { identity, ripemd160, sha256 } from './hashes.ts';
import { modexp } from './modexp.ts';
import { p256Verify } from './p256.ts';
import type { Pause } from './pause.ts';
import { pointEvaluation } from './point-evaluation.ts';

export type Precompile = {
  /** What a call costs; nothing is done before it is paid. */
  gas(input: Uint8Array, fork: Fork): number;
  /**
   * The output; `undefined` when the call fails, which takes all its gas. What may take long asks `pause` between its steps.
   * @throws Interruption
   */
  run(input: Uint8Array, fork: Fork, pause: Pause): Uint8Array | undefined;
};

type Row = { readonly address: Address; readonly since: Fork; readonly precompile: Precompile };

function row(address: bigint, since: Fork, precompile: Precompile): Row {
  return { address: bigIntToAddress(address), since, precompile };
}

const rows: readonly Row[] = [
  row(0x01n, 'frontier', ecrecover),
  row(0x02n, 'frontier', sha256),
  row(0x03n, 'frontier', ripemd160),
  row(0x04n, 'frontier', identity),
  row(0x05n, 'byzantium', modexp), // EIP-198
  row(0x06n, 'byzantium', bn254Add), // EIP-196
  row(0x07n, 'byzantium', bn254Mul),
  row(0x08n, 'byzantium', bn254Pairing), // EIP-197
  row(0x09n, 'istanbul', blake2f), // EIP-152
  row(0x0an, 'cancun', pointEvaluation), // EIP-4844
  row(0x0bn, 'prague', bls12G1Add), // EIP-2537
  row(0x0cn, 'prague', bls12G1Msm),
  row(0x0dn, 'prague', bls12G2Add),
  row(0x0en, 'prague', bls12G2Msm),
  row(0x0fn, 'prague', bls12Pairing),
  row(0x10n, 'prague', bls12MapFpToG1),
  row(0x11n, 'prague', bls12MapFp2ToG2),
  row(0x100n, 'osaka', p256Verify), // EIP-7951
];

export type Precompiles = {
  readonly addresses: ReadonlySet<Address>;
  readonly byAddress: ReadonlyMap<Address, Precompile>;
};

const made = new Map<Fork, Precompiles>();

/** The precompiles in force at a fork. */
export function precompilesOf(fork: Fork): Precompiles {
  let precompiles = made.get(fork);
  if (precompiles === undefined) {
    const active = rows.filter(({ since }) => isActive(fork, since));
    const byAddress = new Map(active.map(({ address, precompile }) => [address, precompile]));
    made.set(fork, (precompiles = { addresses: new Set(byAddress.keys()), byAddress }));
  }
  return precompiles;
}
