/** The price of blobs: excess blob gas from header to header, and the fee that follows from it. */
import type { Header, Receipt } from './block.ts';
import { isActive } from './fork.ts';
import type { BlockRules } from './schedule.ts';
import type { TransactionFields } from './transaction.ts';
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

/** What a receipt tells of a transaction's blobs; nothing where there are none. */
export function blobReceipt(
  { type, blobVersionedHashes }: Pick<TransactionFields, 'type' | 'blobVersionedHashes'>,
  blobBaseFee: bigint,
): Pick<Receipt, 'blobGasUsed' | 'blobGasPrice'> {
  return type === 3 ? { blobGasUsed: BigInt(blobVersionedHashes.length) * gasPerBlob, blobGasPrice: blobBaseFee } : {};
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
