/**
 * The emulated L1 under a rollup: a block every 12 s from the rollup's genesis on, of which nothing exists but what the rollup's
 * blocks tell. Fees and the first number are data; hashes follow from the seed.
 */
import type { Header } from '../evm/block.ts';
import type { L1Origin } from '../evm/rollup/l1-attributes.ts';
import { decodeL1Origin, l1AttributesDeposit } from '../evm/rollup/l1-attributes.ts';
import { l1AttributesDepositor } from '../evm/rollup/predeploys.ts';
import type { Transaction } from '../evm/transaction.ts';
import type { ChainRules, Randomness } from './rules.ts';
import type { View } from './view.ts';
import { accountAt } from './view.ts';

/** Seconds between two blocks of L1. */
const blockTime = 12n;

/** What a block is opened with beside its parent. */
export type Origins = {
  readonly rules: Pick<ChainRules, 'rollup'>;
  readonly randomness: Randomness;
  /** Block 0. */
  readonly genesis: Pick<Header, 'timestamp'>;
};

/**
 * The newest block of L1 that is not younger than the rollup's block after `parent`, which begins at `timestamp`; `undefined` for a
 * chain that is no rollup.
 */
export function l1OriginAfter(
  parent: View,
  timestamp: bigint,
  { rules: { rollup }, randomness, genesis }: Origins,
): L1Origin | undefined {
  if (rollup === undefined) return undefined;
  const first = parent.transactions[0];
  const before = first === undefined ? { number: rollup.l1Start, sequenceNumber: 0n } : decodeL1Origin(first.data);
  const count = (timestamp - genesis.timestamp) / blockTime;
  const number = rollup.l1Start + count;
  return {
    number,
    timestamp: genesis.timestamp + count * blockTime,
    hash: randomness('l1BlockHash', number),
    sequenceNumber: number === before.number ? before.sequenceNumber + 1n : 0n,
  };
}

/** What the block after `parent` begins with before anybody's transactions: the deposit of a rollup. */
export function forcedTransactions(
  parent: View,
  origin: L1Origin | undefined,
  { rollup }: Pick<ChainRules, 'rollup'>,
): readonly Transaction[] {
  if (rollup === undefined || origin === undefined) return [];
  const { fees, batcherHash } = rollup;
  return [l1AttributesDeposit({ origin, fees, batcherHash }, accountAt(parent.state, l1AttributesDepositor).nonce)];
}
