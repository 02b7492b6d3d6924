/** Which rules a block runs under: a fork, and from Cancun on the limits of its blobs. */
import type { Fork } from './fork.ts';
import { isActive } from './fork.ts';

/** Blobs of one block, and how fast their price moves (EIP-4844, EIP-7691, EIP-7892). */
export type BlobSchedule = {
  readonly target: bigint;
  readonly max: bigint;
  readonly baseFeeUpdateFraction: bigint;
};

export type BlockRules = {
  readonly fork: Fork;
  /** `undefined` on a chain without blobs. */
  readonly blobs: BlobSchedule | undefined;
};

/** The rules of a block by its number and its time, in seconds since 1970. */
export type Schedule = (number: bigint, timestamp: bigint) => BlockRules;

/** The same rules for every block. */
export function constantSchedule(fork: Fork): Schedule {
  const rules = { fork, blobs: undefined };
  return () => rules;
}

/** A fork with where it begins; blob limits may change without a fork (EIP-7892). */
export type Activation = {
  readonly fork: Fork;
  readonly blobs?: BlobSchedule | undefined;
  readonly since: { readonly number: bigint } | { readonly timestamp: bigint };
};

/** All that is known of a chain's upgrades, past and to come. */
export type Upgrades = {
  /** In their order. */
  readonly activations: readonly Activation[];
  /** Blocks and times at which the rules of a node change, even where nothing of it shows here: the fork id covers them all. */
  readonly numbers: readonly bigint[];
  readonly timestamps: readonly bigint[];
};

/** The upgrades of a chain that began with that fork and stays with it. */
export function noUpgrades(fork: Fork): Upgrades {
  return { activations: [{ fork, since: { timestamp: 0n } }], numbers: [], timestamps: [] };
}

/** Rules by a list of activations in their order. */
export function scheduleOf(activations: readonly Activation[]): Schedule {
  const order = activations.map(({ fork, blobs, since }) => ({ rules: { fork, blobs }, since }));
  return (number, timestamp) => {
    let current: BlockRules = { fork: 'frontier', blobs: undefined };
    for (const { rules, since } of order) {
      const isPast = 'number' in since ? number >= since.number : timestamp >= since.timestamp;
      if (isPast && isActive(rules.fork, current.fork)) current = rules;
    }
    return current;
  };
}
