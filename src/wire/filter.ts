/** The log filter of eth_getLogs, filters and subscriptions. What matches, `chain/logs.ts` knows. */
import * as z from 'zod';
import { NumberSelector } from './block-selector.ts';
import { expected, Malformed, refine, Refused, show } from './codec.ts';
import { Address, Hash } from './scalars.ts';

/** What a client asks of logs. Each part that is empty or absent lets everything through. */
export type LogFilter = {
  /** Alternatives. */
  readonly addresses: readonly Address[];
  /** Alternatives by position; an empty position lets everything through. */
  readonly topics: readonly (readonly Hash[])[];
  readonly blockHash: Hash | undefined;
  readonly fromBlock: NumberSelector | undefined;
  readonly toBlock: NumberSelector | undefined;
};

/** The most topics that a log can have. */
const maxTopics = 4;
/** The most addresses, and the most alternatives at one position, that a filter may list. */
const maxAlternatives = 1000;

const addressSchema = { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' };
const topicSchema = { type: 'string', pattern: '^0x[0-9a-fA-F]{64}$' };

const Addresses = refine(z.unknown(), (wire): readonly unknown[] => {
  if (wire === undefined || wire === null) return [];
  if (!Array.isArray(wire)) return [wire];
  if (wire.length > maxAlternatives) {
    throw new Refused(`too many filter addresses: max ${maxAlternatives}, got ${wire.length}`);
  }
  return wire;
})
  .pipe(z.array(Address))
  .meta({ title: 'address or list of them', oneOf: [addressSchema, { type: 'array', items: addressSchema }] });

const Topics = refine(z.unknown(), (wire): readonly (readonly unknown[])[] => {
  if (wire === undefined || wire === null) return [];
  if (!Array.isArray(wire)) throw new Malformed(`expected an array of topic positions, got ${show(wire)}`);
  if (wire.length > maxTopics) throw new Refused(`exceeded maximum topics len: max ${maxTopics}, got ${wire.length}`);
  return wire.map(alternatives);
})
  .pipe(z.array(z.array(Hash)))
  .meta({
    title: 'topics by position',
    type: 'array',
    maxItems: maxTopics,
    items: { oneOf: [{ type: 'null' }, topicSchema, { type: 'array', items: topicSchema }] },
  });

const parts = z.object(
  {
    fromBlock: NumberSelector.nullish(),
    toBlock: NumberSelector.nullish(),
    address: Addresses.optional(),
    topics: Topics.optional(),
    blockHash: Hash.nullish(),
  },
  expected('a filter object'),
);

/** The name that a filter was given. */
export const FilterId = z.string(expected('the id of a filter'));

/** The filter object; null counts as absent, unknown keys are ignored. */
export const Filter = refine(parts, (filter): LogFilter => ({
  addresses: filter.address ?? [],
  topics: filter.topics ?? [],
  blockHash: filter.blockHash ?? undefined,
  fromBlock: filter.fromBlock ?? undefined,
  toBlock: filter.toBlock ?? undefined,
}));

/** A position as a list; a list that holds null lets everything through, as null itself does. */
function alternatives(position: unknown, index: number): readonly unknown[] {
  if (position === null) return [];
  if (!Array.isArray(position)) return [position];
  if (position.length > maxAlternatives) {
    throw new Refused(`too many filter topics in slot ${index}: max ${maxAlternatives}, got ${position.length}`);
  }
  return position.includes(null) ? [] : position;
}
