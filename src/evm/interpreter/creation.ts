/** How a contract comes to be: the checks before its initcode runs and the deposit of the code it returns. */
import { emptyBytes } from '../../hex.ts';
import { emptyAccount, emptyCodeHash } from '../state/account.ts';
import { emptyCode } from './code.ts';
import type { Frame } from './frame.ts';
import { fail, refuse, succeed } from './frame.ts';
import type { Machine } from './machine.ts';
import { transfer } from './machine.ts';

const depositByteGas = 200;

/** Begins a creation; depth and balance have been checked. */
export function beginCreation(machine: Machine, frame: Frame): void {
  const { overlay, rules, substate } = machine;
  // The transaction's own creation had its sender's nonce raised with the transaction.
  if (frame.parent !== undefined && !raiseNonce(machine, frame)) return;
  // EIP-2929: stays warm even when the creation fails.
  if (rules.hasAccessSets) substate.warm(frame.address);
  frame.overlayMark = overlay.checkpoint();
  frame.substateMark = substate.checkpoint();
  frame.hasBegun = true;

  const existing = overlay.account(frame.address);
  const isTaken =
    existing !== undefined &&
    (existing.nonce > 0n || existing.codeHash !== emptyCodeHash || overlay.hasStorage(frame.address)); // EIP-684, EIP-7610
  if (isTaken) return fail(frame, 'contract address collision');

  substate.markCreated(frame.address);
  const nonce = rules.emptyIsAbsent ? 1n : 0n; // EIP-161
  overlay.setAccount(frame.address, { ...(existing ?? emptyAccount), nonce });
  transfer(overlay, frame.caller, frame.address, frame.value);
  if (frame.code === emptyCode) succeed(frame, emptyBytes);
}

/** Stores what the initcode returned, if it may be and its gas can be paid. */
export function deposit(machine: Machine, frame: Frame): void {
  const { overlay, rules } = machine;
  const code = frame.output;
  if (code.length > rules.maxCodeSize) return fail(frame, 'max code size exceeded');
  if (rules.reservesEf && code[0] === 0xef) return fail(frame, 'invalid code: must not begin with 0xef');
  const gas = depositByteGas * code.length;
  if (gas > frame.gas) {
    if (rules.depositMustSucceed) return fail(frame, 'code store out of gas');
    // Frontier: the account stays, without code and with the gas.
    return succeed(frame, emptyBytes);
  }
  frame.gas -= gas;
  if (code.length > 0) overlay.setCode(frame.address, code);
}

/** Raises the creator's nonce; `false` when it cannot go higher (EIP-2681). */
function raiseNonce({ overlay }: Machine, frame: Frame): boolean {
  const creator = overlay.account(frame.caller) ?? emptyAccount;
  if (creator.nonce >= maxNonce) {
    refuse(frame, 'nonce uint64 overflow');
    return false;
  }
  overlay.setAccount(frame.caller, { ...creator, nonce: creator.nonce + 1n });
  return true;
}

const maxNonce = (1n << 64n) - 1n;
