/** The `ethereum` dialect's words for parameters that cannot be taken: go-ethereum's, which name no parameter. */
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { InvalidParams } from '../../src/rpc/errors.ts';
import { ethereum } from '../../src/rpc/ethereum-wording.ts';
import { defineMethod, json, param } from '../../src/rpc/method.ts';
import { BlockSelector, NumberSelector } from '../../src/wire/block-selector.ts';
import { Address, Bytes, Hash, Index, Quantity, StorageKey, Uint64 } from '../../src/wire/scalars.ts';

/** What a method with one parameter of that kind answers. */
function refusal(schema: z.ZodType, params: unknown): unknown {
  const method = defineMethod({
    name: 'take',
    summary: 'Takes something.',
    params: z.tuple([param('something', schema)]),
    result: json({}),
    handler: () => null,
  });
  try {
    method.invoke({} as never, params); // the handler looks at nothing
  } catch (error) {
    if (error instanceof InvalidParams) return ethereum.invalidParams(error.fault);
  }
  return undefined;
}

describe('a parameter goes by its position alone', () => {
  test.each([
    ['a missing one', [], 'missing value for required argument 0'],
    ['named parameters', { something: '0x' }, 'non-array args'],
    ['one too short', ['0x12'], 'invalid argument 0: hex string has length 2, want 64 for common.Hash'],
  ])('%s', (_what, params, message) => {
    expect(refusal(Hash, params)).toEqual({ code: -32602, message });
  });
});

describe('hex text is refused in the words of the decoder', () => {
  const go = (problem: string, type: string) => `json: cannot unmarshal ${problem} into Go value of type ${type}`;
  test.each([
    ['hash', Hash, '1234', go('hex string without 0x prefix', 'common.Hash')],
    ['hash', Hash, 12, go('non-string', 'common.Hash')],
    ['hash', Hash, '0x123', go('hex string of odd length', 'common.Hash')],
    ['hash', Hash, `0x${'zz'.repeat(32)}`, go('invalid hex string', 'common.Hash')],
    ['address', Address, '', go('empty hex string', 'common.Address')],
    ['address', Address, '0x12', 'hex string has length 2, want 40 for common.Address'],
    ['bytes', Bytes, '0x1', go('hex string of odd length', 'hexutil.Bytes')],
    ['bytes', Bytes, '0xzz', go('invalid hex string', 'hexutil.Bytes')],
    ['quantity', Quantity, '0x', go('hex string "0x"', '*hexutil.Big')],
    ['quantity', Quantity, `0x1${'0'.repeat(64)}`, go('hex number > 256 bits', '*hexutil.Big')],
    ['uint64', Uint64, `0x1${'0'.repeat(16)}`, go('hex number > 64 bits', 'hexutil.Uint64')],
    ['index', Index, '0x01', go('hex number with leading zero digits', 'hexutil.Uint')],
    ['block', BlockSelector, '2', 'hex string without 0x prefix'],
    ['block number', NumberSelector, 2, 'hex string without 0x prefix'],
    ['block', BlockSelector, '0x01', 'hex number with leading zero digits'],
  ])('%s $2', (_what, schema, wire, text) => {
    expect(refusal(schema, [wire])).toEqual({ code: -32602, message: `invalid argument 0: ${text}` });
  });
});

test('a text that stands alone stands alone', () => {
  expect(refusal(StorageKey, ['0xasdf'])).toEqual({ code: -32602, message: 'invalid hex in storage key: "0xasdf"' });
});
