/** Blocks from their RLP, as other nodes export them. Strict in form; whether a block is valid, `chain/import.ts` finds out. */
import type { Hex } from '../hex.ts';
import { bytesToBigInt, bytesToHex } from '../hex.ts';
import type { Header } from './block.ts';
import type { Withdrawal } from './rewards.ts';
import type { RlpItem } from './rlp.ts';
import { decodeRlpAt, encodeRlp } from './rlp.ts';
import type { Transaction } from './transaction.ts';
import { decodeTransaction } from './transaction.ts';

export type DecodedBlock = {
  readonly header: Header;
  readonly transactions: readonly Transaction[];
  readonly uncles: readonly Header[];
  readonly withdrawals: readonly Withdrawal[] | undefined;
};

/** Bytes that are no block; the message says which part. */
export class BlockDecodeError extends Error {}

/**
 * The blocks of a file that holds one after another.
 * @throws BlockDecodeError with the position, counted from 0, of the block that cannot be read
 */
export function* decodeBlocks(bytes: Uint8Array): Generator<DecodedBlock> {
  let position = 0;
  for (let count = 0; position < bytes.length; count += 1) {
    let block: DecodedBlock;
    try {
      const { item, end } = decodeRlpAt(bytes, position);
      block = decodeBlock(item);
      position = end;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new BlockDecodeError(`block ${count} of the file, at byte ${position}: ${why}`, { cause: error });
    }
    yield block;
  }
}

function decodeBlock(item: RlpItem): DecodedBlock {
  const items = listOf(item, 'block');
  if (items.length !== 3 && items.length !== 4)
    throw new BlockDecodeError(`block: expected 3 or 4 lists, got ${items.length}`);
  return {
    header: decodeHeader(listOf(items[0], 'header')),
    transactions: listOf(items[1], 'transactions').map((item) =>
      decodeTransaction(item instanceof Uint8Array ? item : encodeRlp(item)),
    ),
    uncles: listOf(items[2], 'uncles').map((item) => decodeHeader(listOf(item, 'uncle'))),
    withdrawals: items.length === 3 ? undefined : listOf(items[3], 'withdrawals').map(decodeWithdrawal),
  };
}

function decodeHeader(items: readonly RlpItem[]): Header {
  if (items.length < 15 || items.length > 21)
    throw new BlockDecodeError(`header: expected 15 to 21 fields, got ${items.length}`);
  let position = 0;
  const bytes = (name: string): Uint8Array => {
    const item = items[position++];
    if (!(item instanceof Uint8Array)) throw new BlockDecodeError(`header ${name}: expected bytes`);
    return item;
  };
  const fixed = (name: string, size: number): Hex => {
    const value = bytes(name);
    if (value.length !== size)
      throw new BlockDecodeError(`header ${name}: expected ${size} bytes, got ${value.length}`);
    return bytesToHex(value);
  };
  const integer = (name: string): bigint => integerOf(bytes(name), `header ${name}`);
  const header: Header = {
    parentHash: fixed('parentHash', 32),
    sha3Uncles: fixed('sha3Uncles', 32),
    miner: fixed('miner', 20),
    stateRoot: fixed('stateRoot', 32),
    transactionsRoot: fixed('transactionsRoot', 32),
    receiptsRoot: fixed('receiptsRoot', 32),
    logsBloom: fixed('logsBloom', 256),
    difficulty: integer('difficulty'),
    number: integer('number'),
    gasLimit: integer('gasLimit'),
    gasUsed: integer('gasUsed'),
    timestamp: integer('timestamp'),
    extraData: bytes('extraData'),
    mixHash: fixed('mixHash', 32),
    nonce: fixed('nonce', 8),
  };
  const has = (count: number): boolean => items.length >= count;
  return {
    ...header,
    ...(has(16) && { baseFeePerGas: integer('baseFeePerGas') }),
    ...(has(17) && { withdrawalsRoot: fixed('withdrawalsRoot', 32) }),
    ...(has(18) && { blobGasUsed: integer('blobGasUsed') }),
    ...(has(19) && { excessBlobGas: integer('excessBlobGas') }),
    ...(has(20) && { parentBeaconBlockRoot: fixed('parentBeaconBlockRoot', 32) }),
    ...(has(21) && { requestsHash: fixed('requestsHash', 32) }),
  };
}

function decodeWithdrawal(item: RlpItem): Withdrawal {
  const [index, validatorIndex, address, amount, ...more] = listOf(item, 'withdrawal').map((part) => {
    if (!(part instanceof Uint8Array)) throw new BlockDecodeError('withdrawal: expected bytes');
    return part;
  });
  if (
    index === undefined ||
    validatorIndex === undefined ||
    address?.length !== 20 ||
    amount === undefined ||
    more.length > 0
  )
    throw new BlockDecodeError('withdrawal: expected index, validator index, address and amount');
  return {
    index: integerOf(index, 'withdrawal index'),
    validatorIndex: integerOf(validatorIndex, 'withdrawal validator index'),
    address: bytesToHex(address),
    amount: integerOf(amount, 'withdrawal amount'),
  };
}

function listOf(item: RlpItem | undefined, name: string): readonly RlpItem[] {
  if (item === undefined || item instanceof Uint8Array) throw new BlockDecodeError(`${name}: expected a list`);
  return item;
}

function integerOf(bytes: Uint8Array, name: string): bigint {
  if (bytes.length > 32 || bytes[0] === 0)
    throw new BlockDecodeError(`${name}: expected an integer without leading zeros`);
  return bytesToBigInt(bytes);
}
