/** The single values of the wire: quantities, byte strings, addresses and hashes. Each is hex text on one side. */
import type { Address as AddressText, Hash as HashText, Hex } from '../hex.ts';
import { bigIntToHash, bigIntToHex, bytesToHex } from '../hex.ts';
import type { HexFault } from './codec.ts';
import { codec, expected, Malformed, quote, Refused, show } from './codec.ts';
import * as z from 'zod';

const quantityForm = /^0x(?:0|[1-9a-fA-F][0-9a-fA-F]{0,63})$/;
const uint64Form = /^0x(?:0|[1-9a-fA-F][0-9a-fA-F]{0,15})$/;
const addressForm = /^0x[0-9a-fA-F]{40}$/;
const hashForm = /^0x[0-9a-fA-F]{64}$/;
const storageKeyForm = /^0x[0-9a-fA-F]{0,64}$/;
const digitsForm = /^[0-9a-fA-F]*$/;

/** An unsigned integer of up to 256 bits; minimal digits. */
export const Quantity = codec(
  { type: 'string', title: 'hex encoded unsigned integer', pattern: '^0x(0|[1-9a-f][0-9a-f]{0,63})$' },
  (wire) => integer(wire, quantityForm, 'quantity'),
  bigIntToHex,
);

/** An unsigned integer of up to 64 bits; minimal digits. */
export const Uint64 = codec(
  { type: 'string', title: 'hex encoded 64 bit unsigned integer', pattern: '^0x(0|[1-9a-f][0-9a-f]{0,15})$' },
  (wire) => integer(wire, uint64Form, 'uint64'),
  bigIntToHex,
);

/** A position in a list. Beyond 2^53 it loses precision, which no list reaches. */
export const Index = codec<number>(
  { type: 'string', title: 'hex encoded index', pattern: '^0x(0|[1-9a-f][0-9a-f]{0,15})$' },
  (wire) => Number(integer(wire, uint64Form, 'index')),
  (index) => `0x${index.toString(16)}`,
);

/** A count, which clients send as hex text, decimal text or a JSON number. */
export const Count = codec<number>(
  {
    title: 'count',
    oneOf: [
      { type: 'string', pattern: '^0x(0|[1-9a-f][0-9a-f]{0,15})$' },
      { type: 'integer', minimum: 0 },
    ],
  },
  (wire) => {
    if (typeof wire === 'string' && /^[0-9]{1,15}$/.test(wire)) return Number(wire);
    if (typeof wire !== 'number') return Number(integer(wire, uint64Form, 'uint64'));
    if (Number.isSafeInteger(wire) && wire >= 0) return wire;
    throw new Malformed(`expected a count, got ${show(wire)}`);
  },
  (count) => `0x${count.toString(16)}`,
);

/** Bytes of any number, zero included. */
export const Bytes = codec<Uint8Array>(
  { type: 'string', title: 'hex encoded bytes', pattern: '^0x([0-9a-fA-F]{2})*$' },
  bytes,
  bytesToHex,
);

/** 20 bytes. Any case comes in, lower case goes out; a mixed-case checksum is not checked. */
export const Address = codec<AddressText>(
  { type: 'string', title: 'hex encoded address', pattern: '^0x[0-9a-fA-F]{40}$' },
  address,
  (value) => value,
);
export type Address = AddressText;

/** 32 bytes. Any case comes in, lower case goes out. */
export const Hash = codec<HashText>(
  { type: 'string', title: '32 byte hex value', pattern: '^0x[0-9a-fA-F]{64}$' },
  hash,
  (value) => value,
);
export type Hash = HashText;

/** A 32-byte word as an integer, all digits given. */
export const Word = codec<bigint>(
  { type: 'string', title: '32 byte hex value', pattern: '^0x[0-9a-fA-F]{64}$' },
  word,
  bigIntToHash,
);

/** The number of a storage slot. Short forms such as `0x0` are meant to be padded; more than 32 bytes are refused. */
export const StorageKey = codec<bigint>(
  { type: 'string', title: 'hex encoded storage key of up to 32 bytes', pattern: '^0x[0-9a-fA-F]{0,64}$' },
  storageKey,
  bigIntToHash,
);

/** The most slots that one proof covers. */
const maxProofKeys = 1_024;

/** A slot with the text by which a proof names it: one given in 32 bytes goes back so, any other as a quantity. */
export type ProofKey = { readonly slot: bigint; readonly echo: Hex };

/** The slots of a proof. */
export const ProofKeys = codec<readonly ProofKey[]>(
  { type: 'array', items: { type: 'string', pattern: storageKeyForm.source }, maxItems: maxProofKeys },
  (wire) => {
    if (wire === undefined || wire === null) return [];
    if (!Array.isArray(wire)) throw new Malformed(`expected an array of storage keys, got ${show(wire)}`);
    if (wire.length > maxProofKeys)
      throw new Refused(`too many storage keys requested (max ${maxProofKeys}, got ${wire.length})`);
    return wire.map((key: unknown) => {
      const slot = storageKey(key);
      // The key was text, or it would not have been read.
      const isWhole = String(key).length > 64;
      return { slot, echo: isWhole ? bigIntToHash(slot) : bigIntToHex(slot) };
    });
  },
  (keys) => keys.map(({ echo }) => echo),
);

/** True or false. */
export const Flag = z.boolean(expected('true or false'));

/** The address of a text, checked; for keys of objects, which are no values that zod would decode. */
export function address(wire: unknown): AddressText {
  if (typeof wire === 'string' && addressForm.test(wire)) return wire.toLowerCase() as AddressText;
  throw notFixed(wire, 40, 'address');
}

/** The 32 bytes of a text, checked. */
export function hash(wire: unknown): HashText {
  if (typeof wire === 'string' && hashForm.test(wire)) return wire.toLowerCase() as HashText;
  throw notFixed(wire, 64, 'hash');
}

function storageKey(wire: unknown): bigint {
  if (typeof wire === 'string' && storageKeyForm.test(wire)) return wire.length === 2 ? 0n : BigInt(wire);
  if (typeof wire !== 'string') throw new Malformed(`expected a hex string, got ${show(wire)}`);
  if (!wire.startsWith('0x') || !digitsForm.test(wire.slice(2))) {
    throw new Refused(`invalid hex in storage key: ${quote(wire)}`);
  }
  throw new Refused(`storage key too long (want at most 32 bytes): ${quote(wire)}`);
}

/** The integer of a 32-byte text, checked. */
export function word(wire: unknown): bigint {
  if (typeof wire === 'string' && hashForm.test(wire)) return BigInt(wire);
  throw notFixed(wire, 64, 'hash');
}

/** The 64-bit integer of a text, checked. */
export function uint64(wire: unknown, noun: 'uint64' | 'blockNumber' = 'uint64'): bigint {
  return integer(wire, uint64Form, noun);
}

function bytes(wire: unknown): Uint8Array {
  if (typeof wire === 'string' && wire.startsWith('0x') && wire.length % 2 === 0) {
    // Buffer stops at the first character that is no digit, so the length tells whether there was one.
    const decoded = Buffer.from(wire.slice(2), 'hex');
    if (decoded.length * 2 + 2 === wire.length) return new Uint8Array(decoded);
  }
  const digits = hexDigits(wire, 'bytes');
  const isHex = digitsForm.test(digits);
  throw new Malformed(
    isHex ? 'hex string of odd length' : notHex(digits),
    fault('bytes', isHex || digits.length % 2 === 1 ? 'oddLength' : 'notHex', digits.length),
  );
}

type IntegerNoun = 'quantity' | 'uint64' | 'index' | 'blockNumber';

function integer(wire: unknown, form: RegExp, noun: IntegerNoun): bigint {
  if (typeof wire === 'string' && form.test(wire)) return BigInt(wire);
  const digits = hexDigits(wire, noun);
  const want = noun === 'quantity' ? 64 : 16;
  const wrong = (problem: HexFault['problem']): HexFault => fault(noun, problem, digits.length, want);
  if (digits === '') throw new Malformed('hex string "0x" has no digits, zero is "0x0"', wrong('noDigits'));
  const startsWithZero = digits.startsWith('0') && digits.length > 1;
  if (!digitsForm.test(digits))
    throw new Malformed(
      notHex(digits),
      wrong(startsWithZero ? 'leadingZero' : digits.length > want ? 'tooLong' : 'notHex'),
    );
  if (startsWithZero) throw new Malformed('hex number with leading zero digits', wrong('leadingZero'));
  throw new Malformed(`hex number > ${want * 4} bits`, wrong('tooLong'));
}

function notFixed(wire: unknown, want: number, noun: 'address' | 'hash'): Malformed {
  const digits = hexDigits(wire, noun);
  const { length } = digits;
  return new Malformed(
    digitsForm.test(digits) ? `hex string has length ${length}, want ${want} for ${noun}` : notHex(digits),
    fault(noun, length % 2 === 1 ? 'oddLength' : length === want ? 'notHex' : 'wrongLength', length, want),
  );
}

function hexDigits(wire: unknown, noun: HexFault['noun']): string {
  if (typeof wire !== 'string') throw new Malformed(`expected a hex string, got ${show(wire)}`, fault(noun, 'notText'));
  if (wire === '') throw new Malformed('empty hex string', fault(noun, 'empty'));
  if (!wire.startsWith('0x')) throw new Malformed('hex string without 0x prefix', fault(noun, 'noPrefix'));
  return wire.slice(2);
}

function fault(noun: HexFault['noun'], problem: HexFault['problem'], digits = 0, want = 0): HexFault {
  return { noun, problem, digits, want };
}

function notHex(digits: string): string {
  const stray = /[^0-9a-fA-F]/u.exec(digits)?.[0];
  return stray === undefined ? 'invalid hex string' : `invalid hex string: ${quote(stray)} is not a hex digit`;
}
