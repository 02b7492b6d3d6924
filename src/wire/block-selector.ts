/** Which block a request means: a tag, a number or a hash. What state that is, `chain/view.ts` knows. */
import { bigIntToHex } from '../hex.ts';
import type { HexFault } from './codec.ts';
import { codec, Malformed, quote, show } from './codec.ts';
import type { Hash } from './scalars.ts';
import { hash, uint64 } from './scalars.ts';

const tags = ['latest', 'pending', 'safe', 'finalized', 'earliest'] as const;

/** A block by its place in the chain's life. */
export type BlockTag = (typeof tags)[number];

/** A block by tag or number, where a hash has no meaning. */
export type NumberSelector =
  | { readonly kind: 'tag'; readonly tag: BlockTag }
  | { readonly kind: 'number'; readonly number: bigint };

/** A block by tag, number or hash. */
export type BlockSelector =
  | NumberSelector
  | { readonly kind: 'hash'; readonly hash: Hash; readonly requireCanonical: boolean };

/** Neither a tag nor a hex number. */
const noPrefix: HexFault = { noun: 'blockNumber', problem: 'noPrefix', digits: 0, want: 16 };

/** What an absent selector means. */
const latest: NumberSelector = { kind: 'tag', tag: 'latest' };

const selectorOfTag: ReadonlyMap<string, NumberSelector> = new Map(
  tags.map((tag) => [tag, tag === 'latest' ? latest : { kind: 'tag', tag }]),
);

const tagSchema = { type: 'string', enum: tags };
const numberSchema = { type: 'string', title: 'block number', pattern: '^0x(0|[1-9a-f][0-9a-f]{0,15})$' };
const hashSchema = { type: 'string', title: 'block hash', pattern: '^0x[0-9a-f]{64}$' };

/** A tag, a hex number, a 32-byte hash or an object of EIP-1898; absent or null means `latest`. */
export const BlockSelector = codec<BlockSelector>(
  {
    title: 'block tag, number or hash',
    oneOf: [
      tagSchema,
      numberSchema,
      hashSchema,
      { type: 'object', properties: { blockNumber: numberSchema }, required: ['blockNumber'] },
      {
        type: 'object',
        properties: { blockHash: hashSchema, requireCanonical: { type: 'boolean' } },
        required: ['blockHash'],
      },
    ],
  },
  (wire) => {
    if (wire === undefined || wire === null) return latest;
    if (typeof wire === 'string') {
      return wire.length === 66 && wire.startsWith('0x')
        ? { kind: 'hash', hash: hash(wire), requireCanonical: false }
        : tagOrNumber(wire);
    }
    if (typeof wire !== 'object' || Array.isArray(wire)) {
      throw new Malformed(`expected a block tag, number, hash or object, got ${show(wire)}`);
    }
    return selectorObject(wire);
  },
  (selector) => {
    if (selector.kind !== 'hash') return numberSelectorToWire(selector);
    return selector.requireCanonical ? { blockHash: selector.hash, requireCanonical: true } : selector.hash;
  },
);

/** A tag or a hex number; absent or null means `latest`. */
export const NumberSelector = codec<NumberSelector>(
  { title: 'block tag or number', oneOf: [tagSchema, numberSchema] },
  (wire) => (wire === undefined || wire === null ? latest : tagOrNumber(wire)),
  numberSelectorToWire,
);

/** Any JSON object; its known keys are read one by one. */
type SelectorObject = { readonly [key in 'blockNumber' | 'blockHash' | 'requireCanonical']?: unknown };

function selectorObject({ blockNumber, blockHash, requireCanonical }: SelectorObject): BlockSelector {
  const hasNumber = blockNumber !== undefined && blockNumber !== null;
  const hasHash = blockHash !== undefined && blockHash !== null;
  if (hasNumber && hasHash) throw new Malformed('block selector has both blockHash and blockNumber');
  if (hasNumber) return tagOrNumber(blockNumber);
  if (!hasHash) throw new Malformed('block selector object needs blockHash or blockNumber');
  if (requireCanonical !== undefined && requireCanonical !== null && typeof requireCanonical !== 'boolean') {
    throw new Malformed(`requireCanonical: expected true or false, got ${show(requireCanonical)}`);
  }
  return { kind: 'hash', hash: hash(blockHash), requireCanonical: requireCanonical === true };
}

function tagOrNumber(wire: unknown): NumberSelector {
  if (typeof wire !== 'string') throw new Malformed(`expected a block tag or number, got ${show(wire)}`, noPrefix);
  const known = selectorOfTag.get(wire) ?? selectorOfTag.get(wire.toLowerCase());
  if (known !== undefined) return known;
  if (!wire.startsWith('0x'))
    throw new Malformed(
      `hex string without 0x prefix, and not a block tag: ${quote(wire)}`,
      wire === '' ? { ...noPrefix, problem: 'empty' } : noPrefix,
    );
  return { kind: 'number', number: uint64(wire, 'blockNumber') };
}

function numberSelectorToWire(selector: NumberSelector): string {
  return selector.kind === 'tag' ? selector.tag : bigIntToHex(selector.number);
}
