/** The opcodes that send a message: they pay, decide how much gas goes along, and open a frame for it. */
import type { Address } from '../../hex.ts';
import { bytesToHex, hexToBytes } from '../../hex.ts';
import { keccak256Bytes } from '../crypto.ts';
import { createAddress } from '../transaction.ts';
import { analyse, emptyCode } from './code.ts';
import type { Frame } from './frame.ts';
import { fail, returnFrame, takeFrame } from './frame.ts';
import { callArguments, callGas, createGas, delegateOf } from './gas.ts';
import type { Machine } from './machine.ts';
import { copyOut, expand, expansionGas } from './memory.ts';
import { begin, end, resume } from './messages.ts';
import { wordToBytes } from './words.ts';

/** What a callee gets on top when value goes along. */
const stipend = 2300;

/**
 * CALL, CALLCODE, DELEGATECALL or STATICCALL, with its arguments on the stack and its base price paid.
 * Gives the frame that runs next; none when the message has already been answered or the caller itself has failed.
 */
export function startCall(machine: Machine, frame: Frame, opcode: number): Frame | undefined {
  const call = callArguments(frame, frame.height, opcode);
  const { target, value, inputOffset, inputSize, outputOffset, outputSize } = call;
  if (frame.isStatic && opcode === 0xf1 && value > 0n) return fail(frame, 'write protection');
  const available = frame.gas - callGas(machine, frame, opcode, call);
  if (available < 0) return fail(frame, 'out of gas');
  const passed = gasToPass(machine, frame.stack[frame.height - 1]!, available);
  if (passed > available) return fail(frame, 'out of gas');
  frame.gas = available - passed;
  frame.height -= opcode === 0xf1 || opcode === 0xf2 ? 7 : 6;

  const { memory } = frame;
  expand(memory, inputOffset, inputSize);
  expand(memory, outputOffset, outputSize);
  if (machine.rules.hasAccessSets) {
    machine.substate.warm(target);
    const delegate = delegateOf(machine, target);
    if (delegate !== undefined) machine.substate.warm(delegate);
  }

  const child = openFrame(frame, value > 0n ? passed + stipend : passed);
  child.codeAddress = target;
  child.input = copyOut(memory, inputOffset, inputSize);
  child.outputOffset = outputOffset;
  child.outputSize = outputSize;
  child.caller = frame.address;
  child.callerWord = frame.addressWord;
  child.address = frame.address;
  child.addressWord = frame.addressWord;
  child.value = value;
  switch (opcode) {
    case 0xf1:
      child.kind = 'CALL';
      child.address = target;
      child.addressWord = undefined;
      break;
    case 0xf2:
      child.kind = 'CALLCODE';
      break;
    case 0xf4:
      child.kind = 'DELEGATECALL';
      child.caller = frame.caller;
      child.callerWord = frame.callerWord;
      child.value = frame.value;
      break;
    default:
      child.kind = 'STATICCALL';
      child.address = target;
      child.addressWord = undefined;
      child.isStatic = true;
  }
  return open(machine, frame, child);
}

/** CREATE or CREATE2, with its arguments on the stack and its base price paid; answers like {@link startCall}. */
export function startCreate(machine: Machine, frame: Frame, opcode: number): Frame | undefined {
  const { rules, overlay } = machine;
  const { memory, stack } = frame;
  const isCreate2 = opcode === 0xf5;
  const value = stack[frame.height - 1]!;
  const offset = Number(stack[frame.height - 2]!);
  const size = Number(stack[frame.height - 3]!);
  const salt = stack[frame.height - 4];
  if (frame.isStatic) return fail(frame, 'write protection');
  if (size > rules.maxInitcodeSize) {
    const isPayable = expansionGas(memory, offset, size) <= frame.gas;
    return fail(frame, isPayable ? 'max initcode size exceeded' : 'out of gas');
  }
  const available = frame.gas - createGas(machine, memory, offset, size, isCreate2);
  if (available < 0) return fail(frame, 'out of gas');
  const passed = rules.keepsOne64th ? allButOne64th(available) : available;
  frame.gas = available - passed;
  frame.height -= isCreate2 ? 4 : 3;

  expand(memory, offset, size);
  const initcode = copyOut(memory, offset, size);
  const child = openFrame(frame, passed);
  child.kind = isCreate2 ? 'CREATE2' : 'CREATE';
  child.caller = frame.address;
  child.callerWord = frame.addressWord;
  child.address =
    isCreate2 && salt !== undefined
      ? create2Address(frame.address, salt, initcode)
      : createAddress(frame.address, overlay.account(frame.address)?.nonce ?? 0n);
  child.addressWord = undefined;
  child.codeAddress = child.address;
  child.value = value;
  child.code = initcode.length === 0 ? emptyCode : analyse(initcode);
  return open(machine, frame, child);
}

/** The gas a call asks for, within what it may have (EIP-150). */
function gasToPass({ rules }: Machine, requested: bigint, available: number): number {
  const wanted = Number(requested);
  return rules.keepsOne64th ? Math.min(wanted, allButOne64th(available)) : wanted;
}

function allButOne64th(gas: number): number {
  return gas - Math.floor(gas / 64);
}

function openFrame(parent: Frame, gas: number): Frame {
  const child = takeFrame(parent.memory.arena);
  child.parent = parent;
  child.depth = parent.depth + 1;
  child.isStatic = parent.isStatic;
  child.gas = gas;
  child.gasLimit = gas;
  return child;
}

/** Begins the child's message; one that has no code to run is answered at once. */
function open(machine: Machine, parent: Frame, child: Frame): Frame | undefined {
  begin(machine, child);
  if (!child.hasEnded) return child;
  end(machine, child);
  resume(parent, child);
  returnFrame(child);
  return undefined;
}

/** The address of a creation by salt (EIP-1014). */
function create2Address(creator: Address, salt: bigint, initcode: Uint8Array): Address {
  const preimage = new Uint8Array(85);
  preimage[0] = 0xff;
  preimage.set(hexToBytes(creator), 1);
  preimage.set(wordToBytes(salt), 21);
  preimage.set(keccak256Bytes(initcode), 53);
  return lastTwenty(keccak256Bytes(preimage));
}

function lastTwenty(hash: Uint8Array): Address {
  return bytesToHex(hash.subarray(12));
}
