import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Address, Hash } from '../../src/hex.ts';
import { bytesToHex, hexToBytes, zeroHash } from '../../src/hex.ts';
import type { HeaderRecord } from '../../src/wire/block.ts';
import { encodeBlock, encodeHeader } from '../../src/wire/block.ts';
import { encodeLog, writeLog, writeLogOrigin } from '../../src/wire/log.ts';
import type { ReceiptRecord } from '../../src/wire/receipt.ts';
import { encodeReceipt } from '../../src/wire/receipt.ts';
import { writeSimulatedBlock } from '../../src/wire/simulation.ts';
import type { TransactionRecord } from '../../src/wire/transaction.ts';
import { encodeTransaction } from '../../src/wire/transaction.ts';

// The values are those of recorded replies of an Ethereum node (execution-apis test suite, CC0).
const sender: Address = '0x7435ed30a8b4aeb0877cef0c6e8cffe834eb865f';
const target: Address = '0x7dcd17433742f4c0ca53122ab541d0ba67fc27df';
const blockHash: Hash = '0xd4c1a87837460a5d00d7225a1406ccafcfe765d40f277eaae65f17adff7dc50a';
const bloom = `0x${'0'.repeat(512)}` as const;

const common = { from: sender, to: target, gas: 0x186a0n, value: 2n, chainId: 0xc72dd9d5e883en };

const legacy: TransactionRecord = {
  type: 0,
  hash: '0x3fbac8b19b59077cd29bbacc3815d73577b45a4d976cae80b04c98c793684c07',
  from: sender,
  nonce: 0x3fn,
  gas: 0x5208n,
  value: 1n,
  data: new Uint8Array(0),
  maxFeePerGas: 1n,
  maxPriorityFeePerGas: 1n,
  signature: {
    r: 0xce1cb09c08ecf5c7b63f0ebd9601ad68c83d1084e8b726b94503bbe0aa3b8ffdn,
    s: 0x6111304284f68b77a35ef8ec5309314645da11a22f5f87ab81a0ac6a467680c7n,
    yParity: 1,
    v: 28n,
  },
};

const accessList = [
  { address: target, storageKeys: [zeroHash, '0x95104e47e1982aba633477f377b1511396c3fe83600224bcb0c78949be705b33'] },
] as const;

const dynamicFee: TransactionRecord = {
  ...common,
  type: 2,
  hash: '0x205405746564cbcf1dd53fb5ac92c7622d3792d82f03c59d9baddf2443d91864',
  nonce: 0x90n,
  data: hexToBytes('0x1ee8f6decf498faf656d6974'),
  maxFeePerGas: 0x3b9aca02n,
  maxPriorityFeePerGas: 1n,
  accessList,
  signature: { r: 5n, s: 6n, yParity: 1, v: 1n },
};

const wire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const keys = (value: unknown): string[] => Object.keys(wire(value) as object);

describe('a transaction object', () => {
  const place = { blockHash, blockNumber: 0x18n, blockTimestamp: 0xf0n, index: 0, effectiveGasPrice: 1n };

  test('of type 0 has a gas price, its own v and no parity, lists or chain id when it has none', () => {
    expect(wire(encodeTransaction(legacy, place))).toEqual({
      type: '0x0',
      nonce: '0x3f',
      gas: '0x5208',
      to: null,
      value: '0x1',
      input: '0x',
      r: '0xce1cb09c08ecf5c7b63f0ebd9601ad68c83d1084e8b726b94503bbe0aa3b8ffd',
      s: '0x6111304284f68b77a35ef8ec5309314645da11a22f5f87ab81a0ac6a467680c7',
      v: '0x1c',
      hash: '0x3fbac8b19b59077cd29bbacc3815d73577b45a4d976cae80b04c98c793684c07',
      blockHash,
      blockNumber: '0x18',
      blockTimestamp: '0xf0',
      transactionIndex: '0x0',
      from: sender,
      gasPrice: '0x1',
    });
    expect(wire(encodeTransaction({ ...legacy, chainId: 8453n }, place))).toMatchObject({ chainId: '0x2105' });
  });

  test('of type 1 has an access list, a parity and one gas price', () => {
    const encoded = wire(encodeTransaction({ ...dynamicFee, type: 1, maxFeePerGas: 1n }, place));
    expect(encoded).toMatchObject({
      type: '0x1',
      gasPrice: '0x1',
      accessList,
      yParity: '0x1',
      v: '0x1',
      chainId: '0xc72dd9d5e883e',
    });
    expect(encoded).not.toHaveProperty('maxFeePerGas');
  });

  test('of type 2 shows what it pays once it is in a block, and the most it would pay before', () => {
    expect(encodeTransaction(dynamicFee, { ...place, effectiveGasPrice: 0x3b9aca01n })).toMatchObject({
      maxFeePerGas: '0x3b9aca02',
      maxPriorityFeePerGas: '0x1',
      gasPrice: '0x3b9aca01',
    });
    expect(encodeTransaction(dynamicFee, undefined)).toMatchObject({ gasPrice: '0x3b9aca02' });
  });

  test('of type 3 has blob fields, of type 4 authorizations', () => {
    const blob = wire(
      encodeTransaction({ ...dynamicFee, type: 3, maxFeePerBlobGas: 10n, blobVersionedHashes: [blockHash] }, place),
    );
    expect(blob).toMatchObject({ type: '0x3', maxFeePerBlobGas: '0xa', blobVersionedHashes: [blockHash] });
    expect(blob).not.toHaveProperty('authorizationList');
    const authorization = { chainId: 1n, address: target, nonce: 0n, yParity: 1n, r: 2n, s: 3n };
    const delegating = wire(encodeTransaction({ ...dynamicFee, type: 4, authorizationList: [authorization] }, place));
    expect(delegating).toMatchObject({
      type: '0x4',
      authorizationList: [{ chainId: '0x1', address: target, nonce: '0x0', yParity: '0x1', r: '0x2', s: '0x3' }],
    });
    expect(delegating).not.toHaveProperty('blobVersionedHashes');
  });

  test('in the pool has no place, pre-confirmed it lacks only the block hash', () => {
    expect(wire(encodeTransaction(dynamicFee, undefined))).toMatchObject({
      blockHash: null,
      blockNumber: null,
      transactionIndex: null,
    });
    expect(
      wire(encodeTransaction(dynamicFee, { blockHash: null, blockNumber: 5n, index: 3, effectiveGasPrice: 1n })),
    ).toMatchObject({
      blockHash: null,
      blockNumber: '0x5',
      transactionIndex: '0x3',
    });
  });

  test('has its fields in a fixed order', () => {
    expect(keys(encodeTransaction(dynamicFee, place))).toEqual(
      (
        'type chainId nonce gas maxFeePerGas maxPriorityFeePerGas to value accessList input r s yParity v hash ' +
        'blockHash blockNumber blockTimestamp transactionIndex from gasPrice'
      ).split(' '),
    );
  });
});

const receipt: ReceiptRecord = {
  type: 1,
  status: 1,
  cumulativeGasUsed: 0xca9cn,
  gasUsed: 0xca9cn,
  logs: [
    { address: target, topics: [zeroHash], data: Uint8Array.of(0x0f) },
    { address: target, topics: [], data: new Uint8Array(0) },
  ],
  firstLogIndex: 2,
  logsBloom: bloom,
  transactionHash: legacy.hash,
  index: 1,
  effectiveGasPrice: 1n,
  from: sender,
  to: target,
};

describe('a receipt object', () => {
  const place = { blockHash, blockNumber: 0x18n, blockTimestamp: 0xf0n };
  const log = {
    address: target,
    blockHash,
    blockNumber: '0x18',
    blockTimestamp: '0xf0',
    transactionHash: legacy.hash,
    transactionIndex: '0x1',
    removed: false,
  };

  test('holds its logs with their places, counted through the block', () => {
    expect(wire(encodeReceipt(receipt, place))).toEqual({
      type: '0x1',
      status: '0x1',
      cumulativeGasUsed: '0xca9c',
      logs: [
        { ...log, topics: [zeroHash], data: '0x0f', logIndex: '0x2' },
        { ...log, topics: [], data: '0x', logIndex: '0x3' },
      ],
      logsBloom: bloom,
      transactionHash: legacy.hash,
      transactionIndex: '0x1',
      blockHash,
      blockNumber: '0x18',
      gasUsed: '0xca9c',
      effectiveGasPrice: '0x1',
      from: sender,
      to: target,
      contractAddress: null,
    });
  });

  test('has a root in place of a status before Byzantium', () => {
    const encoded = wire(
      encodeReceipt({ ...receipt, status: undefined, root: zeroHash, to: undefined, contractAddress: target }, place),
    );
    expect(encoded).toMatchObject({ root: zeroHash, to: null, contractAddress: target });
    expect(encoded).not.toHaveProperty('status');
  });

  test('shows a failure', () => {
    expect(encodeReceipt({ ...receipt, status: 0 }, place).status).toBe('0x0');
  });
});

test('a log object marks what a reorganisation took away', () => {
  const place = {
    blockHash,
    blockNumber: 1n,
    blockTimestamp: 2n,
    transactionHash: legacy.hash,
    transactionIndex: 0,
    logIndex: 0,
  };
  const log = { address: target, topics: [], data: new Uint8Array(0) };
  expect(encodeLog(log, place).removed).toBe(false);
  expect(encodeLog(log, { ...place, removed: true }).removed).toBe(true);
});

test('a log that is written as text reads as its object', () => {
  const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => bytesToHex(bytes));
  const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  const logs = fc.record({
    address: fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => bytesToHex(bytes)),
    topics: fc.array(hash, { maxLength: 4 }),
    data: fc.uint8Array({ maxLength: 100 }),
  });
  const origins = fc.record({
    blockHash: hash,
    blockNumber: uint64,
    blockTimestamp: uint64,
    transactionHash: hash,
    transactionIndex: fc.nat(),
  });
  fc.assert(
    fc.property(logs, origins, fc.nat(), (log, origin, logIndex) => {
      const text = writeLog(log, writeLogOrigin(origin), logIndex);
      expect(text).toBe(JSON.stringify(encodeLog(log, { ...origin, logIndex })));
    }),
  );
});

const header: HeaderRecord = {
  parentHash: zeroHash,
  sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
  miner: sender,
  stateRoot: zeroHash,
  transactionsRoot: zeroHash,
  receiptsRoot: zeroHash,
  logsBloom: bloom,
  difficulty: 0n,
  number: 0x2an,
  gasLimit: 0xbebc200n,
  gasUsed: 0x2b1dcn,
  timestamp: 0x1a4n,
  extraData: Uint8Array.of(1),
  mixHash: zeroHash,
  nonce: '0x0000000000000000',
  baseFeePerGas: 0x813f23bn,
  withdrawalsRoot: zeroHash,
  blobGasUsed: 0n,
  excessBlobGas: 0n,
  parentBeaconBlockRoot: zeroHash,
  requestsHash: zeroHash,
};
const specified =
  'baseFeePerGas blobGasUsed difficulty excessBlobGas extraData gasLimit gasUsed hash logsBloom miner mixHash nonce number ' +
  'parentBeaconBlockRoot parentHash receiptsRoot requestsHash sha3Uncles size stateRoot timestamp transactions ' +
  'transactionsRoot uncles withdrawals withdrawalsRoot';

describe('a block object', () => {
  test('sealed has every field of the specification, quantities in minimal hex', () => {
    const block = encodeBlock(header, { hash: blockHash, size: 0x579, transactions: [legacy.hash] });
    expect(keys(block).sort()).toEqual(specified.split(' '));
    expect(block).toMatchObject({
      hash: blockHash,
      number: '0x2a',
      difficulty: '0x0',
      gasLimit: '0xbebc200',
      timestamp: '0x1a4',
      extraData: '0x01',
      size: '0x579',
      transactions: [legacy.hash],
      uncles: [],
      withdrawals: [],
    });
  });

  test('pending has a zero hash and no size', () => {
    const block = wire(encodeBlock(header, { hash: undefined, size: undefined, transactions: [] }));
    expect(block).toMatchObject({ hash: zeroHash, withdrawals: [] });
    expect(block).not.toHaveProperty('size');
  });

  test('of an early fork lacks the fields of later ones', () => {
    const early: HeaderRecord = {
      ...header,
      baseFeePerGas: undefined,
      withdrawalsRoot: undefined,
      blobGasUsed: undefined,
      excessBlobGas: undefined,
      parentBeaconBlockRoot: undefined,
      requestsHash: undefined,
    };
    expect(keys(encodeBlock(early, { hash: blockHash, size: 1, transactions: [] }))).toEqual(
      (
        'hash parentHash sha3Uncles miner stateRoot transactionsRoot receiptsRoot logsBloom difficulty number gasLimit gasUsed ' +
        'timestamp extraData mixHash nonce size uncles transactions'
      ).split(' '),
    );
  });

  test('shows withdrawals where there are some', () => {
    const withdrawals = [{ index: 0n, validatorIndex: 5n, address: target, amount: 100n }];
    expect(encodeBlock(header, { hash: blockHash, size: 1, transactions: [], withdrawals }).withdrawals).toEqual([
      { index: '0x0', validatorIndex: '0x5', address: target, amount: '0x64' },
    ]);
  });

  test('without its body is a header', () => {
    expect(keys(encodeHeader(header, blockHash))).not.toContain('transactions');
  });
});

describe('a simulated block', () => {
  const body = { hash: blockHash, size: 1, transactions: [] };
  const place = {
    blockHash,
    blockNumber: 1n,
    blockTimestamp: 2n,
    transactionHash: legacy.hash,
    transactionIndex: 0,
  };
  const record = (calls: Parameters<typeof writeSimulatedBlock>[2]) =>
    JSON.parse(writeSimulatedBlock(header, body, calls)) as { readonly calls: unknown };

  test('has the fields of a block and its calls', () => {
    const log = { address: target, topics: [], data: new Uint8Array(0) };
    const block = record([
      {
        status: 1,
        gasUsed: 21000n,
        returnData: Uint8Array.of(1),
        logs: [
          { log, logIndex: 7 },
          { log, logIndex: 8 },
        ],
        place,
      },
    ]);
    expect(keys(block).sort()).toEqual([...specified.split(' '), 'calls'].sort());
    expect(block.calls).toEqual([
      {
        returnData: '0x01',
        gasUsed: '0x5208',
        status: '0x1',
        logs: [wire(encodeLog(log, { ...place, logIndex: 7 })), wire(encodeLog(log, { ...place, logIndex: 8 }))],
      },
    ]);
  });

  test('tells why a call failed, as text or as object', () => {
    const failed = { status: 0, gasUsed: 1n, returnData: new Uint8Array(0), logs: [], place } as const;
    const calls = [
      { ...failed, error: 'execution reverted: no' },
      { ...failed, maxUsedGas: 2n, error: { code: 3, message: 'execution reverted', data: '0x01' } },
    ];
    expect(record(calls).calls).toEqual([
      { returnData: '0x', logs: [], gasUsed: '0x1', status: '0x0', error: 'execution reverted: no' },
      {
        returnData: '0x',
        logs: [],
        gasUsed: '0x1',
        maxUsedGas: '0x2',
        status: '0x0',
        error: { code: 3, message: 'execution reverted', data: '0x01' },
      },
    ]);
  });
});
