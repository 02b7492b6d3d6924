/**
 * 256-bit words where they lie: an address stands for the 32 bytes there, lowest byte first. Binary operations leave their
 * result in the place of `y`, the second operand, which is then the top of the stack.
 */

/** Bytes of a word. */
export const wordSize: u32 = 32;

/** 96 bytes that shifts and partial reads work in. */
const scratch: u32 = 0x400;
/** What a long division works on: a digit more than a word, and two words. */
const dividend: u32 = 0x480;
const divisor: u32 = 0x4c0;
const quotient: u32 = 0x4e0;

/** One of the four 64-bit limbs, the lowest first. */
export function limb(word: u32, index: u32): u64 {
  return load<u64>(word + 8 * index);
}

export function set(word: u32, l0: u64, l1: u64, l2: u64, l3: u64): void {
  store<u64>(word, l0);
  store<u64>(word, l1, 8);
  store<u64>(word, l2, 16);
  store<u64>(word, l3, 24);
}

export function setSmall(word: u32, value: u64): void {
  set(word, value, 0, 0, 0);
}

export function copy(to: u32, from: u32): void {
  set(to, load<u64>(from), load<u64>(from, 8), load<u64>(from, 16), load<u64>(from, 24));
}

/** Whether the word is below 2^64. */
export function isSmall(word: u32): bool {
  return (load<u64>(word, 8) | load<u64>(word, 16) | load<u64>(word, 24)) == 0;
}

export function isZero(word: u32): bool {
  return (load<u64>(word) | load<u64>(word, 8) | load<u64>(word, 16) | load<u64>(word, 24)) == 0;
}

/** Reads a word whose highest byte comes first, as memory and calldata have it. */
export function read(to: u32, from: u32): void {
  set(
    to,
    bswap<u64>(load<u64>(from, 24)),
    bswap<u64>(load<u64>(from, 16)),
    bswap<u64>(load<u64>(from, 8)),
    bswap<u64>(load<u64>(from)),
  );
}

/** Writes a word with its highest byte first. */
export function write(to: u32, from: u32): void {
  store<u64>(to, bswap<u64>(load<u64>(from, 24)));
  store<u64>(to, bswap<u64>(load<u64>(from, 16)), 8);
  store<u64>(to, bswap<u64>(load<u64>(from, 8)), 16);
  store<u64>(to, bswap<u64>(load<u64>(from)), 24);
}

/** Reads `size` bytes, 0 to 32, as a word's highest; the rest of it is zero. */
export function readPart(to: u32, from: u32, size: u32): void {
  set(scratch, 0, 0, 0, 0);
  memory.copy(scratch, from, size);
  read(to, scratch);
}

/** Reads the number in `size` bytes, 1 to 32, highest first. Reads up to 7 bytes beyond them. */
export function readNumber(to: u32, from: u32, size: u32): void {
  set(to, 0, 0, 0, 0);
  let end = from + size;
  for (; size >= 8; size -= 8, end -= 8, to += 8) store<u64>(to, bswap<u64>(load<u64>(end - 8)));
  if (size > 0) store<u64>(to, bswap<u64>(load<u64>(from)) >> (64 - 8 * u64(size)));
}

export function add(x: u32, y: u32): void {
  const x0 = limb(x, 0);
  const x1 = limb(x, 1);
  const x2 = limb(x, 2);
  const r0 = x0 + limb(y, 0);
  const s1 = x1 + limb(y, 1);
  const r1 = s1 + u64(r0 < x0);
  const s2 = x2 + limb(y, 2);
  const r2 = s2 + (u64(s1 < x1) | u64(r1 < s1));
  const r3 = limb(x, 3) + limb(y, 3) + (u64(s2 < x2) | u64(r2 < s2));
  set(y, r0, r1, r2, r3);
}

export function subtract(x: u32, y: u32): void {
  const x0 = limb(x, 0);
  const x1 = limb(x, 1);
  const x2 = limb(x, 2);
  const y0 = limb(y, 0);
  const y1 = limb(y, 1);
  const y2 = limb(y, 2);
  const d1 = x1 - y1;
  const d2 = x2 - y2;
  const borrow1 = u64(x0 < y0);
  const borrow2 = u64(x1 < y1) | u64(d1 < borrow1);
  const borrow3 = u64(x2 < y2) | u64(d2 < borrow2);
  set(y, x0 - y0, d1 - borrow1, d2 - borrow2, limb(x, 3) - limb(y, 3) - borrow3);
}

/** The upper half of the product of two limbs. */
function high(a: u64, b: u64): u64 {
  const aLow = a & 0xffffffff;
  const aHigh = a >> 32;
  const bLow = b & 0xffffffff;
  const bHigh = b >> 32;
  const middle = aHigh * bLow + ((aLow * bLow) >> 32);
  const other = aLow * bHigh + (middle & 0xffffffff);
  return aHigh * bHigh + (middle >> 32) + (other >> 32);
}

/** Column by column; what goes beyond the fourth limb is dropped. */
export function multiply(x: u32, y: u32): void {
  const x0 = limb(x, 0);
  const y0 = limb(y, 0);
  if (isSmall(x) && isSmall(y)) {
    set(y, x0 * y0, high(x0, y0), 0, 0);
    return;
  }
  const x1 = limb(x, 1);
  const x2 = limb(x, 2);
  const y1 = limb(y, 1);
  const y2 = limb(y, 2);

  let r1 = high(x0, y0);
  let part = x0 * y1;
  r1 += part;
  let carry = u64(r1 < part);
  part = x1 * y0;
  r1 += part;
  carry += u64(r1 < part);

  let r2 = carry;
  part = high(x0, y1);
  r2 += part;
  carry = u64(r2 < part);
  part = high(x1, y0);
  r2 += part;
  carry += u64(r2 < part);
  part = x0 * y2;
  r2 += part;
  carry += u64(r2 < part);
  part = x1 * y1;
  r2 += part;
  carry += u64(r2 < part);
  part = x2 * y0;
  r2 += part;
  carry += u64(r2 < part);

  const r3 = carry + high(x0, y2) + high(x1, y1) + high(x2, y0) + x0 * limb(y, 3) + x1 * y2 + x2 * y1 + limb(x, 3) * y0;
  set(y, x0 * y0, r1, r2, r3);
}

/** The quotient, or the remainder, of `x` by `y`; 0 when `y` is. */
export function divide(x: u32, y: u32, wantsRemainder: bool): void {
  const small = limb(y, 0);
  if (!isSmall(y)) divideLong(x, y, wantsRemainder);
  else if (small == 0) return;
  else if (isSmall(x)) store<u64>(y, wantsRemainder ? limb(x, 0) % small : limb(x, 0) / small);
  else if (small > 0xffffffff) divideLong(x, y, wantsRemainder);
  else divideByDigit(x, y, small, wantsRemainder);
}

/** By a number below 2^32. */
function divideByDigit(x: u32, y: u32, divisor: u64, wantsRemainder: bool): void {
  let rest: u64 = 0;
  for (let at: i32 = 7; at >= 0; at--) {
    const digits = (rest << 32) | digit(x, at);
    if (!wantsRemainder) store<u32>(y + 4 * at, u32(digits / divisor));
    rest = digits % divisor;
  }
  if (wantsRemainder) setSmall(y, rest);
}

/** By a number of two digits of 32 bits or more: Knuth's algorithm D (The Art of Computer Programming, 4.3.1). */
function divideLong(x: u32, y: u32, wantsRemainder: bool): void {
  const size = digitCount(y);
  // Shifted so that the divisor's highest digit has its highest bit set.
  const shift = leadingZeros(y) & 31;
  copy(divisor, y);
  shiftLeft(divisor, shift);
  copy(dividend, x);
  shiftLeft(dividend, shift);
  store<u32>(dividend + wordSize, u32((digit(x, 7) << shift) >> 32));
  set(quotient, 0, 0, 0, 0);

  const first = digit(divisor, size - 1);
  const second = digit(divisor, size - 2);
  for (let at = i32(digitCount(x)) - i32(size); at >= 0; at--) {
    const piece = dividend + 4 * at;
    // A digit of the quotient as the highest digits suggest it: right, or too large by one.
    const head = (digit(piece, size) << 32) | digit(piece, size - 1);
    let guess = head / first;
    let rest = head % first;
    while (guess > 0xffffffff || guess * second > ((rest << 32) | digit(piece, size - 2))) {
      guess--;
      rest += first;
      if (rest > 0xffffffff) break;
    }
    if (subtractProduct(piece, guess, size)) {
      guess--;
      addBack(piece, size);
    }
    store<u32>(quotient + 4 * at, u32(guess));
  }
  if (wantsRemainder) shiftRight(dividend, shift, 0);
  copy(y, wantsRemainder ? dividend : quotient);
}

/** Subtracts `factor` times the divisor from the digits there, of which there is one more; whether the result is negative. */
function subtractProduct(piece: u32, factor: u64, size: u32): bool {
  let carry: u64 = 0;
  let borrow: i64 = 0;
  for (let index: u32 = 0; index <= size; index++) {
    const product = (index < size ? factor * digit(divisor, index) : 0) + carry;
    carry = product >> 32;
    const difference = i64(digit(piece, index)) - i64(product & 0xffffffff) - borrow;
    store<u32>(piece + 4 * index, u32(difference));
    borrow = difference < 0 ? 1 : 0;
  }
  return borrow != 0;
}

/** Adds the divisor to the digits there. */
function addBack(piece: u32, size: u32): void {
  let carry: u64 = 0;
  for (let index: u32 = 0; index <= size; index++) {
    const sum = digit(piece, index) + (index < size ? digit(divisor, index) : 0) + carry;
    store<u32>(piece + 4 * index, u32(sum));
    carry = sum >> 32;
  }
}

/** One of the 32-bit digits, the lowest first. */
function digit(word: u32, index: u32): u64 {
  return load<u32>(word + 4 * index);
}

/** Digits without leading zeros. */
function digitCount(word: u32): u32 {
  return 8 - u32(leadingZeros(word) >> 5);
}

export function isLess(x: u32, y: u32): bool {
  for (let index: u32 = 3; index > 0; index--)
    if (limb(x, index) != limb(y, index)) return limb(x, index) < limb(y, index);
  return limb(x, 0) < limb(y, 0);
}

export function isSignedLess(x: u32, y: u32): bool {
  const x3 = <i64>limb(x, 3);
  const y3 = <i64>limb(y, 3);
  return x3 == y3 ? isLess(x, y) : x3 < y3;
}

export function isEqual(x: u32, y: u32): bool {
  return (
    ((limb(x, 0) ^ limb(y, 0)) | (limb(x, 1) ^ limb(y, 1)) | (limb(x, 2) ^ limb(y, 2)) | (limb(x, 3) ^ limb(y, 3))) == 0
  );
}

export function and(x: u32, y: u32): void {
  set(y, limb(x, 0) & limb(y, 0), limb(x, 1) & limb(y, 1), limb(x, 2) & limb(y, 2), limb(x, 3) & limb(y, 3));
}

export function or(x: u32, y: u32): void {
  set(y, limb(x, 0) | limb(y, 0), limb(x, 1) | limb(y, 1), limb(x, 2) | limb(y, 2), limb(x, 3) | limb(y, 3));
}

export function xor(x: u32, y: u32): void {
  set(y, limb(x, 0) ^ limb(y, 0), limb(x, 1) ^ limb(y, 1), limb(x, 2) ^ limb(y, 2), limb(x, 3) ^ limb(y, 3));
}

export function not(x: u32): void {
  set(x, ~limb(x, 0), ~limb(x, 1), ~limb(x, 2), ~limb(x, 3));
}

/** `y` shifted left by `bits`, below 256. */
export function shiftLeft(y: u32, bits: u64): void {
  set(scratch, 0, 0, 0, 0);
  copy(scratch + wordSize, y);
  const from = scratch + wordSize - u32((bits >> 6) << 3);
  const shift = bits & 63;
  // Twice, because a shift by 64 would be one by 0.
  set(
    y,
    limb(from, 0) << shift,
    (limb(from, 1) << shift) | ((limb(from, 0) >> 1) >> (63 - shift)),
    (limb(from, 2) << shift) | ((limb(from, 1) >> 1) >> (63 - shift)),
    (limb(from, 3) << shift) | ((limb(from, 2) >> 1) >> (63 - shift)),
  );
}

/** `y` shifted right by `bits`, below 256; what comes in from above is `filling`, all zeros or all ones. */
export function shiftRight(y: u32, bits: u64, filling: u64): void {
  copy(scratch, y);
  set(scratch + wordSize, filling, filling, filling, filling);
  const from = scratch + u32((bits >> 6) << 3);
  const shift = bits & 63;
  set(
    y,
    (limb(from, 0) >> shift) | ((limb(from, 1) << 1) << (63 - shift)),
    (limb(from, 1) >> shift) | ((limb(from, 2) << 1) << (63 - shift)),
    (limb(from, 2) >> shift) | ((limb(from, 3) << 1) << (63 - shift)),
    (limb(from, 3) >> shift) | ((limb(from, 4) << 1) << (63 - shift)),
  );
}

/** All ones when the word is negative, else zero. */
export function signOf(word: u32): u64 {
  return u64(<i64>limb(word, 3) >> 63);
}

/** Leading zero bits. */
export function leadingZeros(word: u32): u64 {
  if (limb(word, 3) != 0) return clz(limb(word, 3));
  if (limb(word, 2) != 0) return 64 + clz(limb(word, 2));
  if (limb(word, 1) != 0) return 128 + clz(limb(word, 1));
  return 192 + clz(limb(word, 0));
}
