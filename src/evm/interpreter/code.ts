/** What is worth knowing of a piece of code before running it: where jumps may land, its constants, whom it delegates to. */
import type { Address, Hash } from '../../hex.ts';
import { emptyBytes } from '../../hex.ts';
import { emptyCodeHash } from '../state/account.ts';
import type { Overlay } from '../state/overlay.ts';
import { delegationTarget } from '../transaction.ts';
import { readNumber } from './words.ts';

export type Code = {
  /** As stored. */
  readonly source: Uint8Array;
  /** With zeros (STOP) behind the end, so that neither fetch nor PUSH can run past it. */
  readonly bytes: Uint8Array;
  /** One bit for each byte, lowest first: set where a JUMPDEST is an opcode and not data of a PUSH. */
  readonly jumpDestinations: Uint8Array;
  /** By position of a PUSH: the index of its constant. */
  readonly constantIndex: Uint16Array;
  /** Operands of PUSH, read on first use. */
  readonly constants: (bigint | undefined)[];
  /** EIP-7702: the account whose code runs in its place. */
  readonly delegate: Address | undefined;
};

/** Index of a constant that has no place of its own; code of that length cannot be deployed any more (EIP-170). */
const unindexed = 0xffff;
const longestOperand = 32;

export function analyse(source: Uint8Array): Code {
  const length = source.length;
  const bytes = new Uint8Array(length + longestOperand + 1);
  bytes.set(source);
  const jumpDestinations = new Uint8Array((length + 7) >> 3);
  const constantIndex = new Uint16Array(length);
  let count = 0;
  for (let position = 0; position < length; position++) {
    const opcode = bytes[position]!;
    if (opcode === 0x5b) jumpDestinations[position >> 3]! |= 1 << (position & 7);
    else if (opcode >= 0x60 && opcode <= 0x7f) {
      constantIndex[position] = count;
      if (count < unindexed) count++;
      position += opcode - 0x5f;
    }
  }
  const constants: (bigint | undefined)[] = [];
  for (let index = 0; index < count; index++) constants.push(undefined);
  return { source, bytes, jumpDestinations, constantIndex, constants, delegate: delegationTarget(source) };
}

/** Whether a jump may land there; `position` is any number. */
export function isJumpDestination({ source, jumpDestinations }: Code, position: number): boolean {
  return position < source.length && (jumpDestinations[position >> 3]! & (1 << (position & 7))) !== 0;
}

/** The operand of the PUSH at a position. */
export function readConstant(code: Code, position: number): bigint {
  const index = code.constantIndex[position]!;
  const constant = readNumber(code.bytes, position + 1, code.bytes[position]! - 0x5f);
  if (index !== unindexed) code.constants[index] = constant;
  return constant;
}

export const emptyCode: Code = analyse(emptyBytes);

const cache = new Map<Hash, Code>();
/** Bytes of code whose analysis is kept; the oldest go first. */
const cacheLimit = 8 << 20;
let cached = 0;

/** The code with that hash, analysed at most once while it stays in the cache. */
export function codeOf(overlay: Overlay, hash: Hash): Code {
  if (hash === emptyCodeHash) return emptyCode;
  const known = cache.get(hash);
  if (known !== undefined) return known;
  const source = overlay.code(hash);
  if (source.length === 0) return emptyCode;
  const code = analyse(source);
  cached += source.length;
  for (const [oldest, { source: dropped }] of cache) {
    if (cached <= cacheLimit) break;
    cache.delete(oldest);
    cached -= dropped.length;
  }
  cache.set(hash, code);
  return code;
}
