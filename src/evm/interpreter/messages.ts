/** How a message begins and ends: checks, value, native code, and what its end means for state and for the caller. */
import { emptyBytes } from '../../hex.ts';
import type { NativeContract } from '../engine.ts';
import { emptyAccount } from '../state/account.ts';
import { codeOf, emptyCode } from './code.ts';
import type { Code } from './code.ts';
import { beginCreation, deposit } from './creation.ts';
import type { Frame } from './frame.ts';
import { fail, refuse, succeed } from './frame.ts';
import type { Machine } from './machine.ts';
import { balanceOf, emitLog, precompileAt, transfer } from './machine.ts';
import { copyIn } from './memory.ts';
import { Interruption } from './precompiles/pause.ts';
import type { Precompile } from './precompiles/table.ts';

const maxDepth = 1024;

function isCreation(frame: Frame): boolean {
  return frame.kind === 'CREATE' || frame.kind === 'CREATE2';
}

/**
 * Begins a message whose frame is filled in. Afterwards the frame has ended (refused, native, or without code), or its code
 * is ready to run.
 */
export function begin(machine: Machine, frame: Frame): void {
  const { hooks, overlay, substate } = machine;
  const isBorrowed = frame.kind === 'CALLCODE' || frame.kind === 'DELEGATECALL';
  hooks.enter?.({
    kind: frame.kind,
    depth: frame.depth,
    from: isBorrowed ? frame.address : frame.caller,
    to: isBorrowed ? frame.codeAddress : frame.address,
    value: frame.value,
    gas: frame.gas,
    input: isCreation(frame) ? frame.code.source : frame.input,
  });
  if (frame.depth > maxDepth) return refuse(frame, 'max call depth exceeded');
  if (movesValue(frame) && balanceOf(overlay, frame.caller) < frame.value)
    return refuse(frame, 'insufficient balance for transfer');
  if (isCreation(frame)) return beginCreation(machine, frame);

  frame.overlayMark = overlay.checkpoint();
  frame.substateMark = substate.checkpoint();
  frame.hasBegun = true;
  beginCall(machine, frame);
}

/** DELEGATECALL only inherits a value; every other kind needs its sender to have it. */
function movesValue(frame: Frame): boolean {
  return frame.kind !== 'DELEGATECALL' && frame.value > 0n;
}

function beginCall(machine: Machine, frame: Frame): void {
  const { overlay } = machine;
  const native = machine.natives?.find(frame.codeAddress);
  const precompile = native === undefined ? precompileAt(machine, frame.codeAddress) : undefined;
  if (frame.kind === 'CALL') receiveValue(machine, frame);
  else if (frame.kind === 'STATICCALL') overlay.touch(frame.address);
  if (native !== undefined) return runNative(machine, frame, native);
  if (precompile !== undefined) return runPrecompile(machine, frame, precompile);
  frame.code = codeToRun(machine, frame);
  if (frame.code === emptyCode) succeed(frame, emptyBytes);
}

function receiveValue({ rules, overlay }: Machine, frame: Frame): void {
  if (overlay.account(frame.address) === undefined) {
    // EIP-161: a call that brings nothing leaves no account behind; before, every call did.
    if (rules.emptyIsAbsent && frame.value === 0n) return;
    overlay.setAccount(frame.address, emptyAccount);
  }
  transfer(overlay, frame.caller, frame.address, frame.value);
}

/** The account's code or, behind a delegation, its delegate's; delegates of delegates do not count (EIP-7702). */
function codeToRun(machine: Machine, frame: Frame): Code {
  const { overlay, rules } = machine;
  const hash = overlay.account(frame.codeAddress)?.codeHash;
  if (hash === undefined) return emptyCode;
  const code = codeOf(overlay, hash);
  if (code.delegate === undefined || !rules.hasDelegation) return code;
  // A precompile's address as delegate means empty code.
  if (machine.precompiles.has(code.delegate)) return emptyCode;
  const delegate = overlay.account(code.delegate);
  return delegate === undefined ? emptyCode : codeOf(overlay, delegate.codeHash);
}

function runPrecompile(machine: Machine, frame: Frame, precompile: Precompile): void {
  const gas = precompile.gas(frame.input, machine.rules.fork);
  if (!(gas <= frame.gas)) return fail(frame, 'out of gas');
  let output: Uint8Array | undefined;
  try {
    output = precompile.run(frame.input, machine.rules.fork, machine.pause);
  } catch (error) {
    if (error instanceof Interruption) return fail(frame, 'execution timeout');
    throw error;
  }
  if (output === undefined) return fail(frame, 'precompile failed');
  frame.gas -= gas;
  succeed(frame, output);
}

function runNative(machine: Machine, frame: Frame, native: NativeContract): void {
  const { substate } = machine;
  const { address } = frame;
  const { halt, gasUsed, output } = native({
    caller: frame.caller,
    address,
    codeAddress: frame.codeAddress,
    value: frame.value,
    data: frame.input,
    isStatic: frame.isStatic,
    gas: frame.gas,
    overlay: machine.overlay,
    block: machine.block,
    log: (topics, data) => emitLog(machine, address, topics, data),
    warmSlot: (slot) => substate.warmSlot(address, slot),
    warmAddress: (other) => substate.warm(other),
    refund(gas) {
      substate.refund += gas;
    },
  });
  if (gasUsed > frame.gas) return fail(frame, 'out of gas');
  if (halt !== undefined && halt !== 'revert') return fail(frame, halt);
  frame.gas -= gasUsed;
  if (halt === 'revert') refuse(frame, halt, output);
  else succeed(frame, output);
}

/** Settles a frame that has ended: deposits code, or undoes what a failed message did. */
export function end(machine: Machine, frame: Frame): void {
  if (isCreation(frame) && frame.halt === undefined) deposit(machine, frame);
  if (frame.halt !== undefined && frame.hasBegun) {
    machine.overlay.revert(frame.overlayMark);
    machine.substate.revert(frame.substateMark);
  }
  machine.hooks.exit?.({
    halt: frame.halt,
    invalidOpcode: frame.invalidOpcode,
    gasUsed: frame.gasLimit - frame.gas,
    output: frame.output,
  });
}

/** Hands an ended message's result to the frame that sent it. Nobody survives a timeout: it ends the sender as well. */
export function resume(parent: Frame, child: Frame): void {
  if (child.halt === 'execution timeout') return fail(parent, child.halt);
  parent.gas += child.gas;
  const succeeded = child.halt === undefined;
  if (isCreation(child)) {
    parent.stack[parent.height++] = succeeded ? BigInt(child.address) : 0n;
    // EIP-211: a creation returns data only when it reverts.
    parent.returnData = child.halt === 'revert' ? child.output : emptyBytes;
    return;
  }
  parent.stack[parent.height++] = succeeded ? 1n : 0n;
  parent.returnData = child.output;
  const size = Math.min(child.outputSize, child.output.length);
  copyIn(parent.memory, child.outputOffset, child.output, 0, size);
}
