/**
 * 256-bit words where they lie: an address stands for the 32 bytes there, lowest byte first. Binary operations leave their
 * result in the place of `y`, the second operand, which is then the top of the stack.
 */

/** Bytes of a word. */
export const wordSize: u32 = 32;

/** 96 bytes that shifts and partial reads work in. */
const scratch: u32 = 0x400;

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

/**
 * Quotient and remainder of `x` by `y`, both into the place of `y` as asked; `false`, and nothing done, when `y` is neither
 * below 2^32 nor both are below 2^64. Division by zero gives 0.
 */
export function divide(x: u32, y: u32, wantsRemainder: bool): bool {
  if (!isSmall(y)) return false;
  const divisor = limb(y, 0);
  if (isSmall(x)) {
    const dividend = limb(x, 0);
    if (divisor == 0) store<u64>(y, 0);
    else store<u64>(y, wantsRemainder ? dividend % divisor : dividend / divisor);
    return true;
  }
  if (divisor == 0) return true;
  if (divisor > 0xffffffff) return false;
  let rest: u64 = 0;
  for (let at = 28; at >= 0; at -= 4) {
    const digits = (rest << 32) | load<u32>(x + at);
    if (!wantsRemainder) store<u32>(y + at, u32(digits / divisor));
    rest = digits % divisor;
  }
  if (wantsRemainder) setSmall(y, rest);
  return true;
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
