import { describe, expect, test } from 'vitest';
import type { Complaint } from '../../src/wire/codec.ts';
import { complaintOf } from '../../src/wire/codec.ts';
import { Filter } from '../../src/wire/filter.ts';

const account = '0xD1ca4dacdf3231011d175351f1f02d15c7c5664c';
const topic = (digit: string) => `0x${digit.repeat(64)}`;

function complaint(wire: unknown): Complaint | undefined {
  const result = Filter.safeParse(wire);
  return result.success ? undefined : complaintOf(result.error);
}

describe('a log filter', () => {
  test('may be empty, and null counts as absent', () => {
    const empty = { addresses: [], topics: [], blockHash: undefined, fromBlock: undefined, toBlock: undefined };
    expect(Filter.parse({})).toEqual(empty);
    expect(Filter.parse({ address: null, topics: null, blockHash: null, fromBlock: null, toBlock: null })).toEqual(
      empty,
    );
    expect(Filter.parse({ address: [], topics: [] })).toEqual(empty);
  });

  test('keeps an absent end apart from latest', () => {
    expect(Filter.parse({ fromBlock: 'pending' })).toMatchObject({ fromBlock: { tag: 'pending' }, toBlock: undefined });
    expect(Filter.parse({ toBlock: '0x5' })).toMatchObject({ fromBlock: undefined, toBlock: { number: 5n } });
  });

  test('takes one address or several', () => {
    expect(Filter.parse({ address: account }).addresses).toEqual([account.toLowerCase()]);
    expect(Filter.parse({ address: [account, account] }).addresses).toHaveLength(2);
  });

  test('reads each topic position as alternatives, null and lists with null as anything', () => {
    expect(Filter.parse({ topics: [null, topic('a'), [topic('B'), topic('c')], [topic('d'), null]] }).topics).toEqual([
      [],
      [topic('a')],
      [topic('b'), topic('c')],
      [],
    ]);
    expect(Filter.parse({ topics: [[], topic('a')] }).topics).toEqual([[], [topic('a')]]);
  });

  test('may carry a block hash beside a range; which wins is not decided here', () => {
    expect(Filter.parse({ blockHash: topic('a'), fromBlock: '0x1' })).toMatchObject({
      blockHash: topic('a'),
      fromBlock: { kind: 'number', number: 1n },
    });
  });

  test.each([
    [{ topics: Array.from({ length: 5 }, () => null) }, 'exceeded maximum topics len: max 4, got 5'],
    [{ address: Array.from({ length: 1001 }, () => account) }, 'too many filter addresses: max 1000, got 1001'],
    [
      { topics: [null, Array.from({ length: 1001 }, () => topic('a'))] },
      'too many filter topics in slot 1: max 1000, got 1001',
    ],
  ])('has limits (%#)', (wire, message) => {
    expect(complaint(wire)).toEqual({ message, standsAlone: true });
  });

  test.each([
    [[], 'expected a filter object, got an array'],
    ['latest', 'expected a filter object, got "latest"'],
    [{ address: '0x12' }, 'address[0]: hex string has length 2, want 40 for address'],
    [{ address: [account, 5] }, 'address[1]: expected a hex string, got the number 5'],
    [{ topics: topic('a') }, `topics: expected an array of topic positions, got "${topic('a')}"`],
    [{ topics: ['0x1'] }, 'topics[0][0]: hex string has length 1, want 64 for hash'],
    [{ topics: [null, [topic('a'), '0xzz']] }, 'topics[1][1]: invalid hex string: "z" is not a hex digit'],
    [{ fromBlock: 5 }, 'fromBlock: expected a block tag or number, got the number 5'],
    [{ toBlock: topic('a') }, 'toBlock: hex number > 64 bits'],
    [{ blockHash: 'latest' }, 'blockHash: hex string without 0x prefix'],
  ])('refuses %j', (wire, message) => {
    expect(complaint(wire)).toEqual({ message, standsAlone: false });
  });
});
