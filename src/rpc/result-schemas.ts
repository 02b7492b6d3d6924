/** JSON Schemas of results, for the documents. What is really sent is written in `wire/`; a test holds the two together. */
import type { JsonSchema } from '../wire/codec.ts';

export const quantitySchema: JsonSchema = {
  type: 'string',
  title: 'hex encoded unsigned integer',
  pattern: '^0x(0|[1-9a-f][0-9a-f]*)$',
};

const bytesSchema: JsonSchema = { type: 'string', title: 'hex encoded bytes', pattern: '^0x([0-9a-f]{2})*$' };

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
    blockTimestamp: quantitySchema,
  },
);

export const receiptSchema = record({
  type: quantitySchema,
  status: quantitySchema,
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
});

const blockFields = {
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
  baseFeePerGas: quantitySchema,
  withdrawalsRoot: hashSchema,
  blobGasUsed: quantitySchema,
  excessBlobGas: quantitySchema,
  parentBeaconBlockRoot: hashSchema,
  requestsHash: hashSchema,
  uncles: list(hashSchema),
  transactions: { type: 'array', items: { oneOf: [hashSchema, transactionSchema] } },
  withdrawals: list({ type: 'object' }),
};

/** A pre-confirmed block has no size yet. */
export const blockSchema = record(blockFields, { size: quantitySchema });

export const simulatedBlockSchema = record({
  ...blockFields,
  size: quantitySchema,
  calls: list(
    record(
      { status: quantitySchema, gasUsed: quantitySchema, returnData: bytesSchema, logs: list(logSchema) },
      { error: { oneOf: [{ type: 'string' }, { type: 'object' }] } },
    ),
  ),
});

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
