/** What became of a transaction, from its effects to its receipt. */
import { dataReceipt } from './blob-gas.ts';
import type { Receipt } from './block.ts';
import { bloomOf } from './block.ts';
import type { BlockContext } from './engine.ts';
import type { Transaction } from './transaction.ts';
import { depositType } from './transaction.ts';
import type { Applied } from './transition.ts';

/** @param gasBefore used by the transactions before it in the block */
export function receiptOf(
  transaction: Transaction,
  { outcome, gasUsed, effectiveGasPrice, createdAddress }: Applied,
  gasBefore: bigint,
  block: Pick<BlockContext, 'blobBaseFee' | 'l1Fees'>,
): Receipt {
  const data = dataReceipt(transaction, block);
  // All have the same fields, one by one: where there are many, spreading them would take as long as hashing.
  return {
    type: transaction.type,
    status: outcome.halt === undefined ? 1 : 0,
    cumulativeGasUsed: gasBefore + gasUsed,
    gasUsed,
    logsBloom: bloomOf(outcome.logs),
    logs: outcome.logs,
    effectiveGasPrice,
    contractAddress: createdAddress,
    depositNonce: transaction.type === depositType ? transaction.nonce : undefined,
    blobGasUsed: data.blobGasUsed,
    blobGasPrice: data.blobGasPrice,
    l1: data.l1,
  };
}
