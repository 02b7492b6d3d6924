/** What a storage write costs and refunds: one rule with the numbers of each upgrade (EIP-1283, 2200, 2929, 3529). */
import type { Address } from '../../hex.ts';
import type { Machine } from './machine.ts';
import type { StorageRules } from './rules.ts';

export type WriteCost = { readonly gas: number; readonly refund: number };

const coldSlotGas = 2100;
/** EIP-2200: a write needs more gas left than a stipend. */
export const sentry = 2300;

/** The cost of writing `value` to the slot now. Only reads. */
export function writeCost(machine: Machine, address: Address, slot: bigint, value: bigint): WriteCost {
  const { overlay, rules, substate } = machine;
  const current = overlay.storage(address, slot);
  const cold = rules.hasAccessSets && !substate.isSlotWarm(address, slot) ? coldSlotGas : 0;
  const { gas, refund } = rules.storage.isNet
    ? netCost(rules.storage, overlay.originalStorage(address, slot), current, value)
    : plainCost(rules.storage, current, value);
  return { gas: gas + cold, refund };
}

/** Before net metering: only the value now and the value to be count. */
function plainCost({ set, reset, clearRefund }: StorageRules, current: bigint, value: bigint): WriteCost {
  return {
    gas: current === 0n && value !== 0n ? set : reset,
    refund: current !== 0n && value === 0n ? clearRefund : 0,
  };
}

/** Net metering: what counts is the difference to the start of the transaction. */
function netCost(rules: StorageRules, original: bigint, current: bigint, value: bigint): WriteCost {
  const { again, set, reset, clearRefund } = rules;
  if (current === value) return { gas: again, refund: 0 };
  if (original === current)
    return original === 0n ? { gas: set, refund: 0 } : { gas: reset, refund: value === 0n ? clearRefund : 0 };
  let refund = 0;
  if (original !== 0n) {
    if (current === 0n) refund -= clearRefund;
    else if (value === 0n) refund += clearRefund;
  }
  if (original === value) refund += (original === 0n ? set : reset) - again;
  return { gas: again, refund };
}
