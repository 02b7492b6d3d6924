/**
 * The inner loop of the interpreter: whatever needs nothing but stack, memory, code and calldata of its own frame. All else it
 * leaves to the host, with everything as it was before the opcode: state, calls, failures, and operands of unusual size.
 */
import {
  add,
  and,
  copy,
  divide,
  isEqual,
  isLess,
  isSignedLess,
  isSmall,
  isZero,
  leadingZeros,
  limb,
  multiply,
  not,
  or,
  read,
  readNumber,
  readPart,
  set,
  setSmall,
  shiftLeft,
  shiftRight,
  signOf,
  subtract,
  wordSize,
  write,
  xor,
} from './words';

/** Absorbs whole blocks into a new keccak state, or into that of the last call. */
declare function absorb(isContinued: u32, blocks: u32, input: u32): void;

// Fixed places in linear memory; `arena.ts` has the same.
const keccakState: u32 = 0;
const keccakBlock: u32 = 0x280;
const prices: u32 = 0x800;
const registers: u32 = 0x1000;

/** Bytes that keccak256 absorbs at a time. */
const rate: u32 = 136;
const hashWordGas: u64 = 6;

/** Where the frame's memory begins, how much of it is in use, and how much could be. */
let base: u32 = 0;
let size: u32 = 0;
let capacity: u32 = 0;

/** Linear with a quadratic part, as in `memory.ts`. */
function memoryGas(words: u64): u64 {
  return 3 * words + (words * words) / 512;
}

/** Takes memory up to `end` into use. Gives the gas left; less than 0, and nothing done, when there is not enough gas or room. */
function reach(end: u64, gas: i64): i64 {
  if (end <= u64(size)) return gas;
  const words = (end + 31) >> 5;
  if (words * 32 > u64(capacity)) return -1;
  const left = gas - i64(memoryGas(words) - memoryGas(size >> 5));
  if (left < 0) return left;
  const grown = u32(words) * 32;
  for (let at = base + size; at < base + grown; at += 8) store<u64>(at, 0);
  size = grown;
  return left;
}

/** Whether a word can be a place or a size in memory, as far as this loop goes. */
function isPlace(word: u32): bool {
  return isSmall(word) && limb(word, 0) < 0x1_0000_0000;
}

/** keccak256 of bytes in linear memory. */
function hash(to: u32, from: u32, length: u32): void {
  const blocks = length / rate;
  if (blocks > 0) absorb(0, blocks, from);
  const rest = length - blocks * rate;
  const tail = from + blocks * rate;
  const whole = rest & ~7;
  for (let at: u32 = 0; at < whole; at += 8) store<u64>(keccakBlock + at, load<u64>(tail + at));
  for (let at = whole; at < rate; at += 8) store<u64>(keccakBlock + at, 0);
  for (let at = whole; at < rest; at++) store<u8>(keccakBlock + at, load<u8>(tail + at));
  // The padding of the original Keccak, 0x01 … 0x80.
  store<u8>(keccakBlock + rest, 0x01);
  store<u8>(keccakBlock + rate - 1, load<u8>(keccakBlock + rate - 1) | 0x80);
  absorb(u32(blocks > 0), 1, keccakBlock);
  read(to, keccakState);
}

/** Leaves the frame to the host. */
function leave(position: u32, height: u32, gas: i64, patience: i32): void {
  store<f64>(registers, f64(position));
  store<f64>(registers, f64(height), 8);
  store<f64>(registers, f64(gas), 16);
  store<f64>(registers, f64(size), 24);
  store<f64>(registers, f64(patience), 32);
}

/**
 * Runs until the host is needed; the registers then hold position, height of the stack, gas, size of memory and patience.
 * @param code Its bytes, zeros behind them, and `jumps`, one bit for each byte where a jump may land.
 * @param patience How many jumps may go by.
 */
export function run(
  code: u32,
  codeSize: u32,
  jumps: u32,
  stack: u32,
  input: u32,
  inputSize: u32,
  memoryBase: u32,
  memorySize: u32,
  memoryCapacity: u32,
  position: u32,
  height: u32,
  gasLeft: f64,
  patience: i32,
): void {
  base = memoryBase;
  size = memorySize;
  capacity = memoryCapacity;
  let gas = i64(gasLeft);
  let at = code + position;
  /** Behind the top item. */
  let end = stack + height * wordSize;

  while (true) {
    const opcode = u32(load<u8>(at));
    // Four numbers: gas, then fewest and most bytes on the stack.
    const price = load<u64>(prices + 8 * opcode);
    const bytes = end - stack;
    if (bytes < u32((price >> 16) & 0xffff) || bytes > u32((price >> 32) & 0xffff)) break;
    let left = gas - i64(price & 0xffff);
    if (left < 0) break;
    const x = end - wordSize;
    const y = end - 2 * wordSize;

    switch (opcode) {
      case 0x01: // ADD
        add(x, y);
        end = x;
        break;
      case 0x02: // MUL
        multiply(x, y);
        end = x;
        break;
      case 0x03: // SUB
        subtract(x, y);
        end = x;
        break;
      case 0x04: // DIV
        divide(x, y, false);
        end = x;
        break;
      case 0x06: // MOD
        divide(x, y, true);
        end = x;
        break;
      case 0x0b: // SIGNEXTEND
        if (isSmall(x) && limb(x, 0) < 31) {
          const above = 248 - 8 * limb(x, 0);
          shiftLeft(y, above);
          shiftRight(y, above, signOf(y));
        }
        end = x;
        break;

      case 0x10: // LT
        setSmall(y, u64(isLess(x, y)));
        end = x;
        break;
      case 0x11: // GT
        setSmall(y, u64(isLess(y, x)));
        end = x;
        break;
      case 0x12: // SLT
        setSmall(y, u64(isSignedLess(x, y)));
        end = x;
        break;
      case 0x13: // SGT
        setSmall(y, u64(isSignedLess(y, x)));
        end = x;
        break;
      case 0x14: // EQ
        setSmall(y, u64(isEqual(x, y)));
        end = x;
        break;
      case 0x15: // ISZERO
        setSmall(x, u64(isZero(x)));
        break;
      case 0x16: // AND
        and(x, y);
        end = x;
        break;
      case 0x17: // OR
        or(x, y);
        end = x;
        break;
      case 0x18: // XOR
        xor(x, y);
        end = x;
        break;
      case 0x19: // NOT
        not(x);
        break;
      case 0x1a: // BYTE
        setSmall(y, isSmall(x) && limb(x, 0) < 32 ? u64(load<u8>(y + 31 - u32(limb(x, 0)))) : 0);
        end = x;
        break;
      case 0x1b: // SHL
        if (isSmall(x) && limb(x, 0) < 256) shiftLeft(y, limb(x, 0));
        else setSmall(y, 0);
        end = x;
        break;
      case 0x1c: // SHR
        if (isSmall(x) && limb(x, 0) < 256) shiftRight(y, limb(x, 0), 0);
        else setSmall(y, 0);
        end = x;
        break;
      case 0x1d: {
        // SAR
        const sign = signOf(y);
        if (isSmall(x) && limb(x, 0) < 256) shiftRight(y, limb(x, 0), sign);
        else set(y, sign, sign, sign, sign);
        end = x;
        break;
      }
      case 0x1e: // CLZ
        setSmall(x, leadingZeros(x));
        break;

      case 0x20: {
        // KECCAK256
        const offset = limb(x, 0);
        const length = limb(y, 0);
        if (!isPlace(x) || !isPlace(y) || length == 0) return leave(at - code, bytes / wordSize, gas, patience);
        left = reach(offset + length, left - i64(hashWordGas * ((length + 31) >> 5)));
        if (left < 0) return leave(at - code, bytes / wordSize, gas, patience);
        hash(y, base + u32(offset), u32(length));
        end = x;
        break;
      }

      case 0x35: {
        // CALLDATALOAD
        const offset = limb(x, 0);
        if (!isSmall(x) || offset >= u64(inputSize)) setSmall(x, 0);
        else if (offset + 32 <= u64(inputSize)) read(x, input + u32(offset));
        else readPart(x, input + u32(offset), inputSize - u32(offset));
        break;
      }
      case 0x36: // CALLDATASIZE
        setSmall(end, inputSize);
        end += wordSize;
        break;

      case 0x50: // POP
        end = x;
        break;
      case 0x51: {
        // MLOAD
        const offset = limb(x, 0);
        if (!isPlace(x)) return leave(at - code, bytes / wordSize, gas, patience);
        left = reach(offset + 32, left);
        if (left < 0) return leave(at - code, bytes / wordSize, gas, patience);
        read(x, base + u32(offset));
        break;
      }
      case 0x52: {
        // MSTORE
        const offset = limb(x, 0);
        if (!isPlace(x)) return leave(at - code, bytes / wordSize, gas, patience);
        left = reach(offset + 32, left);
        if (left < 0) return leave(at - code, bytes / wordSize, gas, patience);
        write(base + u32(offset), y);
        end = y;
        break;
      }
      case 0x53: {
        // MSTORE8
        const offset = limb(x, 0);
        if (!isPlace(x)) return leave(at - code, bytes / wordSize, gas, patience);
        left = reach(offset + 1, left);
        if (left < 0) return leave(at - code, bytes / wordSize, gas, patience);
        store<u8>(base + u32(offset), u8(limb(y, 0)));
        end = y;
        break;
      }
      case 0x56: // JUMP
      case 0x57: {
        // JUMPI
        const behind = opcode == 0x56 ? x : y;
        if (opcode == 0x57 && isZero(y)) {
          end = y;
          break;
        }
        const target = u32(limb(x, 0));
        const isDestination =
          isPlace(x) && target < codeSize && ((load<u8>(jumps + (target >> 3)) >> u8(target & 7)) & 1) != 0;
        if (!isDestination || patience <= 0) return leave(at - code, bytes / wordSize, gas, patience);
        patience--;
        end = behind;
        // Onto the JUMPDEST, which is paid in its turn.
        at = code + target;
        gas = left;
        continue;
      }
      case 0x58: // PC
        setSmall(end, u64(at - code));
        end += wordSize;
        break;
      case 0x59: // MSIZE
        setSmall(end, size);
        end += wordSize;
        break;
      case 0x5a: // GAS
        setSmall(end, u64(left));
        end += wordSize;
        break;
      case 0x5b: // JUMPDEST
        break;

      case 0x5f: // PUSH0
        setSmall(end, 0);
        end += wordSize;
        break;
      case 0x60: // PUSH1
        setSmall(end, load<u8>(at, 1));
        end += wordSize;
        at++;
        break;
      case 0x61: // PUSH2
        setSmall(end, bswap<u16>(load<u16>(at, 1)));
        end += wordSize;
        at += 2;
        break;
      default: {
        if (opcode >= 0x62 && opcode <= 0x7f) {
          // PUSH3 to PUSH32
          const length = opcode - 0x5f;
          readNumber(end, at + 1, length);
          end += wordSize;
          at += length;
        } else if (opcode >= 0x80 && opcode <= 0x8f) {
          // DUP1 to DUP16
          copy(end, end - (opcode - 0x7f) * wordSize);
          end += wordSize;
        } else if (opcode >= 0x90 && opcode <= 0x9f) {
          // SWAP1 to SWAP16
          const other = x - (opcode - 0x8f) * wordSize;
          const l0 = limb(x, 0);
          const l1 = limb(x, 1);
          const l2 = limb(x, 2);
          const l3 = limb(x, 3);
          copy(x, other);
          set(other, l0, l1, l2, l3);
        } else return leave(at - code, bytes / wordSize, gas, patience);
      }
    }
    gas = left;
    at++;
  }
  leave(at - code, (end - stack) / wordSize, gas, patience);
}
