import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { errorReply, readEnvelope, resultReply } from '../../src/rpc/envelope.ts';
import { idTexts } from '../../src/rpc/id-text.ts';

const read = (text: string) => readEnvelope(text, 5);
const request = (members: string) => `{"jsonrpc":"2.0","method":"m"${members}}`;

describe('a single request', () => {
  test('is read with its method, parameters and id', () => {
    expect(read('{"jsonrpc":"2.0","id":7,"method":"eth_call","params":[1]}')).toEqual({
      kind: 'single',
      element: { kind: 'request', id: '7', method: 'eth_call', params: [1] },
    });
  });

  test.each([
    ['1', '1'],
    ['"1"', '"1"'],
    ['""', '""'],
    ['null', 'null'],
    ['-5', '-5'],
    ['0', '0'],
    ['1.5', '1.5'],
    ['9007199254740993', '9007199254740993'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
    ['1e400', '1e400'],
    ['0.1000000000000000055', '0.1000000000000000055'],
    ['"\\ud800é\\u2028\\""', '"\\ud800é\u2028\\""'],
  ])('keeps the id %s in value and type', (id, echoed) => {
    expect(read(request(`,"id":${id}`))).toMatchObject({ element: { kind: 'request', id: echoed } });
  });

  test('without an id is a notification', () => {
    expect(read(request(''))).toMatchObject({ element: { kind: 'request', id: undefined } });
  });

  test('may have no parameters', () => {
    expect(read(request(',"id":1'))).toMatchObject({ element: { params: undefined } });
    expect(read(request(',"id":1,"params":null'))).toMatchObject({ element: { params: null } });
  });

  test.each([
    ['{"id":1,"method":"m"}', '1', 'jsonrpc must be "2.0", not nothing'],
    ['{"jsonrpc":"1.0","id":"a","method":"m"}', '"a"', 'jsonrpc must be "2.0", not "1.0"'],
    ['{"jsonrpc":2,"id":1,"method":"m"}', '1', 'jsonrpc must be "2.0", not the number 2'],
    ['{"jsonrpc":"2.0","id":1}', '1', 'method must be a string, not nothing'],
    ['{"jsonrpc":"2.0","id":1,"method":5}', '1', 'method must be a string, not the number 5'],
    ['{"jsonrpc":"2.0","id":1,"method":""}', '1', 'method must not be empty'],
    ['{"jsonrpc":"2.0","id":1,"method":"m","params":"x"}', '1', 'params must be an array, not "x"'],
    ['{"jsonrpc":"2.0","id":true,"method":"m"}', 'null', 'id must be a number, a string or null, not the boolean true'],
    ['{"jsonrpc":"2.0","id":[1],"method":"m"}', 'null', 'id must be a number, a string or null, not an array'],
    ['{"jsonrpc":"2.0","id":{},"method":"m"}', 'null', 'id must be a number, a string or null, not an object'],
    ['{"jsonrpc":"1.0","method":"m"}', 'null', 'jsonrpc must be "2.0", not "1.0"'],
    ['{}', 'null', 'jsonrpc must be "2.0", not nothing'],
  ])('is refused with its id when it can be read: %s', (text, id, why) => {
    expect(read(text)).toEqual({
      kind: 'single',
      element: { kind: 'fault', id, error: { code: -32600, message: `Invalid request: ${why}` } },
    });
  });

  test('is not taken in by keys that would reach a prototype', () => {
    expect(read('{"__proto__":{"jsonrpc":"2.0","method":"m","id":1}}')).toMatchObject({ element: { kind: 'fault' } });
    expect(read('{"jsonrpc":"2.0","method":"__proto__","id":1}')).toMatchObject({ element: { method: '__proto__' } });
  });
});

describe('text that is no JSON-RPC', () => {
  test.each([
    ['', 'the body is empty'],
    [' \n', 'the body is empty'],
  ])('empty: %j', (text, why) => {
    expect(read(text)).toEqual({ kind: 'unreadable', error: { code: -32700, message: `Parse error: ${why}` } });
  });

  test.each(['{', '{"jsonrpc":"2.0",}', 'hello', '{"a":1}{"b":2}', "{'a':1}", '[1,2'])('not JSON: %s', (text) => {
    expect(read(text)).toMatchObject({
      kind: 'unreadable',
      error: { code: -32700, message: expect.stringMatching(/^Parse error: .*JSON/) },
    });
  });

  test.each([
    ['5', 'expected an object or an array of objects, got the number 5'],
    ['"eth_call"', 'expected an object or an array of objects, got "eth_call"'],
    ['null', 'expected an object or an array of objects, got nothing'],
    ['[]', 'the batch is empty'],
  ])('JSON of the wrong kind: %s', (text, why) => {
    expect(read(text)).toEqual({ kind: 'unreadable', error: { code: -32600, message: `Invalid request: ${why}` } });
  });
});

describe('a batch', () => {
  test('is read element by element, and a bad one does not spoil the others', () => {
    expect(read(`[${request(',"id":1')},5,[],{"id":3},${request('')}]`)).toEqual({
      kind: 'batch',
      elements: [
        { kind: 'request', id: '1', method: 'm', params: undefined },
        {
          kind: 'fault',
          id: 'null',
          error: { code: -32600, message: 'Invalid request: expected an object, got the number 5' },
        },
        {
          kind: 'fault',
          id: 'null',
          error: { code: -32600, message: 'Invalid request: expected an object, got an array' },
        },
        {
          kind: 'fault',
          id: '3',
          error: { code: -32600, message: 'Invalid request: jsonrpc must be "2.0", not nothing' },
        },
        { kind: 'request', id: undefined, method: 'm', params: undefined },
      ],
    });
  });

  test('may be as long as the limit, not longer', () => {
    const batch = (length: number) => `[${Array.from({ length }, () => request(',"id":1')).join(',')}]`;
    expect(read(batch(5))).toMatchObject({ kind: 'batch' });
    expect(read(batch(6))).toEqual({
      kind: 'tooLong',
      error: { code: -32014, message: 'too many RPC calls in batch request: max 5, got 6' },
    });
  });

  test('echoes numbers that JavaScript would round', () => {
    const text = `[ 5 , ${request(',"params":["]}",{"id":1}],"id":9007199254740993')} ,${request(',"id":1e400')}]`;
    expect(read(text)).toMatchObject({ elements: [{}, { id: '9007199254740993' }, { id: '1e400' }] });
  });
});

describe('the text of an id', () => {
  test('is found wherever JSON.parse finds it', () => {
    const value = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
    const object = fc.dictionary(fc.constantFrom('id', 'a"b', '\\', 'iid', 'ID', '}'), fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(fc.array(fc.tuple(object, value)), fc.constantFrom(undefined, 1, '\t'), (parts, space) => {
        const objects = parts.map(([extra, id]) => ({ ...extra, id }));
        const texts = idTexts(JSON.stringify(objects, null, space));
        expect(texts.map((text) => JSON.parse(text ?? 'null') as unknown)).toEqual(
          JSON.parse(JSON.stringify(objects.map(({ id }) => id))),
        );
      }),
    );
  });

  test('is the last one of several, also when its key is written with escapes', () => {
    expect(idTexts('{"id":1,"\\u0069d":2.50,"x":{"id":3}}')).toEqual(['2.50']);
    expect(idTexts('{"a":1}')).toEqual([undefined]);
  });
});

test('replies are put together from text', () => {
  expect(resultReply('"a"', '[1]')).toBe('{"jsonrpc":"2.0","id":"a","result":[1]}');
  expect(errorReply('null', { code: -32700, message: 'Parse "error"' })).toBe(
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse \\"error\\""}}',
  );
});
