/** Blocks as they are hashed: header encoding, roots, bloom, and the base fee that follows from a header. */
import type { Address, Hash, Hex } from '../hex.ts';
import { bigIntToBytes, bytesToHex, hexToBytes } from '../hex.ts';
import { keccak256, keccak256Bytes } from './crypto.ts';
import type { Log } from './engine.ts';
import type { RlpItem } from './rlp.ts';
import { decodeRlp, encodeRlp, rlpLength } from './rlp.ts';
import type { Withdrawal } from './rewards.ts';
import type { L1Cost } from './rollup/l1-fee.ts';
import type { Transaction } from './transaction.ts';
import { orderedRoot } from './trie.ts';

/** Fields in the order of their encoding; the later ones exist from their fork on. */
export type Header = {
  readonly parentHash: Hash;
  /** Hash of the uncles' headers. */
  readonly sha3Uncles: Hash;
  /** The fee recipient. */
  readonly miner: Address;
  readonly stateRoot: Hash;
  readonly transactionsRoot: Hash;
  readonly receiptsRoot: Hash;
  /** 256 bytes. */
  readonly logsBloom: Hex;
  readonly difficulty: bigint;
  readonly number: bigint;
  readonly gasLimit: bigint;
  readonly gasUsed: bigint;
  /** Seconds since 1970. */
  readonly timestamp: bigint;
  readonly extraData: Uint8Array;
  /** prevRandao from Paris on. */
  readonly mixHash: Hash;
  /** 8 bytes. */
  readonly nonce: Hex;
  /** Wei per gas, from London on. */
  readonly baseFeePerGas?: bigint | undefined;
  /** From Shanghai on. */
  readonly withdrawalsRoot?: Hash | undefined;
  /** From Cancun on, with the two after it. */
  readonly blobGasUsed?: bigint | undefined;
  readonly excessBlobGas?: bigint | undefined;
  readonly parentBeaconBlockRoot?: Hash | undefined;
  /** From Prague on (EIP-7685). */
  readonly requestsHash?: Hash | undefined;
};

export type Receipt = {
  readonly type: number;
  readonly status: 0 | 1;
  /** The state root after the transaction, which stood in place of the status before Byzantium. */
  readonly root?: Hash | undefined;
  /** Gas of this and all transactions before it in the block. */
  readonly cumulativeGasUsed: bigint;
  readonly gasUsed: bigint;
  /** 256 bytes. */
  readonly logsBloom: Hex;
  readonly logs: readonly Log[];
  /** Wei per gas. */
  readonly effectiveGasPrice: bigint;
  /** The created contract's, when the transaction created one. */
  readonly contractAddress: Address | undefined;
  /** Of a blob transaction, with the price in wei per gas; on a rollup, of each transaction its part of the header's field. */
  readonly blobGasUsed?: bigint | undefined;
  readonly blobGasPrice?: bigint | undefined;
  /** On a rollup. */
  readonly l1?: L1Cost | undefined;
  /** Of a deposit: its sender's nonce before it. */
  readonly depositNonce?: bigint | undefined;
};

/** keccak256 of an empty list: no uncles. */
export const emptyUnclesHash: Hash = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347';

/** sha256 of nothing: no requests (EIP-7685). */
export const emptyRequestsHash: Hash = '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

export const zeroNonce: Hex = '0x0000000000000000';

export const emptyBloom: Hex = `0x${'0'.repeat(512)}`;

/** RLP of the header; {@link hashHeader} is its keccak256. */
export function encodeHeader(header: Header): Uint8Array {
  return encodeRlp(headerItems(header));
}

export function hashHeader(header: Header): Hash {
  return keccak256(encodeHeader(header));
}

/** A block as it travels: header, transactions, uncles, and withdrawals from Shanghai on. */
export type EncodedBlock = {
  readonly header: Header;
  readonly transactions: readonly Pick<Transaction, 'type' | 'raw'>[];
  readonly uncles: readonly Header[];
  readonly withdrawals: readonly Withdrawal[] | undefined;
};

/** The RLP of a block. */
export function encodeBlock({ header, transactions, uncles, withdrawals }: EncodedBlock): Uint8Array {
  const items: RlpItem[] = [
    headerItems(header),
    // A typed transaction is a byte string in the list, a legacy one stands as the list that it is.
    transactions.map(({ type, raw }) => (type === 0 ? decodeRlp(raw) : raw)),
    uncles.map(headerItems),
  ];
  if (withdrawals !== undefined) items.push(withdrawals.map(withdrawalItems));
  return encodeRlp(items);
}

/** Bytes of a block's RLP, without encoding what is encoded already, which the header may be as well. */
export function blockSize(
  { header, transactions, uncles, withdrawals }: EncodedBlock,
  encodedHeader = encodeHeader(header),
): number {
  let bodies = 0;
  for (const { type, raw } of transactions) bodies += type === 0 ? raw.length : rlpLength(raw.length);
  const rest =
    (uncles.length === 0 ? 1 : encodeRlp(uncles.map(headerItems)).length) +
    (withdrawals === undefined ? 0 : encodeRlp(withdrawals.map(withdrawalItems)).length);
  return rlpLength(encodedHeader.length + rlpLength(bodies) + rest);
}

/** The header field over a list of withdrawals (EIP-4895). */
export function withdrawalsRoot(withdrawals: readonly Withdrawal[]): Hash {
  return orderedRoot(withdrawals.map((withdrawal) => encodeRlp(withdrawalItems(withdrawal))));
}

/** The header field over the uncles' headers. */
export function unclesHash(uncles: readonly Header[]): Hash {
  return keccak256(encodeRlp(uncles.map(headerItems)));
}

function withdrawalItems({ index, validatorIndex, address, amount }: Withdrawal): RlpItem[] {
  return [bigIntToBytes(index), bigIntToBytes(validatorIndex), hexToBytes(address), bigIntToBytes(amount)];
}

export function transactionsRoot(transactions: readonly { readonly raw: Uint8Array }[]): Hash {
  return orderedRoot(transactions.map((transaction) => transaction.raw));
}

/** The 2,048-bit bloom filter over the addresses and topics of logs. */
export function bloomOf(logs: readonly Log[]): Hex {
  if (logs.length === 0) return emptyBloom;
  bloomBits.fill(0);
  for (const log of logs) {
    addToBloom(bloomBits, log.address);
    for (const topic of log.topics) addToBloom(bloomBits, topic);
  }
  return bytesToHex(bloomBits);
}

/** Where blooms are gathered: an array of that size takes longer to come by than to fill. */
const bloomBits = new Uint8Array(256);

/** The bloom over everything that any of the given ones covers. */
export function mergeBlooms(blooms: readonly Hex[]): Hex {
  const filled = blooms.filter((bloom) => bloom !== emptyBloom);
  if (filled.length <= 1) return filled[0] ?? emptyBloom;
  const merged = new Uint32Array(64);
  for (const bloom of filled) {
    bloomText.write(bloom.slice(2), 'hex');
    for (let index = 0; index < merged.length; index += 1) merged[index]! |= bloomWords[index]!;
  }
  return bytesToHex(new Uint8Array(merged.buffer));
}

/** Where {@link mergeBlooms} reads texts: as bytes, and as the words of this machine, whichever end they begin at. */
const bloomText = Buffer.from(new ArrayBuffer(256));
const bloomWords = new Uint32Array(bloomText.buffer);

/** How the base fee moves (EIP-1559), and what it never falls below. */
export type BaseFeeRule = {
  /** Gas limit over gas target. */
  readonly elasticity: bigint;
  /** The largest change is one part in this. */
  readonly denominator: bigint;
  /** Wei per gas. */
  readonly minimum: bigint;
};

/** The base fee of the block after `parent` (EIP-1559). */
export function nextBaseFee(
  parent: Pick<Header, 'gasLimit' | 'gasUsed' | 'baseFeePerGas'>,
  { elasticity, denominator, minimum }: BaseFeeRule,
): bigint {
  const base = parent.baseFeePerGas ?? 0n;
  const target = parent.gasLimit / elasticity;
  let next = base;
  if (parent.gasUsed > target) {
    const change = (base * (parent.gasUsed - target)) / target / denominator;
    next = base + (change > 0n ? change : 1n);
  } else if (parent.gasUsed < target) {
    next = base - (base * (target - parent.gasUsed)) / target / denominator;
  }
  return next > minimum ? next : minimum;
}

function headerItems(header: Header): RlpItem[] {
  const items: RlpItem[] = [
    hexToBytes(header.parentHash),
    hexToBytes(header.sha3Uncles),
    hexToBytes(header.miner),
    hexToBytes(header.stateRoot),
    hexToBytes(header.transactionsRoot),
    hexToBytes(header.receiptsRoot),
    hexToBytes(header.logsBloom),
    bigIntToBytes(header.difficulty),
    bigIntToBytes(header.number),
    bigIntToBytes(header.gasLimit),
    bigIntToBytes(header.gasUsed),
    bigIntToBytes(header.timestamp),
    header.extraData,
    hexToBytes(header.mixHash),
    hexToBytes(header.nonce),
  ];
  if (header.baseFeePerGas !== undefined) items.push(bigIntToBytes(header.baseFeePerGas));
  if (header.withdrawalsRoot !== undefined) items.push(hexToBytes(header.withdrawalsRoot));
  if (header.blobGasUsed !== undefined) items.push(bigIntToBytes(header.blobGasUsed));
  if (header.excessBlobGas !== undefined) items.push(bigIntToBytes(header.excessBlobGas));
  if (header.parentBeaconBlockRoot !== undefined) items.push(hexToBytes(header.parentBeaconBlockRoot));
  if (header.requestsHash !== undefined) items.push(hexToBytes(header.requestsHash));
  return items;
}

/** Sets three of the 2,048 bits, chosen by the hash of the value. */
function addToBloom(bits: Uint8Array, value: Hex): void {
  let packed = bloomPositions.get(value);
  if (packed === undefined) {
    const hash = keccak256Bytes(hexToBytes(value));
    packed = bloomPosition(hash, 0) * 2 ** 22 + ((bloomPosition(hash, 2) << 11) | bloomPosition(hash, 4));
    // Forgetting all of them at once is simple, and seldom: what comes again is soon there again.
    if (bloomPositions.size === knownPositions) bloomPositions.clear();
    bloomPositions.set(value, packed);
  }
  setBit(bits, Math.floor(packed / 2 ** 22));
  setBit(bits, (packed >>> 11) & 2047);
  setBit(bits, packed & 2047);
}

/** The three bits of 11 binary digits each that addresses and topics set: the same ones come in log after log. */
const bloomPositions = new Map<Hex, number>();

/** How many of them are remembered. */
const knownPositions = 4096;

function bloomPosition(hash: Uint8Array, pair: number): number {
  return ((hash[pair]! << 8) | hash[pair + 1]!) & 2047;
}

function setBit(bits: Uint8Array, bit: number): void {
  bits[255 - (bit >> 3)]! |= 1 << (bit & 7);
}
