/** Receipts as they are hashed. A block may have thousands of them, so they are measured and then written into one piece of memory. */
import type { Hash } from '../hex.ts';
import { bigIntToBytes, hexToBytes } from '../hex.ts';
import type { Receipt } from './block.ts';
import type { Log } from './engine.ts';
import { rlpLength, writeRlpBytes, writeRlpPrefix } from './rlp.ts';
import { orderedRoot } from './trie.ts';

/** The version of receipts that tell, and are hashed with, a deposit's nonce. */
const depositReceiptVersion = 1;

const bloomSize = 256;

/** RLP of an address and of a topic, in bytes. */
const addressLength = 21;
const topicLength = 33;

/** The header field over the receipts of a block. */
export function receiptsRoot(receipts: readonly Receipt[]): Hash {
  return orderedRoot(encodeReceipts(receipts));
}

/** The EIP-2718 bytes of a receipt. */
export function encodeReceipt(receipt: Receipt): Uint8Array {
  return encodeReceipts([receipt])[0]!;
}

/** A receipt with what is known of its encoding before it is written; lengths without prefix, in bytes. */
type Measured = {
  readonly receipt: Receipt;
  readonly outcome: Uint8Array;
  readonly gas: Uint8Array;
  readonly depositNonce: Uint8Array | undefined;
  readonly logs: number;
  readonly payload: number;
  /** Of the whole, with type and prefix. */
  readonly size: number;
};

function encodeReceipts(receipts: readonly Receipt[]): Uint8Array[] {
  const all = receipts.map(measure);
  const target = Buffer.from(new ArrayBuffer(all.reduce((sum, { size }) => sum + size, 0)));
  let end = 0;
  return all.map((measured) => {
    const start = end;
    end = write(measured, target, start);
    return new Uint8Array(target.buffer, start, end - start);
  });
}

function measure(receipt: Receipt): Measured {
  const outcome = receipt.root === undefined ? bigIntToBytes(BigInt(receipt.status)) : hexToBytes(receipt.root);
  const gas = bigIntToBytes(receipt.cumulativeGasUsed);
  const depositNonce = receipt.depositNonce === undefined ? undefined : bigIntToBytes(receipt.depositNonce);
  let logs = 0;
  for (const log of receipt.logs) logs += rlpLength(logPayload(log));
  let payload = bytesLength(outcome) + bytesLength(gas) + rlpLength(bloomSize) + rlpLength(logs);
  if (depositNonce !== undefined) payload += bytesLength(depositNonce) + 1;
  const size = rlpLength(payload) + (receipt.type === 0 ? 0 : 1);
  return { receipt, outcome, gas, depositNonce, logs, payload, size };
}

function write(
  { receipt, outcome, gas, depositNonce, logs, payload }: Measured,
  target: Buffer,
  start: number,
): number {
  let position = start;
  if (receipt.type !== 0) target[position++] = receipt.type;
  position = writeRlpPrefix(target, position, 0xc0, payload);
  position = writeRlpBytes(target, position, outcome);
  position = writeRlpBytes(target, position, gas);
  position = writeRlpPrefix(target, position, 0x80, bloomSize);
  position += target.write(receipt.logsBloom.slice(2), position, 'hex');
  position = writeRlpPrefix(target, position, 0xc0, logs);
  for (const log of receipt.logs) position = writeLog(log, target, position);
  if (depositNonce === undefined) return position;
  position = writeRlpBytes(target, position, depositNonce);
  target[position] = depositReceiptVersion;
  return position + 1;
}

function logPayload({ topics, data }: Log): number {
  return addressLength + rlpLength(topicLength * topics.length) + bytesLength(data);
}

function writeLog(log: Log, target: Uint8Array, start: number): number {
  let position = writeRlpPrefix(target, start, 0xc0, logPayload(log));
  position = writeRlpBytes(target, position, hexToBytes(log.address));
  position = writeRlpPrefix(target, position, 0xc0, topicLength * log.topics.length);
  for (const topic of log.topics) position = writeRlpBytes(target, position, hexToBytes(topic));
  return writeRlpBytes(target, position, log.data);
}

function bytesLength(bytes: Uint8Array): number {
  return rlpLength(bytes.length, bytes[0]);
}
