/** eth_createAccessList: what a call touches, as the list that would make it warm from the start (EIP-2930). */
import type { Hooks } from '../evm/engine.ts';
import { authority, createAddress } from '../evm/transaction.ts';
import type { HaltReason } from '../evm/engine.ts';
import type { Address } from '../hex.ts';
import { bigIntToAddress, bigIntToHash } from '../hex.ts';
import type { AccessListEntry, CallRequest } from '../wire/call.ts';
import type { Stage } from './call.ts';
import { admit, callFields } from './call.ts';
import { applyWithin } from './deadline.ts';
import { ChainError } from './errors.ts';

export type CreatedAccessList = {
  /** In the order of addresses and slots. */
  readonly accessList: readonly AccessListEntry[];
  /** By the call, with this list. */
  readonly gasUsed: bigint;
  /** Why the call failed; the list is of what it touched until then. */
  readonly halt: HaltReason | undefined;
  readonly invalidOpcode: number | undefined;
};

/** Runs the call with longer and longer lists, since what is warm can change its course, until the list stays the same. */
export async function createAccessList(stage: Stage, request: CallRequest): Promise<CreatedAccessList> {
  if (request.to === undefined && request.data === undefined) throw new ChainError('missingTarget', {});
  const fields = callFields(stage, request);
  const { engine, context, deadline } = stage;
  const excluded = new Set([
    fields.from,
    fields.to ?? createAddress(fields.from, fields.nonce),
    ...engine.precompiles(context.fork),
    ...authorities(stage, fields.authorizationList),
  ]);
  let accesses = createAccesses(fields.accessList, excluded);
  for (;;) {
    deadline.check();
    const accessList = accesses.list();
    const attempted = { ...fields, accessList };
    const next = createAccesses(accessList, excluded);
    const transition = { ...admit(stage, attempted), hooks: next.hooks };
    // oxlint-disable-next-line no-await-in-loop -- each attempt starts with what the one before found
    const { gasUsed, outcome } = await applyWithin(deadline, transition, attempted);
    // Lists only grow, so the same size means the same list.
    if (next.size() === accesses.size())
      return { accessList, gasUsed, halt: outcome.halt, invalidOpcode: outcome.invalidOpcode };
    accesses = next;
  }
}

/** Accounts whose code the transaction itself may set: those are warm anyway (EIP-7702). */
function authorities({ rules }: Stage, list: CallRequest['authorizationList'] & {}): readonly Address[] {
  return list
    .filter(({ chainId }) => chainId === 0n || chainId === rules.chainId)
    .flatMap((item) => authority(item) ?? []);
}

type Accesses = {
  /** Adds what a run touches. */
  readonly hooks: Hooks;
  list(): readonly AccessListEntry[];
  /** Number of addresses and slots. */
  size(): number;
};

/** @param excluded addresses that are listed for the sake of their slots alone */
function createAccesses(initial: readonly AccessListEntry[], excluded: ReadonlySet<Address>): Accesses {
  const touched = new Map<Address, Set<bigint>>();

  function touch(address: Address): Set<bigint> {
    let slots = touched.get(address);
    if (slots === undefined) touched.set(address, (slots = new Set()));
    return slots;
  }

  for (const { address, storageKeys } of initial) {
    if (storageKeys.length === 0 && excluded.has(address)) continue;
    const slots = touch(address);
    for (const key of storageKeys) slots.add(BigInt(key));
  }
  return {
    hooks: {
      step({ opcode, stack, address }) {
        const top = stack.at(-1);
        switch (opcode) {
          // SLOAD, SSTORE
          case 0x54:
          case 0x55:
            if (top !== undefined) touch(address).add(top);
            break;
          // BALANCE, EXTCODESIZE, EXTCODECOPY, EXTCODEHASH, SELFDESTRUCT
          case 0x31:
          case 0x3b:
          case 0x3c:
          case 0x3f:
          case 0xff: {
            const other = top === undefined ? undefined : wordToAddress(top);
            if (other !== undefined && !excluded.has(other)) touch(other);
            break;
          }
          // CALL, CALLCODE, DELEGATECALL, STATICCALL
          case 0xf1:
          case 0xf2:
          case 0xf4:
          case 0xfa: {
            const second = stack.length < 5 ? undefined : stack.at(-2);
            const target = second === undefined ? undefined : wordToAddress(second);
            if (target !== undefined && !excluded.has(target)) touch(target);
          }
        }
      },
    },
    list: () =>
      [...touched]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([address, slots]) => ({
          address,
          storageKeys: [...slots].sort((one, other) => (one < other ? -1 : 1)).map(bigIntToHash),
        })),
    size: () => [...touched.values()].reduce((sum, slots) => sum + 1 + slots.size, 0),
  };
}

function wordToAddress(word: bigint): Address {
  return bigIntToAddress(BigInt.asUintN(160, word));
}
