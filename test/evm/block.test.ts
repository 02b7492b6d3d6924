/** Headers, roots, blooms and sizes are those of @ethereumjs/block and viem; the base fee moves as EIP-1559 has it. */
import type { HeaderData } from '@ethereumjs/block';
import { createBlock, createBlockFromRLP, createBlockHeader } from '@ethereumjs/block';
import { Hardfork, Mainnet, createCustomCommon } from '@ethereumjs/common';
import { MerklePatriciaTrie } from '@ethereumjs/mpt';
import { Bloom, encodeReceipt as judgeReceipt } from '@ethereumjs/vm';
import fc from 'fast-check';
import { numberToBytes, toRlp } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import type { Header, Receipt } from '../../src/evm/block.ts';
import { encodeReceipt, receiptsRoot } from '../../src/evm/receipt-rlp.ts';
import {
  blockSize,
  bloomOf,
  emptyBloom,
  emptyRequestsHash,
  emptyUnclesHash,
  encodeBlock,
  encodeHeader,
  hashHeader,
  mergeBlooms,
  nextBaseFee,
  transactionsRoot,
  withdrawalsRoot,
  zeroNonce,
} from '../../src/evm/block.ts';
import type { Log } from '../../src/evm/engine.ts';
import { decodeTransaction } from '../../src/evm/transaction.ts';
import { emptyTrieRoot } from '../../src/evm/trie.ts';
import type { Withdrawal } from '../../src/evm/rewards.ts';
import type { Hex } from '../../src/hex.ts';
import { bytesToHex, hexToBytes } from '../../src/hex.ts';

const seed = { seed: 20_261_121 };

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`);

const bytes = (length: number): fc.Arbitrary<Hex> =>
  fc.uint8Array({ minLength: length, maxLength: length }).map(bytesToHex);
const quantity = fc.bigInt({ min: 0n, max: 2n ** 63n });

const oldest = fc.record({
  parentHash: bytes(32),
  sha3Uncles: bytes(32),
  miner: bytes(20),
  stateRoot: bytes(32),
  transactionsRoot: bytes(32),
  receiptsRoot: bytes(32),
  logsBloom: bytes(256),
  difficulty: fc.constant(0n),
  number: quantity,
  gasLimit: quantity,
  gasUsed: fc.constant(0n),
  timestamp: quantity,
  extraData: fc.uint8Array({ maxLength: 32 }),
  mixHash: bytes(32),
  nonce: fc.constant(zeroNonce),
});
const later = fc.record({
  baseFeePerGas: quantity,
  withdrawalsRoot: bytes(32),
  blobGasUsed: quantity,
  excessBlobGas: quantity,
  parentBeaconBlockRoot: bytes(32),
  requestsHash: bytes(32),
});
type Later = typeof later extends fc.Arbitrary<infer Value> ? Value : never;

const { Paris, Shanghai, Cancun, Prague, Osaka } = Hardfork;

/** The fields that a header has from each fork on. */
const forks: readonly (readonly [string, Hardfork, readonly (keyof Later)[]])[] = [
  ['Paris', Paris, ['baseFeePerGas']],
  ['Shanghai', Shanghai, ['baseFeePerGas', 'withdrawalsRoot']],
  ['Cancun', Cancun, ['baseFeePerGas', 'withdrawalsRoot', 'blobGasUsed', 'excessBlobGas', 'parentBeaconBlockRoot']],
  [
    'Prague',
    Prague,
    ['baseFeePerGas', 'withdrawalsRoot', 'blobGasUsed', 'excessBlobGas', 'parentBeaconBlockRoot', 'requestsHash'],
  ],
  [
    'Osaka',
    Osaka,
    ['baseFeePerGas', 'withdrawalsRoot', 'blobGasUsed', 'excessBlobGas', 'parentBeaconBlockRoot', 'requestsHash'],
  ],
];

const judgeOf = (hardfork: Hardfork) => createCustomCommon({ chainId: 8453, name: 'judge' }, Mainnet, { hardfork });

function judged(header: Header): HeaderData {
  const { sha3Uncles, miner, transactionsRoot: transactionsTrie, receiptsRoot: receiptTrie, ...rest } = header;
  const renamed = { ...rest, uncleHash: sha3Uncles, coinbase: miner, transactionsTrie, receiptTrie };
  // The library tells an absent field from an undefined one.
  return Object.fromEntries(Object.entries(renamed).filter(([, value]) => value !== undefined));
}

/** A good header of the main chain; what a block holds is said by its test. */
const plain: Header = {
  parentHash: `0x${'01'.repeat(32)}`,
  sha3Uncles: emptyUnclesHash,
  miner: `0x${'02'.repeat(20)}`,
  stateRoot: `0x${'03'.repeat(32)}`,
  transactionsRoot: emptyTrieRoot,
  receiptsRoot: emptyTrieRoot,
  logsBloom: emptyBloom,
  difficulty: 0n,
  number: 7n,
  gasLimit: 30_000_000n,
  gasUsed: 21_000n,
  timestamp: 1_800_000_000n,
  extraData: new Uint8Array(17),
  mixHash: `0x${'04'.repeat(32)}`,
  nonce: zeroNonce,
  baseFeePerGas: 1_000n,
  withdrawalsRoot: emptyTrieRoot,
  blobGasUsed: 0n,
  excessBlobGas: 0n,
  parentBeaconBlockRoot: `0x${'05'.repeat(32)}`,
  requestsHash: emptyRequestsHash,
};

const aTopic = bytes(32);
const aLog: fc.Arbitrary<Log> = fc.record({
  address: bytes(20),
  topics: fc.array(aTopic, { maxLength: 4 }),
  data: fc.uint8Array({ maxLength: 40 }),
});
const aReceipt: fc.Arbitrary<Receipt> = fc
  .record({
    type: fc.constantFrom(0, 1, 2, 4),
    status: fc.constantFrom(0 as const, 1 as const),
    // The library writes none as a zero byte; no receipt has that.
    cumulativeGasUsed: fc.bigInt({ min: 1n, max: 2n ** 63n }),
    gasUsed: quantity,
    logs: fc.array(aLog, { maxLength: 3 }),
    effectiveGasPrice: quantity,
    contractAddress: fc.constant(undefined),
  })
  .map((receipt) => ({ ...receipt, logsBloom: bloomOf(receipt.logs) }));

/** The root over a list, made by the library. */
async function listRoot(items: readonly Uint8Array[]): Promise<Hex> {
  const trie = new MerklePatriciaTrie();
  for (const [index, item] of items.entries())
    // oxlint-disable-next-line no-await-in-loop -- a trie is written key by key
    await trie.put(toRlp(index === 0 ? new Uint8Array(0) : numberToBytes(index), 'bytes'), item);
  return bytesToHex(trie.root());
}

describe('a header', () => {
  it.each(forks)('of %s has the hash that @ethereumjs/block computes', (_, hardfork, names) => {
    const common = judgeOf(hardfork);
    fc.assert(
      fc.property(oldest, later, (base, all) => {
        const fields = Object.fromEntries(names.map((name) => [name, all[name]])) as Partial<Later>;
        const header: Header = { ...base, ...fields };
        const expected = createBlockHeader(judged(header), { common, skipConsensusFormatValidation: true });
        expect(hashHeader(header)).toBe(bytesToHex(expected.hash()));
        expect(encodeHeader(header)).toEqual(expected.serialize());
      }),
      { ...seed, numRuns: 50 },
    );
  });
});

describe('the roots', () => {
  it('of receipts are those of the receipts that @ethereumjs/vm encodes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aReceipt, { maxLength: 20 }), async (receipts) => {
        const expected = receipts.map((receipt) =>
          judgeReceipt(
            {
              status: receipt.status,
              cumulativeBlockGasUsed: receipt.cumulativeGasUsed,
              bitvector: hexToBytes(receipt.logsBloom),
              logs: receipt.logs.map(({ address, topics, data }) => [
                hexToBytes(address),
                topics.map(hexToBytes),
                data,
              ]),
            },
            receipt.type as 0 | 1 | 2 | 4,
          ),
        );
        expect(receipts.map(encodeReceipt)).toEqual(expected);
        expect(receiptsRoot(receipts)).toBe(await listRoot(expected));
      }),
      { ...seed, numRuns: 60 },
    );
  });

  it('of nothing are that of the empty trie', () => {
    expect([transactionsRoot([]), receiptsRoot([]), withdrawalsRoot([])]).toEqual([
      emptyTrieRoot,
      emptyTrieRoot,
      emptyTrieRoot,
    ]);
  });
});

/** Signed transactions of every type that blocks of the chain hold. */
async function someTransactions(count: number) {
  const fees = { maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 1n };
  const raws = await Promise.all(
    Array.from({ length: count }, (_, nonce) => {
      const shared = { nonce, gas: 21_000n, to: account.address, data: `0x${'ab'.repeat(nonce * 7)}` as const };
      if (nonce % 3 === 0)
        return account.signTransaction({ type: 'legacy', chainId: 8453, gasPrice: 10n ** 9n, ...shared });
      if (nonce % 3 === 1)
        return account.signTransaction({
          type: 'eip2930',
          chainId: 8453,
          gasPrice: 10n ** 9n,
          accessList: [],
          ...shared,
        });
      return account.signTransaction({ type: 'eip1559', chainId: 8453, ...fees, ...shared });
    }),
  );
  return raws.map((raw) => decodeTransaction(hexToBytes(raw)));
}

describe('a block', () => {
  const common = judgeOf(Osaka);
  const withdrawals = [
    { index: 3n, validatorIndex: 4n, address: `0x${'aa'.repeat(20)}`, amount: 5n },
    { index: 4n, validatorIndex: 0n, address: `0x${'bb'.repeat(20)}`, amount: 0n },
  ] as const;

  it.each<[string, number, readonly Withdrawal[]]>([
    ['no transactions', 0, []],
    ['one transaction', 1, []],
    ['transactions of every type', 3, []],
    ['more bytes than one length byte tells', 40, []],
    ['more bytes than two length bytes tell', 160, []],
    ['withdrawals', 3, withdrawals],
  ])('with %s has the roots, the bytes and the size of @ethereumjs/block', async (_, count, paid) => {
    const transactions = await someTransactions(count);
    const header: Header = {
      ...plain,
      transactionsRoot: transactionsRoot(transactions),
      withdrawalsRoot: withdrawalsRoot(paid),
    };
    const block = { header, transactions, uncles: [], withdrawals: paid };
    const encoded = encodeBlock(block);
    expect(blockSize(block)).toBe(encoded.length);
    const judgedBlock = createBlockFromRLP(encoded, { common, skipConsensusFormatValidation: true });
    expect(judgedBlock.serialize()).toEqual(encoded);
    expect(bytesToHex(judgedBlock.hash())).toBe(hashHeader(header));
    expect(await judgedBlock.transactionsTrieIsValid()).toBe(true);
    expect(await judgedBlock.withdrawalsTrieIsValid()).toBe(true);
    expect(judgedBlock.transactions.map((transaction) => bytesToHex(transaction.hash()))).toEqual(
      transactions.map(({ hash }) => hash),
    );
  });

  it('before Shanghai has no list of withdrawals', () => {
    const absent = { withdrawalsRoot: undefined, blobGasUsed: undefined, excessBlobGas: undefined };
    const header: Header = { ...plain, ...absent, parentBeaconBlockRoot: undefined, requestsHash: undefined };
    const block = { header, transactions: [], uncles: [], withdrawals: undefined };
    const expected = createBlock(
      { header: judged(header) },
      { common: judgeOf(Paris), skipConsensusFormatValidation: true },
    );
    expect(encodeBlock(block)).toEqual(expected.serialize());
    expect(blockSize(block)).toBe(expected.serialize().length);
  });
});

describe('a bloom', () => {
  it('covers addresses and topics as that of @ethereumjs/vm does', () => {
    fc.assert(
      fc.property(fc.array(aLog, { maxLength: 5 }), (logs) => {
        const expected = new Bloom();
        for (const { address, topics } of logs)
          for (const value of [address, ...topics]) expected.add(hexToBytes(value));
        expect(bloomOf(logs)).toBe(bytesToHex(expected.bitvector));
      }),
      { ...seed, numRuns: 100 },
    );
  });

  it('of several lists is the union of theirs', () => {
    fc.assert(
      fc.property(fc.array(fc.array(aLog, { maxLength: 3 }), { maxLength: 4 }), (lists) => {
        expect(mergeBlooms(lists.map(bloomOf))).toBe(bloomOf(lists.flat()));
      }),
      { ...seed, numRuns: 100 },
    );
  });
});

describe('the next base fee', () => {
  const ethereum = { elasticity: 2n, denominator: 8n, minimum: 0n };

  it('is the one that @ethereumjs/block computes with the parameters of Ethereum', () => {
    const common = judgeOf(Osaka);
    fc.assert(
      fc.property(
        fc.bigInt({ min: 5_000n, max: 2n ** 40n }),
        fc.bigInt({ min: 0n, max: 1_000_000n }),
        fc.bigInt({ min: 7n, max: 2n ** 60n }),
        (gasLimit, share, baseFeePerGas) => {
          const gasUsed = (gasLimit * share) / 1_000_000n;
          const header = { ...plain, gasLimit, gasUsed, baseFeePerGas };
          const expected = createBlockHeader(judged(header), {
            common,
            skipConsensusFormatValidation: true,
          }).calcNextBaseFee();
          expect(nextBaseFee(header, ethereum)).toBe(expected);
        },
      ),
      { ...seed, numRuns: 300 },
    );
  });

  it('changes by 4 % at most with the parameters of the chain, and not below its minimum', () => {
    const rule = { elasticity: 6n, denominator: 125n, minimum: 5_000_000n };
    const next = (gasUsed: bigint, baseFeePerGas: bigint): bigint =>
      nextBaseFee({ gasLimit: 60_000_000n, gasUsed, baseFeePerGas }, rule);
    expect(next(60_000_000n, 100_000_000n)).toBe(104_000_000n);
    expect(next(10_000_000n, 100_000_000n)).toBe(100_000_000n);
    expect(next(0n, 100_000_000n)).toBe(99_200_000n);
    expect(next(0n, 5_000_001n)).toBe(5_000_000n);
    expect(next(60_000_000n, 1n)).toBe(5_000_000n);
  });

  it('rises by at least one wei when blocks are fuller than their target', () => {
    expect(nextBaseFee({ gasLimit: 30_000_000n, gasUsed: 15_000_001n, baseFeePerGas: 7n }, ethereum)).toBe(8n);
  });

  it('does not divide by a target of nothing', () => {
    expect(nextBaseFee({ gasLimit: 1n, gasUsed: 0n, baseFeePerGas: 7n }, ethereum)).toBe(7n);
  });
});
