/** The upgrades of the execution layer in their order, as far as they change execution or headers. */

const order = [
  'frontier',
  'homestead',
  'tangerineWhistle',
  'spuriousDragon',
  'byzantium',
  'constantinople',
  'petersburg',
  'istanbul',
  'berlin',
  'london',
  'paris',
  'shanghai',
  'cancun',
  'prague',
  'osaka',
] as const;

export type Fork = (typeof order)[number];

const position = Object.fromEntries(order.map((fork, index) => [fork, index])) as Record<Fork, number>;

/** Whether the rules of `since` are in force at `fork`. */
export function isActive(fork: Fork, since: Fork): boolean {
  return position[fork] >= position[since];
}
