/** The text inside revert data, where the data holds one. */
import { bytesToBigInt, bytesToHex } from '../hex.ts';

/** Selector of `Error(string)`. */
const errorSelector = '0x08c379a0';

/** Selector of `Panic(uint256)`. */
const panicSelector = '0x4e487b71';

/** What the compiler's panic codes mean. */
const panics: ReadonlyMap<bigint, string> = new Map([
  [0x01n, 'assert(false)'],
  [0x11n, 'arithmetic underflow or overflow'],
  [0x12n, 'division or modulo by zero'],
  [0x21n, 'enum overflow'],
  [0x22n, 'invalid encoded storage byte array accessed'],
  [0x31n, 'out-of-bounds array access; popping on an empty array'],
  [0x32n, 'out-of-bounds access of an array or bytesN'],
  [0x41n, 'out of memory'],
  [0x51n, 'uninitialized function'],
]);

/** `execution reverted`, followed by the reason when the data is an `Error(string)` or a `Panic(uint256)`. */
export function revertMessage(data: Uint8Array): string {
  const reason = revertReason(data);
  return reason === undefined ? 'execution reverted' : `execution reverted: ${reason}`;
}

/** The text of an `Error(string)` or a `Panic(uint256)`. */
export function revertReason(data: Uint8Array): string | undefined {
  const selector = bytesToHex(data.subarray(0, 4));
  if (selector === panicSelector && data.length === 36) {
    const code = bytesToBigInt(data.subarray(4));
    return panics.get(code) ?? `unknown panic code: 0x${code.toString(16)}`;
  }
  if (selector !== errorSelector) return undefined;
  const words = data.subarray(4);
  const offset = numberAt(words, 0);
  const length = offset === undefined ? undefined : numberAt(words, offset);
  if (offset === undefined || length === undefined || offset + 32 + length > words.length) return undefined;
  return new TextDecoder().decode(words.subarray(offset + 32, offset + 32 + length));
}

/** A word that is small enough to be a place in the data. */
function numberAt(words: Uint8Array, offset: number): number | undefined {
  if (offset + 32 > words.length) return undefined;
  const value = bytesToBigInt(words.subarray(offset, offset + 32));
  return value < BigInt(words.length) ? Number(value) : undefined;
}
