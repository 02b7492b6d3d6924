/**
 * Transactions: raw bytes ⇄ fields, hash and sender. Types 0 (with or without replay protection), 1, 2, 3 and 4. Decoding is
 * strict in form and says nothing about rules: the pool and `transition.ts` do.
 */
import type { Address, Hash } from '../hex.ts';
import { bigIntToBytes, bytesToBigInt, bytesToHex, emptyBytes, hexToBytes } from '../hex.ts';
import { keccak256, keccak256Bytes, recoverAddress } from './crypto.ts';
import type { RlpItem } from './rlp.ts';
import { decodeRlp, encodeRlp, encodeTyped } from './rlp.ts';

export type AccessListEntry = { readonly address: Address; readonly storageKeys: readonly Hash[] };

/** A signed permission to put a delegation at the signer's account (EIP-7702). */
export type Authorization = {
  /** 0 permits every chain. */
  readonly chainId: bigint;
  readonly address: Address;
  readonly nonce: bigint;
  readonly yParity: bigint;
  readonly r: bigint;
  readonly s: bigint;
};

/** The types that somebody signs. */
export type SignedType = 0 | 1 | 2 | 3 | 4;

/** A deposit from L1, which a rollup puts into its blocks itself (`rollup/deposit.ts`). */
export const depositType = 0x7e;

export type TransactionType = SignedType | typeof depositType;

/** What a transaction asks for; also the form of a simulated call, which nobody signed. */
export type TransactionFields = {
  readonly type: TransactionType;
  /** `undefined` only in a legacy transaction without replay protection (EIP-155). */
  readonly chainId: bigint | undefined;
  readonly from: Address;
  readonly nonce: bigint;
  readonly gas: bigint;
  /** `undefined` creates a contract. */
  readonly to: Address | undefined;
  readonly value: bigint;
  readonly data: Uint8Array;
  /** Wei per gas; types 0 and 1 have one gas price, which stands in both fee fields. */
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  readonly accessList: readonly AccessListEntry[];
  readonly authorizationList: readonly Authorization[];
  /** Wei per blob gas; 0 unless type 3. */
  readonly maxFeePerBlobGas: bigint;
  readonly blobVersionedHashes: readonly Hash[];
};

/** Of a transaction that somebody signs, or could sign. */
export type SignableFields = TransactionFields & { readonly type: SignedType };

export type Signature = {
  readonly r: bigint;
  readonly s: bigint;
  readonly yParity: 0 | 1;
  /** As on the wire: 27, 28 or with the chain id in type 0, else the parity. */
  readonly v: bigint;
};

export type Transaction = TransactionFields & {
  readonly hash: Hash;
  readonly signature: Signature;
  /** The EIP-2718 bytes: what was sent, what is hashed, what goes into the block. */
  readonly raw: Uint8Array;
  /** Only of a deposit: where on L1 it comes from. */
  readonly sourceHash?: Hash | undefined;
};

export type SignedTransaction = Transaction & { readonly type: SignedType };

export type DecodeFault = 'empty' | 'undecodable' | 'unsupportedType' | 'invalidSignature';

export class TransactionDecodeError extends Error {
  readonly fault: DecodeFault;
  /** The first byte of a typed transaction. */
  readonly type: number;

  constructor(fault: DecodeFault, message: string, type = 0) {
    super(message);
    this.name = 'TransactionDecodeError';
    this.fault = fault;
    this.type = type;
  }
}

/**
 * Decodes a signed transaction and recovers its sender.
 * @throws TransactionDecodeError for bytes that are no transaction, or whose signature names no sender
 */
export function decodeTransaction(raw: Uint8Array): SignedTransaction {
  const first = raw[0];
  if (first === undefined) throw new TransactionDecodeError('empty', 'empty transaction data');
  if (first >= 0xc0) return decodeLegacy(raw, decodeList(raw, 0));
  if (first > 4 || first === 0) throw new TransactionDecodeError('unsupportedType', `transaction type ${first}`, first);
  return decodeTyped(first as 1 | 2 | 3 | 4, raw, decodeList(raw.subarray(1), first));
}

/** The transaction of somebody who did not sign it: r, s and v are zero. */
export function unsignedTransaction(fields: SignableFields): SignedTransaction {
  const signature: Signature = { r: 0n, s: 0n, yParity: 0, v: 0n };
  const raw = encodeTransaction(fields, signature);
  const { type, chainId, from, nonce, gas, to, value, data, maxFeePerGas, maxPriorityFeePerGas } = fields;
  const { accessList, authorizationList, maxFeePerBlobGas, blobVersionedHashes } = fields;
  // One by one: where many are simulated, spreading the fields would take as long as hashing them.
  return {
    type,
    chainId,
    from,
    nonce,
    gas,
    to,
    value,
    data,
    maxFeePerGas,
    maxPriorityFeePerGas,
    accessList,
    authorizationList,
    maxFeePerBlobGas,
    blobVersionedHashes,
    hash: keccak256(raw),
    signature,
    raw,
  };
}

/** The EIP-2718 bytes. */
export function encodeTransaction(fields: SignableFields, signature: Signature): Uint8Array {
  const { r, s, v, yParity } = signature;
  const items = payload(fields);
  items.push(int(fields.type === 0 ? v : BigInt(yParity)), int(r), int(s));
  return fields.type === 0 ? encodeRlp(items) : encodeTyped(fields.type, items);
}

/** Who signed an authorization; `undefined` when nobody can have. */
export function authority(authorization: Authorization): Address | undefined {
  const { chainId, address, nonce, yParity, r, s } = authorization;
  if (yParity > 1n || s > halfCurveOrder) return undefined;
  const message = encodeTyped(5, [int(chainId), hexToBytes(address), int(nonce)]);
  return recoverAddress(keccak256Bytes(message), yParity === 1n ? 1 : 0, r, s);
}

/** The address of a contract that `creator` makes with its `nonce`. */
export function createAddress(creator: Address, nonce: bigint): Address {
  return bytesToHex(keccak256Bytes(encodeRlp([hexToBytes(creator), int(nonce)])).subarray(12));
}

/** What the sender pays per gas in a block with that base fee, in wei. */
export function effectiveGasPrice(
  fields: Pick<TransactionFields, 'maxFeePerGas' | 'maxPriorityFeePerGas'>,
  baseFee: bigint,
): bigint {
  const wanted = baseFee + fields.maxPriorityFeePerGas;
  return wanted < fields.maxFeePerGas ? wanted : fields.maxFeePerGas;
}

/** Half the order of secp256k1: a higher s is refused (EIP-2), since both s and its mirror image would be valid. */
const halfCurveOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

function payload(fields: SignableFields): RlpItem[] {
  const { type, chainId, maxFeePerGas, maxPriorityFeePerGas } = fields;
  const to = fields.to === undefined ? emptyBytes : hexToBytes(fields.to);
  const items: RlpItem[] = type === 0 ? [int(fields.nonce)] : [int(chainId ?? 0n), int(fields.nonce)];
  if (type > 1) items.push(int(maxPriorityFeePerGas));
  items.push(int(maxFeePerGas), int(fields.gas), to, int(fields.value), fields.data);
  if (type === 0) return items;
  items.push(fields.accessList.map((entry) => [hexToBytes(entry.address), entry.storageKeys.map(hexToBytes)]));
  if (type === 3) items.push(int(fields.maxFeePerBlobGas), fields.blobVersionedHashes.map(hexToBytes));
  if (type === 4) items.push(authorizationItems(fields));
  return items;
}

function authorizationItems(fields: SignableFields): RlpItem[] {
  return fields.authorizationList.map((item) => [
    int(item.chainId),
    hexToBytes(item.address),
    int(item.nonce),
    int(item.yParity),
    int(item.r),
    int(item.s),
  ]);
}

function decodeLegacy(raw: Uint8Array, items: readonly RlpItem[]): SignedTransaction {
  const read = reader(items, 9, 0);
  const nonce = read.uint64('nonce');
  const price = read.uint('gasPrice');
  const rest = { gas: read.uint64('gas'), to: read.target(), value: read.uint('value'), data: read.bytes('data') };
  const v = read.uint('v');
  const chainId = v >= 35n ? (v - 35n) / 2n : undefined;
  if (chainId === undefined && v !== 27n && v !== 28n)
    throw new TransactionDecodeError('invalidSignature', `invalid signature v ${v}`);
  const signature = { r: read.uint('r'), s: read.uint('s'), v, yParity: Number((v + 1n) % 2n) as 0 | 1 };
  const signed = items.slice(0, 6);
  const message = encodeRlp(chainId === undefined ? signed : [...signed, int(chainId), emptyBytes, emptyBytes]);
  return {
    ...noLists,
    type: 0,
    chainId,
    nonce,
    ...rest,
    maxFeePerGas: price,
    maxPriorityFeePerGas: price,
    ...identity(raw, message, signature),
  };
}

function decodeTyped(type: 1 | 2 | 3 | 4, raw: Uint8Array, items: readonly RlpItem[]): SignedTransaction {
  const length = { 1: 11, 2: 12, 3: 14, 4: 13 }[type];
  const read = reader(items, length, type);
  const chainId = read.uint('chainId');
  const nonce = read.uint64('nonce');
  const maxPriorityFeePerGas = read.uint(type === 1 ? 'gasPrice' : 'maxPriorityFeePerGas');
  const maxFeePerGas = type === 1 ? maxPriorityFeePerGas : read.uint('maxFeePerGas');
  const rest = { gas: read.uint64('gas'), to: read.target(), value: read.uint('value'), data: read.bytes('data') };
  const accessList = read.list('accessList').map(accessListEntry);
  const maxFeePerBlobGas = type === 3 ? read.uint('maxFeePerBlobGas') : 0n;
  const blobVersionedHashes =
    type === 3 ? read.list('blobVersionedHashes').map((item) => fixed(item, 32, 'blob hash')) : [];
  const authorizationList = type === 4 ? read.list('authorizationList').map(authorization) : [];
  const v = read.uint('yParity');
  if (v > 1n) throw new TransactionDecodeError('invalidSignature', `invalid signature parity ${v}`, type);
  const signature = { r: read.uint('r'), s: read.uint('s'), v, yParity: Number(v) as 0 | 1 };
  return {
    type,
    chainId,
    nonce,
    maxFeePerGas,
    maxPriorityFeePerGas,
    ...rest,
    accessList,
    maxFeePerBlobGas,
    blobVersionedHashes,
    authorizationList,
    ...identity(raw, encodeTyped(type, items.slice(0, -3)), signature),
  };
}

const noLists = { accessList: [], authorizationList: [], maxFeePerBlobGas: 0n, blobVersionedHashes: [] } as const;

function identity(raw: Uint8Array, message: Uint8Array, signature: Signature) {
  const { r, s, yParity } = signature;
  const from = s > halfCurveOrder ? undefined : recoverAddress(keccak256Bytes(message), yParity, r, s);
  if (from === undefined) throw new TransactionDecodeError('invalidSignature', 'invalid transaction signature');
  return { from, hash: keccak256(raw), signature, raw };
}

const int = bigIntToBytes;

function decodeList(bytes: Uint8Array, type: number): readonly RlpItem[] {
  let item: RlpItem;
  try {
    item = decodeRlp(bytes);
  } catch (error) {
    throw undecodable(error instanceof Error ? error.message : String(error), type);
  }
  if (item instanceof Uint8Array) throw undecodable('expected a list', type);
  return item;
}

function undecodable(why: string, type = 0): TransactionDecodeError {
  return new TransactionDecodeError('undecodable', why, type);
}

/** Takes the fields one after another, each in the form its name asks for. */
function reader(items: readonly RlpItem[], length: number, type: number) {
  if (items.length !== length) throw undecodable(`expected ${length} fields, got ${items.length}`, type);
  let position = 0;
  const bytes = (name: string): Uint8Array => {
    const item = items[position++]!;
    if (!(item instanceof Uint8Array)) throw undecodable(`${name}: expected bytes, got a list`, type);
    return item;
  };
  const uint = (name: string, size = 32): bigint => integer(bytes(name), name, size);
  return {
    bytes,
    uint,
    uint64: (name: string) => uint(name, 8),
    target(): Address | undefined {
      const item = bytes('to');
      if (item.length !== 0 && item.length !== 20)
        throw undecodable(`to: expected 0 or 20 bytes, got ${item.length}`, type);
      return item.length === 0 ? undefined : bytesToHex(item);
    },
    list(name: string): readonly RlpItem[] {
      const item = items[position++]!;
      if (item instanceof Uint8Array) throw undecodable(`${name}: expected a list`, type);
      return item;
    },
  };
}

function integer(bytes: Uint8Array, name: string, size: number): bigint {
  if (bytes.length > size) throw undecodable(`${name}: larger than ${size} bytes`);
  if (bytes[0] === 0) throw undecodable(`${name}: leading zero`);
  return bytesToBigInt(bytes);
}

function fixed(item: RlpItem | undefined, size: number, name: string): Hash {
  if (!(item instanceof Uint8Array) || item.length !== size) throw undecodable(`${name}: expected ${size} bytes`);
  return bytesToHex(item);
}

function accessListEntry(item: RlpItem): AccessListEntry {
  const keys = item instanceof Uint8Array ? undefined : item[1];
  if (item instanceof Uint8Array || item.length !== 2 || keys === undefined || keys instanceof Uint8Array)
    throw undecodable('accessList: expected [address, keys]');
  return {
    address: fixed(item[0], 20, 'accessList address'),
    storageKeys: keys.map((key) => fixed(key, 32, 'accessList key')),
  };
}

function authorization(item: RlpItem): Authorization {
  if (item instanceof Uint8Array || item.length !== 6) throw undecodable('authorizationList: expected 6 fields');
  const field = (index: number, name: string, size: number): bigint => {
    const bytes = item[index];
    if (!(bytes instanceof Uint8Array)) throw undecodable(`authorization ${name}: expected bytes`);
    return integer(bytes, `authorization ${name}`, size);
  };
  return {
    chainId: field(0, 'chainId', 32),
    address: fixed(item[1], 20, 'authorization address'),
    nonce: field(2, 'nonce', 8),
    yParity: field(3, 'yParity', 1),
    r: field(4, 'r', 32),
    s: field(5, 's', 32),
  };
}

/** The address that a delegation designator points at, `undefined` for any other code (EIP-7702). */
export function delegationTarget(code: Uint8Array): Address | undefined {
  const isDelegation = code.length === 23 && code[0] === 0xef && code[1] === 0x01 && code[2] === 0x00;
  return isDelegation ? bytesToHex(code.subarray(3)) : undefined;
}

/** The code that delegates to an address (EIP-7702). */
export function delegationTo(address: Address): Uint8Array {
  return hexToBytes(`0xef0100${address.slice(2)}`);
}
