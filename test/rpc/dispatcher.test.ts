import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { ChainError } from '../../src/chain/errors.ts';
import type { Dispatcher } from '../../src/rpc/dispatcher.ts';
import { createDispatcher } from '../../src/rpc/dispatcher.ts';
import type { WireError } from '../../src/rpc/errors.ts';
import { specified } from '../../src/rpc/errors.ts';
import type { Method } from '../../src/rpc/method.ts';
import { defineMethod, json, param } from '../../src/rpc/method.ts';
import { rawJson } from '../../src/rpc/raw-json.ts';
import { Quantity } from '../../src/wire/scalars.ts';

type Counter = { value: bigint };

const longText = `"${'x'.repeat(40_000_000)}"`;

const methods: readonly Method<Counter>[] = [
  defineMethod({
    name: 'count_add',
    summary: 'Adds and tells the sum.',
    params: z.tuple([param('amount', Quantity)]),
    result: Quantity,
    handler: async (counter: Counter, amount) => {
      const before = counter.value;
      await Promise.resolve(); // whoever ran at the same time would overwrite the sum
      counter.value = before + amount;
      return counter.value;
    },
  }),
  defineMethod({
    name: 'count_sealed',
    summary: 'JSON made earlier, with digits that parsing would lose.',
    params: z.tuple([]),
    result: json({}),
    handler: () => rawJson('{"big":12345678901234567890}'),
  }),
  defineMethod({
    name: 'count_much',
    summary: 'A long text.',
    params: z.tuple([]),
    result: json({}),
    handler: (counter: Counter) => {
      counter.value += 1n;
      return rawJson(longText);
    },
  }),
  defineMethod({
    name: 'count_endless',
    summary: 'A text so long that nothing can be put around it.',
    params: z.tuple([]),
    result: json({}),
    handler: () => rawJson(`"${'x'.repeat(2 ** 29 - 30)}"`),
  }),
  defineMethod({
    name: 'count_nothing',
    summary: 'Nothing.',
    params: z.tuple([]),
    result: json({}),
    handler: () => undefined,
  }),
  defineMethod({
    name: 'count_refuse',
    summary: 'Refuses.',
    params: z.tuple([]),
    result: json({}),
    handler: () => {
      throw new ChainError('nonceTooLow', { address: '0x00', nonce: 1n, expected: 2n });
    },
  }),
  defineMethod({
    name: 'count_break',
    summary: 'Has a bug.',
    params: z.tuple([]),
    result: json({}),
    handler: async () => Promise.reject(new TypeError('the secret of the house')),
  }),
  defineMethod({
    name: 'count_bigint',
    summary: 'Gives what is no JSON.',
    params: z.tuple([]),
    result: json({}),
    handler: () => 5n,
  }),
  defineMethod({
    name: 'count_private',
    summary: 'Not for everybody.',
    params: z.tuple([]),
    result: json({}),
    access: 'provider',
    handler: () => 'private',
  }),
];

const refuseProvider = (access: string) =>
  access === 'provider' ? { code: -32601, message: 'not for you' } : undefined;

function setUp(refuse: (access: string) => WireError | undefined = refuseProvider) {
  const bugs: { error: unknown; method: string | undefined }[] = [];
  const dispatcher: Dispatcher<Counter> = createDispatcher({
    methods: new Map(methods.map((method) => [method.name, method])),
    dialect: specified,
    batchLimit: 10,
    refuse,
    onBug: (error, method) => bugs.push({ error, method }),
  });
  const counter: Counter = { value: 0n };
  return { bugs, counter, send: async (text: string) => dispatcher.dispatch(text, counter) };
}

const request = (method: string, params: unknown = [], id: unknown = 1) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
const notification = (method: string, params: unknown = []) => JSON.stringify({ jsonrpc: '2.0', method, params });

describe('a single request', () => {
  test('is answered with its result', async () => {
    const { send } = setUp();
    expect(await send(request('count_add', ['0x5'], 'a'))).toEqual({
      text: '{"jsonrpc":"2.0","id":"a","result":"0x5"}',
      outcome: 'answered',
      isBatch: false,
      calls: [{ method: 'count_add', code: undefined }],
    });
  });

  test('is answered with an error when its result is too long for one text', async () => {
    const { send, bugs } = setUp();
    expect(await send(request('count_endless'))).toMatchObject({
      text: '{"jsonrpc":"2.0","id":1,"error":{"code":-32003,"message":"response too large"}}',
      calls: [{ method: 'count_endless', code: -32003 }],
    });
    expect(bugs).toEqual([]);
  });

  test.each([request('count_nothing'), `[${request('count_nothing')}]`])(
    'is answered when even the dispatcher has a bug: %s',
    async (text) => {
      const bug = new TypeError('the secret of the house');
      const { send, bugs } = setUp(() => {
        throw bug;
      });
      expect((await send(text)).text).toBe(
        '{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"Internal error"}}',
      );
      expect(bugs).toEqual([{ error: bug, method: undefined }]);
    },
  );

  test('is answered with JSON made earlier, untouched', async () => {
    const { send } = setUp();
    expect((await send(request('count_sealed'))).text).toBe(
      '{"jsonrpc":"2.0","id":1,"result":{"big":12345678901234567890}}',
    );
  });

  test('is answered with null when there is nothing', async () => {
    const { send } = setUp();
    expect((await send(request('count_nothing'))).text).toBe('{"jsonrpc":"2.0","id":1,"result":null}');
  });

  test('that breaks a rule of the chain is answered in its dialect', async () => {
    const { send, bugs } = setUp();
    expect(await send(request('count_refuse'))).toMatchObject({
      text: '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"nonce too low"}}',
      outcome: 'answered',
      calls: [{ method: 'count_refuse', code: -32000 }],
    });
    expect(bugs).toEqual([]);
  });

  test('with bad parameters is answered with what is wrong', async () => {
    const { send } = setUp();
    expect((await send(request('count_add'))).text).toBe(
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"missing value for required argument 0 (amount)"}}',
    );
  });

  test('that finds a bug tells nothing of it, and the owner everything', async () => {
    const { send, bugs } = setUp();
    expect((await send(request('count_break'))).text).toBe(
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error"}}',
    );
    expect(bugs).toEqual([{ error: new TypeError('the secret of the house'), method: 'count_break' }]);
  });

  test('whose result is no JSON finds a bug', async () => {
    const { send, bugs } = setUp();
    expect((await send(request('count_bigint'))).text).toContain('"code":-32603');
    expect(bugs).toHaveLength(1);
  });

  test.each([
    ['count_ad', 'the method "count_ad" does not exist, did you mean count_add?'],
    ['COUNT_ADD', 'the method "COUNT_ADD" does not exist, did you mean count_add?'],
    ['eth_call', 'the method "eth_call" does not exist'],
    ['__proto__', 'the method "__proto__" does not exist'],
    ['toString', 'the method "toString" does not exist'],
    ['x'.repeat(5000), `the method "${'x'.repeat(77)}..." does not exist`],
  ])('for an unknown method is told so (%#)', async (method, message) => {
    const { send } = setUp();
    const reply = await send(request(method));
    expect(JSON.parse(reply.text)).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32601, message } });
    expect(reply.outcome).toBe('answered');
  });

  test('for a method that is not for this client is refused', async () => {
    const { send } = setUp();
    expect(await send(request('count_private', [], null))).toMatchObject({
      text: '{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"not for you"}}',
      outcome: 'refused',
    });
  });

  test('that is none is told why', async () => {
    const { send } = setUp();
    expect(await send('{')).toMatchObject({
      outcome: 'unreadable',
      text: expect.stringContaining('"id":null,"error":{"code":-32700'),
    });
    expect(await send('{"jsonrpc":"2.0","id":4}')).toEqual({
      text: '{"jsonrpc":"2.0","id":4,"error":{"code":-32600,"message":"Invalid request: method must be a string, not nothing"}}',
      outcome: 'unreadable',
      isBatch: false,
      calls: [{ method: undefined, code: -32600 }],
    });
  });
});

describe('a notification', () => {
  test('is carried out and not answered', async () => {
    const { send, counter } = setUp();
    expect(await send(notification('count_add', ['0x5']))).toEqual({
      text: '',
      outcome: 'silent',
      isBatch: false,
      calls: [{ method: 'count_add', code: undefined }],
    });
    expect(counter.value).toBe(5n);
  });

  test.each(['count_refuse', 'count_private', 'count_unknown', 'count_break'])(
    'of %s is not answered either',
    async (method) => {
      const { send } = setUp();
      expect(await send(notification(method))).toMatchObject({ text: '', outcome: 'silent' });
    },
  );
});

describe('a batch', () => {
  test('is worked through in order, one element after another', async () => {
    const { send } = setUp();
    const reply = await send(`[${request('count_add', ['0x1'], 'a')},${request('count_add', ['0x2'], 'b')}]`);
    expect(JSON.parse(reply.text)).toEqual([
      { jsonrpc: '2.0', id: 'a', result: '0x1' },
      { jsonrpc: '2.0', id: 'b', result: '0x3' },
    ]);
  });

  test('carries each element’s own error', async () => {
    const { send } = setUp();
    const elements = [
      request('count_private', [], 1),
      '7',
      request('count_nope', [], 2),
      notification('count_add', ['0x1']),
      request('count_break', [], 3),
      request('count_add', ['0x1'], 4),
    ];
    const reply = await send(`[${elements.join(',')}]`);
    expect(reply).toMatchObject({ outcome: 'answered', isBatch: true });
    expect(JSON.parse(reply.text)).toEqual([
      { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'not for you' } },
      {
        jsonrpc: '2.0',
        id: null,
        error: { code: -32600, message: 'Invalid request: expected an object, got the number 7' },
      },
      { jsonrpc: '2.0', id: 2, error: { code: -32601, message: expect.stringContaining('count_nope') as unknown } },
      { jsonrpc: '2.0', id: 3, error: { code: -32603, message: 'Internal error' } },
      { jsonrpc: '2.0', id: 4, result: '0x2' },
    ]);
    expect(reply.calls.map(({ code }) => code)).toEqual([-32601, -32600, -32601, undefined, -32603, undefined]);
  });

  test('of notifications alone is not answered', async () => {
    const { send, counter } = setUp();
    expect(await send(`[${notification('count_add', ['0x1'])},${notification('count_add', ['0x2'])}]`)).toMatchObject({
      text: '',
      outcome: 'silent',
      isBatch: true,
    });
    expect(counter.value).toBe(3n);
  });

  test('lets others have a turn between its elements', async () => {
    const { send, counter } = setUp();
    let seen: bigint | undefined;
    setImmediate(() => (seen = counter.value));
    await send(`[${Array.from({ length: 5 }, () => request('count_add', ['0x1'])).join(',')}]`);
    expect(seen).toBe(1n);
    expect(counter.value).toBe(5n);
  });

  test('stops where its replies grow too long for one text', async () => {
    const { send, counter } = setUp();
    const many = Array.from({ length: 10 }, (_, id) => request('count_much', [], id)).join(',');
    const { text, outcome, calls } = await send(`[${many}]`);
    expect(outcome).toBe('answered');
    expect(calls.map(({ code }) => code)).toEqual([undefined, undefined, ...Array.from({ length: 8 }, () => -32003)]);
    expect(text.endsWith('{"jsonrpc":"2.0","id":9,"error":{"code":-32003,"message":"response too large"}}]')).toBe(
      true,
    );
    expect(counter.value).toBe(3n); // the third is carried out before its length is known
  });

  test('that is empty or too long is refused as a whole', async () => {
    const { send, counter } = setUp();
    expect(await send('[]')).toMatchObject({
      text: '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request: the batch is empty"}}',
      outcome: 'unreadable',
    });
    const tooLong = Array.from({ length: 11 }, () => request('count_add', ['0x1'])).join(',');
    expect(await send(`[${tooLong}]`)).toMatchObject({
      text: '{"jsonrpc":"2.0","id":null,"error":{"code":-32014,"message":"too many RPC calls in batch request: max 10, got 11"}}',
      outcome: 'tooLong',
    });
    expect(counter.value).toBe(0n);
  });
});
