/** What a client may subscribe to (reference §7). */
import type { LogCriteria } from '../chain/logs.ts';
import { Malformed, refine, Refused, show } from '../wire/codec.ts';
import * as z from 'zod';
import { Filter } from '../wire/filter.ts';
import { InvalidParams } from './errors.ts';

export const kinds = [
  'newHeads',
  'logs',
  'newPendingTransactions',
  'syncing',
  'newFlashblocks',
  'pendingLogs',
  'newFlashblockTransactions',
] as const;

export type Kind = (typeof kinds)[number];

/** Those of a chain without flashblocks. */
export const commonKinds: readonly Kind[] = ['newHeads', 'logs', 'newPendingTransactions', 'syncing'];

export type SubscriptionRequest = {
  readonly kind: Kind;
  /** Transactions in full in place of their hashes. */
  readonly isFull: boolean;
  /** Which logs; without it, all of them. */
  readonly criteria: LogCriteria | undefined;
};

/** The name of a kind. */
export const SubscriptionKind = refine(z.unknown(), (wire): Kind => {
  if (typeof wire !== 'string') throw new Malformed(`expected the name of a subscription, got ${show(wire)}`);
  const kind = kinds.find((known) => known === wire);
  if (kind === undefined) throw new Refused(unknownKind(wire, kinds));
  return kind;
}).meta({ type: 'string', enum: kinds });

/**
 * Reads the argument that belongs to a kind. The chain's own kinds take a default where the argument is of the wrong type, the
 * common ones refuse, both as the real node does.
 * @throws InvalidParams
 */
export function subscriptionRequest(kind: Kind, argument: unknown): SubscriptionRequest {
  const plain = { kind, isFull: false, criteria: undefined };
  const isAbsent = argument === undefined || argument === null;
  switch (kind) {
    case 'newHeads':
    case 'syncing':
    case 'newFlashblocks':
      return plain;
    case 'newPendingTransactions':
      if (!isAbsent && typeof argument !== 'boolean') throw badArgument(kind);
      return { ...plain, isFull: argument === true };
    case 'logs': {
      if (isAbsent) return plain;
      const criteria = criteriaOf(argument);
      if (criteria === undefined) throw badArgument(kind);
      return { ...plain, criteria };
    }
    case 'pendingLogs':
      return { ...plain, criteria: criteriaOf(argument) };
    case 'newFlashblockTransactions': {
      const criteria = criteriaOf(argument);
      return { kind, isFull: argument === true || criteria !== undefined, criteria };
    }
  }
}

/** What is said of a kind that is none of those that there are. */
export function unknownKind(wire: string, known: readonly Kind[]): string {
  return `unknown subscription ${show(wire)}, expected one of ${known.join(', ')}`;
}

function criteriaOf(argument: unknown): LogCriteria | undefined {
  if (typeof argument !== 'object' || argument === null || Array.isArray(argument)) return undefined;
  const { data } = Filter.safeParse(argument);
  return data === undefined ? undefined : { addresses: data.addresses, topics: data.topics };
}

function badArgument(kind: Kind): InvalidParams {
  return new InvalidParams({ kind: 'refused', reason: `Invalid params for ${kind}` });
}
