/** SELFDESTRUCT: always sends the balance away; deletes the account by the rules of the fork (EIP-6780). */
import type { Address } from '../../hex.ts';
import { emptyAccount } from '../state/account.ts';
import type { Machine } from './machine.ts';
import { balanceOf, transfer } from './machine.ts';

/** The gas has been paid. */
export function selfDestruct(machine: Machine, address: Address, beneficiary: Address): void {
  const { overlay, rules, substate, hooks } = machine;
  const balance = balanceOf(overlay, address);
  if (rules.hasAccessSets) substate.warm(beneficiary);
  hooks.selfDestruct?.(address, beneficiary, balance);

  const isDeleted = !rules.destroysOnlyNew || substate.wasCreated(address);
  if (beneficiary === address) {
    // A deleted account burns what it sends to itself; a kept one keeps it.
    const account = overlay.account(address);
    if (isDeleted && account !== undefined) overlay.setAccount(address, { ...account, balance: 0n });
    else overlay.touch(address);
  } else {
    if (!rules.emptyIsAbsent && overlay.account(beneficiary) === undefined)
      overlay.setAccount(beneficiary, emptyAccount);
    transfer(overlay, address, beneficiary, balance);
  }
  if (isDeleted && !substate.markDestroyed(address)) substate.refund += rules.selfDestructRefund;
}
