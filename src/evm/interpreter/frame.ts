/**
 * One message being run: its inputs, its machine state, and how it ended. Frames are plain records that are taken from a
 * pool and given back, so that a call costs no new stack and no new memory; a frame belongs to one message at a time.
 */
import type { Address } from '../../hex.ts';
import { emptyBytes, zeroAddress } from '../../hex.ts';
import type { FrameKind, HaltReason } from '../engine.ts';
import type { Code } from './code.ts';
import { emptyCode } from './code.ts';
import type { Arena } from './arena.ts';
import { nowhere } from './arena.ts';
import type { Memory } from './memory.ts';
import type { Mark } from './substate.ts';

export type Frame = {
  parent: Frame | undefined;
  kind: FrameKind;
  depth: number;
  isStatic: boolean;

  caller: Address;
  /** Whose storage and balance the code works on. */
  address: Address;
  /** Where the code was found. */
  codeAddress: Address;
  /** `caller` and `address` as words, made when asked for. */
  callerWord: bigint | undefined;
  addressWord: bigint | undefined;
  /** What CALLVALUE tells. */
  value: bigint;
  input: Uint8Array;
  code: Code;

  pc: number;
  gas: number;
  /** Gas it was given. */
  gasLimit: number;
  /** Number of items on the stack. */
  height: number;
  /**
   * 1,024 places; what lies above the height is left over from earlier use. When the core runs the frame, its words are in the
   * arena, and here are those alone that an opcode outside of the core works on.
   */
  readonly stack: bigint[];
  /** Where the frame begins in the arena; with its stack, behind which come its input and its memory. */
  place: number;
  readonly memory: Memory;
  /** What the last call of this frame returned (EIP-211). */
  returnData: Uint8Array;

  /** Where the caller wants the output. */
  outputOffset: number;
  outputSize: number;

  /** Where overlay and substate go back to when it fails. */
  overlayMark: number;
  substateMark: Mark;

  /** Whether those marks are set; not when it was refused before. */
  hasBegun: boolean;
  hasEnded: boolean;
  halt: HaltReason | undefined;
  /** The opcode behind `invalid opcode`. */
  invalidOpcode: number | undefined;
  output: Uint8Array;
};

const noMark: Mark = { journal: 0, refund: 0, logs: 0 };
const stackLimit = 1024;

const pool: Frame[] = [];
/** Deeper call trees are rare; their frames go to the garbage collector. */
const pooled = 32;

/** A frame with nothing on it; the caller fills in the message. */
export function takeFrame(arena: Arena): Frame {
  const frame = pool.pop();
  if (frame === undefined) return makeFrame(arena);
  frame.memory.arena = arena;
  return frame;
}

/** Gives a frame back; nobody may hold on to it. */
export function returnFrame(frame: Frame): void {
  if (pool.length >= pooled) return;
  frame.memory.arena = nowhere;
  frame.memory.size = 0;
  frame.memory.paid = 0;
  frame.parent = undefined;
  frame.isStatic = false;
  frame.callerWord = undefined;
  frame.addressWord = undefined;
  frame.input = emptyBytes;
  frame.code = emptyCode;
  frame.pc = 0;
  frame.height = 0;
  frame.returnData = emptyBytes;
  frame.outputOffset = 0;
  frame.outputSize = 0;
  frame.hasBegun = false;
  frame.hasEnded = false;
  frame.halt = undefined;
  frame.invalidOpcode = undefined;
  frame.output = emptyBytes;
  pool.push(frame);
}

function makeFrame(arena: Arena): Frame {
  const stack: bigint[] = [];
  for (let place = 0; place < stackLimit; place++) stack.push(0n);
  return {
    parent: undefined,
    kind: 'CALL',
    depth: 0,
    isStatic: false,
    caller: zeroAddress,
    address: zeroAddress,
    codeAddress: zeroAddress,
    callerWord: undefined,
    addressWord: undefined,
    value: 0n,
    input: emptyBytes,
    code: emptyCode,
    pc: 0,
    gas: 0,
    gasLimit: 0,
    height: 0,
    stack,
    place: 0,
    memory: { arena, base: 0, size: 0, paid: 0 },
    returnData: emptyBytes,
    outputOffset: 0,
    outputSize: 0,
    overlayMark: 0,
    substateMark: noMark,
    hasBegun: false,
    hasEnded: false,
    halt: undefined,
    invalidOpcode: undefined,
    output: emptyBytes,
  };
}

/** Ends a frame with success. */
export function succeed(frame: Frame, output: Uint8Array): void {
  frame.hasEnded = true;
  frame.output = output;
}

/** Ends a frame with its gas untouched: a revert, or a message that was refused before it began. */
export function refuse(frame: Frame, halt: HaltReason, output: Uint8Array = emptyBytes): void {
  frame.hasEnded = true;
  frame.halt = halt;
  frame.output = output;
}

/** Ends a frame and takes all its gas. */
export function fail(frame: Frame, halt: HaltReason): undefined {
  refuse(frame, halt);
  frame.gas = 0;
}
