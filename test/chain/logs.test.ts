/** Which logs a filter finds: ranges of reference §5.1, topics, limits; the index agrees with a naive scan over receipts. */
import fc from 'fast-check';
import { concat, numberToHex } from 'viem';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Chain } from '../../src/chain/chain.ts';
import { ChainError } from '../../src/chain/errors.ts';
import type { LogCriteria, PlacedLog } from '../../src/chain/logs.ts';
import { createLogIndex, logsOf } from '../../src/chain/logs.ts';
import type { ChainRules } from '../../src/chain/rules.ts';
import type { Block } from '../../src/chain/view.ts';
import type { Log } from '../../src/evm/engine.ts';
import type { Address, Hash } from '../../src/hex.ts';
import { emptyBytes } from '../../src/hex.ts';
import type { NumberSelector } from '../../src/wire/block-selector.ts';
import type { LogFilter } from '../../src/wire/filter.ts';
import { assemble } from '../support/assembly.ts';
import { alice, createTestChain, seal, sign } from '../support/chain.ts';
import { filterOf, latest, number, pending, tag } from '../support/requests.ts';

const seed = { seed: 20_261_121 };

const first: Address = `0x${'aa'.repeat(20)}`;
const second: Address = `0x${'bb'.repeat(20)}`;
const stranger: Address = `0x${'cc'.repeat(20)}`;
const topicOf = (value: number): Hash => numberToHex(value, { size: 32 });

/** Emits a log with the two topics that the call data holds, or one without topics when it holds none. */
const emitter = assemble(
  ...(['CALLDATASIZE', 8, 'JUMPI', 0, 0, 'LOG0', 'STOP'] as const),
  ...(['JUMPDEST', 32, 'CALLDATALOAD', 0, 'CALLDATALOAD', 0, 0, 'LOG2', 'STOP'] as const),
);

/** Emits one log and reverts. */
const failing = assemble(0, 0, 'LOG0', 0, 0, 'REVERT');

/** Chains under test count their own nonces. */
function sender(chain: Chain) {
  let nonce = 0;
  return async (to: Address, ...topics: number[]): Promise<void> => {
    const data = topics.length === 0 ? '0x' : concat(topics.map(topicOf));
    await chain.submit(await sign(alice, { to, data, nonce: nonce++, gas: 60_000n }));
    await chain.tick(1, 10);
  };
}

async function createLoggingChain(overrides: Partial<ChainRules> = {}): Promise<Chain> {
  return createTestChain(overrides, [
    [first, emitter],
    [second, emitter],
    [stranger, failing],
  ]);
}

/** The topics as small numbers, which tell logs apart. */
function marks(found: readonly PlacedLog[]): number[][] {
  return found.map(({ log }) => log.topics.map(Number));
}

function refusalOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    if (error instanceof ChainError) return { kind: error.kind, details: error.details };
    throw error;
  }
  return undefined;
}

describe('the range of a filter', () => {
  let chain: Chain;
  /** Block n holds one log with topics [n, n]; the head is 5 and block 6 is pre-confirmed. */
  beforeAll(async () => {
    chain = await createLoggingChain();
    const emit = sender(chain);
    for (let block = 1; block <= 6; block += 1) {
      // oxlint-disable-next-line no-await-in-loop -- blocks follow one another
      await emit(first, block, block);
      // oxlint-disable-next-line no-await-in-loop
      if (block < 6) await seal(chain);
    }
  });

  const blocksOf = (fields: Partial<LogFilter>): bigint[] =>
    chain.logs(filterOf(fields)).map(({ block }) => block.header.number);

  it.each<[string, NumberSelector | undefined, NumberSelector | undefined, readonly bigint[]]>([
    ['both ends absent: the newest sealed block', undefined, undefined, [5n]],
    ['from alone: up to the newest sealed block', number(3), undefined, [3n, 4n, 5n]],
    ['two numbers: both ends included', number(2), number(4), [2n, 3n, 4n]],
    ['one number twice: one block', number(2), number(2), [2n]],
    ['earliest to latest: everything sealed', tag('earliest'), latest, [1n, 2n, 3n, 4n, 5n]],
    ['safe and finalized: the blocks that they stand for', tag('finalized'), tag('safe'), [1n, 2n, 3n]],
    ['to the head by number', number(4), number(5), [4n, 5n]],
    ['pending to pending: the pre-confirmed block alone', pending, pending, [6n]],
    ['from pending alone: the pre-confirmed block alone', pending, undefined, [6n]],
    ['from pending to latest: the pre-confirmed block alone', pending, latest, [6n]],
    ['a number to pending: sealed, then pre-confirmed, nothing twice', number(4), pending, [4n, 5n, 6n]],
    ['latest to pending', latest, pending, [5n, 6n]],
    ['to pending alone: from defaults to latest', undefined, pending, [5n, 6n]],
    ['the pending block’s number to pending: the pre-confirmed block', number(6), pending, [6n]],
    ['from above the head: nothing', number(6), undefined, []],
    ['from above the head, to even further: nothing', number(7), number(9), []],
    ['from above the pending block, to pending: nothing', number(7), pending, []],
    ['from pending to a sealed block: nothing', pending, number(3), []],
    ['from pending to safe: nothing', pending, tag('safe'), []],
  ])('%s', (_, fromBlock, toBlock, expected) => {
    expect(blocksOf({ fromBlock, toBlock })).toEqual(expected);
  });

  it.each<[string, NumberSelector | undefined, NumberSelector | undefined, unknown]>([
    ['from after to', number(4), number(3), { kind: 'invalidBlockRange', details: { from: 4n, to: 3n } }],
    [
      'to alone, below the head, where from is',
      undefined,
      number(3),
      { kind: 'invalidBlockRange', details: { from: 5n, to: 3n } },
    ],
    ['to beyond the head', number(4), number(6), { kind: 'rangeBeyondHead', details: { requested: 6n, head: 5n } }],
  ])('is refused with its figures: %s', (_, fromBlock, toBlock, expected) => {
    expect(refusalOf(() => chain.logs(filterOf({ fromBlock, toBlock })))).toEqual(expected);
  });

  it('gives way to a block hash, whatever it says', () => {
    const blockHash = chain.at(number(2)).hash;
    expect(blocksOf({ blockHash })).toEqual([2n]);
    expect(blocksOf({ blockHash, fromBlock: number(4), toBlock: number(3) })).toEqual([2n]);
    expect(blocksOf({ blockHash, addresses: [second] })).toEqual([]);
  });

  it('with an unknown block hash is refused, and names it', () => {
    const blockHash = topicOf(1);
    expect(refusalOf(() => chain.logs(filterOf({ blockHash })))).toMatchObject({
      kind: expect.stringMatching(/NotFound$/) as string,
      details: { block: blockHash },
    });
  });

  it('places each log: block, transaction and a log index that runs through the block', async () => {
    const other = await createLoggingChain();
    const emit = sender(other);
    await emit(first, 1, 1);
    await emit(stranger);
    await emit(second, 2, 2);
    const placed = (): unknown =>
      other
        .logs(filterOf({ fromBlock: number(0), toBlock: pending }))
        .map(({ transactionIndex, logIndex, block }) => [transactionIndex, logIndex, block.isSealed]);
    expect(placed()).toEqual([
      [0, 0, false],
      [2, 1, false],
    ]);
    await seal(other);
    expect(placed()).toEqual([
      [0, 0, true],
      [2, 1, true],
    ]);
  });
});

describe('the limits', () => {
  it('refuse a distance of 2,000 blocks and take one of 1,999, pending counting as one more', async () => {
    const chain = await createLoggingChain();
    for (let block = 1; block <= 2_000; block += 1)
      // oxlint-disable-next-line no-await-in-loop -- blocks follow one another
      await seal(chain);
    const refusal = { kind: 'rangeTooLarge', details: { limit: 2_000 } };
    const ask = (fromBlock: NumberSelector, toBlock: NumberSelector): unknown =>
      refusalOf(() => chain.logs(filterOf({ fromBlock, toBlock })));
    expect(ask(number(0), number(2_000))).toEqual(refusal);
    expect(ask(tag('earliest'), latest)).toEqual(refusal);
    expect(ask(number(1), number(2_000))).toBeUndefined();
    expect(ask(number(0), number(1_999))).toBeUndefined();
    expect(ask(number(1), pending)).toEqual(refusal);
    expect(ask(number(2), pending)).toBeUndefined();
  });

  it('refuse more results than allowed with the range that would do, but never those of one block', async () => {
    const chain = await createLoggingChain({ logs: { refusesHashWithRange: false, range: 2_000, results: 3 } });
    const emit = sender(chain);
    for (const logs of [2, 1, 4]) {
      for (let log = 0; log < logs; log += 1)
        // oxlint-disable-next-line no-await-in-loop -- transactions follow one another
        await emit(first, 1, log);
      // oxlint-disable-next-line no-await-in-loop
      await seal(chain);
    }
    const ask = (fromBlock: NumberSelector, toBlock: NumberSelector): readonly PlacedLog[] =>
      chain.logs(filterOf({ fromBlock, toBlock }));
    expect(ask(number(1), number(2))).toHaveLength(3);
    expect(refusalOf(() => ask(number(1), number(3)))).toEqual({
      kind: 'tooManyResults',
      details: { limit: 3, from: 1n, retryTo: 2n },
    });
    expect(ask(number(3), number(3))).toHaveLength(4);
    expect(chain.logs(filterOf({ blockHash: chain.head.hash }))).toHaveLength(4);
    await emit(first, 1, 1);
    expect(refusalOf(() => ask(number(3), pending))).toMatchObject({ kind: 'tooManyResults', details: { from: 3n } });
    for (let log = 0; log < 4; log += 1)
      // oxlint-disable-next-line no-await-in-loop -- transactions follow one another
      await emit(first, 1, log);
    expect(ask(pending, pending)).toHaveLength(5);
  });

  it('count what matches, not what lies in the range', async () => {
    const chain = await createLoggingChain({ logs: { refusesHashWithRange: false, range: 2_000, results: 1 } });
    const emit = sender(chain);
    await emit(first, 1, 1);
    await seal(chain);
    await emit(second, 1, 1);
    await seal(chain);
    expect(chain.logs(filterOf({ addresses: [second], fromBlock: number(0) }))).toHaveLength(1);
  });
});

describe('topics and addresses', () => {
  let chain: Chain;
  beforeAll(async () => {
    chain = await createLoggingChain();
    const emit = sender(chain);
    await emit(first, 1, 2);
    await emit(second, 1, 3);
    await emit(first, 2, 2);
    await emit(second);
    await seal(chain);
  });
  const find = (criteria: Partial<LogCriteria>): number[][] => marks(chain.logs(filterOf(criteria)));

  it.each<[string, Partial<LogCriteria>, readonly (readonly number[])[]]>([
    ['nothing asked: everything, also a log without topics', {}, [[1, 2], [1, 3], [2, 2], []]],
    [
      'one address',
      { addresses: [first] },
      [
        [1, 2],
        [2, 2],
      ],
    ],
    ['addresses are alternatives', { addresses: [first, second] }, [[1, 2], [1, 3], [2, 2], []]],
    ['an address that emitted nothing', { addresses: [stranger] }, []],
    [
      'an address given twice finds each log once',
      { addresses: [first, first] },
      [
        [1, 2],
        [2, 2],
      ],
    ],
    [
      'a topic at its position',
      { topics: [[topicOf(1)]] },
      [
        [1, 2],
        [1, 3],
      ],
    ],
    ['the same topic at another position is another question', { topics: [[], [topicOf(1)]] }, []],
    [
      'any topic first, one second',
      { topics: [[], [topicOf(2)]] },
      [
        [1, 2],
        [2, 2],
      ],
    ],
    [
      'values of one position are alternatives',
      { topics: [[topicOf(1), topicOf(2)], [topicOf(2)]] },
      [
        [1, 2],
        [2, 2],
      ],
    ],
    [
      'a value given twice finds each log once',
      { topics: [[topicOf(1), topicOf(1)]] },
      [
        [1, 2],
        [1, 3],
      ],
    ],
    ['positions that let everything through', { topics: [[], []] }, [[1, 2], [1, 3], [2, 2], []]],
    ['more positions than the log has topics', { topics: [[topicOf(1)], [], [topicOf(3)]] }, []],
    ['address and topics together', { addresses: [second], topics: [[topicOf(1)]] }, [[1, 3]]],
  ])('%s', (_, criteria, expected) => {
    expect(find(criteria)).toEqual(expected);
  });

  it('a log is gone when its transaction reverts', () => {
    expect(find({ addresses: [stranger] })).toEqual([]);
  });
});

/** A block of the given logs, one transaction for each inner list. */
function blockOf(height: number, transactions: readonly (readonly Log[])[]): Block {
  return { header: { number: BigInt(height) }, receipts: transactions.map((logs) => ({ logs })) } as unknown as Block; // All that the index reads.
}

const anAddress = fc.constantFrom<Address>(first, second, stranger);
const aTopic = fc.constantFrom(1, 2, 3).map(topicOf);
const aLog = fc.record({
  address: anAddress,
  topics: fc.array(aTopic, { maxLength: 4 }),
  data: fc.constant(emptyBytes),
});
const aBlock = fc.array(fc.array(aLog, { maxLength: 3 }), { maxLength: 3 });
const criteria: fc.Arbitrary<LogCriteria> = fc.record({
  addresses: fc.array(anAddress, { maxLength: 3 }),
  topics: fc.array(fc.array(aTopic, { maxLength: 3 }), { maxLength: 4 }),
});

/** The words of the specification, one log at a time. */
function naiveMatch(log: Log, { addresses, topics }: LogCriteria): boolean {
  if (addresses.length > 0 && !addresses.some((address) => address === log.address)) return false;
  for (let position = 0; position < topics.length; position += 1) {
    const alternatives = topics[position]!;
    if (alternatives.length > 0 && !alternatives.some((topic) => topic === log.topics[position])) return false;
  }
  return true;
}

describe('the index', () => {
  const query = fc.record({
    criteria,
    from: fc.nat({ max: 9 }),
    length: fc.nat({ max: 9 }),
    limit: fc.constantFrom(0, 1, 3, Infinity),
  });

  it('answers as a scan over all receipts, also after a rewind and other blocks in the place of the old', () => {
    fc.assert(
      fc.property(
        fc.array(aBlock, { maxLength: 8 }),
        fc.nat({ max: 8 }),
        fc.array(aBlock, { maxLength: 4 }),
        fc.array(query, { maxLength: 6 }),
        (blocks, kept, others, queries) => {
          const index = createLogIndex();
          let chain = [blockOf(0, []), ...blocks.map((block, position) => blockOf(position + 1, block))];
          for (const block of chain) index.append(block);
          const check = (): void => {
            for (const { criteria: wanted, from, length, limit } of queries) {
              const all = chain
                .slice(from, from + length + 1)
                .flatMap((block) => [...logsOf(block)])
                .filter(({ log }) => naiveMatch(log, wanted));
              const found = index.query(wanted, from, from + length, limit);
              expect(found).toEqual(all.slice(0, limit === Infinity ? undefined : limit + 1));
            }
          };
          check();
          const height = Math.min(kept, chain.length - 1);
          index.rewind(height);
          chain = chain.slice(0, height + 1);
          check();
          for (const block of others) {
            const next = blockOf(chain.length, block);
            chain.push(next);
            index.append(next);
          }
          check();
        },
      ),
      { ...seed, numRuns: 300 },
    );
  });

  it('is asked by the chain for sealed logs, which join the pre-confirmed ones without gap or repetition', async () => {
    const chain = await createLoggingChain();
    const emit = sender(chain);
    const script = fc.sample(
      fc.record({
        to: fc.constantFrom(first, second),
        topics: fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 })),
        seals: fc.boolean(),
      }),
      { ...seed, numRuns: 25 },
    );
    for (const { to, topics, seals } of script) {
      // oxlint-disable-next-line no-await-in-loop -- blocks follow one another
      await emit(to, ...topics);
      // oxlint-disable-next-line no-await-in-loop
      if (seals) await seal(chain);
    }
    await emit(first, 1, 1);
    const head = Number(chain.head.header.number);
    const ask = fc.record({
      criteria,
      from: fc.nat({ max: head }),
      isPending: fc.boolean(),
      to: fc.nat({ max: head }),
    });
    fc.assert(
      fc.property(ask, ({ criteria: wanted, from, isPending, to }) => {
        fc.pre(isPending || from <= to);
        const views = [];
        for (let height = from; height <= (isPending ? head : to); height += 1) views.push(chain.at(number(height)));
        if (isPending) views.push(chain.pending);
        const expected = views.flatMap((view) => [...logsOf(view)]).filter(({ log }) => naiveMatch(log, wanted));
        const found = chain.logs(
          filterOf({ ...wanted, fromBlock: number(from), toBlock: isPending ? pending : number(to) }),
        );
        expect(found).toEqual(expected);
      }),
      { ...seed, numRuns: 200 },
    );
  });
});
