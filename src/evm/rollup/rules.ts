/** What makes a chain a rollup: it posts its data to L1, and its transactions pay for that. */
import type { Hash } from '../../hex.ts';

export type RollupRules = {
  /** Number of the block of L1 that is as old as the rollup's genesis. */
  readonly l1Start: bigint;
  readonly fees: L1Fees;
  /** Who posts the data: an address in 32 bytes. */
  readonly batcherHash: Hash;
};

/** What data costs on L1, and what the rollup makes of it. */
export type L1Fees = {
  /** Of L1, in wei per gas. */
  readonly baseFee: bigint;
  /** Of L1, in wei per blob gas. */
  readonly blobBaseFee: bigint;
  /** Millionths of the two fees that are charged. */
  readonly baseFeeScalar: bigint;
  readonly blobBaseFeeScalar: bigint;
  /** Gas that a byte of a transaction's estimated size stands for in its block. */
  readonly daFootprintGasScalar: bigint;
};
