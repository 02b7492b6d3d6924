import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Complaint } from '../../src/wire/codec.ts';
import { complaintOf } from '../../src/wire/codec.ts';
import { BlockOverrides, noBlockOverrides, StateOverrides } from '../../src/wire/overrides.ts';

const first = '0xc000000000000000000000000000000000000000';
const second = '0xc100000000000000000000000000000000000000';
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`;

function complaint(schema: z.ZodType, wire: unknown): Complaint | undefined {
  const result = schema.safeParse(wire);
  return result.success ? undefined : complaintOf(result.error);
}

describe('state overrides', () => {
  test('become a map in the order of the request', () => {
    const overrides = StateOverrides.parse({
      [second.toUpperCase().replace('0X', '0x')]: {
        balance: '0x10',
        nonce: '0x1',
        code: '0x60',
        state: { [word(1n)]: word(2n) },
      },
      [first]: { stateDiff: { [word(3n)]: word(0n) }, movePrecompileToAddress: second },
    });
    expect([...overrides.keys()]).toEqual([second, first]);
    expect(overrides.get(second)).toEqual({
      balance: 16n,
      nonce: 1n,
      code: Uint8Array.of(0x60),
      state: new Map([[1n, 2n]]),
      stateDiff: undefined,
      movePrecompileTo: undefined,
    });
    expect(overrides.get(first)).toMatchObject({ stateDiff: new Map([[3n, 0n]]), movePrecompileTo: second });
  });

  test('may be absent or null', () => {
    expect(StateOverrides.parse(undefined)).toEqual(new Map());
    expect(StateOverrides.parse(null)).toEqual(new Map());
  });

  test('an empty state is not an absent one', () => {
    const overrides = StateOverrides.parse({ [first]: { state: {} }, [second]: {} });
    expect(overrides.get(first)?.state).toEqual(new Map());
    expect(overrides.get(second)?.state).toBeUndefined();
  });

  test('refuse state beside stateDiff', () => {
    expect(complaint(StateOverrides, { [first]: { state: {}, stateDiff: {} } })).toEqual({
      message: `account ${first} has both 'state' and 'stateDiff'`,
      standsAlone: true,
    });
  });

  test('refuse an account that is there twice in different case', () => {
    const upper = first.replace('c', 'C');
    expect(complaint(StateOverrides, { [first]: {}, [upper]: {} })?.message).toBe(
      `account ${first} is overridden twice`,
    );
  });

  test.each([
    ['latest', 'expected an object of account overrides, got "latest"'],
    [{ '0x12': {} }, 'key "0x12": hex string has length 2, want 40 for address'],
    [{ [first]: 5 }, `${first}: expected an account override object, got the number 5`],
    [{ [first]: { balance: 5 } }, `${first}.balance: expected a hex string, got the number 5`],
    [{ [first]: { state: [] } }, `${first}.state: expected an object of storage slots, got an array`],
    [
      { [first]: { stateDiff: { '0x1': word(1n) } } },
      `${first}.stateDiff: key "0x1": hex string has length 1, want 64 for hash`,
    ],
    [
      { [first]: { stateDiff: { [word(1n)]: '0x1' } } },
      `${first}.stateDiff.${word(1n)}: hex string has length 1, want 64 for hash`,
    ],
  ])('refuse %j', (wire, message) => {
    expect(complaint(StateOverrides, wire)).toEqual({ message, standsAlone: false });
  });

  test('keys that would reach a prototype do no harm', () => {
    const hostile: unknown = JSON.parse(`{"__proto__":{"balance":"0x1"},"${first}":{"__proto__":{"nonce":"0x5"}}}`);
    expect(StateOverrides.parse(hostile).get(first)?.nonce).toBeUndefined();
    expect(complaint(StateOverrides, JSON.parse('{"constructor":{}}'))?.message).toBe(
      'key "constructor": hex string without 0x prefix',
    );
  });
});

describe('block overrides', () => {
  test('give values for every field they name', () => {
    expect(
      BlockOverrides.parse({
        number: '0x10',
        time: '0x20',
        gasLimit: '0x30',
        feeRecipient: first,
        prevRandao: word(5n),
        baseFeePerGas: '0x7',
        blobBaseFee: '0x1',
        difficulty: '0x2',
        beaconRoot: word(6n),
        withdrawals: [{ index: '0x0', validatorIndex: '0x1', address: first, amount: '0x64' }],
        blockHash: { '0x10': word(8n), '17': word(9n) },
      }),
    ).toEqual({
      number: 16n,
      time: 32n,
      gasLimit: 48n,
      feeRecipient: first,
      prevRandao: word(5n),
      baseFeePerGas: 7n,
      blobBaseFee: 1n,
      difficulty: 2n,
      beaconRoot: word(6n),
      withdrawals: [{ index: 0n, validatorIndex: 1n, address: first, amount: 100n }],
      blockHash: new Map([
        [16n, word(8n)],
        [17n, word(9n)],
      ]),
    });
  });

  test('may be absent, null or empty', () => {
    expect(BlockOverrides.parse(undefined)).toEqual(noBlockOverrides);
    expect(BlockOverrides.parse(null)).toEqual(noBlockOverrides);
    expect(BlockOverrides.parse({ time: null, spam: 1 })).toEqual(noBlockOverrides);
  });

  test('are understood under the names of every client', () => {
    expect(BlockOverrides.parse({ timestamp: '0x1', coinbase: first, random: word(2n), baseFee: '0x3' })).toEqual(
      BlockOverrides.parse({ time: '0x1', feeRecipient: first, prevRandao: word(2n), baseFeePerGas: '0x3' }),
    );
  });

  test('refuse two names with different values', () => {
    expect(BlockOverrides.parse({ time: '0x1', timestamp: '0x1' }).time).toBe(1n);
    expect(complaint(BlockOverrides, { time: '0x1', timestamp: '0x2' })).toEqual({
      message: 'both time and timestamp are set and not equal, use one of them',
      standsAlone: true,
    });
  });

  test.each([
    ['0x1', 'expected a block override object, got "0x1"'],
    [{ number: 16 }, 'number: expected a hex string, got the number 16'],
    [{ prevRandao: '0x1' }, 'prevRandao: hex string has length 1, want 64 for hash'],
    [{ withdrawals: [{}] }, 'withdrawals[0].index: expected a hex string, got nothing'],
    [{ blockHash: { ten: word(1n) } }, 'blockHash: key "ten": hex string without 0x prefix'],
  ])('refuse %j', (wire, message) => {
    expect(complaint(BlockOverrides, wire)).toEqual({ message, standsAlone: false });
  });
});
