/** Everything that stays the same while one transaction's code runs, and what its frames share. */
import type { Address, Hash } from '../../hex.ts';
import type { BlockContext, Hooks, Natives, Run } from '../engine.ts';
import type { Overlay } from '../state/overlay.ts';
import { isEmpty } from '../state/account.ts';
import { addBalance } from '../state/balance.ts';
import type { Pause } from './precompiles/pause.ts';
import { createPause } from './precompiles/pause.ts';
import type { Arena } from './arena.ts';
import type { Core } from './core/core.ts';
import type { Precompile } from './precompiles/table.ts';
import { precompilesOf } from './precompiles/table.ts';
import type { Rules } from './rules.ts';
import { rulesOf } from './rules.ts';
import type { Substate } from './substate.ts';
import { createSubstate } from './substate.ts';

export type Machine = {
  readonly arena: Arena;
  readonly core: Core | undefined;
  readonly rules: Rules;
  readonly block: BlockContext;
  readonly overlay: Overlay;
  readonly substate: Substate;
  readonly origin: Address;
  readonly gasPrice: bigint;
  readonly blobHashes: readonly Hash[];
  readonly hooks: Hooks;
  readonly natives: Natives | undefined;
  readonly interrupted: (() => boolean) | undefined;
  readonly pause: Pause;
  readonly precompiles: ReadonlyMap<Address, Precompile>;
  readonly movedPrecompiles: ReadonlyMap<Address, Address | undefined> | undefined;
};

const noHooks: Hooks = {};

export type Room = { readonly arena: Arena; readonly core: Core | undefined };

/** @param room Of this run alone, until it is over */
export function createMachine(
  { block, message, overlay, hooks, natives, precompiles, interrupted }: Run,
  { arena, core }: Room,
): Machine {
  const rules = rulesOf(block.fork);
  core?.use(rules);
  const { addresses, byAddress } = precompilesOf(block.fork);
  const substate = createSubstate(addresses);
  if (rules.hasAccessSets) {
    for (const address of message.warmAddresses) substate.warm(address);
    for (const [address, slot] of message.warmSlots) substate.warmSlot(address, slot);
  }
  return {
    arena,
    core,
    rules,
    block,
    overlay,
    substate,
    origin: message.origin,
    gasPrice: message.gasPrice,
    blobHashes: message.blobHashes,
    hooks: hooks ?? noHooks,
    natives,
    interrupted,
    pause: createPause(interrupted),
    precompiles: byAddress,
    movedPrecompiles: precompiles,
  };
}

/** The precompile that answers at an address, moved ones included. */
export function precompileAt(machine: Machine, address: Address): Precompile | undefined {
  const { movedPrecompiles, precompiles } = machine;
  if (movedPrecompiles?.has(address) !== true) return precompiles.get(address);
  const source = movedPrecompiles.get(address);
  return source === undefined ? undefined : precompiles.get(source);
}

/** Whether the account counts as absent: it does not exist or, from EIP-161 on, is empty. */
export function isAbsent(machine: Machine, address: Address): boolean {
  const account = machine.overlay.account(address);
  return account === undefined || (machine.rules.emptyIsAbsent && isEmpty(account));
}

export function balanceOf(overlay: Overlay, address: Address): bigint {
  return overlay.account(address)?.balance ?? 0n;
}

/** Moves value; the sender has it. Touches the recipient, even with nothing to move (EIP-161). */
export function transfer(overlay: Overlay, from: Address, to: Address, value: bigint): void {
  if (value === 0n) {
    overlay.touch(to);
    return;
  }
  addBalance(overlay, from, -value);
  addBalance(overlay, to, value);
}

/** Emits a log to the transaction and to whoever watches. */
export function emitLog(machine: Machine, address: Address, topics: readonly Hash[], data: Uint8Array): void {
  const log = { address, topics, data };
  machine.substate.logs.push(log);
  machine.hooks.log?.(log);
}
