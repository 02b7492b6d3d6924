/** The form of the files of a chain's fixture, and the values they become: addresses in lower case, amounts as bigint. */
import * as z from 'zod';
import type { Address } from './hex.ts';
import { hexToBytes } from './hex.ts';

/** A value that JSON has no type for. */
function scalar<Value>(expectation: string, read: (wire: unknown) => Value | undefined) {
  return z.unknown().transform((wire, context): Value => {
    const value = read(wire);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: `expected ${expectation}, got ${quoted(wire)}` });
    return z.NEVER;
  });
}

const matching = (form: RegExp, wire: unknown): string | undefined =>
  typeof wire === 'string' && form.test(wire) ? wire : undefined;

const toAddress = (wire: unknown): Address | undefined =>
  matching(/^0x[0-9a-f]{40}$/i, wire)?.toLowerCase() as Address | undefined; // the form was matched

const toBytes = (wire: unknown): Uint8Array | undefined => {
  if (typeof wire !== 'string' || !/^0x/i.test(wire)) return undefined;
  // Reading stops before the first two characters that are no byte: quicker than to match all of them, and code is long.
  const bytes = hexToBytes(wire as `0x${string}`); // it begins so
  return bytes.length * 2 === wire.length - 2 ? bytes : undefined;
};

const toNatural =
  (bits: number) =>
  (wire: unknown): bigint | undefined => {
    const digits = Number.isSafeInteger(wire) ? String(wire) : matching(/^(?:\d+|0x[0-9a-f]+)$/i, wire);
    const value = digits === undefined ? -1n : BigInt(digits);
    return value >= 0n && value < 2n ** BigInt(bits) ? value : undefined;
  };

const Line = scalar('a line of text', (wire) => matching(/^\S.*$/, wire));
const AddressText = scalar('an address (0x and 40 hex digits)', toAddress);
const Bytes = scalar('0x and an even number of hex digits', toBytes);
const Natural = scalar('a whole number, as a JSON number or as decimal or 0x text', toNatural(256));
const Uint64 = scalar('a whole number below 2^64', toNatural(64));

/** An address whose spelling counts: answers show it as the fixture has it. */
const Listed = scalar('an address (0x and 40 hex digits)', (wire) => {
  const address = toAddress(wire);
  return address === undefined ? undefined : { address, asWritten: String(wire) };
});

const atLeast = (least: number) =>
  scalar(`a whole number of at least ${least}`, (wire) =>
    Number.isSafeInteger(wire) && Number(wire) >= least ? Number(wire) : undefined,
  );

const Contracts = z
  .strictObject({ policyRegistry: Listed, tokenSupplyManager: Listed, tokenFactory: Listed })
  .readonly()
  .refine((contracts) => new Set(Object.values(contracts).map(({ address }) => address)).size === 3, {
    error: 'expected three different addresses',
  });

const BaseFee = z
  .strictObject({ minimum: Natural, initial: Natural, denominator: atLeast(1), elasticity: atLeast(1) })
  .readonly()
  .refine(({ minimum, initial }) => initial >= minimum, { path: ['initial'], error: 'expected at least the minimum' });

/** A whole number that the L1-attributes deposit has so many bits for. */
const unsigned = (bits: number, least = 0n) =>
  scalar(`a whole number from ${least} to 2^${bits} - 1`, (wire) => {
    const value = toNatural(bits)(wire);
    return value !== undefined && value >= least ? value : undefined;
  });

/** A chain that posts its data to L1; one without this part posts it nowhere. */
const Rollup = z
  .strictObject({
    /** Who posts the data. */
    batcher: AddressText,
    l1: z.strictObject({ number: unsigned(62), baseFee: Natural, blobBaseFee: Natural }).readonly(),
    baseFeeScalar: unsigned(32),
    blobBaseFeeScalar: unsigned(32),
    daFootprintGasScalar: unsigned(16, 1n),
  })
  .readonly();

const notes = { notes: z.array(Line).optional() };

/** `chain.json` */
export const Chain = z
  .strictObject({
    ...notes,
    chainId: scalar('a whole number from 1 to 2^53 - 1', (wire) =>
      Number.isSafeInteger(wire) && Number(wire) > 0 ? BigInt(Number(wire)) : undefined,
    ),
    name: Line,
    fork: z.enum(['cancun', 'prague', 'osaka']),
    feeRecipient: AddressText,
    gasLimit: atLeast(5000),
    baseFee: BaseFee,
    rollup: Rollup.optional(),
    contracts: Contracts,
  })
  .readonly();

const Account = z
  .strictObject({
    nonce: Uint64.default(0n),
    balance: Natural.default(0n),
    code: Bytes.default(new Uint8Array(0)),
    storage: mapOf(Natural, Natural),
  })
  .readonly();

/** `genesis.json` */
export const Genesis = z.strictObject({ ...notes, alloc: mapOf(AddressText, Account) });

/** An object whose keys are values too; two spellings of one key are refused. */
function mapOf<Key, Value>(key: z.ZodType<Key>, value: z.ZodType<Value>) {
  return z
    .record(z.string(), value)
    .default({})
    .transform((entries, context): ReadonlyMap<Key, Value> => {
      const map = new Map<Key, Value>();
      for (const [text, entry] of Object.entries(entries)) {
        const read = key.safeParse(text);
        const problem = read.success
          ? map.has(read.data)
            ? 'is there twice'
            : undefined
          : read.error.issues[0]?.message;
        if (problem !== undefined) context.addIssue({ code: 'custom', path: [text], message: problem });
        else if (read.success) map.set(read.data, entry);
      }
      return map;
    });
}

export type GenesisAccount = z.infer<typeof Account>;

/** A value as an error shows it. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`;
}
