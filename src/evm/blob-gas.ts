/** The price of blobs: excess blob gas from header to header, and the fee that follows from it. */
import type { Header, Receipt } from './block.ts';
import type { BlockContext } from './engine.ts';
import { isActive } from './fork.ts';
import { daFootprintOf, l1CostOf } from './rollup/l1-fee.ts';
import type { L1Fees } from './rollup/rules.ts';
import type { BlockRules } from './schedule.ts';
import type { Transaction } from './transaction.ts';
import { gasPerBlob } from './transition.ts';

/** What blobs cost where there are none: the least there is. */
const minimumFee = 1n;

/** Gas of execution that a blob is held against (EIP-7918). */
const blobBaseCost = 8_192n;

/** Wei per blob gas in a block (EIP-4844). */
export function blobBaseFeeOf(excessBlobGas: bigint | undefined, { blobs }: BlockRules): bigint {
  return blobs === undefined || excessBlobGas === undefined
    ? minimumFee
    : approximateExponential(minimumFee, excessBlobGas, blobs.baseFeeUpdateFraction);
}

/** What a transaction takes of its block's blob gas, or on a rollup of its block's room for data, which stands in the same field. */
export function dataGasOf(transaction: Transaction, l1Fees: L1Fees | undefined): bigint {
  return l1Fees === undefined
    ? BigInt(transaction.blobVersionedHashes.length) * gasPerBlob
    : daFootprintOf(transaction, l1Fees);
}

/** What a receipt tells of a transaction's blobs, or on a rollup of its data; nothing where there is neither. */
export function dataReceipt(
  transaction: Transaction,
  { blobBaseFee, l1Fees }: Pick<BlockContext, 'blobBaseFee' | 'l1Fees'>,
): Pick<Receipt, 'blobGasUsed' | 'blobGasPrice' | 'l1'> {
  if (l1Fees === undefined && transaction.type !== 3) return {};
  const blobGasUsed = dataGasOf(transaction, l1Fees);
  return l1Fees === undefined
    ? { blobGasUsed, blobGasPrice: blobBaseFee }
    : { blobGasUsed, l1: l1CostOf(transaction, l1Fees) };
}

/** The excess of the block after `parent`, under the rules of that block (EIP-4844, EIP-7918). */
export function nextExcessBlobGas(
  parent: Pick<Header, 'excessBlobGas' | 'blobGasUsed' | 'baseFeePerGas'>,
  rules: BlockRules,
): bigint {
  const { blobs } = rules;
  if (blobs === undefined) return 0n;
  const { excessBlobGas = 0n, blobGasUsed = 0n, baseFeePerGas = 0n } = parent;
  const target = blobs.target * gasPerBlob;
  const sum = excessBlobGas + blobGasUsed;
  if (sum < target) return 0n;
  // While execution is dearer than blobs, their price does not fall below it.
  const isDominated = blobBaseCost * baseFeePerGas > gasPerBlob * blobBaseFeeOf(excessBlobGas, rules);
  return isActive(rules.fork, 'osaka') && isDominated
    ? excessBlobGas + (blobGasUsed * (blobs.max - blobs.target)) / blobs.max
    : sum - target;
}

/** factor * e^(numerator / denominator) by its Taylor series, in integers (EIP-4844). */
function approximateExponential(factor: bigint, numerator: bigint, denominator: bigint): bigint {
  let sum = 0n;
  let term = factor * denominator;
  for (let index = 1n; term > 0n; index += 1n) {
    sum += term;
    term = (term * numerator) / (denominator * index);
  }
  return sum / denominator;
}
