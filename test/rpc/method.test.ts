import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Method } from '../../src/rpc/method.ts';
import { defineMethod, json, param } from '../../src/rpc/method.ts';
import { rawJson } from '../../src/rpc/raw-json.ts';
import { BlockSelector } from '../../src/wire/block-selector.ts';
import { Filter } from '../../src/wire/filter.ts';
import { Address, Bytes, Flag, Quantity, StorageKey } from '../../src/wire/scalars.ts';

type Bank = { readonly balances: ReadonlyMap<string, bigint> };

const account = '0xC000000000000000000000000000000000000000';
const bank: Bank = { balances: new Map([[account.toLowerCase(), 255n]]) };

const getBalance = defineMethod({
  name: 'bank_getBalance',
  summary: 'Balance of an account.',
  params: z.tuple([param('address', Address), param('block', BlockSelector)]),
  result: Quantity,
  handler: ({ balances }: Bank, address, block) => (block.kind === 'tag' ? (balances.get(address) ?? 0n) : 0n),
});

const echo = defineMethod({
  name: 'bank_echo',
  summary: 'What it is given.',
  params: z.tuple([Flag, param('data', Bytes.optional())]),
  result: json({ type: 'array' }),
  access: 'provider',
  handler: (_: Bank, flag, data) => [flag, data?.length ?? null],
});

describe('invoking a method', () => {
  test('hands native values to the handler and encodes its result', () => {
    expect(getBalance.invoke(bank, [account, 'latest'])).toBe('0xff');
    expect(getBalance.invoke(bank, [account, '0x1'])).toBe('0x0');
  });

  test('awaits a handler that takes its time', async () => {
    const slow: Method<Bank> = defineMethod({
      name: 'bank_slow',
      summary: 'Takes its time.',
      params: z.tuple([]),
      result: Quantity,
      handler: async () => Promise.resolve(16n),
    });
    await expect(slow.invoke(bank, [])).resolves.toBe('0x10');
  });

  test('passes on what is JSON text already', () => {
    const raw: Method<Bank> = defineMethod({
      name: 'bank_raw',
      summary: 'Text made earlier.',
      params: z.tuple([]),
      result: Quantity,
      handler: () => rawJson('"0x5"'),
    });
    expect(raw.invoke(bank, undefined)).toEqual(rawJson('"0x5"'));
  });

  test('leaves out optional parameters at the end', () => {
    expect(getBalance.invoke(bank, [account])).toBe('0xff');
    expect(getBalance.invoke(bank, [account, null])).toBe('0xff');
    expect(echo.invoke(bank, [true])).toEqual([true, null]);
    expect(echo.invoke(bank, [true, '0x1234'])).toEqual([true, 2]);
  });

  test('ignores parameters that nobody asked for', () => {
    expect(getBalance.invoke(bank, [account, 'latest', { spam: true }, 5])).toBe('0xff');
  });

  test.each([
    [undefined, 'missing value for required argument 0 (address)'],
    [null, 'missing value for required argument 0 (address)'],
    [[], 'missing value for required argument 0 (address)'],
    [[null, 'latest'], 'missing value for required argument 0 (address)'],
    [['0x12'], 'invalid argument 0 (address): hex string has length 2, want 40 for address'],
    [[account, 'newest'], 'invalid argument 1 (block): hex string without 0x prefix, and not a block tag: "newest"'],
    [{ address: account }, 'params must be an array: parameters are positional here, not named'],
  ])('refuses the parameters %j', (params, message) => {
    expect(() => getBalance.invoke(bank, params)).toThrow(expect.objectContaining({ name: 'InvalidParams', message }));
  });

  test('names a parameter by its number when it has no name', () => {
    expect(() => echo.invoke(bank, [])).toThrow('missing value for required argument 0');
    expect(() => echo.invoke(bank, ['yes'])).toThrow('invalid argument 0: expected true or false, got "yes"');
  });

  test('lets a text that stands alone stand alone', () => {
    const find = defineMethod({
      name: 'bank_find',
      summary: 'Finds.',
      params: z.tuple([param('key', StorageKey), param('filter', Filter.optional())]),
      result: json({}),
      handler: (_: Bank, key) => key.toString(),
    });
    expect(() => find.invoke(bank, ['0xasdf'])).toThrow(
      expect.objectContaining({ name: 'InvalidParams', message: 'invalid hex in storage key: "0xasdf"' }),
    );
    expect(() => find.invoke(bank, ['0x0', { topics: [[], [], [], [], []] }])).toThrow(
      expect.objectContaining({ message: 'exceeded maximum topics len: max 4, got 5' }),
    );
    expect(() => find.invoke(bank, ['0x0', { address: 5 }])).toThrow(
      'invalid argument 1 (filter): address[0]: expected a hex string, got the number 5',
    );
  });

  test('does not hide what the handler throws', () => {
    const broken: Method<Bank> = defineMethod({
      name: 'bank_broken',
      summary: 'Breaks.',
      params: z.tuple([]),
      result: json({}),
      handler: () => {
        throw new TypeError('inner');
      },
    });
    expect(() => broken.invoke(bank, [])).toThrow(new TypeError('inner'));
  });
});

describe('the document of a method', () => {
  test('names parameters and describes both sides as JSON Schema of the wire', () => {
    expect(getBalance.document).toEqual({
      name: 'bank_getBalance',
      summary: 'Balance of an account.',
      params: [
        {
          name: 'address',
          required: true,
          schema: expect.objectContaining({ type: 'string', title: 'hex encoded address' }),
        },
        { name: 'block', required: false, schema: expect.objectContaining({ oneOf: expect.any(Array) }) },
      ],
      result: {
        name: 'result',
        required: true,
        schema: expect.objectContaining({ title: 'hex encoded unsigned integer' }),
      },
    });
    expect(JSON.stringify(getBalance.document)).not.toContain('paramName');
  });

  test('tells who may call it', () => {
    expect([getBalance.access, echo.access]).toEqual(['public', 'provider']);
  });
});
