import * as z from 'zod';
import type { Built } from '../../chain/building.ts';
import { bigIntToHex, bytesToHex, emptyBytes } from '../../hex.ts';
import { PayloadAttributes } from '../../wire/block-attributes.ts';
import { expected } from '../../wire/codec.ts';
import { encodeBlock } from '../../wire/block.ts';
import { Bytes, Hash } from '../../wire/scalars.ts';
import { defineMethod, json, param } from '../method.ts';
import { builtBlockSchema } from '../result-schemas.ts';

export const testing_buildBlockV1 = defineMethod({
  name: 'testing_buildBlockV1',
  summary: 'What the block after the latest would be with these attributes and transactions; changes nothing.',
  params: z.tuple([
    param('parentHash', Hash),
    param('payloadAttributes', PayloadAttributes),
    param('transactions', z.array(Bytes, expected('an array of transactions')).optional()),
    param('extraData', Bytes.optional()),
  ]),
  result: json(builtBlockSchema),
  handler: async ({ chain }, parent, attributes, transactions, extraData) => {
    const { timestamp, prevRandao, suggestedFeeRecipient, withdrawals, parentBeaconBlockRoot } = attributes;
    const built = await chain.build(
      parent,
      {
        timestamp,
        prevRandao,
        feeRecipient: suggestedFeeRecipient,
        withdrawals: withdrawals ?? [],
        parentBeaconBlockRoot: parentBeaconBlockRoot ?? undefined,
        extraData: extraData ?? emptyBytes,
      },
      transactions,
    );
    return encode(built);
  },
});

function encode({ block, value, requests, sidecars }: Built) {
  const { header, hash, transactions, withdrawals } = block;
  const shown = encodeBlock(header, { hash, size: undefined, transactions: [], withdrawals });
  return {
    executionPayload: {
      parentHash: shown.parentHash,
      feeRecipient: shown.miner,
      stateRoot: shown.stateRoot,
      receiptsRoot: shown.receiptsRoot,
      logsBloom: shown.logsBloom,
      prevRandao: shown.mixHash,
      blockNumber: shown.number,
      gasLimit: shown.gasLimit,
      gasUsed: shown.gasUsed,
      timestamp: shown.timestamp,
      extraData: shown.extraData,
      baseFeePerGas: shown.baseFeePerGas,
      blockHash: hash,
      transactions: transactions.map(({ raw }) => bytesToHex(raw)),
      withdrawals: shown.withdrawals,
      blobGasUsed: shown.blobGasUsed,
      excessBlobGas: shown.excessBlobGas,
    },
    blockValue: bigIntToHex(value),
    blobsBundle: {
      commitments: sidecars.flatMap(({ commitments }) => commitments.map(bytesToHex)),
      proofs: sidecars.flatMap(({ proofs }) => proofs.map(bytesToHex)),
      blobs: sidecars.flatMap(({ blobs }) => blobs.map(bytesToHex)),
    },
    executionRequests: requests.map(bytesToHex),
    shouldOverrideBuilder: false,
  };
}
