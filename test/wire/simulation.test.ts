import { describe, expect, test } from 'vitest';
import { Call } from '../../src/wire/call.ts';
import { complaintOf } from '../../src/wire/codec.ts';
import { noBlockOverrides } from '../../src/wire/overrides.ts';
import { Simulation } from '../../src/wire/simulation.ts';

const account = '0xc000000000000000000000000000000000000000';

describe('a simulation payload', () => {
  test('keeps blocks and calls in order; flags are false by default', () => {
    const request = Simulation.parse({
      blockStateCalls: [
        {
          calls: [{ from: account, input: '0x01' }, { to: account }],
          stateOverrides: { [account]: { balance: '0x1' } },
        },
        { blockOverrides: { time: '0x5' } },
        {},
      ],
      spam: true,
    });
    expect(request).toEqual({
      blocks: [
        {
          calls: [Call.parse({ from: account, data: '0x01' }), Call.parse({ to: account })],
          stateOverrides: new Map([[account, expect.objectContaining({ balance: 1n })]]),
          blockOverrides: noBlockOverrides,
        },
        { calls: [], stateOverrides: new Map(), blockOverrides: { ...noBlockOverrides, time: 5n } },
        { calls: [], stateOverrides: new Map(), blockOverrides: noBlockOverrides },
      ],
      traceTransfers: false,
      validation: false,
      returnFullTransactions: false,
    });
  });

  test('takes flags, and null for absent ones', () => {
    expect(Simulation.parse({ blockStateCalls: [], traceTransfers: true, validation: null })).toMatchObject({
      traceTransfers: true,
      validation: false,
    });
  });

  test('null counts as absent inside a block', () => {
    expect(
      Simulation.parse({ blockStateCalls: [{ calls: null, stateOverrides: null, blockOverrides: null }] }),
    ).toEqual(Simulation.parse({ blockStateCalls: [{}] }));
  });

  test.each([
    [{}, 'blockStateCalls: expected an array of block state calls, got nothing'],
    [[], 'expected a simulation payload object, got an array'],
    [{ blockStateCalls: {} }, 'blockStateCalls: expected an array of block state calls, got an object'],
    [{ blockStateCalls: [], validation: 1 }, 'validation: expected true or false, got the number 1'],
    [{ blockStateCalls: [[]] }, 'blockStateCalls[0]: expected a block state call object, got an array'],
    [
      { blockStateCalls: [{}, { calls: [{}, { from: '0x1' }] }] },
      'blockStateCalls[1].calls[1].from: hex string has length 1, want 40 for address',
    ],
    [
      { blockStateCalls: [{ calls: [{ gasPrice: '0x1', maxFeePerGas: '0x1' }] }] },
      'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified',
    ],
    [
      { blockStateCalls: [{ stateOverrides: { [account]: { code: '0x1' } } }] },
      `blockStateCalls[0].stateOverrides.${account}.code: hex string of odd length`,
    ],
  ])('refuses %j', (wire, message) => {
    const result = Simulation.safeParse(wire);
    expect(result.success ? undefined : complaintOf(result.error).message).toBe(message);
  });
});
