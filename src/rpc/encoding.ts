/**
 * Blocks, transactions, receipts and logs of a chain as JSON. A view never changes, so what was encoded once for it is kept as
 * long as the view itself.
 */
import { numberToHex, zeroHash } from '../hex.ts';
import type { PlacedLog } from '../chain/logs.ts';
import type { Located, View } from '../chain/view.ts';
import { firstLogIndex } from '../chain/view.ts';
import type { Transaction } from '../evm/transaction.ts';
import type { Header } from '../evm/block.ts';
import { blockSize, hashHeader } from '../evm/block.ts';
import { effectiveGasPrice } from '../evm/transaction.ts';
import { encodeBlock, encodeHeader } from '../wire/block.ts';
import { encodeLog, writeLog, writeLogOrigin } from '../wire/log.ts';
import { encodeReceipt } from '../wire/receipt.ts';
import { encodeTransaction } from '../wire/transaction.ts';
import type { RawJson } from './raw-json.ts';
import { rawJson, rawJsonArray } from './raw-json.ts';

/** What has been encoded of a view so far. */
type Encoded = {
  block?: RawJson;
  fullBlock?: RawJson;
  /** By position, as far as somebody asked. */
  readonly receipts: Map<number, RawJson>;
};

const encodedViews = new WeakMap<View, Encoded>();

function encodedOf(view: View): Encoded {
  let encoded = encodedViews.get(view);
  if (encoded === undefined) encodedViews.set(view, (encoded = { receipts: new Map() }));
  return encoded;
}

/** The block object, with transactions or only with their hashes. */
export function blockJson(view: View, isFull: boolean): RawJson {
  const encoded = encodedOf(view);
  const key = isFull ? 'fullBlock' : 'block';
  return (encoded[key] ??= rawJson(
    JSON.stringify(
      encodeBlock(view.header, {
        hash: view.isSealed ? view.hash : undefined,
        size: view.isSealed ? view.size : undefined,
        uncles: view.uncles.map(hashHeader),
        withdrawals: view.withdrawals,
        transactions: view.transactions.map((transaction, index) =>
          isFull ? transactionJson({ transaction, place: { block: view, index } }) : transaction.hash,
        ),
      }),
    ),
  ));
}

/** The header of a block. */
export function headerJson({ header, hash }: View) {
  return encodeHeader(header, hash);
}

/** An uncle, of whose body nothing is known. */
export function uncleJson(header: Header) {
  const withdrawals = header.withdrawalsRoot === undefined ? undefined : [];
  const size = numberToHex(blockSize({ header, transactions: [], uncles: [], withdrawals }));
  return { ...encodeHeader(header, hashHeader(header)), size, uncles: [] };
}

/** The transaction object, wherever the transaction is. */
export function transactionJson({ transaction, place }: Located) {
  if (place === undefined) return encodeTransaction(transaction, undefined);
  const { block, index } = place;
  return encodeTransaction(transaction, {
    blockHash: block.isSealed ? block.hash : null,
    blockNumber: block.header.number,
    blockTimestamp: block.header.timestamp,
    index,
    effectiveGasPrice: effectiveGasPrice(transaction, block.header.baseFeePerGas ?? 0n),
  });
}

/** The receipt of the transaction at that position. */
export function receiptJson(view: View, index: number): RawJson {
  const { receipts } = encodedOf(view);
  return receipts.get(index) ?? keep(receipts, index, encodeReceiptAt(view, index, firstLogIndex(view, index)));
}

/** All receipts of a block. */
export function receiptsJson(view: View): RawJson {
  const { receipts } = encodedOf(view);
  let logIndex = 0;
  return rawJsonArray(
    view.receipts.map(({ logs }, index) => {
      const first = logIndex;
      logIndex += logs.length;
      return receipts.get(index) ?? keep(receipts, index, encodeReceiptAt(view, index, first));
    }),
  );
}

/** The JSON array of logs. */
export function logsJson(logs: readonly PlacedLog[]): RawJson {
  let text = '';
  let origin = '';
  let before: PlacedLog | undefined;
  for (const placed of logs) {
    const { log, block, transactionIndex, logIndex } = placed;
    if (block !== before?.block || transactionIndex !== before.transactionIndex)
      origin = writeLogOrigin(originOf(placed));
    text += text === '' ? writeLog(log, origin, logIndex) : `,${writeLog(log, origin, logIndex)}`;
    before = placed;
  }
  return rawJson(`[${text}]`);
}

export function logJson(placed: PlacedLog) {
  return encodeLog(placed.log, { ...originOf(placed), logIndex: placed.logIndex });
}

function originOf({ block, transactionIndex }: PlacedLog) {
  return {
    blockHash: block.hash,
    blockNumber: block.header.number,
    blockTimestamp: block.header.timestamp,
    transactionHash: block.transactions[transactionIndex]!.hash,
    transactionIndex,
  };
}

/** A log that a reorganisation took away. */
export function removedLogJson(placed: PlacedLog) {
  return { ...logJson(placed), removed: true };
}

function keep(receipts: Map<number, RawJson>, index: number, json: RawJson): RawJson {
  receipts.set(index, json);
  return json;
}

function encodeReceiptAt(view: View, index: number, firstLog: number): RawJson {
  const receipt = view.receipts[index]!;
  const transaction: Transaction = view.transactions[index]!;
  const record = {
    ...receipt,
    status: receipt.root === undefined ? receipt.status : undefined,
    index,
    firstLogIndex: firstLog,
    transactionHash: transaction.hash,
    from: transaction.from,
    to: transaction.to,
  };
  const { number: blockNumber, timestamp: blockTimestamp } = view.header;
  const blockHash = view.isSealed ? view.hash : zeroHash;
  return rawJson(JSON.stringify(encodeReceipt(record, { blockHash, blockNumber, blockTimestamp })));
}
