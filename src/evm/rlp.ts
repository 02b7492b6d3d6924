/**
 * Recursive length prefix: the byte form of transactions, blocks and trie nodes. Decoding accepts exactly one form of each
 * value and copies nothing; that, and a bound on nesting, is why it is not taken from a package.
 */

/** Bytes, or a list of such. */
export type RlpItem = Uint8Array | readonly RlpItem[];

/** The input is not RLP, or not in its only canonical form. */
export class RlpError extends Error {
  override readonly name = 'RlpError';
  constructor(problem: string) {
    super(`rlp: ${problem}`);
  }
}

/** Nothing in the protocol nests deeper than 4; input that does must not exhaust the stack. */
const maxDepth = 256;

/** The only encoding of an item. */
export function encodeRlp(item: RlpItem): Uint8Array {
  const lengths: number[] = [];
  const bytes = new Uint8Array(measure(item, lengths, 0));
  write(item, { bytes, lengths, next: 0 }, 0);
  return bytes;
}

/** A type and behind it the encoding of a list: the envelope of EIP-2718. */
export function encodeTyped(type: number, items: readonly RlpItem[]): Uint8Array {
  const lengths: number[] = [];
  const bytes = new Uint8Array(1 + measure(items, lengths, 0));
  bytes[0] = type;
  write(items, { bytes, lengths, next: 0 }, 1);
  return bytes;
}

/** The item that the whole input encodes. Its bytes are views into the input. */
export function decodeRlp(input: Uint8Array): RlpItem {
  // A Buffer would hand out Buffers, whose slice() is no copy.
  const bytes = input.constructor === Uint8Array ? input : new Uint8Array(input.buffer, input.byteOffset, input.length);
  const reader: Reader = { bytes, position: 0 };
  const item = read(reader, bytes.length, 0);
  if (reader.position !== bytes.length) throw new RlpError('trailing bytes after the value');
  return item;
}

/** The item that begins at a position, and where the next one would: for files that hold one after another. */
export function decodeRlpAt(bytes: Uint8Array, position: number): { readonly item: RlpItem; readonly end: number } {
  const reader: Reader = { bytes, position };
  const item = read(reader, bytes.length, 0);
  return { item, end: reader.position };
}

/** How many bytes bytes or a list's payload take with their prefix; `first` is the first of them. */
export function rlpLength(payload: number, first?: number): number {
  if (payload === 1 && first !== undefined && first < 0x80) return 1;
  return payload + (payload < 56 ? 1 : 1 + lengthOfLength(payload));
}

/** Writes the prefix of a string (`base` 0x80) or list (0xc0) and returns the position after it. */
export function writeRlpPrefix(target: Uint8Array, position: number, base: 0x80 | 0xc0, payload: number): number {
  if (payload < 56) {
    target[position] = base + payload;
    return position + 1;
  }
  const size = lengthOfLength(payload);
  target[position] = base + 55 + size;
  for (let index = size, rest = payload; index > 0; index--, rest = Math.floor(rest / 256))
    target[position + index] = rest;
  return position + 1 + size;
}

/** Writes bytes with their prefix and returns the position after them. */
export function writeRlpBytes(target: Uint8Array, position: number, bytes: Uint8Array): number {
  const length = bytes.length;
  const start = length === 1 && bytes[0]! < 0x80 ? position : writeRlpPrefix(target, position, 0x80, length);
  target.set(bytes, start);
  return start + length;
}

function lengthOfLength(length: number): number {
  return length < 0x100 ? 1 : length < 0x1_0000 ? 2 : length < 0x100_0000 ? 3 : length < 0x1_0000_0000 ? 4 : 5;
}

function isBytes(item: RlpItem): item is Uint8Array {
  return item instanceof Uint8Array;
}

/** The encoded length; appends the payload length of each list, outer before inner, so that none is counted twice. */
function measure(item: RlpItem, lengths: number[], depth: number): number {
  if (isBytes(item)) return rlpLength(item.length, item[0]);
  if (depth === maxDepth) throw new RlpError('too deeply nested');
  const index = lengths.push(0) - 1;
  let payload = 0;
  for (const part of item) payload += measure(part, lengths, depth + 1);
  lengths[index] = payload;
  return rlpLength(payload);
}

type Writer = { readonly bytes: Uint8Array; readonly lengths: readonly number[]; next: number };

function write(item: RlpItem, writer: Writer, position: number): number {
  if (isBytes(item)) return writeRlpBytes(writer.bytes, position, item);
  let end = writeRlpPrefix(writer.bytes, position, 0xc0, writer.lengths[writer.next++]!);
  for (const part of item) end = write(part, writer, end);
  return end;
}

type Reader = { readonly bytes: Uint8Array; position: number };

/** Reads the item at the reader's position, which must not go beyond `end`, the end of the list around it. */
function read(reader: Reader, end: number, depth: number): RlpItem {
  const { bytes, position } = reader;
  if (position >= end) throw new RlpError('input too short');
  const prefix = bytes[position]!;
  if (prefix < 0x80) return bytes.subarray(position, (reader.position = position + 1));
  const isList = prefix >= 0xc0;
  const short = prefix - (isList ? 0xc0 : 0x80);
  reader.position = position + 1;
  const length = short < 56 ? short : readLength(reader, short - 55, end);
  const start = reader.position;
  if (length > end - start) {
    // Told apart for the reader of the message: a length that lies about a list, or input that was cut off.
    throw new RlpError(end < bytes.length ? 'value larger than the list around it' : 'input too short');
  }
  if (isList) return readList(reader, start + length, depth);
  if (length === 1 && bytes[start]! < 0x80) throw new RlpError('single byte below 0x80 must be its own encoding');
  reader.position = start + length;
  return bytes.subarray(start, reader.position);
}

function readList(reader: Reader, end: number, depth: number): readonly RlpItem[] {
  if (depth === maxDepth) throw new RlpError('too deeply nested');
  const items: RlpItem[] = [];
  while (reader.position < end) items.push(read(reader, end, depth + 1));
  return items;
}

function readLength(reader: Reader, size: number, end: number): number {
  const { bytes, position } = reader;
  if (size > end - position) throw new RlpError('input too short');
  if (bytes[position] === 0) throw new RlpError('length with leading zeros');
  // Lengths above 2^53 lose digits here, but no input is that long, so they are refused all the same.
  let length = 0;
  for (let index = 0; index < size; index++) length = length * 256 + bytes[position + index]!;
  if (length < 56) throw new RlpError('length below 56 must be in the prefix');
  reader.position = position + size;
  return length;
}
