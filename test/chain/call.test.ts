/** eth_call: on the state and in the block that it names, with overrides, and with no more checks than it needs. */
import type { Hex } from 'viem';
import {
  decodeErrorResult,
  decodeFunctionResult,
  encodeFunctionData,
  getContractAddress,
  hexToBytes,
  parseEther,
  parseGwei,
} from 'viem';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Chain } from '../../src/chain/chain.ts';
import { accountAt } from '../../src/chain/view.ts';
import type { Address } from '../../src/hex.ts';
import { bytesToHex, zeroAddress } from '../../src/hex.ts';
import type { BlockSelector } from '../../src/wire/block-selector.ts';
import type { CallRequest } from '../../src/wire/call.ts';
import type { Overrides } from '../../src/chain/call.ts';
import type { Instruction } from '../support/assembly.ts';
import { assemble, calling, deploying, returnWord } from '../support/assembly.ts';
import { alice, bob, carol, createTestChain, genesisTimestamp, lower, rules, seal, sign } from '../support/chain.ts';
import { blockOverrides, callOf, latest, number, pending, stateOverrides, tag } from '../support/requests.ts';
import { testToken } from '../support/contracts.ts';

const ether = 10n ** 18n;
const target: Address = `0x${'ab'.repeat(20)}`;
const sha256: Address = `0x${'02'.padStart(40, '0')}`;
const identity: Address = `0x${'04'.padStart(40, '0')}`;

const token = lower(getContractAddress({ from: alice.address, nonce: 0n }));

async function submit(chain: Chain, fields: Parameters<typeof sign>[1], account = alice): Promise<void> {
  await chain.submit(await sign(account, { gas: 2_000_000n, ...fields }));
  await chain.tick(10, 10);
}

function transfer(to: Hex, value: bigint): Hex {
  return encodeFunctionData({ abi: testToken.abi, functionName: 'transfer', args: [to, value] });
}

/** Runs code that lies nowhere, by a state override. */
async function evaluate(
  chain: Chain,
  code: readonly Instruction[],
  request: Partial<CallRequest> = {},
  selector: BlockSelector = latest,
  overrides: Overrides = {},
): Promise<bigint> {
  const state = new Map([
    ...(overrides.state ?? []),
    ...stateOverrides([target, { code: hexToBytes(assemble(...code)) }]),
  ]);
  return BigInt(bytesToHex(await chain.call(callOf({ to: target, ...request }), selector, { ...overrides, state })));
}

describe('a call', () => {
  let chain: Chain;
  /** Block 1 deploys the token, block 2 and 3 send 1 each to bob, and one more is pre-confirmed. */
  beforeAll(async () => {
    chain = await createTestChain();
    await submit(chain, { data: testToken.bytecode, nonce: 0 });
    await seal(chain);
    for (let nonce = 1; nonce <= 3; nonce += 1) {
      // oxlint-disable-next-line no-await-in-loop -- blocks follow one another
      await submit(chain, { to: token, data: transfer(bob.address, 1n), nonce });
      // oxlint-disable-next-line no-await-in-loop
      if (nonce < 3) await seal(chain);
    }
  });

  async function balanceOf(holder: Hex, selector: BlockSelector): Promise<bigint> {
    const data = encodeFunctionData({ abi: testToken.abi, functionName: 'balanceOf', args: [holder] });
    const result = bytesToHex(await chain.call(callOf({ to: token, data: hexToBytes(data) }), selector, {}));
    return decodeFunctionResult({ abi: testToken.abi, functionName: 'balanceOf', data: result });
  }

  it('reads the state of the block that it names', async () => {
    const selectors = [number(1), number(2), number(3), latest, tag('safe'), pending];
    expect(await Promise.all(selectors.map((selector) => balanceOf(bob.address, selector)))).toEqual([
      0n,
      1n,
      2n,
      2n,
      0n,
      3n,
    ]);
    const byHash: BlockSelector = { kind: 'hash', hash: chain.at(number(2)).hash, requireCanonical: false };
    expect(await balanceOf(bob.address, byHash)).toBe(1n);
  });

  it('finds no code where there was none yet', async () => {
    const data = hexToBytes(encodeFunctionData({ abi: testToken.abi, functionName: 'totalSupply' }));
    expect(await chain.call(callOf({ to: token, data }), number(0), {})).toEqual(new Uint8Array(0));
  });

  it('is refused for a block that does not exist', async () => {
    await expect(chain.call(callOf({ to: token }), number(99), {})).rejects.toMatchObject({
      kind: 'blockNotFound',
      details: { block: 99n },
    });
  });

  it('sees the block that it names: number, time, coinbase, gas limit, randomness', async () => {
    const { header } = chain.at(number(2));
    expect(await evaluate(chain, ['NUMBER', ...returnWord], {}, number(2))).toBe(2n);
    expect(await evaluate(chain, ['TIMESTAMP', ...returnWord], {}, number(2))).toBe(genesisTimestamp + 4n);
    expect(await evaluate(chain, ['COINBASE', ...returnWord], {}, number(2))).toBe(BigInt(rules.feeRecipient));
    expect(await evaluate(chain, ['GASLIMIT', ...returnWord], {}, number(2))).toBe(rules.gasLimit);
    expect(await evaluate(chain, ['PREVRANDAO', ...returnWord], {}, number(2))).toBe(BigInt(header.mixHash));
    expect(await evaluate(chain, ['CHAINID', ...returnWord], {}, number(2))).toBe(rules.chainId);
    expect(await evaluate(chain, ['BLOBBASEFEE', ...returnWord], {}, number(2))).toBe(1n);
    expect(await evaluate(chain, [1, 'BLOCKHASH', ...returnWord], {}, number(2))).toBe(
      BigInt(chain.at(number(1)).hash),
    );
    expect(await evaluate(chain, [2, 'BLOCKHASH', ...returnWord], {}, number(2))).toBe(0n);
  });

  it('at pending sees pre-confirmed state in the block below it', async () => {
    expect(await evaluate(chain, ['NUMBER', ...returnWord], {}, pending)).toBe(3n);
    expect(await evaluate(chain, ['TIMESTAMP', ...returnWord], {}, pending)).toBe(chain.head.header.timestamp);
    expect(await evaluate(chain, ['PREVRANDAO', ...returnWord], {}, pending)).toBe(BigInt(chain.head.header.mixHash));
    expect(await balanceOf(bob.address, pending)).toBe(3n);
  });

  it('at pending lags further behind by the setting, and not below genesis', async () => {
    for (const [contextLag, expected] of [
      [1, 1n],
      [2, 0n],
      [5, 0n],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one chain after another
      const lagging = await createTestChain({ contextLag });
      // oxlint-disable-next-line no-await-in-loop
      await seal(lagging);
      // oxlint-disable-next-line no-await-in-loop
      await seal(lagging);
      // oxlint-disable-next-line no-await-in-loop
      expect(await evaluate(lagging, ['NUMBER', ...returnWord], {}, pending)).toBe(expected);
      // oxlint-disable-next-line no-await-in-loop
      expect(await evaluate(lagging, ['NUMBER', ...returnWord])).toBe(2n);
    }
  });

  it('comes from the zero address, with a gas price of nothing and a base fee of nothing, unless it says otherwise', async () => {
    expect(await evaluate(chain, ['CALLER', ...returnWord])).toBe(0n);
    expect(await evaluate(chain, ['ORIGIN', ...returnWord])).toBe(0n);
    expect(await evaluate(chain, ['GASPRICE', ...returnWord])).toBe(0n);
    expect(await evaluate(chain, ['BASEFEE', ...returnWord])).toBe(0n);
    expect(await evaluate(chain, ['CALLER', ...returnWord], { from: lower(bob.address) })).toBe(BigInt(bob.address));
  });

  it('with a price sees the base fee and its effective price', async () => {
    const baseFee = chain.head.header.baseFeePerGas!;
    const fees = { from: lower(alice.address), maxFeePerGas: parseGwei('1'), maxPriorityFeePerGas: 7n };
    expect(await evaluate(chain, ['BASEFEE', ...returnWord], fees)).toBe(baseFee);
    expect(await evaluate(chain, ['GASPRICE', ...returnWord], fees)).toBe(baseFee + 7n);
    expect(
      await evaluate(chain, ['GASPRICE', ...returnWord], { from: lower(alice.address), gasPrice: parseGwei('2') }),
    ).toBe(parseGwei('2'));
  });

  it('with a price below the base fee is refused', async () => {
    const request = callOf({ from: lower(alice.address), to: lower(bob.address), gasPrice: 1n });
    await expect(chain.call(request, latest, {})).rejects.toMatchObject({
      kind: 'feeCapBelowBaseFee',
      details: { maxFeePerGas: 1n },
    });
  });

  it('has 50,000,000 gas when it names none, and silently no more when it names more', async () => {
    const given = await evaluate(chain, ['GAS', ...returnWord]);
    expect(given).toBe(50_000_000n - 21_000n - 2n);
    expect(await evaluate(chain, ['GAS', ...returnWord], { gas: 2n ** 64n - 1n })).toBe(given);
    expect(await evaluate(chain, ['GAS', ...returnWord], { gas: 100_000n })).toBe(100_000n - 21_000n - 2n);
  });

  it('with a price and no gas has as much as the sender can pay', async () => {
    const price = parseEther('0.05');
    const left = await evaluate(chain, ['GAS', ...returnWord], {
      from: lower(carol.address),
      gasPrice: price,
      value: 5n,
    });
    expect(left).toBe((10_000n * ether - 5n) / price - 21_000n - 2n);
  });

  it('needs the funds for its value, also from nobody, and for gas when it has a price', async () => {
    await expect(chain.call(callOf({ to: target, value: 1n }), latest, {})).rejects.toMatchObject({
      kind: 'insufficientFunds',
      details: { address: zeroAddress, balance: 0n, required: 1n },
    });
    const poor: Address = `0x${'77'.repeat(20)}`;
    await expect(
      chain.call(callOf({ from: poor, to: target, gas: 21_000n, gasPrice: parseGwei('1') }), latest, {}),
    ).rejects.toMatchObject({
      kind: 'insufficientFunds',
      details: { required: 21_000n * parseGwei('1') },
    });
    await expect(chain.call(callOf({ from: poor, to: target, gas: 21_000n }), latest, {})).resolves.toEqual(
      new Uint8Array(0),
    );
    await expect(
      chain.call(callOf({ from: lower(carol.address), to: target, value: 10_000n * ether }), latest, {}),
    ).resolves.toEqual(new Uint8Array(0));
  });

  it('needs gas for what comes before any code', async () => {
    await expect(chain.call(callOf({ to: target, gas: 20_999n }), latest, {})).rejects.toMatchObject({
      kind: 'intrinsicGasTooLow',
      details: { gas: 20_999n, required: 21_000n },
    });
  });

  it('is refused with a tip above its fee cap', async () => {
    await expect(
      chain.call(callOf({ to: target, maxFeePerGas: 1n, maxPriorityFeePerGas: 2n }), latest, {}),
    ).rejects.toMatchObject({ kind: 'tipAboveFeeCap' });
  });

  it('is not held against nonce, sender’s code or the cap on a transaction’s gas', async () => {
    const fields = {
      from: token,
      to: token,
      nonce: 99n,
      gas: 30_000_000n,
      data: hexToBytes(encodeFunctionData({ abi: testToken.abi, functionName: 'decimals' })),
    };
    expect(BigInt(bytesToHex(await chain.call(callOf(fields), latest, {})))).toBe(18n);
  });

  it('that reverts is refused with the revert data: error string, custom error, panic, nothing', async () => {
    const revertOf = async (data: Hex): Promise<Hex> => {
      try {
        await chain.call(callOf({ from: lower(carol.address), to: token, data: hexToBytes(data) }), latest, {});
      } catch (error) {
        expect(error).toMatchObject({ kind: 'reverted' });
        return bytesToHex((error as { details: { data: Uint8Array } }).details.data);
      }
      return '0x00';
    };
    const abi = testToken.abi;
    expect(await revertOf(encodeFunctionData({ abi, functionName: 'revertWithString' }))).toMatch(/^0x08c379a0/);
    expect(await revertOf(encodeFunctionData({ abi, functionName: 'panic' }))).toMatch(/^0x4e487b71/);
    const data = await revertOf(transfer(bob.address, 5n));
    expect(decodeErrorResult({ abi, data })).toMatchObject({
      errorName: 'InsufficientBalance',
      args: [carol.address, 0n, 5n],
    });
    expect(await revertOf('0xffffffff')).toBe('0x');
  });

  it.each<[string, readonly Instruction[], unknown]>([
    ['an invalid opcode', ['INVALID'], { reason: 'invalid opcode' }],
    ['an undefined opcode', [{ raw: '0x0c' }], { reason: 'invalid opcode' }],
    ['an empty stack', ['POP'], { reason: 'stack underflow' }],
    ['a jump to nowhere', [0, 'JUMP'], { reason: 'invalid jump destination' }],
    ['too little gas', ['JUMPDEST', 0, 'JUMP'], { reason: 'out of gas', gas: 100_000n }],
  ])('that halts is refused with the reason: %s', async (_, code, details) => {
    await expect(evaluate(chain, code, { gas: 100_000n })).rejects.toMatchObject({ kind: 'halted', details });
  });

  it('without target runs as a creation and returns the code that it would leave', async () => {
    const code = assemble(42, ...returnWord);
    const answer = await chain.call(callOf({ data: hexToBytes(deploying(code)) }), latest, {});
    expect(bytesToHex(answer)).toBe(code);
  });

  it('without target and without data is refused', async () => {
    await expect(chain.call(callOf({}), latest, {})).rejects.toMatchObject({ kind: 'missingTarget' });
  });

  it('without target may revert to answer, as deployless calls of clients do', async () => {
    const answering = assemble(7, 0, 'MSTORE', 32, 0, 'REVERT');
    await expect(chain.call(callOf({ data: hexToBytes(answering) }), latest, {})).rejects.toMatchObject({
      kind: 'reverted',
    });
    const returning = assemble(7, ...returnWord);
    expect(BigInt(bytesToHex(await chain.call(callOf({ data: hexToBytes(returning) }), latest, {})))).toBe(7n);
  });

  it('without target refuses initcode above 49,152 bytes', async () => {
    await expect(chain.call(callOf({ data: new Uint8Array(49_153) }), latest, {})).rejects.toMatchObject({
      kind: 'initcodeTooLarge',
    });
  });

  it('leaves nothing behind', async () => {
    const before = chain.pending;
    await chain.call(
      callOf({ from: lower(alice.address), to: token, data: hexToBytes(transfer(carol.address, 5n)) }),
      pending,
      {},
    );
    await chain.call(callOf({ from: lower(alice.address), to: lower(bob.address), value: ether }), latest, {});
    expect(chain.pending).toBe(before);
    expect(await balanceOf(carol.address, pending)).toBe(0n);
    expect(accountAt(chain.head.state, lower(bob.address)).balance).toBe(10_000n * ether);
  });

  it('keeps to its moment while the chain moves on', async () => {
    const moving = await createTestChain({}, [
      [target, assemble(0, 'SLOAD', 1, 'ADD', 'DUP1', 0, 'SSTORE', ...returnWord)],
    ]);
    const calls: Promise<Uint8Array>[] = [];
    for (let nonce = 0; nonce < 4; nonce += 1) {
      calls.push(moving.call(callOf({ to: target }), pending, {}));
      // oxlint-disable-next-line no-await-in-loop -- blocks follow one another
      await submit(moving, { to: target, nonce });
      // oxlint-disable-next-line no-await-in-loop
      if (nonce % 2 === 1) await seal(moving);
    }
    expect((await Promise.all(calls)).map((answer) => BigInt(bytesToHex(answer)))).toEqual([1n, 2n, 3n, 4n]);
  });

  describe('with state overrides', () => {
    const answer = async (
      state: ReturnType<typeof stateOverrides>,
      request: Partial<CallRequest>,
      selector: BlockSelector = latest,
    ): Promise<Hex> => bytesToHex(await chain.call(callOf(request), selector, { state }));
    const slotReader = hexToBytes(assemble(0, 'CALLDATALOAD', 'SLOAD', ...returnWord));
    const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`;

    it('has the balance', async () => {
      const state = stateOverrides([carol.address.toLowerCase() as Address, { balance: 123n }]);
      expect(
        await evaluate(chain, [{ raw: `0x73${carol.address.slice(2)}` }, 'BALANCE', ...returnWord], {}, latest, {
          state,
        }),
      ).toBe(123n);
      const poor = stateOverrides([zeroAddress, { balance: 5n }]);
      expect(await evaluate(chain, ['CALLVALUE', ...returnWord], { value: 5n }, latest, { state: poor })).toBe(5n);
    });

    it('has the nonce, which a creation’s address follows', async () => {
      const state = stateOverrides([lower(carol.address), { nonce: 41n }]);
      const initcode = assemble('ADDRESS', ...returnWord);
      const address = await answer(state, { from: lower(carol.address), data: hexToBytes(initcode) });
      expect(`0x${address.slice(26)}`).toBe(lower(getContractAddress({ from: carol.address, nonce: 41n })));
    });

    it('has the code, in place of what is there', async () => {
      const state = stateOverrides([token, { code: hexToBytes(assemble(7, ...returnWord)) }]);
      expect(BigInt(await answer(state, { to: token }))).toBe(7n);
    });

    it('has single slots by stateDiff, beside what is stored', async () => {
      const state = stateOverrides([token, { stateDiff: new Map([[9n, 99n]]), code: slotReader }]);
      expect(BigInt(await answer(state, { to: token, data: hexToBytes(word(9n)) }))).toBe(99n);
      expect(BigInt(await answer(state, { to: token, data: hexToBytes(word(0n)) }))).toBe(1_000_000n * ether);
    });

    it('has nothing but the given slots by state', async () => {
      const state = stateOverrides([token, { state: new Map([[9n, 99n]]), code: slotReader }]);
      expect(BigInt(await answer(state, { to: token, data: hexToBytes(word(9n)) }))).toBe(99n);
      expect(BigInt(await answer(state, { to: token, data: hexToBytes(word(0n)) }))).toBe(0n);
      const none = stateOverrides([token, { state: new Map(), code: slotReader }]);
      expect(BigInt(await answer(none, { to: token, data: hexToBytes(word(0n)) }))).toBe(0n);
    });

    it('lies over pre-confirmed state too', async () => {
      const state = stateOverrides([token, { stateDiff: new Map([[9n, 1n]]) }]);
      const data = encodeFunctionData({ abi: testToken.abi, functionName: 'balanceOf', args: [bob.address] });
      expect(BigInt(await answer(state, { to: token, data: hexToBytes(data) }, pending))).toBe(3n);
    });

    it('moves a precompile, which leaves its place', async () => {
      const moved: Address = `0x${'12'.repeat(20)}`;
      const state = stateOverrides([identity, { movePrecompileTo: moved }]);
      const data = Uint8Array.of(1, 2, 3);
      expect(await answer(state, { to: moved, data })).toBe('0x010203');
      expect(await answer(state, { to: identity, data })).toBe('0x');
      expect(await answer(new Map(), { to: identity, data })).toBe('0x010203');
    });

    it('puts code in the place of a moved precompile, which may call it there', async () => {
      const moved: Address = `0x${'12'.repeat(20)}`;
      const forward = assemble(
        'CALLDATASIZE',
        0,
        0,
        'CALLDATACOPY',
        32,
        0,
        'CALLDATASIZE',
        0,
        0,
        { raw: `0x73${moved.slice(2)}` },
        'GAS',
        'CALL',
        'POP',
        32,
        0,
        'RETURN',
      );
      const state = stateOverrides([sha256, { movePrecompileTo: moved, code: hexToBytes(forward) }]);
      const expected = await answer(new Map(), { to: sha256, data: Uint8Array.of(1) });
      expect(await answer(state, { to: sha256, data: Uint8Array.of(1) })).toBe(expected);
    });

    it('takes a precompile away with any override of its address', async () => {
      const state = stateOverrides([identity, { balance: 1n }]);
      expect(await answer(state, { to: identity, data: Uint8Array.of(1) })).toBe('0x');
    });

    it('refuses to move what is no precompile, or one onto itself', async () => {
      await expect(answer(stateOverrides([target, { movePrecompileTo: token }]), { to: token })).rejects.toMatchObject({
        kind: 'notAPrecompile',
        details: { address: target },
      });
      await expect(
        answer(stateOverrides([identity, { movePrecompileTo: identity }]), { to: token }),
      ).rejects.toMatchObject({ kind: 'precompileMovedToItself', details: { address: identity } });
    });
  });

  describe('with block overrides', () => {
    const seen = (code: readonly Instruction[], block: Parameters<typeof blockOverrides>[0]): Promise<bigint> =>
      evaluate(chain, [...code, ...returnWord], {}, latest, { block: blockOverrides(block) });

    it('sees what they say of the block', async () => {
      expect(await seen(['NUMBER'], { number: 1_000_000n })).toBe(1_000_000n);
      expect(await seen(['TIMESTAMP'], { time: 5n })).toBe(5n);
      expect(await seen(['GASLIMIT'], { gasLimit: 60_000_000n })).toBe(60_000_000n);
      expect(await seen(['COINBASE'], { feeRecipient: target })).toBe(BigInt(target));
      expect(await seen(['PREVRANDAO'], { prevRandao: `0x${'0'.repeat(62)}99` })).toBe(0x99n);
      expect(await seen(['BLOBBASEFEE'], { blobBaseFee: 77n })).toBe(77n);
      expect(
        await seen([12, 'BLOCKHASH'], { number: 20n, blockHash: new Map([[12n, `0x${'0'.repeat(62)}55` as const]]) }),
      ).toBe(0x55n);
      expect(await seen([1, 'BLOCKHASH'], { number: 20n })).toBe(BigInt(chain.at(number(1)).hash));
      expect(await seen(['NUMBER'], { number: 2n ** 256n - 1n })).toBe(2n ** 256n - 1n);
    });

    it('sees the base fee when a price is given', async () => {
      const overrides = { block: blockOverrides({ baseFeePerGas: 1_234n }) };
      const fees = { from: lower(alice.address), maxFeePerGas: 2_000n, maxPriorityFeePerGas: 1n };
      expect(await evaluate(chain, ['BASEFEE', ...returnWord], fees, latest, overrides)).toBe(1_234n);
    });
  });

  it('warms what its access list names', async () => {
    const code: readonly Instruction[] = ['GAS', 9, 'SLOAD', 'POP', 'GAS', 'SWAP1', 'SUB', ...returnWord];
    const accessList = [{ address: target, storageKeys: [`0x${'9'.padStart(64, '0')}` as const] }];
    const cold = await evaluate(chain, code);
    expect(cold - (await evaluate(chain, code, { accessList }))).toBe(2_000n);
  });

  it('puts delegations in place before it runs', async () => {
    const delegate = lower(carol.address);
    const { r, s, yParity, nonce, chainId } = await carol.signAuthorization!({
      chainId: 8453,
      address: target,
      nonce: 0,
    });
    const authorizationList = [
      {
        chainId: BigInt(chainId),
        address: target,
        nonce: BigInt(nonce),
        yParity: BigInt(yParity!),
        r: BigInt(r),
        s: BigInt(s),
      },
    ];
    expect(await evaluate(chain, ['ADDRESS', ...returnWord], { to: delegate, authorizationList })).toBe(
      BigInt(delegate),
    );
  });

  it('moves ether within the call', async () => {
    const code: readonly Instruction[] = [...calling(lower(carol.address), 3), 'POP', 'SELFBALANCE', ...returnWord];
    expect(await evaluate(chain, code, { from: lower(alice.address), value: 10n })).toBe(7n);
  });
});
