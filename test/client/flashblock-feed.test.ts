/**
 * The raw feed, read as an application reads the public one: what it tells is decoded by viem and put together by a trie that is
 * not ours, and has to be the sealed blocks, transaction by transaction and root by root.
 */
import { MerklePatriciaTrie } from '@ethereumjs/mpt';
import type { Hex, TransactionSerialized } from 'viem';
import { bytesToHex, encodeFunctionData, hexToBytes, keccak256, numberToHex, toRlp } from 'viem';
import { parseTransaction, recoverTransactionAddress, serializeTransaction, zeroHash } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { parseTransaction as parseOpStack, serializeTransaction as serializeOpStack } from 'viem/op-stack';
import { describe, expect, it } from 'vitest';
import type { PretickChain } from '../../src/index.ts';
import { testToken } from '../support/contracts.ts';
import type { TestEmulator } from '../support/emulator.ts';
import { createTestEmulator, flashblock } from '../support/emulator.ts';
import type { FeedDocument } from '../support/feed.ts';
import { readFeed } from '../support/feed.ts';

type Told = { readonly hash: Hex; readonly type: Hex; readonly from: Hex; readonly input: Hex };
type Sealed = Record<string, Hex> & { readonly transactions: readonly Told[] };

const blocks = 100;

describe.each([
  ['brotli' as const, 'mainnet'],
  ['text' as const, 'testnet'],
])('the feed as %s', (feedFormat, key) => {
  it(`rebuilds ${blocks} sealed blocks of the ${key}`, { timeout: 60_000 }, async () => {
    const emulator = await createTestEmulator({ feedFormat });
    const chain = emulator.chains.find((each) => each.key === key)!;
    await emulator.advance(10 * flashblock); // the feed is joined with index 0 of block 2
    const reader = await readFeed(chain.flashblocks!);
    await emulator.advance(10 * flashblock);
    await reader.take(10); // the rest of block 2, of which a late reader lacks the beginning
    const write = writer(emulator, chain);
    for (let slot = 0; slot < blocks * 10; slot += 1) {
      await write(slot);
      await emulator.advance(flashblock);
    }
    let parentHash = (await sealed(chain, 2)).hash;
    let count = 0;
    for (let number = 3; number < 3 + blocks; number += 1) {
      // Index 0 of the first block came with the seal before it.
      const documents = await reader.take(11);
      const block = await sealed(chain, number);
      await expectBlock(documents, block, parentHash!);
      parentHash = block.hash;
      count += block.transactions.length;
    }
    expect(count).toBeGreaterThan(3 * blocks);
    expect([...reader.frames]).toEqual([feedFormat === 'brotli' ? 'binary' : 'text']);
  });
});

/** Sends transactions of every type, more in some intervals than in others, and none in most. */
function writer({ accounts }: TestEmulator, chain: PretickChain) {
  const [alice, bob, carol] = accounts.map(({ privateKey }) => privateKeyToAccount(privateKey));
  const nonces = new Map<string, number>();
  const fees = { maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 10n ** 6n, gas: 100_000n };
  const { chainId } = chain;
  const to = carol!.address;
  let token: Hex | undefined;

  async function send(account: typeof alice, fields: object): Promise<Hex> {
    const { address, signTransaction } = account!;
    const nonce = nonces.get(address) ?? 0;
    nonces.set(address, nonce + 1);
    const raw = await signTransaction({ chainId, nonce, ...fees, ...fields });
    return (await chain.request({ method: 'eth_sendRawTransaction', params: [raw] })) as Hex;
  }

  return async (slot: number): Promise<void> => {
    if (slot === 0) {
      await send(alice, { data: testToken.bytecode, gas: 3_000_000n });
    } else if (slot === 5) {
      const receipts = await chain.request({ method: 'eth_getBlockReceipts', params: ['pending'] });
      token = (receipts as Record<string, Hex>[]).find(({ contractAddress }) => contractAddress !== null)![
        'contractAddress'
      ];
    } else if (slot % 7 === 1) {
      const legacy = { maxFeePerGas: undefined, maxPriorityFeePerGas: undefined, gasPrice: 10n ** 9n };
      await send(alice, { to, value: BigInt(slot), type: 'legacy', ...legacy });
      const accessList = [{ address: to, storageKeys: [zeroHash] }];
      await send(bob, { to, value: 1n, type: 'eip2930', accessList, ...legacy });
    } else if (slot % 10 === 3 && token !== undefined) {
      const data = (value: bigint): Hex =>
        encodeFunctionData({ abi: testToken.abi, functionName: 'transfer', args: [to, value] });
      await send(alice, { to: token, data: data(BigInt(slot)) });
      await send(bob, { to: token, data: data(1n) }); // has none, and reverts
    } else if (slot % 50 === 8) {
      const authorization = await carol!.signAuthorization({
        chainId,
        contractAddress: to,
        nonce: nonces.get(to) ?? 0,
      });
      nonces.set(to, (nonces.get(to) ?? 0) + 1);
      await send(bob, { to: alice!.address, type: 'eip7702', authorizationList: [authorization] });
    }
  };
}

async function sealed(chain: PretickChain, number: number): Promise<Sealed> {
  return (await chain.request({ method: 'eth_getBlockByNumber', params: [numberToHex(number), true] })) as Sealed;
}

async function expectBlock(documents: readonly FeedDocument[], block: Sealed, parentHash: Hex): Promise<void> {
  const { base } = documents[0]!;
  const last = documents.at(-1)!.diff;
  expect(documents.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(new Set(documents.map(({ payload_id }) => payload_id)).size).toBe(1);
  expect(documents.slice(1).some((document) => 'base' in document)).toBe(false);
  expect(documents.every(({ metadata }) => metadata.block_number === Number(block['number']))).toBe(true);
  expect(block['parentHash']).toBe(parentHash);
  expect(base).toEqual({
    parent_beacon_block_root: block['parentBeaconBlockRoot'],
    parent_hash: parentHash,
    fee_recipient: block['miner'],
    prev_randao: block['mixHash'],
    block_number: block['number'],
    gas_limit: block['gasLimit'],
    timestamp: block['timestamp'],
    extra_data: block['extraData'],
    base_fee_per_gas: block['baseFeePerGas'],
  });
  expect(last).toMatchObject({
    receipts_root: block['receiptsRoot'],
    logs_bloom: block['logsBloom'],
    gas_used: block['gasUsed'],
    blob_gas_used: block['blobGasUsed'],
    withdrawals_root: block['withdrawalsRoot'],
  });
  const used = documents.map(({ diff }) => Number(diff.gas_used));
  expect(used).toEqual(used.toSorted((a, b) => a - b));
  const transactions = documents.flatMap(({ diff }) => diff.transactions);
  expect(transactions.map((raw) => keccak256(raw))).toEqual(block.transactions.map(({ hash }) => hash));
  expect(await rootOf(transactions)).toBe(block['transactionsRoot']);
  for (const [index, raw] of transactions.entries()) expectDecodes(raw, block.transactions[index]!);
  // One sender for each block, since finding one takes long; the bytes are the same in any case.
  const [raw] = transactions.slice(-1);
  const told = block.transactions.at(-1);
  if (raw !== undefined && told?.type !== '0x7e')
    expect(
      (await recoverTransactionAddress({ serializedTransaction: raw as TransactionSerialized })).toLowerCase(),
    ).toBe(told?.from);
}

/** viem reads the bytes, and writes the same bytes again. */
function expectDecodes(raw: Hex, { type, from, input }: Told): void {
  if (type === '0x7e') {
    const deposit = parseOpStack(raw);
    expect(deposit).toMatchObject({ from, data: input, type: 'deposit' });
    expect(serializeOpStack(deposit as Parameters<typeof serializeOpStack>[0])).toBe(raw);
  } else {
    const serializedTransaction = raw as TransactionSerialized;
    const { r, s, v, yParity, ...parsed } = parseTransaction(serializedTransaction);
    expect(parsed.data ?? '0x').toBe(input);
    const signature = { r: r!, s: s!, ...(v === undefined ? { yParity: yParity! } : { v, yParity }) };
    expect(serializeTransaction(parsed as Parameters<typeof serializeTransaction>[0], signature as never)).toBe(raw);
  }
}

/** The root of a list of transactions, by a trie that is not ours. */
async function rootOf(transactions: readonly Hex[]): Promise<Hex> {
  const trie = new MerklePatriciaTrie();
  for (const [index, raw] of transactions.entries())
    await trie.put(toRlp(index === 0 ? '0x' : numberToHex(index), 'bytes'), hexToBytes(raw));
  return bytesToHex(trie.root());
}
