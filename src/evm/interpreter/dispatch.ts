/**
 * The loop that runs a frame's code: fetch, check, pay, do. It knows every opcode; in ordinary runs the core leaves it those that
 * need more than the frame (`execute.ts`), one at a time. Locals mirror the frame while it runs; whoever needs the frame gets it
 * synchronised first. A stack place read here is known to be filled: the table's check comes before the opcode, hence the `!`.
 * Costs may be infinite, hence `!(… >= 0)` where memory is involved: infinity minus infinity is no number. The labels are
 * literals because only those become a jump table.
 */
import type { Hash } from '../../hex.ts';
import { bigIntToHash, emptyBytes } from '../../hex.ts';
import { keccak256Bytes } from '../crypto.ts';
import { emptyAccount, isEmpty } from '../state/account.ts';
import { startCall, startCreate } from './calls.ts';
import { codeOf, isJumpDestination, readConstant } from './code.ts';
import type { Frame } from './frame.ts';
import { fail, refuse, succeed } from './frame.ts';
import { accessAccount, accessSlot, copyGas, expGas, hashGas, logGas, moveGas, selfDestructGas } from './gas.ts';
import type { Machine } from './machine.ts';
import { balanceOf, emitLog } from './machine.ts';
import { copyIn, copyOut, expand, expansionGas, pieceOf } from './memory.ts';
import { selfDestruct } from './self-destruct.ts';
import { sentry, writeCost } from './storage-gas.ts';
import { reportStep } from './tracing.ts';
import { hashToWord, power, readPadded, readWord, wordToAddress, writeWord } from './words.ts';

const wordSize = 1n << 256n;
const maxWord = wordSize - 1n;
const minSigned = 1n << 255n;
/** How many jumps go by between two questions whether to stop; an answered call counts as many. */
const patience = 4096;
const callEffort = 256;

/** Runs the frame for so many opcodes, or until it ends or sends a message; gives the frame of that message. */
export function dispatch(machine: Machine, frame: Frame, opcodes: number): Frame | undefined {
  const { rules, block, overlay, substate, interrupted } = machine;
  const { baseGas, minStack, maxStack } = rules;
  const step = machine.hooks.step;
  const { stack, memory, code, address } = frame;
  const { arena } = memory;
  const { bytes, constantIndex, constants } = code;
  let pc = frame.pc;
  let gas = frame.gas;
  let height = frame.height;
  let effort = 0;

  for (let count = 0; count < opcodes; count++) {
    const opcode = bytes[pc]!;
    if (step !== undefined) {
      frame.pc = pc;
      frame.gas = gas;
      frame.height = height;
      reportStep(machine, frame, opcode, step);
    }
    if (height < minStack[opcode]! || height > maxStack[opcode]!) return failStack(machine, frame, opcode, height);
    if ((gas -= baseGas[opcode]!) < 0) return outOfGas(frame);
    pc++;

    switch (opcode) {
      // STOP
      case 0x00:
        frame.gas = gas;
        succeed(frame, emptyBytes);
        return undefined;

      // ADD
      case 0x01: {
        const sum = stack[--height]! + stack[height - 1]!;
        stack[height - 1] = sum > maxWord ? sum - wordSize : sum;
        continue;
      }
      // MUL
      case 0x02: {
        const product = stack[--height]! * stack[height - 1]!;
        stack[height - 1] = product > maxWord ? BigInt.asUintN(256, product) : product;
        continue;
      }
      // SUB
      case 0x03: {
        const difference = stack[--height]! - stack[height - 1]!;
        stack[height - 1] = difference < 0n ? difference + wordSize : difference;
        continue;
      }
      // DIV
      case 0x04: {
        const left = stack[--height]!;
        const right = stack[height - 1]!;
        stack[height - 1] = right === 0n ? 0n : left / right;
        continue;
      }
      // SDIV
      case 0x05: {
        const left = BigInt.asIntN(256, stack[--height]!);
        const right = BigInt.asIntN(256, stack[height - 1]!);
        stack[height - 1] = right === 0n ? 0n : BigInt.asUintN(256, left / right);
        continue;
      }
      // MOD
      case 0x06: {
        const left = stack[--height]!;
        const right = stack[height - 1]!;
        stack[height - 1] = right === 0n ? 0n : left % right;
        continue;
      }
      // SMOD
      case 0x07: {
        const left = BigInt.asIntN(256, stack[--height]!);
        const right = BigInt.asIntN(256, stack[height - 1]!);
        stack[height - 1] = right === 0n ? 0n : BigInt.asUintN(256, left % right);
        continue;
      }
      // ADDMOD
      case 0x08: {
        const sum = stack[height - 1]! + stack[height - 2]!;
        const modulus = stack[height - 3]!;
        height -= 2;
        stack[height - 1] = modulus === 0n ? 0n : sum % modulus;
        continue;
      }
      // MULMOD
      case 0x09: {
        const product = stack[height - 1]! * stack[height - 2]!;
        const modulus = stack[height - 3]!;
        height -= 2;
        stack[height - 1] = modulus === 0n ? 0n : product % modulus;
        continue;
      }
      // EXP
      case 0x0a: {
        const base = stack[--height]!;
        const exponent = stack[height - 1]!;
        if ((gas -= expGas(machine, exponent)) < 0) return outOfGas(frame);
        stack[height - 1] = power(base, exponent);
        continue;
      }
      // SIGNEXTEND
      case 0x0b: {
        const last = stack[--height]!;
        if (last < 31n)
          stack[height - 1] = BigInt.asUintN(256, BigInt.asIntN(Number(last) * 8 + 8, stack[height - 1]!));
        continue;
      }

      // LT
      case 0x10: {
        const left = stack[--height]!;
        stack[height - 1] = left < stack[height - 1]! ? 1n : 0n;
        continue;
      }
      // GT
      case 0x11: {
        const left = stack[--height]!;
        stack[height - 1] = left > stack[height - 1]! ? 1n : 0n;
        continue;
      }
      // SLT: flipping the sign bit turns signed order into unsigned
      case 0x12: {
        const left = stack[--height]! ^ minSigned;
        stack[height - 1] = left < (stack[height - 1]! ^ minSigned) ? 1n : 0n;
        continue;
      }
      // SGT
      case 0x13: {
        const left = stack[--height]! ^ minSigned;
        stack[height - 1] = left > (stack[height - 1]! ^ minSigned) ? 1n : 0n;
        continue;
      }
      // EQ
      case 0x14: {
        const left = stack[--height]!;
        stack[height - 1] = left === stack[height - 1] ? 1n : 0n;
        continue;
      }
      // ISZERO
      case 0x15:
        stack[height - 1] = stack[height - 1] === 0n ? 1n : 0n;
        continue;
      // AND
      case 0x16: {
        const left = stack[--height]!;
        stack[height - 1] = left & stack[height - 1]!;
        continue;
      }
      // OR
      case 0x17: {
        const left = stack[--height]!;
        stack[height - 1] = left | stack[height - 1]!;
        continue;
      }
      // XOR
      case 0x18: {
        const left = stack[--height]!;
        stack[height - 1] = left ^ stack[height - 1]!;
        continue;
      }
      // NOT
      case 0x19:
        stack[height - 1] = maxWord - stack[height - 1]!;
        continue;
      // BYTE
      case 0x1a: {
        const position = stack[--height]!;
        stack[height - 1] = position < 32n ? (stack[height - 1]! >> (248n - 8n * position)) & 0xffn : 0n;
        continue;
      }
      // SHL: the bits that would fall off go first, so that no larger number is made
      case 0x1b: {
        const shift = stack[--height]!;
        stack[height - 1] = shift < 256n ? BigInt.asUintN(256 - Number(shift), stack[height - 1]!) << shift : 0n;
        continue;
      }
      // SHR
      case 0x1c: {
        const shift = stack[--height]!;
        stack[height - 1] = shift < 256n ? stack[height - 1]! >> shift : 0n;
        continue;
      }
      // SAR
      case 0x1d: {
        const shift = stack[--height]!;
        const value = BigInt.asIntN(256, stack[height - 1]!);
        stack[height - 1] = BigInt.asUintN(256, value >> (shift < 256n ? shift : 256n));
        continue;
      }
      // CLZ
      case 0x1e: {
        const value = stack[height - 1]!;
        stack[height - 1] = value === 0n ? 256n : BigInt(256 - value.toString(2).length);
        continue;
      }

      // KECCAK256
      case 0x20: {
        const offset = Number(stack[--height]!);
        const size = Number(stack[height - 1]!);
        if (!((gas -= hashGas(memory, offset, size)) >= 0)) return outOfGas(frame);
        expand(memory, offset, size);
        stack[height - 1] = readPadded(keccak256Bytes(pieceOf(memory, offset, size)), 0);
        continue;
      }

      // ADDRESS
      case 0x30:
        stack[height++] = frame.addressWord ??= BigInt(address);
        continue;
      // BALANCE
      case 0x31: {
        const target = wordToAddress(stack[height - 1]!);
        if ((gas -= accessAccount(machine, target)) < 0) return outOfGas(frame);
        stack[height - 1] = balanceOf(overlay, target);
        continue;
      }
      // ORIGIN
      case 0x32:
        stack[height++] = BigInt(machine.origin);
        continue;
      // CALLER
      case 0x33:
        stack[height++] = frame.callerWord ??= BigInt(frame.caller);
        continue;
      // CALLVALUE
      case 0x34:
        stack[height++] = frame.value;
        continue;
      // CALLDATALOAD
      case 0x35:
        stack[height - 1] = readPadded(frame.input, Number(stack[height - 1]!));
        continue;
      // CALLDATASIZE
      case 0x36:
        stack[height++] = BigInt(frame.input.length);
        continue;
      // CODESIZE
      case 0x38:
        stack[height++] = BigInt(code.source.length);
        continue;
      // CALLDATACOPY, CODECOPY
      case 0x37:
      case 0x39: {
        const offset = Number(stack[--height]!);
        const from = Number(stack[--height]!);
        const size = Number(stack[--height]!);
        if (!((gas -= copyGas(memory, offset, size)) >= 0)) return outOfGas(frame);
        expand(memory, offset, size);
        copyIn(memory, offset, opcode === 0x37 ? frame.input : code.source, from, size);
        continue;
      }
      // GASPRICE
      case 0x3a:
        stack[height++] = machine.gasPrice;
        continue;
      // EXTCODESIZE
      case 0x3b: {
        const target = wordToAddress(stack[height - 1]!);
        if ((gas -= accessAccount(machine, target)) < 0) return outOfGas(frame);
        const account = overlay.account(target) ?? emptyAccount;
        stack[height - 1] = BigInt(codeOf(overlay, account.codeHash).source.length);
        continue;
      }
      // EXTCODECOPY
      case 0x3c: {
        const target = wordToAddress(stack[--height]!);
        const offset = Number(stack[--height]!);
        const from = Number(stack[--height]!);
        const size = Number(stack[--height]!);
        gas -= accessAccount(machine, target);
        if (!((gas -= copyGas(memory, offset, size)) >= 0)) return outOfGas(frame);
        expand(memory, offset, size);
        const account = overlay.account(target) ?? emptyAccount;
        copyIn(memory, offset, codeOf(overlay, account.codeHash).source, from, size);
        continue;
      }
      // RETURNDATASIZE
      case 0x3d:
        stack[height++] = BigInt(frame.returnData.length);
        continue;
      // RETURNDATACOPY: reading past the end is an error, not zeros (EIP-211)
      case 0x3e: {
        const offset = Number(stack[--height]!);
        const from = Number(stack[--height]!);
        const size = Number(stack[--height]!);
        if (!((gas -= copyGas(memory, offset, size)) >= 0)) return outOfGas(frame);
        if (from + size > frame.returnData.length) return fail(frame, 'return data out of bounds');
        expand(memory, offset, size);
        copyIn(memory, offset, frame.returnData, from, size);
        continue;
      }
      // EXTCODEHASH
      case 0x3f: {
        const target = wordToAddress(stack[height - 1]!);
        if ((gas -= accessAccount(machine, target)) < 0) return outOfGas(frame);
        const account = overlay.account(target);
        stack[height - 1] = account === undefined || isEmpty(account) ? 0n : hashToWord(account.codeHash);
        continue;
      }

      // BLOCKHASH
      case 0x40: {
        const number = stack[height - 1]!;
        const isKnown = number < block.number && number + 256n >= block.number;
        stack[height - 1] = isKnown ? hashToWord(block.blockHash(number)) : 0n;
        continue;
      }
      // COINBASE
      case 0x41:
        stack[height++] = BigInt(block.coinbase);
        continue;
      // TIMESTAMP
      case 0x42:
        stack[height++] = block.timestamp;
        continue;
      // NUMBER
      case 0x43:
        stack[height++] = block.number;
        continue;
      // PREVRANDAO, before Paris DIFFICULTY
      case 0x44:
        stack[height++] = rules.hasRandao ? hashToWord(block.prevRandao) : block.difficulty;
        continue;
      // GASLIMIT
      case 0x45:
        stack[height++] = block.gasLimit;
        continue;
      // CHAINID
      case 0x46:
        stack[height++] = block.chainId;
        continue;
      // SELFBALANCE
      case 0x47:
        stack[height++] = balanceOf(overlay, address);
        continue;
      // BASEFEE
      case 0x48:
        stack[height++] = block.baseFee;
        continue;
      // BLOBHASH
      case 0x49: {
        const hash = machine.blobHashes[Number(stack[height - 1]!)];
        stack[height - 1] = hash === undefined ? 0n : hashToWord(hash);
        continue;
      }
      // BLOBBASEFEE
      case 0x4a:
        stack[height++] = block.blobBaseFee;
        continue;

      // POP
      case 0x50:
        height--;
        continue;
      // MLOAD
      case 0x51: {
        const offset = Number(stack[height - 1]!);
        if (!(offset + 32 <= memory.size)) {
          if (!((gas -= expansionGas(memory, offset, 32)) >= 0)) return outOfGas(frame);
          expand(memory, offset, 32);
        }
        stack[height - 1] = readWord(arena.view, memory.base + offset);
        continue;
      }
      // MSTORE
      case 0x52: {
        const offset = Number(stack[--height]!);
        if (!(offset + 32 <= memory.size)) {
          if (!((gas -= expansionGas(memory, offset, 32)) >= 0)) return outOfGas(frame);
          expand(memory, offset, 32);
        }
        writeWord(arena.view, memory.base + offset, stack[--height]!);
        continue;
      }
      // MSTORE8
      case 0x53: {
        const offset = Number(stack[--height]!);
        if (!((gas -= expansionGas(memory, offset, 1)) >= 0)) return outOfGas(frame);
        expand(memory, offset, 1);
        arena.bytes[memory.base + offset] = Number(stack[--height]! & 0xffn);
        continue;
      }
      // SLOAD
      case 0x54: {
        const slot = stack[height - 1]!;
        if ((gas -= accessSlot(machine, address, slot)) < 0) return outOfGas(frame);
        stack[height - 1] = overlay.storage(address, slot);
        continue;
      }
      // SSTORE
      case 0x55: {
        const slot = stack[--height]!;
        const value = stack[--height]!;
        if (frame.isStatic) return fail(frame, 'write protection');
        if (rules.storage.hasSentry && gas <= sentry) return outOfGas(frame);
        const cost = writeCost(machine, address, slot, value);
        if ((gas -= cost.gas) < 0) return outOfGas(frame);
        if (rules.hasAccessSets) substate.warmSlot(address, slot);
        substate.refund += cost.refund;
        overlay.setStorage(address, slot, value);
        continue;
      }
      // JUMP
      case 0x56: {
        const target = Number(stack[--height]!);
        if (!isJumpDestination(code, target)) return fail(frame, 'invalid jump destination');
        pc = target;
        if (++effort >= patience) {
          effort = 0;
          if (interrupted?.() === true) return fail(frame, 'execution timeout');
        }
        continue;
      }
      // JUMPI
      case 0x57: {
        height -= 2;
        if (stack[height] === 0n) continue;
        const target = Number(stack[height + 1]!);
        if (!isJumpDestination(code, target)) return fail(frame, 'invalid jump destination');
        pc = target;
        if (++effort >= patience) {
          effort = 0;
          if (interrupted?.() === true) return fail(frame, 'execution timeout');
        }
        continue;
      }
      // PC
      case 0x58:
        stack[height++] = BigInt(pc - 1);
        continue;
      // MSIZE
      case 0x59:
        stack[height++] = BigInt(memory.size);
        continue;
      // GAS
      case 0x5a:
        stack[height++] = BigInt(gas);
        continue;
      // JUMPDEST
      case 0x5b:
        continue;
      // TLOAD
      case 0x5c:
        stack[height - 1] = substate.transient(address, stack[height - 1]!);
        continue;
      // TSTORE
      case 0x5d:
        if (frame.isStatic) return fail(frame, 'write protection');
        height -= 2;
        substate.setTransient(address, stack[height + 1]!, stack[height]!);
        continue;
      // MCOPY
      case 0x5e: {
        const to = Number(stack[--height]!);
        const from = Number(stack[--height]!);
        const size = Number(stack[--height]!);
        if (!((gas -= moveGas(memory, to, from, size)) >= 0)) return outOfGas(frame);
        expand(memory, Math.max(to, from), size);
        if (size > 0) arena.bytes.copyWithin(memory.base + to, memory.base + from, memory.base + from + size);
        continue;
      }
      // PUSH0
      case 0x5f:
        stack[height++] = 0n;
        continue;

      // PUSH1 to PUSH32
      case 0x60:
      case 0x61:
      case 0x62:
      case 0x63:
      case 0x64:
      case 0x65:
      case 0x66:
      case 0x67:
      case 0x68:
      case 0x69:
      case 0x6a:
      case 0x6b:
      case 0x6c:
      case 0x6d:
      case 0x6e:
      case 0x6f:
      case 0x70:
      case 0x71:
      case 0x72:
      case 0x73:
      case 0x74:
      case 0x75:
      case 0x76:
      case 0x77:
      case 0x78:
      case 0x79:
      case 0x7a:
      case 0x7b:
      case 0x7c:
      case 0x7d:
      case 0x7e:
      case 0x7f:
        stack[height++] = constants[constantIndex[pc - 1]!] ?? readConstant(code, pc - 1);
        pc += opcode - 0x5f;
        continue;

      // DUP1 to DUP16
      case 0x80:
      case 0x81:
      case 0x82:
      case 0x83:
      case 0x84:
      case 0x85:
      case 0x86:
      case 0x87:
      case 0x88:
      case 0x89:
      case 0x8a:
      case 0x8b:
      case 0x8c:
      case 0x8d:
      case 0x8e:
      case 0x8f:
        stack[height] = stack[height - (opcode - 0x7f)]!;
        height++;
        continue;

      // SWAP1 to SWAP16
      case 0x90:
      case 0x91:
      case 0x92:
      case 0x93:
      case 0x94:
      case 0x95:
      case 0x96:
      case 0x97:
      case 0x98:
      case 0x99:
      case 0x9a:
      case 0x9b:
      case 0x9c:
      case 0x9d:
      case 0x9e:
      case 0x9f: {
        const other = height - 1 - (opcode - 0x8f);
        const top = stack[height - 1]!;
        stack[height - 1] = stack[other]!;
        stack[other] = top;
        continue;
      }

      // LOG0 to LOG4
      case 0xa0:
      case 0xa1:
      case 0xa2:
      case 0xa3:
      case 0xa4: {
        const offset = Number(stack[--height]!);
        const size = Number(stack[--height]!);
        if (frame.isStatic) return fail(frame, 'write protection');
        if (!((gas -= logGas(memory, offset, size)) >= 0)) return outOfGas(frame);
        expand(memory, offset, size);
        const topics: Hash[] = [];
        for (let count = opcode - 0xa0; count > 0; count--) topics.push(bigIntToHash(stack[--height]!));
        emitLog(machine, address, topics, copyOut(memory, offset, size));
        continue;
      }

      // CREATE, CREATE2, CALL, CALLCODE, DELEGATECALL, STATICCALL
      case 0xf0:
      case 0xf5:
      case 0xf1:
      case 0xf2:
      case 0xf4:
      case 0xfa: {
        frame.pc = pc;
        frame.gas = gas;
        frame.height = height;
        const isCreation = opcode === 0xf0 || opcode === 0xf5;
        const child = isCreation ? startCreate(machine, frame, opcode) : startCall(machine, frame, opcode);
        if (child !== undefined || frame.hasEnded) return child;
        gas = frame.gas;
        height = frame.height;
        effort += callEffort;
        continue;
      }

      // RETURN, REVERT
      case 0xf3:
      case 0xfd: {
        const offset = Number(stack[--height]!);
        const size = Number(stack[--height]!);
        if (!((gas -= expansionGas(memory, offset, size)) >= 0)) return outOfGas(frame);
        expand(memory, offset, size);
        frame.gas = gas;
        const output = copyOut(memory, offset, size);
        if (opcode === 0xf3) succeed(frame, output);
        else refuse(frame, 'revert', output);
        return undefined;
      }
      // SELFDESTRUCT
      case 0xff: {
        const beneficiary = wordToAddress(stack[--height]!);
        if (frame.isStatic) return fail(frame, 'write protection');
        if ((gas -= selfDestructGas(machine, address, beneficiary)) < 0) return outOfGas(frame);
        frame.gas = gas;
        selfDestruct(machine, address, beneficiary);
        succeed(frame, emptyBytes);
        return undefined;
      }
    }
  }
  frame.pc = pc;
  frame.gas = gas;
  frame.height = height;
  return undefined;
}

function outOfGas(frame: Frame): undefined {
  return fail(frame, 'out of gas');
}

/** Finds out which of the table's demands was not met. */
function failStack({ rules }: Machine, frame: Frame, opcode: number, height: number): undefined {
  if (rules.minStack[opcode]! > 1024) {
    frame.invalidOpcode = opcode;
    fail(frame, 'invalid opcode');
  } else fail(frame, height < rules.minStack[opcode]! ? 'stack underflow' : 'stack overflow');
}
