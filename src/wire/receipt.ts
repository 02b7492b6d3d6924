/** The receipt object. */
import type { Hex } from '../hex.ts';
import { bigIntToHex, numberToHex } from '../hex.ts';
import type { LogRecord } from './log.ts';
import { encodeLog } from './log.ts';
import type { Address, Hash } from './scalars.ts';

/** What became of a transaction. */
export type ReceiptRecord = {
  readonly type: number;
  /** Since Byzantium; before that a receipt has `root`. */
  readonly status?: 0 | 1 | undefined;
  /** The state root after the transaction, before Byzantium. */
  readonly root?: Hash | undefined;
  /** Gas of this and all transactions before it in the block. */
  readonly cumulativeGasUsed: bigint;
  readonly gasUsed: bigint;
  readonly logs: readonly LogRecord[];
  /** The place of the first of the logs in the block. */
  readonly firstLogIndex: number;
  /** 256 bytes. */
  readonly logsBloom: Hex;
  readonly transactionHash: Hash;
  readonly index: number;
  /** Wei per gas. */
  readonly effectiveGasPrice: bigint;
  readonly from: Address;
  readonly to?: Address | undefined;
  /** The created contract's. */
  readonly contractAddress?: Address | undefined;
  /** Of blob transactions, and of all on a rollup. */
  readonly blobGasUsed?: bigint | undefined;
  readonly blobGasPrice?: bigint | undefined;
  /** Only on a rollup. */
  readonly l1?: L1CostRecord | undefined;
  /** Only of deposits: the sender's nonce before it. */
  readonly depositNonce?: bigint | undefined;
};

/** What a transaction paid for its bytes on L1; fees in wei per gas, scalars in millionths. */
export type L1CostRecord = {
  readonly fees: {
    readonly baseFee: bigint;
    readonly blobBaseFee: bigint;
    readonly baseFeeScalar: bigint;
    readonly blobBaseFeeScalar: bigint;
    readonly daFootprintGasScalar: bigint;
  };
  readonly gasUsed: bigint;
  /** Wei. */
  readonly fee: bigint;
};

/** The block of a receipt. */
export type ReceiptPlace = {
  /** Zero as long as the block is not sealed. */
  readonly blockHash: Hash;
  readonly blockNumber: bigint;
  /** Seconds since 1970. */
  readonly blockTimestamp: bigint;
};

/** The receipt object, its logs included. */
export function encodeReceipt(receipt: ReceiptRecord, place: ReceiptPlace) {
  const { blockHash, blockNumber, blockTimestamp } = place;
  const { transactionHash, index: transactionIndex, firstLogIndex } = receipt;
  return {
    type: numberToHex(receipt.type),
    root: receipt.root,
    status: receipt.status === undefined ? undefined : numberToHex(receipt.status),
    cumulativeGasUsed: bigIntToHex(receipt.cumulativeGasUsed),
    logs: receipt.logs.map((log, offset) =>
      encodeLog(log, {
        blockHash,
        blockNumber,
        blockTimestamp,
        transactionHash,
        transactionIndex,
        logIndex: firstLogIndex + offset,
      }),
    ),
    logsBloom: receipt.logsBloom,
    depositNonce: receipt.depositNonce === undefined ? undefined : bigIntToHex(receipt.depositNonce),
    depositReceiptVersion: receipt.depositNonce === undefined ? undefined : '0x1',
    transactionHash,
    transactionIndex: numberToHex(transactionIndex),
    blockHash,
    blockNumber: bigIntToHex(blockNumber),
    gasUsed: bigIntToHex(receipt.gasUsed),
    effectiveGasPrice: bigIntToHex(receipt.effectiveGasPrice),
    blobGasUsed: receipt.blobGasUsed === undefined ? undefined : bigIntToHex(receipt.blobGasUsed),
    blobGasPrice: receipt.blobGasPrice === undefined ? undefined : bigIntToHex(receipt.blobGasPrice),
    from: receipt.from,
    to: receipt.to ?? null,
    contractAddress: receipt.contractAddress ?? null,
    ...(receipt.l1 !== undefined && encodeL1Cost(receipt.l1)),
  };
}

/** The fields that a rollup adds (reference §9.4). */
function encodeL1Cost({ fees, gasUsed, fee }: L1CostRecord) {
  return {
    l1GasPrice: bigIntToHex(fees.baseFee),
    l1GasUsed: bigIntToHex(gasUsed),
    l1Fee: bigIntToHex(fee),
    l1BaseFeeScalar: bigIntToHex(fees.baseFeeScalar),
    l1BlobBaseFee: bigIntToHex(fees.blobBaseFee),
    l1BlobBaseFeeScalar: bigIntToHex(fees.blobBaseFeeScalar),
    daFootprintGasScalar: bigIntToHex(fees.daFootprintGasScalar),
  };
}
