/** One document of the raw flashblock feed (reference §8). */
import type { Hex } from '../hex.ts';
import { bigIntToHex, bytesToHex, zeroHash } from '../hex.ts';
import type { HeaderRecord } from './block.ts';
import type { Hash } from './scalars.ts';

export type FlashblockRecord = {
  /** 8 bytes, the same for all flashblocks of a block. */
  readonly payloadId: Hex;
  /** 0 opens the block. */
  readonly index: number;
  /** Of the block so far: gas, roots and bloom cover all its transactions. */
  readonly header: HeaderRecord;
  /** keccak256 of that header. */
  readonly hash: Hash;
  /** EIP-2718 bytes of the transactions that are new with this flashblock. */
  readonly transactions: readonly Uint8Array[];
};

/** The document; `base` is there at index 0 alone. */
export function encodeFlashblock({ payloadId, index, header, hash, transactions }: FlashblockRecord) {
  return {
    payload_id: payloadId,
    index,
    ...(index === 0 && { base: encodeBase(header) }),
    diff: {
      // Roots of the state are not worked out before the seal, in the real feed neither.
      state_root: zeroHash,
      receipts_root: header.receiptsRoot,
      logs_bloom: header.logsBloom,
      gas_used: bigIntToHex(header.gasUsed),
      block_hash: hash,
      transactions: transactions.map(bytesToHex),
      withdrawals: [],
      withdrawals_root: header.withdrawalsRoot,
      blob_gas_used: header.blobGasUsed === undefined ? undefined : bigIntToHex(header.blobGasUsed),
    },
    metadata: { block_number: Number(header.number) },
  };
}

/** What holds for the whole block. */
function encodeBase(header: HeaderRecord) {
  return {
    parent_beacon_block_root: header.parentBeaconBlockRoot,
    parent_hash: header.parentHash,
    fee_recipient: header.miner,
    prev_randao: header.mixHash,
    block_number: bigIntToHex(header.number),
    gas_limit: bigIntToHex(header.gasLimit),
    timestamp: bigIntToHex(header.timestamp),
    extra_data: bytesToHex(header.extraData),
    base_fee_per_gas: bigIntToHex(header.baseFeePerGas ?? 0n),
  };
}
