/** What differs between upgrades, as plain values that are looked up once per run: opcode tables and the changed rules. */
import type { Fork } from '../fork.ts';
import { isActive } from '../fork.ts';
import { opcodes, repricings } from './opcodes.ts';

export type Rules = {
  readonly fork: Fork;
  /** By opcode: gas that is always due. */
  readonly baseGas: Uint16Array;
  /** By opcode: fewest stack items it runs with; more than a stack can hold for an undefined opcode. */
  readonly minStack: Uint16Array;
  /** By opcode: most stack items it runs with. */
  readonly maxStack: Uint16Array;
  /** By opcode: stack items taken, and left in their place. */
  readonly inputs: Uint8Array;
  readonly outputs: Uint8Array;

  /** EIP-2: a creation that cannot pay for its code fails instead of leaving an empty account. */
  readonly depositMustSucceed: boolean;
  /** EIP-150: a call gets at most all but one 64th. */
  readonly keepsOne64th: boolean;
  /** EIP-150: a self-destruct pays for the account it brings to life. */
  readonly selfDestructPaysForNewAccount: boolean;
  /** EIP-158, EIP-161: empty accounts count as absent and vanish once touched; created ones start with nonce 1. */
  readonly emptyIsAbsent: boolean;
  /** EIP-160: gas per byte of exponent. */
  readonly expByteGas: number;
  /** EIP-170. */
  readonly maxCodeSize: number;
  /** EIP-3541: code must not begin with 0xef. */
  readonly reservesEf: boolean;
  /** EIP-3860: limit and word price of initcode. */
  readonly maxInitcodeSize: number;
  readonly initcodeWordGas: number;
  /** EIP-2929: the first access to an account or slot in a transaction is dearer. */
  readonly hasAccessSets: boolean;
  /** EIP-4399: PREVRANDAO instead of DIFFICULTY. */
  readonly hasRandao: boolean;
  /** EIP-6780: only an account created in the same transaction is deleted. */
  readonly destroysOnlyNew: boolean;
  /** 24,000 until EIP-3529 took it away. */
  readonly selfDestructRefund: number;
  /** EIP-7702: an account's code can point to another's. */
  readonly hasDelegation: boolean;
  readonly storage: StorageRules;
};

/** How a storage write is priced; see `storage-gas.ts`. */
export type StorageRules = {
  /** EIP-1283 and EIP-2200: the value at the start of the transaction counts too. */
  readonly isNet: boolean;
  /** EIP-2200: fails with no more gas than a stipend. */
  readonly hasSentry: boolean;
  /** Changes nothing, or changes what was changed before. */
  readonly again: number;
  /** From zero. */
  readonly set: number;
  /** From another value. */
  readonly reset: number;
  readonly clearRefund: number;
};

/** No stack is ever this high, so a table entry that demands it can never be met. */
const unreachable = 1025;
const stackLimit = 1024;

const made = new Map<Fork, Rules>();

/** The rules in force at a fork; made on first use. */
export function rulesOf(fork: Fork): Rules {
  let rules = made.get(fork);
  if (rules === undefined) made.set(fork, (rules = makeRules(fork)));
  return rules;
}

function makeRules(fork: Fork): Rules {
  const has = (since: Fork): boolean => isActive(fork, since);
  return {
    fork,
    ...opcodeTables(fork),
    depositMustSucceed: has('homestead'),
    keepsOne64th: has('tangerineWhistle'),
    selfDestructPaysForNewAccount: has('tangerineWhistle'),
    emptyIsAbsent: has('spuriousDragon'),
    expByteGas: has('spuriousDragon') ? 50 : 10,
    maxCodeSize: has('spuriousDragon') ? 24_576 : Infinity,
    reservesEf: has('london'),
    maxInitcodeSize: has('shanghai') ? 2 * 24_576 : Infinity,
    initcodeWordGas: has('shanghai') ? 2 : 0,
    hasAccessSets: has('berlin'),
    hasRandao: has('paris'),
    destroysOnlyNew: has('cancun'),
    selfDestructRefund: has('london') ? 0 : 24_000,
    hasDelegation: has('prague'),
    storage: storageRules(fork),
  };
}

function opcodeTables(fork: Fork): Pick<Rules, 'baseGas' | 'minStack' | 'maxStack' | 'inputs' | 'outputs'> {
  const baseGas = new Uint16Array(256);
  const minStack = new Uint16Array(256).fill(unreachable);
  const maxStack = new Uint16Array(256);
  const taken = new Uint8Array(256);
  const left = new Uint8Array(256);
  for (const { code, name, gas, inputs, outputs, since } of opcodes) {
    if (!isActive(fork, since)) continue;
    baseGas[code] = gas;
    for (const repricing of repricings) {
      const repriced = repricing.gas[name];
      if (repriced !== undefined && isActive(fork, repricing.since)) baseGas[code] = repriced;
    }
    minStack[code] = inputs;
    taken[code] = inputs;
    left[code] = outputs;
    maxStack[code] = Math.min(stackLimit, stackLimit + inputs - outputs);
  }
  return { baseGas, minStack, maxStack, inputs: taken, outputs: left };
}

function storageRules(fork: Fork): StorageRules {
  const common = { set: 20_000, reset: 5000, clearRefund: 15_000 };
  if (isActive(fork, 'berlin'))
    // EIP-2929 splits the cold access off the reset; EIP-3529 lowers the refund.
    return {
      ...common,
      isNet: true,
      hasSentry: true,
      again: 100,
      reset: 2900,
      clearRefund: isActive(fork, 'london') ? 4800 : 15_000,
    };
  if (isActive(fork, 'istanbul')) return { ...common, isNet: true, hasSentry: true, again: 800 };
  // EIP-1283 was in Constantinople and taken back in Petersburg.
  if (fork === 'constantinople') return { ...common, isNet: true, hasSentry: false, again: 200 };
  return { ...common, isNet: false, hasSentry: false, again: 5000 };
}
