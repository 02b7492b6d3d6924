/** JSON Schemas of results, for the documents. What is really sent is written in `wire/`; a test holds the two together. */
import type { JsonSchema } from '../wire/codec.ts';

export const quantitySchema: JsonSchema = {
  type: 'string',
  title: 'hex encoded unsigned integer',
  pattern: '^0x(0|[1-9a-f][0-9a-f]*)$',
};

export const bytesSchema: JsonSchema = { type: 'string', title: 'hex encoded bytes', pattern: '^0x([0-9a-f]{2})*$' };

export const addressSchema: JsonSchema = { type: 'string', title: 'address', pattern: '^0x[0-9a-f]{40}$' };

const hashSchema: JsonSchema = { type: 'string', title: '32 byte hex value', pattern: '^0x[0-9a-f]{64}$' };

export function orNull(schema: JsonSchema): JsonSchema {
  return { oneOf: [schema, { type: 'null' }] };
}

/** An object all of whose fields are there, but for the optional ones. */
function record(required: Readonly<Record<string, JsonSchema>>, optional: Readonly<Record<string, JsonSchema>> = {}) {
  return { type: 'object', required: Object.keys(required), properties: { ...required, ...optional } };
}

function list(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

export const logSchema = record({
  address: addressSchema,
  topics: { type: 'array', items: hashSchema, maxItems: 4 },
  data: bytesSchema,
  blockHash: hashSchema,
  blockNumber: quantitySchema,
  blockTimestamp: quantitySchema,
  transactionHash: hashSchema,
  transactionIndex: quantitySchema,
  logIndex: quantitySchema,
  removed: { type: 'boolean' },
});

export const transactionSchema = record(
  {
    type: quantitySchema,
    nonce: quantitySchema,
    gas: quantitySchema,
    gasPrice: quantitySchema,
    to: orNull(addressSchema),
    value: quantitySchema,
    input: bytesSchema,
    r: quantitySchema,
    s: quantitySchema,
    v: quantitySchema,
    hash: hashSchema,
    blockHash: orNull(hashSchema),
    blockNumber: orNull(quantitySchema),
    transactionIndex: orNull(quantitySchema),
    from: addressSchema,
  },
  {
    chainId: quantitySchema,
    maxFeePerGas: quantitySchema,
    maxPriorityFeePerGas: quantitySchema,
    accessList: list(record({ address: addressSchema, storageKeys: list(hashSchema) })),
    authorizationList: list({ type: 'object' }),
    maxFeePerBlobGas: quantitySchema,
    blobVersionedHashes: list(hashSchema),
    yParity: quantitySchema,
    blockTimestamp: orNull(quantitySchema),
    sourceHash: hashSchema,
    mint: quantitySchema,
    depositReceiptVersion: quantitySchema,
  },
);

const receiptFields = {
  type: quantitySchema,
  cumulativeGasUsed: quantitySchema,
  logs: list(logSchema),
  logsBloom: bytesSchema,
  transactionHash: hashSchema,
  transactionIndex: quantitySchema,
  blockHash: hashSchema,
  blockNumber: quantitySchema,
  gasUsed: quantitySchema,
  effectiveGasPrice: quantitySchema,
  from: addressSchema,
  to: orNull(addressSchema),
  contractAddress: orNull(addressSchema),
};

/**
 * `root` stood in place of the status before Byzantium; blobs are those of a blob transaction, nonce and version those of a deposit,
 * the rest is a rollup's.
 */
export const receiptSchema = record(receiptFields, {
  status: quantitySchema,
  root: hashSchema,
  blobGasUsed: quantitySchema,
  blobGasPrice: quantitySchema,
  depositNonce: quantitySchema,
  depositReceiptVersion: quantitySchema,
  l1GasPrice: quantitySchema,
  l1GasUsed: quantitySchema,
  l1Fee: quantitySchema,
  l1BaseFeeScalar: quantitySchema,
  l1BlobBaseFee: quantitySchema,
  l1BlobBaseFeeScalar: quantitySchema,
  daFootprintGasScalar: quantitySchema,
});

const headerFields = {
  hash: hashSchema,
  parentHash: hashSchema,
  sha3Uncles: hashSchema,
  miner: addressSchema,
  stateRoot: hashSchema,
  transactionsRoot: hashSchema,
  receiptsRoot: hashSchema,
  logsBloom: bytesSchema,
  difficulty: quantitySchema,
  number: quantitySchema,
  gasLimit: quantitySchema,
  gasUsed: quantitySchema,
  timestamp: quantitySchema,
  extraData: bytesSchema,
  mixHash: hashSchema,
  nonce: bytesSchema,
};

/** Each is there from its fork on. */
const laterHeaderFields = {
  baseFeePerGas: quantitySchema,
  withdrawalsRoot: hashSchema,
  blobGasUsed: quantitySchema,
  excessBlobGas: quantitySchema,
  parentBeaconBlockRoot: hashSchema,
  requestsHash: hashSchema,
};

const blockFields = {
  ...headerFields,
  uncles: list(hashSchema),
  transactions: { type: 'array', items: { oneOf: [hashSchema, transactionSchema] } },
};

const laterBlockFields = { ...laterHeaderFields, withdrawals: list({ type: 'object' }) };

/** A pre-confirmed block has no size yet. */
export const blockSchema = record(blockFields, { ...laterBlockFields, size: quantitySchema });

export const headerSchema = record(headerFields, laterHeaderFields);

export const uncleSchema = record(
  { ...headerFields, uncles: list(hashSchema), size: quantitySchema },
  laterHeaderFields,
);

const callResultSchema = record(
  { status: quantitySchema, gasUsed: quantitySchema, returnData: bytesSchema, logs: list(logSchema) },
  { error: { oneOf: [{ type: 'string' }, { type: 'object' }] } },
);

export const simulatedBlockSchema = record(
  { ...blockFields, size: quantitySchema, calls: list(callResultSchema) },
  laterBlockFields,
);

export const feeHistorySchema = record(
  {
    oldestBlock: quantitySchema,
    baseFeePerGas: list(quantitySchema),
    gasUsedRatio: list({ type: 'number' }),
    baseFeePerBlobGas: list(quantitySchema),
    blobGasUsedRatio: list({ type: 'number' }),
  },
  { reward: list(list(quantitySchema)) },
);

export const proofSchema = record({
  address: addressSchema,
  accountProof: list(bytesSchema),
  balance: quantitySchema,
  codeHash: hashSchema,
  nonce: quantitySchema,
  storageHash: hashSchema,
  storageProof: list(
    record({
      key: { type: 'string', pattern: '^0x[0-9a-f]{1,64}$' },
      value: quantitySchema,
      proof: list(bytesSchema),
    }),
  ),
});

export const storageValuesSchema: JsonSchema = { type: 'object', additionalProperties: list(hashSchema) };

const capabilitySchema = record(
  { disabled: { type: 'boolean' } },
  {
    oldestBlock: quantitySchema,
    deleteStrategy: record({ type: { type: 'string' }, retentionBlocks: quantitySchema }),
  },
);

export const capabilitiesSchema = record({
  head: record({ number: quantitySchema, hash: hashSchema }),
  state: capabilitySchema,
  tx: capabilitySchema,
  logs: capabilitySchema,
  receipts: capabilitySchema,
  blocks: capabilitySchema,
  stateproofs: capabilitySchema,
});

const addressesByName: JsonSchema = { type: 'object', additionalProperties: addressSchema };

const forkConfigSchema = orNull(
  record({
    activationTime: { type: 'integer' },
    blobSchedule: orNull(
      record({
        baseFeeUpdateFraction: { type: 'integer' },
        max: { type: 'integer' },
        target: { type: 'integer' },
      }),
    ),
    chainId: quantitySchema,
    forkId: { type: 'string', pattern: '^0x[0-9a-f]{8}$' },
    precompiles: addressesByName,
    systemContracts: addressesByName,
  }),
);

export const forkConfigsSchema = record({ current: forkConfigSchema, next: forkConfigSchema, last: forkConfigSchema });

/** Waiting transactions by nonce in decimal, then by sender. */
export function poolSchema(transaction: JsonSchema): JsonSchema {
  const byNonce = { type: 'object', additionalProperties: transaction };
  const bySender = { type: 'object', additionalProperties: byNonce };
  return record({ pending: bySender, queued: bySender });
}

const waitingByNonce: JsonSchema = { type: 'object', additionalProperties: transactionSchema };

export const senderPoolSchema = record({ pending: waitingByNonce, queued: waitingByNonce });

export const poolStatusSchema = record({ pending: quantitySchema, queued: quantitySchema });

export const filterIdSchema: JsonSchema = { type: 'string', title: 'filter id', pattern: '^0x[0-9a-f]{1,32}$' };

export const filterChangesSchema: JsonSchema = {
  type: 'array',
  items: { oneOf: [logSchema, hashSchema, transactionSchema] },
};

const payloadFields = {
  parentHash: hashSchema,
  feeRecipient: addressSchema,
  stateRoot: hashSchema,
  receiptsRoot: hashSchema,
  logsBloom: bytesSchema,
  prevRandao: hashSchema,
  blockNumber: quantitySchema,
  gasLimit: quantitySchema,
  gasUsed: quantitySchema,
  timestamp: quantitySchema,
  extraData: bytesSchema,
  blockHash: hashSchema,
  transactions: list(bytesSchema),
};

export const builtBlockSchema = record({
  executionPayload: record(payloadFields, {
    baseFeePerGas: quantitySchema,
    withdrawals: list({ type: 'object' }),
    blobGasUsed: quantitySchema,
    excessBlobGas: quantitySchema,
  }),
  blockValue: quantitySchema,
  blobsBundle: record({ commitments: list(bytesSchema), proofs: list(bytesSchema), blobs: list(bytesSchema) }),
  executionRequests: list(bytesSchema),
  shouldOverrideBuilder: { type: 'boolean' },
});
