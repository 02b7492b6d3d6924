/**
 * What opcodes cost beyond their base price. These functions only read, but for the two that say so: memory grows once it
 * has been paid for. An infinite cost is one that no gas could pay.
 */
import type { Address } from '../../hex.ts';
import { emptyCodeHash } from '../state/account.ts';
import { codeOf } from './code.ts';
import type { Frame } from './frame.ts';
import type { Machine } from './machine.ts';
import { balanceOf, isAbsent } from './machine.ts';
import type { Memory } from './memory.ts';
import { expansionGas } from './memory.ts';
import { byteLength, wordToAddress } from './words.ts';

const coldAccountGas = 2600;
const warmGas = 100;
const coldSlotGas = 2100;
const copyWordGas = 3;
const hashWordGas = 6;
const logByteGas = 8;
const valueTransferGas = 9000;
const newAccountGas = 25_000;

/** EIP-2929: the first access to an account, beyond the warm price that is part of the base. */
export function accountSurcharge(machine: Machine, address: Address): number {
  return machine.rules.hasAccessSets && !machine.substate.isWarm(address) ? coldAccountGas - warmGas : 0;
}

/** EIP-2929: the first access to a slot, beyond the warm price. */
export function slotSurcharge(machine: Machine, address: Address, slot: bigint): number {
  return machine.rules.hasAccessSets && !machine.substate.isSlotWarm(address, slot) ? coldSlotGas - warmGas : 0;
}

/** {@link accountSurcharge} of an access that takes place: the account is warm afterwards. Unpaid, the frame's end undoes it. */
export function accessAccount(machine: Machine, address: Address): number {
  return machine.rules.hasAccessSets && !machine.substate.warm(address) ? coldAccountGas - warmGas : 0;
}

/** {@link slotSurcharge} of an access that takes place. */
export function accessSlot(machine: Machine, address: Address, slot: bigint): number {
  return machine.rules.hasAccessSets && !machine.substate.warmSlot(address, slot) ? coldSlotGas - warmGas : 0;
}

/** Copying into memory: its growth and a price per word. */
export function copyGas(memory: Memory, offset: number, size: number): number {
  return expansionGas(memory, offset, size) + copyWordGas * Math.ceil(size / 32);
}

/** MCOPY grows memory for the farther of its two ranges (EIP-5656). */
export function moveGas(memory: Memory, to: number, from: number, size: number): number {
  return copyGas(memory, Math.max(to, from), size);
}

export function hashGas(memory: Memory, offset: number, size: number): number {
  return expansionGas(memory, offset, size) + hashWordGas * Math.ceil(size / 32);
}

export function logGas(memory: Memory, offset: number, size: number): number {
  return expansionGas(memory, offset, size) + logByteGas * size;
}

export function expGas(machine: Machine, exponent: bigint): number {
  return machine.rules.expByteGas * byteLength(exponent);
}

/** CREATE and CREATE2: memory, initcode words (EIP-3860) and, for CREATE2, hashing them (EIP-1014). */
export function createGas(machine: Machine, memory: Memory, offset: number, size: number, isCreate2: boolean): number {
  const wordGas = machine.rules.initcodeWordGas + (isCreate2 ? hashWordGas : 0);
  return expansionGas(memory, offset, size) + wordGas * Math.ceil(size / 32);
}

/** A self-destruct's cold beneficiary (which has no warm price, EIP-2929) and the account it may bring to life. */
export function selfDestructGas(machine: Machine, address: Address, beneficiary: Address): number {
  const { rules, overlay, substate } = machine;
  let gas = rules.hasAccessSets && !substate.isWarm(beneficiary) ? coldAccountGas : 0;
  if (rules.selfDestructPaysForNewAccount && isAbsent(machine, beneficiary)) {
    // EIP-161: only when there is something to bring it to life with.
    if (!rules.emptyIsAbsent || balanceOf(overlay, address) > 0n) gas += newAccountGas;
  }
  return gas;
}

/** The places of a call's arguments on the stack, counted from its top, which differ by whether it has a value. */
export type CallArguments = {
  readonly target: Address;
  readonly value: bigint;
  readonly inputOffset: number;
  readonly inputSize: number;
  readonly outputOffset: number;
  readonly outputSize: number;
};

/** Reads the arguments of CALL, CALLCODE, DELEGATECALL or STATICCALL below `height`; the gas argument is the topmost. */
export function callArguments({ stack }: Frame, height: number, opcode: number): CallArguments {
  const hasValue = opcode === 0xf1 || opcode === 0xf2;
  const rest = hasValue ? height - 3 : height - 2;
  return {
    target: wordToAddress(stack[height - 2]!),
    value: hasValue ? stack[height - 3]! : 0n,
    inputOffset: Number(stack[rest - 1]!),
    inputSize: Number(stack[rest - 2]!),
    outputOffset: Number(stack[rest - 3]!),
    outputSize: Number(stack[rest - 4]!),
  };
}

/** A call's cost without the gas it passes on. */
export function callGas(machine: Machine, { memory }: Frame, opcode: number, call: CallArguments): number {
  const input = expansionGas(memory, call.inputOffset, call.inputSize);
  const output = expansionGas(memory, call.outputOffset, call.outputSize);
  let gas = Math.max(input, output) + accountSurcharge(machine, call.target) + delegationGas(machine, call.target);
  if (call.value > 0n) gas += valueTransferGas;
  if (opcode === 0xf1 && isAbsent(machine, call.target))
    if (!machine.rules.emptyIsAbsent || call.value > 0n) gas += newAccountGas;
  return gas;
}

/** EIP-7702: whom the account's code delegates to. */
export function delegateOf(machine: Machine, address: Address): Address | undefined {
  if (!machine.rules.hasDelegation) return undefined;
  const hash = machine.overlay.account(address)?.codeHash;
  return hash === undefined || hash === emptyCodeHash ? undefined : codeOf(machine.overlay, hash).delegate;
}

/** EIP-7702: reaching the delegate is one more access. */
function delegationGas(machine: Machine, target: Address): number {
  const delegate = delegateOf(machine, target);
  if (delegate === undefined) return 0;
  return delegate === target || machine.substate.isWarm(delegate) ? warmGas : coldAccountGas;
}
