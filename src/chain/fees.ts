/** What fees were paid, and what to offer. */
import { depositType, effectiveGasPrice } from '../evm/transaction.ts';
import { blobBaseFeeOf, nextExcessBlobGas } from '../evm/blob-gas.ts';
import { gasPerBlob, transactionGasCap } from '../evm/transition.ts';
import { ChainError } from './errors.ts';
import type { History } from './history.ts';
import { baseFeeAfter } from './next-header.ts';
import type { ChainRules } from './rules.ts';
import type { Block } from './view.ts';

/** The least tip that is suggested, in wei per gas (reference §5.11). */
const minimumTip = 1_000_000n;

/** How many blocks one fee history may cover. */
const maxHistory = 1_024;

/** How many percentiles one may ask for. */
const maxPercentiles = 100;

export type FeeHistory = {
  readonly oldestBlock: bigint;
  /** Wei per gas, with that of the block after the newest at the end. */
  readonly baseFees: readonly bigint[];
  readonly gasUsedRatios: readonly number[];
  readonly blobBaseFees: readonly bigint[];
  readonly blobGasUsedRatios: readonly number[];
  /** Effective tips in wei per gas, by block and percentile. */
  readonly rewards: readonly (readonly bigint[])[] | undefined;
};

/** The tip that gets into the next block: the least one while blocks have room, else more than the median of the last. */
export function suggestedTip(head: Block): bigint {
  const { gasUsed, gasLimit, baseFeePerGas = 0n } = head.header;
  if (gasUsed + transactionGasCap <= gasLimit) return minimumTip;
  const tips = head.transactions
    .filter(({ type }) => type !== depositType)
    .map((transaction) => effectiveGasPrice(transaction, baseFeePerGas) - baseFeePerGas);
  tips.sort(ascending);
  const median = tips[tips.length >> 1] ?? 0n;
  const raised = median + median / 10n;
  return raised > minimumTip ? raised : minimumTip;
}

/** @throws ChainError when the percentiles are not ascending numbers from 0 to 100 */
export function feeHistory(
  history: History,
  rules: ChainRules,
  count: number,
  newest: Block,
  percentiles: readonly number[] | undefined,
): FeeHistory {
  checkPercentiles(percentiles ?? []);
  const last = Number(newest.header.number);
  const wanted = Math.min(count, maxHistory, last + 1);
  const blocks: Block[] = [];
  for (let number = last - wanted + 1; number < last; number += 1) blocks.push(history.byNumber(number)!);
  if (wanted > 0) blocks.push(newest);
  return {
    oldestBlock: BigInt(last - wanted + (wanted > 0 ? 1 : 0)),
    baseFees:
      wanted === 0 ? [] : [...blocks.map(({ header }) => header.baseFeePerGas ?? 0n), nextFees(newest, rules).baseFee],
    gasUsedRatios: blocks.map(({ header }) => Number(header.gasUsed) / Number(header.gasLimit)),
    blobBaseFees:
      wanted === 0 ? [] : [...blocks.map((block) => blobBaseFee(block, rules)), nextFees(newest, rules).blobBaseFee],
    blobGasUsedRatios: blocks.map((block) => blobGasUsedRatio(block, rules)),
    rewards:
      percentiles === undefined || percentiles.length === 0
        ? undefined
        : blocks.map((block) => rewardsOf(block, percentiles)),
  };
}

/** Wei per blob gas in a block; 0 before there were blobs. */
export function blobBaseFee({ header }: Block, rules: ChainRules): bigint {
  const { excessBlobGas, number, timestamp } = header;
  return excessBlobGas === undefined ? 0n : blobBaseFeeOf(excessBlobGas, rules.schedule(number, timestamp));
}

/** The base fee of the block after, in wei per gas; `undefined` before London. */
export function nextBlockBaseFee({ header }: Block, rules: ChainRules): bigint | undefined {
  return baseFeeAfter(header, header.number + 1n, header.timestamp, rules);
}

/** The fees of the block after, as far as they are known before it exists. */
function nextFees({ header }: Block, rules: ChainRules): { readonly baseFee: bigint; readonly blobBaseFee: bigint } {
  const number = header.number + 1n;
  const next = rules.schedule(number, header.timestamp);
  return {
    baseFee: baseFeeAfter(header, number, header.timestamp, rules) ?? 0n,
    blobBaseFee: header.excessBlobGas === undefined ? 0n : blobBaseFeeOf(nextExcessBlobGas(header, next), next),
  };
}

function blobGasUsedRatio({ header }: Block, rules: ChainRules): number {
  const { blobs } = rules.schedule(header.number, header.timestamp);
  return blobs === undefined ? 0 : Number(header.blobGasUsed ?? 0n) / Number(blobs.max * gasPerBlob);
}

/** The tips at which the given shares of the block's gas were reached; that of deposits, which pay nothing, does not count. */
function rewardsOf(block: Block, percentiles: readonly number[]): readonly bigint[] {
  const baseFee = block.header.baseFeePerGas ?? 0n;
  const receipts = block.receipts.filter(({ type }) => type !== depositType);
  const total = receipts.reduce((sum, { gasUsed }) => sum + Number(gasUsed), 0);
  const paid = receipts
    .map(({ gasUsed, effectiveGasPrice: price }) => ({ gasUsed: Number(gasUsed), tip: price - baseFee }))
    .sort((a, b) => ascending(a.tip, b.tip));
  let index = 0;
  let gas = paid[0]?.gasUsed ?? 0;
  return percentiles.map((percentile) => {
    const threshold = Math.floor((total * percentile) / 100);
    while (gas < threshold && index < paid.length - 1) gas += paid[++index]!.gasUsed;
    return paid[index]?.tip ?? 0n;
  });
}

function checkPercentiles(percentiles: readonly number[]): void {
  if (percentiles.length > maxPercentiles)
    throw new ChainError('invalidPercentiles', { why: 'tooMany', limit: maxPercentiles });
  for (const [index, value] of percentiles.entries()) {
    if (!(value >= 0 && value <= 100)) throw new ChainError('invalidPercentiles', { why: 'outOfRange', value });
    const before = percentiles[index - 1];
    if (before !== undefined && value <= before)
      throw new ChainError('invalidPercentiles', { why: 'notAscending', index, before, value });
  }
}

function ascending(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
