/** The OpenRPC document against the live server: every example is called, and what comes back is held against the method's schemas. */
import * as z from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createManualClock } from '../../src/clock.ts';
import type { Pretick, PretickChain } from '../../src/index.ts';
import { startPretick } from '../../src/index.ts';
import { examples, someBlock, someId } from '../../src/rpc/examples.ts';
import { methods } from '../../src/rpc/method-table.ts';
import { openRpcDocument } from '../../src/rpc/openrpc.ts';
import { listenTo } from '../support/socket.ts';
import { engineName } from '../support/engine.ts';

const document = openRpcDocument(methods.values(), '0.0.0');

/** What a value is not, by a JSON Schema. */
function violations(schema: object, value: unknown): readonly string[] {
  const checked = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(value);
  return checked.success ? [] : checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

test('a schema is not satisfied by just anything', () => {
  const receipt = methods.get('eth_getTransactionReceipt')!.document.result.schema;
  expect(violations(receipt, null)).toEqual([]);
  expect(violations(receipt, { type: '0x2' })).not.toEqual([]);
  expect(violations(methods.get('eth_chainId')!.document.result.schema, '0x01')).not.toEqual([]);
});

describe('the OpenRPC document', () => {
  const clock = createManualClock();
  let emulator: Pretick;
  let provider: string;
  let sent: unknown;

  beforeAll(async () => {
    emulator = await startPretick({ port: 0, clock, engine: engineName });
    const [main] = emulator.chains as readonly [PretickChain]; // of the built-in fixtures
    provider = main.provider;
    // The transaction that other examples ask for, in a block.
    sent = await call('eth_sendRawTransaction', examples['eth_sendRawTransaction']!.params);
    await clock.advance(2_000);
  });
  afterAll(() => emulator.stop());

  async function call(method: string, params: readonly unknown[]): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(provider, { method: 'POST', headers, body });
    const { result, error } = (await response.json()) as { result?: unknown; error?: unknown };
    if (error !== undefined) throw new Error(JSON.stringify(error));
    return result;
  }

  /** The result of an example, with a block and an id that there are. */
  async function resultOf(method: string, params: readonly unknown[]): Promise<unknown> {
    const { hash } = (await call('eth_getBlockByNumber', ['latest'])) as { readonly hash: string };
    const given = (id: unknown): readonly unknown[] =>
      JSON.parse(JSON.stringify(params).replaceAll(someBlock, hash).replaceAll(someId, String(id))) as unknown[];
    if (method === 'eth_subscribe' || method === 'eth_unsubscribe') {
      const { ask } = await listenTo(provider.replace('http', 'ws'));
      const reply = (await ask(method, given('none'))) as { readonly result: unknown };
      return reply.result;
    }
    if (method === 'eth_sendRawTransactionSync') {
      const waiting = call(method, params);
      await expect.poll(async () => call('txpool_status', [])).toMatchObject({ pending: '0x1' });
      await clock.advance(200);
      return waiting;
    }
    const id = params.includes(someId) ? await call('eth_newFilter', [{ fromBlock: '0x0' }]) : undefined;
    return call(method, given(id));
  }

  test('is what rpc.discover answers', async () => {
    const served = (await call('rpc.discover', [])) as typeof document;
    expect(served.methods).toEqual(JSON.parse(JSON.stringify(document.methods)));
    expect(served.info.version).toMatch(/^\d+\.\d+\.\d+/);
  });

  test('sends the transaction that other examples ask for', () => {
    expect(sent).toBe(examples['eth_sendRawTransaction']!.result);
  });

  test('lists every method once, and examples of no other', () => {
    const names = document.methods.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(Object.keys(examples).filter((name) => !names.includes(name))).toEqual([]);
  });

  test.each(document.methods.filter(({ name }) => name !== 'eth_sendRawTransaction'))(
    'has an example of $name that its schemas allow and the server answers',
    async ({ name, params, result, examples: [example] }) => {
      const values = example!.params.map(({ value }) => value);
      for (const [index, { required, schema }] of params.entries()) {
        if (required) expect(values.length).toBeGreaterThan(index);
        if (index < values.length) expect(violations(schema, values[index])).toEqual([]);
      }
      const answer = await resultOf(name, values);
      expect(violations(result.schema, answer)).toEqual([]);
      if (example?.result !== undefined) expect(answer).toEqual(example.result.value);
    },
  );
});
