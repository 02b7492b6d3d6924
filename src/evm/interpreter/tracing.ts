/** The view of the machine that a `step` hook gets before an opcode, with the price the opcode is about to have. */
import type { Hooks } from '../engine.ts';
import type { Frame } from './frame.ts';
import {
  accountSurcharge,
  callArguments,
  callGas,
  copyGas,
  createGas,
  expGas,
  hashGas,
  logGas,
  moveGas,
  selfDestructGas,
  slotSurcharge,
} from './gas.ts';
import type { Machine } from './machine.ts';
import { expansionGas, pieceOf } from './memory.ts';
import { sentry, writeCost } from './storage-gas.ts';
import { wordToAddress } from './words.ts';

/** The frame's `pc`, `gas` and `height` are those before the opcode. */
export function reportStep(machine: Machine, frame: Frame, opcode: number, step: NonNullable<Hooks['step']>): void {
  const { memory } = frame;
  step({
    depth: frame.depth,
    pc: frame.pc,
    opcode,
    gas: frame.gas,
    cost: costAhead(machine, frame, opcode),
    refund: refundAhead(machine, frame, opcode),
    address: frame.address,
    stack: frame.stack.slice(0, frame.height),
    memory: pieceOf(memory, 0, memory.size),
    returnData: frame.returnData,
  });
}

/** What the opcode will cost; the base price of one that cannot run, or that no gas could pay. */
function costAhead(machine: Machine, frame: Frame, opcode: number): number {
  const base = machine.rules.baseGas[opcode]!;
  const cost = isPriced(machine, frame, opcode) ? base + dynamicGas(machine, frame, opcode) : base;
  return Number.isFinite(cost) ? cost : base;
}

/** The refund counter once the opcode has been paid for. */
function refundAhead(machine: Machine, frame: Frame, opcode: number): number {
  const { rules, substate } = machine;
  const { stack, height, address } = frame;
  if ((opcode !== 0x55 && opcode !== 0xff) || !isPriced(machine, frame, opcode)) return substate.refund;
  if (opcode === 0x55)
    return substate.refund + writeCost(machine, address, stack[height - 1]!, stack[height - 2]!).refund;
  const isNew = !substate.destroyed.has(address) && (!rules.destroysOnlyNew || substate.wasCreated(address));
  return substate.refund + (isNew ? rules.selfDestructRefund : 0);
}

/** Whether the opcode gets as far as to its own price: its operands are there, and gas for what comes before it. */
function isPriced({ rules }: Machine, { height, gas }: Frame, opcode: number): boolean {
  if (height < rules.minStack[opcode]! || height > rules.maxStack[opcode]! || gas < rules.baseGas[opcode]!)
    return false;
  return opcode !== 0x55 || !rules.storage.hasSentry || gas > sentry;
}

function dynamicGas(machine: Machine, frame: Frame, opcode: number): number {
  const { memory, stack, height, address } = frame;
  const word = (place: number): bigint => stack[height - 1 - place]!;
  const number = (place: number): number => Number(word(place));
  switch (opcode) {
    // EXP
    case 0x0a:
      return expGas(machine, word(1));
    // KECCAK256
    case 0x20:
      return hashGas(memory, number(0), number(1));
    // BALANCE, EXTCODESIZE, EXTCODEHASH
    case 0x31:
    case 0x3b:
    case 0x3f:
      return accountSurcharge(machine, wordToAddress(word(0)));
    // CALLDATACOPY, CODECOPY, RETURNDATACOPY
    case 0x37:
    case 0x39:
    case 0x3e:
      return copyGas(memory, number(0), number(2));
    // EXTCODECOPY
    case 0x3c:
      return accountSurcharge(machine, wordToAddress(word(0))) + copyGas(memory, number(1), number(3));
    // MLOAD, MSTORE
    case 0x51:
    case 0x52:
      return expansionGas(memory, number(0), 32);
    // MSTORE8
    case 0x53:
      return expansionGas(memory, number(0), 1);
    // SLOAD
    case 0x54:
      return slotSurcharge(machine, address, word(0));
    // SSTORE
    case 0x55:
      return writeCost(machine, address, word(0), word(1)).gas;
    // MCOPY
    case 0x5e:
      return moveGas(memory, number(0), number(1), number(2));
    // LOG0 to LOG4
    case 0xa0:
    case 0xa1:
    case 0xa2:
    case 0xa3:
    case 0xa4:
      return logGas(memory, number(0), number(1));
    // CREATE, CREATE2
    case 0xf0:
    case 0xf5:
      return createGas(machine, memory, number(1), number(2), opcode === 0xf5);
    // CALL, CALLCODE, DELEGATECALL, STATICCALL
    case 0xf1:
    case 0xf2:
    case 0xf4:
    case 0xfa:
      return callGas(machine, frame, opcode, callArguments(frame, height, opcode));
    // RETURN, REVERT
    case 0xf3:
    case 0xfd:
      return expansionGas(memory, number(0), number(1));
    // SELFDESTRUCT
    case 0xff:
      return selfDestructGas(machine, address, wordToAddress(word(0)));
    default:
      return 0;
  }
}
