/** The deposit of L1 attributes against viem's op-stack and the documented layout (reference §9.3). */
import type { Hex } from 'viem';
import { concatHex, encodePacked, keccak256, numberToHex, sliceHex, toRlp } from 'viem';
import { getSourceHash, serializeTransaction } from 'viem/op-stack';
import { describe, expect, it } from 'vitest';
import { emptyBloom } from '../../../src/evm/block.ts';
import { encodeReceipt } from '../../../src/evm/receipt-rlp.ts';
import { decodeL1Origin, encodeL1Attributes, l1AttributesDeposit } from '../../../src/evm/rollup/l1-attributes.ts';
import { decodeTransaction } from '../../../src/evm/transaction.ts';
import { bytesToHex } from '../../../src/hex.ts';

const attributes = {
  origin: {
    number: 0x1122334455667788n,
    timestamp: 0x99aabbccddn,
    hash: `0x${'ab'.repeat(32)}`,
    sequenceNumber: 5n,
  },
  fees: {
    baseFee: 113_098_607n,
    blobBaseFee: 5_777_253n,
    baseFeeScalar: 0x8ddn,
    blobBaseFeeScalar: 0x101c12n,
    daFootprintGasScalar: 0x94n,
  },
  batcherHash: `0x${'00'.repeat(12)}${'cd'.repeat(20)}`,
} as const;

describe('the call data', () => {
  const data = bytesToHex(encodeL1Attributes(attributes));

  it('is packed as the contract reads it', () => {
    const { origin, fees, batcherHash } = attributes;
    const packed = encodePacked(
      [
        ...(['bytes4', 'uint32', 'uint32', 'uint64', 'uint64', 'uint64', 'uint256', 'uint256'] as const),
        ...(['bytes32', 'bytes32', 'uint32', 'uint64', 'uint16'] as const),
      ],
      [
        ...(['0x3db6be2b', 0x8dd, 0x101c12, origin.sequenceNumber, origin.timestamp, origin.number] as const),
        ...([fees.baseFee, fees.blobBaseFee, origin.hash, batcherHash, 0, 0n, 0x94] as const),
      ],
    );
    expect(data).toBe(packed);
    expect(data).toHaveLength(2 + 2 * 178);
  });

  it('begins with the selector of its function', () => {
    expect(sliceHex(data, 0, 4)).toBe(sliceHex(keccak256('0x7365744c31426c6f636b56616c7565734a6f7669616e2829'), 0, 4));
  });

  it('tells the origin again', () => {
    expect(decodeL1Origin(encodeL1Attributes(attributes))).toEqual(attributes.origin);
  });
});

describe('the deposit', () => {
  const deposit = l1AttributesDeposit(attributes, 7n);

  it('has the bytes and the hash that viem gives it', () => {
    const sourceHash = getSourceHash({
      domain: 'l1InfoDeposit',
      l1BlockHash: attributes.origin.hash,
      sequenceNumber: 5,
    });
    const serialized = serializeTransaction({
      type: 'deposit',
      sourceHash,
      from: '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001',
      to: '0x4200000000000000000000000000000000000015',
      gas: 1_000_000n,
      data: bytesToHex(encodeL1Attributes(attributes)),
    } as never); // viem types the fields that may be left out as required
    expect(deposit.sourceHash).toBe(sourceHash);
    expect(bytesToHex(deposit.raw)).toBe(serialized);
    expect(deposit.hash).toBe(keccak256(serialized));
  });

  it('has the nonce beside its bytes', () => {
    const next = l1AttributesDeposit(attributes, 8n);
    expect([deposit.nonce, next.nonce]).toEqual([7n, 8n]);
    expect(next.hash).toBe(deposit.hash);
  });

  it('is nothing that somebody sends', () => {
    expect(() => decodeTransaction(deposit.raw)).toThrow('transaction type 126');
  });
});

it('the receipt of a deposit is hashed with the nonce and the version', () => {
  const common = {
    cumulativeGasUsed: 46_218n,
    gasUsed: 46_218n,
    status: 1,
    logsBloom: emptyBloom,
    logs: [],
    effectiveGasPrice: 0n,
    contractAddress: undefined,
  } as const;
  const body: Hex[] = ['0x01', numberToHex(46_218), emptyBloom];
  const judged = concatHex(['0x7e', toRlp([...body, [], '0x07', '0x01'])]);
  expect(bytesToHex(encodeReceipt({ ...common, type: 0x7e, depositNonce: 7n }))).toBe(judged);
  const first = concatHex(['0x7e', toRlp([...body, [], '0x', '0x01'])]);
  expect(bytesToHex(encodeReceipt({ ...common, type: 0x7e, depositNonce: 0n }))).toBe(first);
  expect(bytesToHex(encodeReceipt({ ...common, type: 2 }))).toBe(concatHex(['0x02', toRlp([...body, []])]));
});
