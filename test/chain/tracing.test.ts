/** Traces: the same on both engines, in the form that tools know from go-ethereum. */
import type { Hex } from 'viem';
import { encodeErrorResult, keccak256, parseAbi, toHex } from 'viem';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Chain } from '../../src/chain/chain.ts';
import { ChainError } from '../../src/chain/errors.ts';
import type { Trace } from '../../src/chain/tracing.ts';
import { createEthereumjsEngine } from '../../src/evm/ethereumjs/engine.ts';
import { createInterpreterEngine } from '../../src/evm/interpreter/engine.ts';
import { createAddress } from '../../src/evm/transaction.ts';
import type { Address, Hash } from '../../src/hex.ts';
import { bigIntToHash, hexToBytes } from '../../src/hex.ts';
import { traceJson } from '../../src/rpc/traces.ts';
import { toJson } from '../../src/rpc/raw-json.ts';
import { CallTraceOptions, TraceOptions } from '../../src/wire/trace-options.ts';
import type { Instruction } from '../support/assembly.ts';
import { assemble, calling, deploying, returnWord } from '../support/assembly.ts';
import { alice, bob, createTestChain, lower, seal, sign } from '../support/chain.ts';
import { blockOverrides, callOf, latest, number, pending, stateOverrides } from '../support/requests.ts';

const topic = keccak256(toHex('traced'));
const reason = encodeErrorResult({ abi: parseAbi(['error Error(string)']), errorName: 'Error', args: ['no luck'] });

/** Writes slot 1, reads slot 2, logs a word and returns it. */
const worker: Address = '0x00000000000000000000000000000000000f0001';
/** Reverts with a reason, after a log. */
const reverter: Address = '0x00000000000000000000000000000000000f0002';
/** Runs into an invalid opcode. */
const broken: Address = '0x00000000000000000000000000000000000f0003';
/** Sends what it has to bob and asks for its own end. */
const mortal: Address = '0x00000000000000000000000000000000000f0004';
/** Uses up what it is given. */
const greedy: Address = '0x00000000000000000000000000000000000f0005';
/** Calls all of them, in every way, and creates. */
const boss: Address = '0x00000000000000000000000000000000000f0006';
/** Fails for want of operands. */
const empty: Address = '0x00000000000000000000000000000000000f0007';
/** Has something to say, which a static call may not. */
const loud: Address = '0x00000000000000000000000000000000000f0009';
/** Logs, calls the reverter and gives up. */
const quitter: Address = '0x00000000000000000000000000000000000f0008';

const push = (address: Address): Instruction => ({ raw: `0x73${address.slice(2)}` });
const log: readonly Instruction[] = [{ raw: `0x7f${topic.slice(2)}` }, 32, 0, 'LOG1'];
const store = (bytes: Hex): readonly Instruction[] =>
  (bytes.slice(2).match(/.{1,64}/g) ?? []).flatMap((word, index) => [
    { raw: `0x7f${word.padEnd(64, '0')}` } as const,
    index * 32,
    'MSTORE' as const,
  ]);

/** A message without data or value. */
function sending(
  kind: 'CALL' | 'CALLCODE' | 'DELEGATECALL' | 'STATICCALL',
  to: Address,
  gas: Instruction = 'GAS',
): readonly Instruction[] {
  const value: readonly Instruction[] = kind === 'CALL' || kind === 'CALLCODE' ? [0] : [];
  return [0, 0, 0, 0, ...value, push(to), gas, kind];
}

/** A creation, with a salt that is always the same. */
function creating(kind: 'CREATE' | 'CREATE2', code: Hex, value: number): readonly Instruction[] {
  const salt: readonly Instruction[] = kind === 'CREATE2' ? [9] : [];
  return [...store(code), ...salt, (code.length - 2) / 2, 0, value, kind];
}

const initcode = deploying(assemble(7, 1, 'SSTORE', 'STOP'));
const selfDestructing = assemble(push(lower(bob.address)), 'SELFDESTRUCT');

const contracts: readonly (readonly [Address, Hex])[] = [
  [worker, assemble(5, 1, 'SSTORE', 2, 'SLOAD', 'POP', 42, 0, 'MSTORE', ...log, 32, 0, 'RETURN')],
  [reverter, assemble(...store(reason), ...log, (reason.length - 2) / 2, 0, 'REVERT')],
  [broken, assemble('INVALID')],
  [loud, assemble(0, 0, 'LOG0', 'STOP')],
  [mortal, assemble(push(lower(bob.address)), 'SELFDESTRUCT')],
  [greedy, assemble('JUMPDEST', 0, 'JUMP')],
  [empty, assemble('POP', 'STOP')],
  [
    quitter,
    assemble(0, 0, 'MSTORE', ...log, ...calling(worker), ...calling(reverter), ...store('0x01'), 1, 0, 'REVERT'),
  ],
  [
    boss,
    assemble(
      ...calling(worker, 3),
      ...sending('DELEGATECALL', worker),
      ...sending('STATICCALL', loud, 5000),
      ...sending('CALLCODE', worker),
      ...calling(reverter),
      ...sending('CALL', broken, 5000),
      ...sending('CALL', greedy, 5000),
      ...sending('CALL', empty, 5000),
      ...calling(mortal),
      // More than it has.
      ...calling(worker, 10n ** 30n),
      ...sending('STATICCALL', '0x0000000000000000000000000000000000000004'),
      ...creating('CREATE', initcode, 0),
      ...creating('CREATE2', initcode, 1),
      ...creating('CREATE', selfDestructing, 2),
      // Again at the same place, which is taken.
      ...creating('CREATE2', initcode, 0),
      0,
      1,
      'SSTORE',
      32,
      0,
      'RETURN',
    ),
  ],
];

const transactions = [
  { to: bob.address, value: 5n },
  { to: boss, value: 100n, gas: 3_000_000n, data: '0x12345678aabb' },
  { to: quitter, gas: 200_000n },
  { to: greedy, gas: 60_000n },
  { data: initcode, gas: 200_000n, value: 1n },
  { data: assemble(...store('0xef'), 1, 0, 'RETURN'), gas: 200_000n },
  { to: mortal, gas: 100_000n, value: 4n },
  { to: empty, gas: 100_000n },
  { to: reverter, gas: 100_000n },
] as const;

type Played = { readonly chain: Chain; readonly hashes: readonly Hash[] };

async function play(engine: ReturnType<typeof createEthereumjsEngine>): Promise<Played> {
  const chain = await createTestChain({}, contracts, { engine });
  const hashes: Hash[] = [];
  for (const [nonce, fields] of transactions.entries())
    // oxlint-disable-next-line no-await-in-loop -- nonces come in order
    hashes.push(await chain.submit(await sign(alice, { ...fields, nonce })));
  await chain.tick(10, 10);
  await seal(chain);
  expect(chain.head.transactions).toHaveLength(transactions.length);
  return { chain, hashes };
}

const options = (wire?: unknown) => TraceOptions.parse(wire);
const calls = (config: object = {}) => options({ tracer: 'callTracer', tracerConfig: config });
const prestate = (config: object = {}) => options({ tracer: 'prestateTracer', tracerConfig: config });

/** What a client reads, as far as it is looked into here. */
type Steps = {
  readonly gas: number;
  readonly failed: boolean;
  readonly returnValue: string;
  readonly structLogs: readonly Step[];
};
type Step = {
  readonly op: string;
  readonly gas: number;
  readonly gasCost: number;
  readonly depth: number;
  readonly refund?: number;
};
type Frame = {
  readonly type: string;
  readonly to?: string;
  readonly gasUsed: string;
  readonly output?: string;
  readonly error?: string;
  readonly calls?: readonly Frame[];
  readonly logs?: readonly { readonly index: string }[];
};
type States = Readonly<
  Record<string, { readonly nonce?: number; readonly storage?: Readonly<Record<string, string>> }>
>;

function jsonOf(trace: Trace): unknown {
  return JSON.parse(toJson(traceJson(trace)));
}

// Shapes are what these tests are about, so the readers take them for granted.
const stepsOf = (trace: Trace): Steps => jsonOf(trace) as Steps;
const frameOf = (trace: Trace): Frame => jsonOf(trace) as Frame;
const statesOf = (trace: Trace): States => jsonOf(trace) as States;

let ours: Played;
let theirs: Played;

beforeAll(async () => {
  ours = await play(createInterpreterEngine());
  theirs = await play(createEthereumjsEngine());
});

const trace = async (index: number, how = options()) => ours.chain.traceTransaction(ours.hashes[index]!, how);
const traceSteps = async (index: number, how = options()) => stepsOf(await trace(index, how));
const traceCalls = async (index: number, config = {}) => frameOf(await trace(index, calls(config)));
const traceStates = async (index: number, config = {}) => statesOf(await trace(index, prestate(config)));
const traceChanges = async (index: number) =>
  jsonOf(await trace(index, prestate({ diffMode: true }))) as { readonly pre: States; readonly post: States };

describe('on both engines the same', () => {
  test.each([
    ['steps', undefined],
    ['all there is of steps', { enableMemory: true, enableReturnData: true }],
    ['less of steps', { disableStack: true, disableStorage: true, limit: 2000 }],
    ['calls', { tracer: 'callTracer' }],
    ['calls with logs', { tracer: 'callTracer', tracerConfig: { withLog: true } }],
    ['the top call', { tracer: 'callTracer', tracerConfig: { onlyTopCall: true, withLog: true } }],
    ['the state before', { tracer: 'prestateTracer' }],
    ['the difference in state', { tracer: 'prestateTracer', tracerConfig: { diffMode: true } }],
    ['selectors', { tracer: '4byteTracer' }],
    ['nothing', { tracer: 'noopTracer' }],
  ])('%s', async (_, wire) => {
    const [one, other] = await Promise.all(
      [ours, theirs].map(async ({ chain }) => chain.traceBlock(latest, options(wire))),
    );
    expect(one).toHaveLength(transactions.length);
    expect(one!.map(({ hash, trace }) => [hash, jsonOf(trace)])).toEqual(
      other!.map(({ hash, trace }) => [hash, jsonOf(trace)]),
    );
  });
});

test('a transaction has the same trace alone as in its block', async () => {
  const block = await ours.chain.traceBlock(latest, calls({ withLog: true }));
  for (const [index, { hash, trace }] of block.entries())
    // oxlint-disable-next-line no-await-in-loop -- one after another is readable in a failure
    expect(await ours.chain.traceTransaction(hash, calls({ withLog: true })), `${index}`).toEqual(trace);
});

test('every trace uses the gas that the receipt tells', async () => {
  const { receipts } = ours.chain.head;
  const steps = await ours.chain.traceBlock(latest, options());
  expect(steps.map(({ trace }) => stepsOf(trace).gas)).toEqual(receipts.map(({ gasUsed }) => Number(gasUsed)));
  expect(steps.map(({ trace }) => stepsOf(trace).failed)).toEqual(receipts.map(({ status }) => status === 0));
  const frames = await ours.chain.traceBlock(latest, calls());
  expect(frames.map(({ trace }) => BigInt(frameOf(trace).gasUsed))).toEqual(receipts.map(({ gasUsed }) => gasUsed));
});

describe('steps', () => {
  test('a plain transfer has none', async () => {
    expect(await traceSteps(0)).toEqual({ gas: 21_000, failed: false, returnValue: '0x', structLogs: [] });
  });

  test('tell where the machine is, what it has and what it pays', async () => {
    const call = callOf({ to: worker, gas: 100_000n });
    const how = CallTraceOptions.parse({ enableMemory: true });
    const { structLogs, returnValue } = stepsOf(await ours.chain.traceCall(call, latest, {}, how));
    expect(returnValue).toBe(bigIntToHash(42n));
    expect(structLogs[0]).toEqual({ pc: 0, op: 'PUSH1', gas: 79_000, gasCost: 3, depth: 1, stack: [] });
    expect(structLogs[2]).toEqual({
      pc: 4,
      op: 'SSTORE',
      gas: 78_994,
      // Slot 1 was 5 already.
      gasCost: 2200,
      depth: 1,
      stack: ['0x5', '0x1'],
      storage: { [bigIntToHash(1n)]: bigIntToHash(5n) },
    });
    expect(structLogs[4]).toMatchObject({
      op: 'SLOAD',
      storage: { [bigIntToHash(1n)]: bigIntToHash(5n), [bigIntToHash(2n)]: bigIntToHash(0n) },
    });
    expect(structLogs.at(-1)).toMatchObject({ op: 'RETURN', memory: [bigIntToHash(42n)] });
    expect(structLogs.at(-1)).not.toHaveProperty('storage');
  });

  test('a call costs what it passes on as well, and its steps are one deeper', async () => {
    const { structLogs } = await traceSteps(1);
    const at = structLogs.findIndex(({ op }) => op === 'CALL');
    const [call, first] = [structLogs[at]!, structLogs[at + 1]!];
    expect([call.depth, first.depth]).toEqual([1, 2]);
    // The stipend comes on top; cold account and value are the call's own price.
    expect(call.gasCost).toBe(first.gas - 2300 + 2600 + 9000);
  });

  test('name what a step lacked, but not what went wrong in it', async () => {
    const { structLogs: spent, returnValue } = await traceSteps(3);
    expect(spent.at(-1)).toMatchObject({ error: 'out of gas' });
    expect(returnValue).toBe('0x');
    expect((await traceSteps(7)).structLogs).toMatchObject([
      { op: 'POP', gasCost: 2, error: 'stack underflow (0 <=> 1)' },
    ]);
    expect((await traceSteps(8)).structLogs.at(-1)).not.toHaveProperty('error');
    expect((await traceSteps(8)).returnValue).toBe(reason);
  });

  test('count refunds', async () => {
    const refunds = (await traceSteps(1)).structLogs.map(({ refund }) => refund);
    expect(refunds[0]).toBeUndefined();
    expect(refunds.some((refund) => refund !== undefined)).toBe(true);
  });

  test('stop at a limit in bytes', async () => {
    const all = (await traceSteps(3)).structLogs.map((entry) => JSON.stringify(entry));
    const some = (await traceSteps(3, options({ limit: 500 }))).structLogs.map((entry) => JSON.stringify(entry));
    expect(some).toEqual(all.slice(0, some.length));
    expect(some.slice(0, -1).join('').length).toBeLessThanOrEqual(500);
    expect(some.join('').length).toBeGreaterThan(500);
  });
});

describe('calls', () => {
  test('of every kind, one within another', async () => {
    const { calls: inner = [], ...top } = await traceCalls(1);
    expect(top).toMatchObject({
      type: 'CALL',
      from: lower(alice.address),
      to: boss,
      value: '0x64',
      gas: '0x2dc6c0',
      input: '0x12345678aabb',
    });
    const told = inner.map(({ type, to, error }) => [type, to, error]);
    const created = createAddress(boss, 1n);
    expect(told).toEqual([
      ['CALL', worker, undefined],
      ['DELEGATECALL', worker, undefined],
      ['STATICCALL', loud, 'write protection'],
      ['CALLCODE', worker, undefined],
      ['CALL', reverter, 'execution reverted'],
      ['CALL', broken, 'invalid opcode: INVALID'],
      ['CALL', greedy, 'out of gas'],
      ['CALL', empty, 'stack underflow'],
      ['CALL', mortal, undefined],
      ['CALL', worker, 'insufficient balance for transfer'],
      ['STATICCALL', '0x0000000000000000000000000000000000000004', undefined],
      ['CREATE', created, undefined],
      ['CREATE2', expect.any(String), undefined],
      ['CREATE', createAddress(boss, 3n), undefined],
      ['CREATE2', undefined, 'contract address collision'],
    ]);
    expect(inner[0]).toMatchObject({ from: boss, value: '0x3', output: bigIntToHash(42n) });
    expect(inner[1]).toMatchObject({ from: boss, value: '0x64' });
    expect(inner[2]).not.toHaveProperty('value');
    expect(inner[4]).toMatchObject({ revertReason: 'no luck', output: reason });
    expect(inner[8]?.calls).toEqual([
      {
        type: 'SELFDESTRUCT',
        from: mortal,
        to: lower(bob.address),
        value: '0x0',
        gas: '0x0',
        gasUsed: '0x0',
        input: '0x',
      },
    ]);
    expect(inner[9]).toMatchObject({ gasUsed: '0x0' });
    expect(inner[11]).toMatchObject({ input: initcode, output: assemble(7, 1, 'SSTORE', 'STOP') });
    expect(inner[13]?.calls).toMatchObject([{ type: 'SELFDESTRUCT', from: createAddress(boss, 3n), value: '0x2' }]);
  });

  test('logs with their place, none of what was taken back', async () => {
    const { calls: inner = [] } = await traceCalls(1, { withLog: true });
    const logs = inner.map(({ logs }) => logs);
    expect(logs[0]).toEqual([
      { address: worker, topics: [topic], data: bigIntToHash(42n), index: '0x0', position: '0x0' },
    ]);
    expect(logs[1]).toMatchObject([{ address: boss, index: '0x1' }]);
    expect(logs[3]).toMatchObject([{ address: boss, index: '0x2' }]);
    expect(logs[4]).toBeUndefined();
    const gaveUp = await traceCalls(2, { withLog: true });
    expect(gaveUp).not.toHaveProperty('logs');
    expect(gaveUp.calls?.[0]).not.toHaveProperty('logs');
    expect(await traceCalls(2)).toMatchObject({ error: 'execution reverted', output: '0x01' });
  });

  test('indexes of logs count on through the block', async () => {
    const before = ours.chain.head.receipts[1]!.logs.length;
    const call = CallTraceOptions.parse({ tracer: 'callTracer', tracerConfig: { withLog: true } });
    const { logs } = frameOf(await ours.chain.traceCall(callOf({ to: worker }), latest, {}, call));
    expect(logs?.[0]?.index).toBe('0x0');
    expect(before).toBe(3);
  });

  test('a creation that fails has no address', async () => {
    const failed = await traceCalls(5);
    expect(failed).toMatchObject({ type: 'CREATE', error: 'invalid code: must not begin with 0xef' });
    expect(failed).not.toHaveProperty('to');
    expect(await traceCalls(4)).toMatchObject({
      type: 'CREATE',
      to: createAddress(lower(alice.address), 4n),
    });
  });

  test('only the top one, if wanted', async () => {
    const { type, calls: inner, logs } = await traceCalls(1, { onlyTopCall: true, withLog: true });
    expect([type, inner, logs]).toEqual(['CALL', undefined, undefined]);
  });
});

describe('state', () => {
  test('as it was before, of all that was looked at', async () => {
    const before = await traceStates(1);
    expect(Object.keys(before)).toEqual(Object.keys(before).sort());
    expect(before[worker]).toEqual({
      balance: '0x0',
      nonce: 1,
      code: contracts[0]![1],
      codeHash: keccak256(contracts[0]![1]),
      storage: { [bigIntToHash(1n)]: bigIntToHash(0n), [bigIntToHash(2n)]: bigIntToHash(0n) },
    });
    expect(before[lower(alice.address)]?.nonce).toBe(1);
    expect(before).not.toHaveProperty(createAddress(boss, 1n));
    const bare = await traceStates(1, { disableCode: true, disableStorage: true });
    expect(bare[worker]).toEqual({ balance: '0x0', nonce: 1, codeHash: keccak256(contracts[0]![1]) });
    expect(await traceStates(1, { includeEmpty: true })).toHaveProperty(createAddress(boss, 1n));
  });

  test('as far as it changed, before and after', async () => {
    const { pre, post } = await traceChanges(1);
    const slot = bigIntToHash(1n);
    expect(pre[worker]).toEqual({
      balance: '0x0',
      nonce: 1,
      code: contracts[0]![1],
      codeHash: keccak256(contracts[0]![1]),
    });
    expect(post[worker]).toEqual({ balance: '0x3', storage: { [slot]: bigIntToHash(5n) } });
    expect(pre).not.toHaveProperty(reverter);
    const created = createAddress(boss, 1n);
    expect(pre).not.toHaveProperty(created);
    expect(post[created]).toMatchObject({ nonce: 1, code: assemble(7, 1, 'SSTORE', 'STOP') });
    // Created and destroyed in the same transaction.
    expect(post).not.toHaveProperty(createAddress(boss, 3n));
    expect(post[lower(alice.address)]).toEqual({ balance: expect.any(String), nonce: 2 });
  });

  test('nothing is different for who is only looked at', async () => {
    const { pre, post } = await traceChanges(3);
    expect(Object.keys(post)).not.toContain(greedy);
    expect(Object.keys(pre)).not.toContain(greedy);
  });
});

test('counts selectors with the size of what follows them', async () => {
  expect(jsonOf(await trace(1, options({ tracer: '4byteTracer' })))).toEqual({ '0x12345678-2': 1 });
});

describe('calls that never were in a block', () => {
  const call = callOf({ from: lower(alice.address), to: worker, gas: 100_000n });

  test('see overrides', async () => {
    const overrides = {
      state: stateOverrides([worker, { code: hexToBytes(assemble('NUMBER', ...returnWord)) }]),
      block: blockOverrides({ number: 77n }),
    };
    const trace = await ours.chain.traceCall(call, latest, overrides, CallTraceOptions.parse({ tracer: 'callTracer' }));
    expect(frameOf(trace).output).toBe(bigIntToHash(77n));
  });

  test('may fail, which the trace tells', async () => {
    const how = CallTraceOptions.parse({ tracer: 'callTracer' });
    const trace = await ours.chain.traceCall(callOf({ to: reverter }), latest, {}, how);
    expect(jsonOf(trace)).toMatchObject({ error: 'execution reverted', revertReason: 'no luck' });
  });

  test('stand at any place of a block', async () => {
    const slotAfter = async (transactionIndex: number) => {
      const how = { ...options({ tracer: 'prestateTracer' }), transactionIndex };
      return statesOf(await ours.chain.traceCall(call, latest, {}, how))[worker]?.storage?.[bigIntToHash(1n)];
    };
    expect(await slotAfter(1)).toBe(bigIntToHash(0n));
    expect(await slotAfter(2)).toBe(bigIntToHash(5n));
    const count = transactions.length;
    const tooFar = new ChainError('transactionIndexOutOfRange', { index: count + 1, count });
    await expect(slotAfter(count + 1)).rejects.toThrow(tooFar);
  });

  test('what they cannot pay is refused', async () => {
    const poor = callOf({ to: worker, from: '0x000000000000000000000000000000000000dead', value: 1n });
    await expect(ours.chain.traceCall(poor, latest, {}, CallTraceOptions.parse(undefined))).rejects.toMatchObject({
      kind: 'insufficientFunds',
    });
  });
});

describe('what is not sealed, or not there', () => {
  test('a pre-confirmed transaction can be traced, one that waits cannot', async () => {
    const chain = await createTestChain({}, contracts);
    const hash = await chain.submit(await sign(alice, { to: worker, gas: 100_000n, nonce: 0 }));
    const waiting = { kind: 'transactionNotFound', details: { hash, isWaiting: true } };
    await expect(chain.traceTransaction(hash, calls())).rejects.toMatchObject(waiting);
    await chain.tick(10, 10);
    expect(jsonOf(await chain.traceTransaction(hash, calls()))).toMatchObject({ to: worker });
    expect(await chain.traceBlock(pending, calls())).toHaveLength(1);
    const before = await chain.traceTransaction(hash, options());
    await seal(chain);
    expect(await chain.traceTransaction(hash, options())).toEqual(before);
  });

  test('a block is too old once the state before it is', async () => {
    const chain = await createTestChain({ historyWindow: 2 });
    for (let block = 1; block <= 5; block++)
      // oxlint-disable-next-line no-await-in-loop -- blocks come one after another
      await seal(chain);
    expect(await chain.traceBlock(number(5), calls())).toEqual([]);
    await expect(chain.traceBlock(number(2), calls())).rejects.toMatchObject({ kind: 'historyPruned' });
  });

  test('an unknown transaction and the first block cannot be traced', async () => {
    const unknown = { kind: 'transactionNotFound', details: { isWaiting: false } };
    await expect(ours.chain.traceTransaction(bigIntToHash(1n), calls())).rejects.toMatchObject(unknown);
    await expect(ours.chain.traceBlock(number(0), calls())).rejects.toMatchObject({ kind: 'genesisNotTraceable' });
  });
});

describe.each([createInterpreterEngine(), createEthereumjsEngine()])('limits on the engine $name', (engine) => {
  const endless = callOf({ to: greedy });

  test('a trace takes no longer than its timeout', async () => {
    let now = 0;
    const rules = { callGasLimit: 10n ** 12n };
    const chain = await createTestChain(rules, contracts, { engine, stopwatch: () => now++ });
    const how = CallTraceOptions.parse({ tracer: 'callTracer', timeout: '10ms' });
    const timeout = { kind: 'executionTimeout', details: { limit: 10 } };
    await expect(chain.traceCall(endless, latest, {}, how)).rejects.toMatchObject(timeout);
  });
});

test('a trace grows no larger than can be held', { timeout: 60_000 }, async () => {
  const endless = callOf({ to: greedy });
  const trace = ours.chain.traceCall(endless, latest, {}, CallTraceOptions.parse({ enableMemory: true }));
  await expect(trace).rejects.toMatchObject({ kind: 'traceTooLarge' });
  // With a limit there is an end to it.
  const short = await ours.chain.traceCall(
    { ...endless, gas: 100_000n },
    latest,
    {},
    CallTraceOptions.parse({ limit: 1000 }),
  );
  expect(stepsOf(short).structLogs.length).toBeLessThan(20);
});
