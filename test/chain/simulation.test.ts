/** eth_simulateV1: blocks on blocks that never exist, held against the specification, reference §6 and simulate.md. */
import type { Hex } from 'viem';
import {
  concat,
  encodeFunctionData,
  getContractAddress,
  hexToBytes,
  keccak256,
  parseEther,
  parseTransaction,
  toHex,
  zeroAddress,
} from 'viem';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Chain } from '../../src/chain/chain.ts';
import { ChainError } from '../../src/chain/errors.ts';
import type { ChainRules } from '../../src/chain/rules.ts';
import type { SimulatedBlock, SimulatedCall } from '../../src/chain/simulation.ts';
import { transferLogAddress } from '../../src/chain/simulation.ts';
import { accountAt } from '../../src/chain/view.ts';
import { emptyBloom, hashHeader } from '../../src/evm/block.ts';
import { historyStorageAddress } from '../../src/evm/system-calls.ts';
import { emptyTrieRoot } from '../../src/evm/trie.ts';
import type { Address } from '../../src/hex.ts';
import { bytesToHex, zeroHash } from '../../src/hex.ts';
import type { BlockSelector } from '../../src/wire/block-selector.ts';
import type { CallRequest } from '../../src/wire/call.ts';
import type { Instruction } from '../support/assembly.ts';
import { assemble, calling, deploying, returnWord } from '../support/assembly.ts';
import { alice, bob, carol, createTestChain, genesisTimestamp, lower, rules, seal, sign } from '../support/chain.ts';
import { testToken, testVault } from '../support/contracts.ts';
import { engineName } from '../support/engine.ts';
import { latest, number, pending, simulationOf, stateOverrides } from '../support/requests.ts';

const ether = 10n ** 18n;
const [from, to, other] = [alice, bob, carol].map(({ address }) => lower(address)) as [Address, Address, Address];
const poor: Address = `0x${'99'.repeat(20)}`;
const target: Address = `0x${'ab'.repeat(20)}`;
const helper: Address = `0x${'cd'.repeat(20)}`;
const identity: Address = `0x${'04'.padStart(40, '0')}`;

/** Adds one to slot 0 and returns the sum. */
const counter = assemble(0, 'SLOAD', 1, 'ADD', 'DUP1', 0, 'SSTORE', ...returnWord);

const word = (call: SimulatedCall | undefined): bigint => BigInt(bytesToHex(call!.returnData));

const coded = (code: readonly Instruction[], address = target) =>
  stateOverrides([address, { code: hexToBytes(assemble(...code)) }]);

type Blocks = Parameters<typeof simulationOf>[0];
type Flags = Parameters<typeof simulationOf>[1];

describe('a simulation', () => {
  let chain: Chain;
  beforeAll(async () => {
    chain = await createTestChain();
    await chain.submit(await sign(alice, { to, value: ether, nonce: 0 }));
    await chain.tick(10, 10);
    await seal(chain);
    await seal(chain);
  });
  const run = (blocks: Blocks, flags?: Flags, selector: BlockSelector = latest): Promise<readonly SimulatedBlock[]> =>
    chain.simulate(simulationOf(blocks, flags), selector);
  /** The calls of one block. */
  const callsOf = async (
    calls: readonly Partial<CallRequest>[],
    block: Omit<Blocks[number], 'calls'> = {},
    flags?: Flags,
  ): Promise<readonly SimulatedCall[]> => (await run([{ ...block, calls }], flags))[0]!.calls;
  const refusalOf = async (blocks: Blocks, flags?: Flags): Promise<unknown> => {
    try {
      await run(blocks, flags);
    } catch (error) {
      if (error instanceof ChainError) return { kind: error.kind, details: error.details };
      throw error;
    }
    return undefined;
  };
  const refused = (kind: string, details: object) => ({
    kind: 'simulatedCallRefused',
    details: {
      refusal: expect.objectContaining({ kind, details: expect.objectContaining(details) as object }) as object,
    },
  });

  describe('has blocks', () => {
    it('one per element, each after the other: number, time, parent', async () => {
      const blocks = await run([{}, {}, {}]);
      const { header, hash } = chain.head;
      expect(blocks.map((block) => block.header.number)).toEqual([
        header.number + 1n,
        header.number + 2n,
        header.number + 3n,
      ]);
      expect(blocks.map((block) => block.header.timestamp)).toEqual(
        [2n, 4n, 6n].map((later) => header.timestamp + later),
      );
      expect(blocks.map((block) => block.header.parentHash)).toEqual([hash, blocks[0]!.hash, blocks[1]!.hash]);
    });

    it('without fillers where numbers leave a gap, time going on from the block before', async () => {
      const blocks = await run([
        { block: { number: 10n } },
        {},
        { block: { number: 20n, time: genesisTimestamp + 500n } },
        {},
      ]);
      expect(blocks.map(({ header }) => [header.number, header.timestamp - chain.head.header.timestamp])).toEqual([
        [10n, 2n],
        [11n, 4n],
        [20n, genesisTimestamp + 500n - chain.head.header.timestamp],
        [21n, genesisTimestamp + 502n - chain.head.header.timestamp],
      ]);
    });

    it('whose header follows from base, overrides and content', async () => {
      const [block] = await run([{ calls: [{ from, to, value: 1n }] }]);
      const { header } = block!;
      const base = chain.head.header;
      expect(header).toMatchObject({
        stateRoot: zeroHash,
        mixHash: zeroHash,
        baseFeePerGas: 0n,
        gasUsed: 21_000n,
        gasLimit: base.gasLimit,
        miner: base.miner,
        extraData: base.extraData,
        parentBeaconBlockRoot: base.parentBeaconBlockRoot,
        difficulty: 0n,
        withdrawalsRoot: emptyTrieRoot,
        blobGasUsed: 0n,
        excessBlobGas: 0n,
        requestsHash: base.requestsHash,
        logsBloom: emptyBloom,
      });
      expect(header.transactionsRoot).not.toBe(emptyTrieRoot);
      expect(block!.hash).toBe(hashHeader(header));
      expect(block!.size).toBeGreaterThan(500);
    });

    it('that look as they are overridden, also to the code in them', async () => {
      const code: Instruction[] = [];
      const asked = ['NUMBER', 'TIMESTAMP', 'GASLIMIT', 'COINBASE', 'PREVRANDAO', 'BASEFEE', 'BLOBBASEFEE'] as const;
      for (const [index, opcode] of asked.entries()) code.push(opcode, index * 32, 'MSTORE');
      code.push(asked.length * 32, 0, 'RETURN');
      const block = {
        number: 77n,
        time: genesisTimestamp + 1_000n,
        gasLimit: 1_000_000n,
        feeRecipient: poor,
        prevRandao: toHex(5, { size: 32 }),
        baseFeePerGas: 3n,
        blobBaseFee: 9n,
      };
      const [simulated] = await run([{ calls: [{ to: target }], state: coded(code), block }]);
      expect(simulated!.header).toMatchObject({
        number: 77n,
        timestamp: block.time,
        gasLimit: 1_000_000n,
        miner: poor,
        mixHash: block.prevRandao,
        baseFeePerGas: 3n,
      });
      const words = bytesToHex(simulated!.calls[0]!.returnData).slice(2).match(/.{64}/g)!;
      expect(words.map((text) => BigInt(`0x${text}`))).toEqual([77n, block.time, 1_000_000n, BigInt(poor), 5n, 3n, 9n]);
    });

    it('that inherit gas limit and fee recipient from the block before, not randomness', async () => {
      const [, second] = await run([
        { block: { gasLimit: 123_456n, feeRecipient: poor, prevRandao: toHex(5, { size: 32 }) } },
        {},
      ]);
      expect(second!.header).toMatchObject({ gasLimit: 123_456n, miner: poor, mixHash: zeroHash });
    });

    it('that hold withdrawals, which are paid in gwei', async () => {
      const withdrawals = [{ index: 0n, validatorIndex: 1n, address: poor, amount: 2n }];
      const blocks = await run([
        { block: { withdrawals } },
        { calls: [{ to: target }], state: coded([{ raw: `0x73${poor.slice(2)}` }, 'BALANCE', ...returnWord]) },
      ]);
      expect(word(blocks[1]!.calls[0])).toBe(2_000_000_000n);
      expect(blocks[0]!.withdrawals).toEqual(withdrawals);
      expect(blocks[0]!.header.withdrawalsRoot).not.toBe(emptyTrieRoot);
    });

    it('that know each other’s and the base’s hash, and none of a number in a gap', async () => {
      const asks = (height: bigint): Partial<CallRequest> => ({
        to: target,
        data: hexToBytes(toHex(height, { size: 32 })),
      });
      const state = coded([0, 'CALLDATALOAD', 'BLOCKHASH', ...returnWord]);
      const base = chain.head.header.number;
      const [first, second] = await run([
        { state, block: { number: base + 3n } },
        { calls: [asks(base - 1n), asks(base), asks(base + 1n), asks(base + 3n), asks(base + 4n)] },
      ]);
      expect(second!.calls.map(word)).toEqual([
        BigInt(chain.at(number(base - 1n)).hash),
        BigInt(chain.head.hash),
        0n,
        BigInt(first!.hash),
        0n,
      ]);
    });

    it('that know no sealed block after their base', async () => {
      const state = coded([0, 'CALLDATALOAD', 'BLOCKHASH', ...returnWord]);
      const asks = (height: bigint): Partial<CallRequest> => ({
        to: target,
        data: hexToBytes(toHex(height, { size: 32 })),
      });
      const [block] = await run(
        [{ state, block: { number: 5n }, calls: [asks(0n), asks(1n), asks(2n)] }],
        {},
        number(1),
      );
      expect(block!.calls.map(word)).toEqual([BigInt(chain.at(number(0)).hash), BigInt(chain.at(number(1)).hash), 0n]);
    });

    it('that begin with the system calls', async () => {
      const history =
        '0x3373fffffffffffffffffffffffffffffffffffffffe14604657602036036042575f35600143038111604257611fff81430311604257611fff9006545f5260205ff35b5f5ffd5b5f35611fff60014303065500' as const;
      const base = chain.head.header.number;
      const asks = { to: historyStorageAddress, data: hexToBytes(toHex(base + 1n, { size: 32 })) };
      const [first, second] = await run([
        { state: stateOverrides([historyStorageAddress, { code: hexToBytes(history) }]) },
        { calls: [asks] },
      ]);
      expect(word(second!.calls[0])).toBe(BigInt(first!.hash));
    });
  });

  describe('refuses as a whole', () => {
    it('a request without blocks', async () => {
      expect(await refusalOf([])).toEqual({ kind: 'emptySimulation', details: {} });
    });

    it('numbers that do not go up', async () => {
      const base = chain.head.header.number;
      expect(await refusalOf([{ block: { number: base } }])).toEqual({
        kind: 'blockNumbersNotInOrder',
        details: { number: base, previous: base },
      });
      expect(await refusalOf([{ block: { number: 9n } }, { block: { number: 9n } }])).toEqual({
        kind: 'blockNumbersNotInOrder',
        details: { number: 9n, previous: 9n },
      });
    });

    it('times that do not go up', async () => {
      const time = chain.head.header.timestamp;
      expect(await refusalOf([{ block: { time } }])).toEqual({
        kind: 'timestampsNotInOrder',
        details: { time, previous: time },
      });
      expect(await refusalOf([{}, { block: { time: time + 2n } }])).toEqual({
        kind: 'timestampsNotInOrder',
        details: { time: time + 2n, previous: time + 2n },
      });
      expect(await refusalOf([{}, { block: { time: time + 3n } }])).toBeUndefined();
    });

    it('more than 256 blocks, or a number that is further away', async () => {
      const base = chain.head.header.number;
      const tooMany = { kind: 'tooManyBlocks', details: { limit: 256 } };
      expect(await refusalOf(Array.from({ length: 257 }, () => ({})))).toEqual(tooMany);
      expect(await run(Array.from({ length: 256 }, () => ({})))).toHaveLength(256);
      expect(await refusalOf([{ block: { number: base + 257n } }])).toEqual(tooMany);
      expect(await refusalOf([{ block: { number: base + 256n } }, {}])).toEqual(tooMany);
      expect(await run([{ block: { number: base + 256n } }])).toHaveLength(1);
    });

    it('numbers and times before anything runs', async () => {
      expect(await refusalOf([{ calls: [{ gas: 1n }] }, { block: { number: 1n } }])).toMatchObject({
        kind: 'blockNumbersNotInOrder',
      });
    });

    it('a call that asks for more gas than its block has left', async () => {
      const calls = [
        { to, gas: 30_000n },
        { to, gas: 30_000n },
      ];
      expect(await refusalOf([{ calls, block: { gasLimit: 50_999n } }])).toEqual({
        kind: 'blockGasLimitReached',
        details: { remaining: 29_999n, required: 30_000n },
      });
      expect(await refusalOf([{ calls, block: { gasLimit: 51_000n } }])).toBeUndefined();
    });

    it.each<[string, Partial<CallRequest>, string, object]>([
      ['too little gas', { to, gas: 20_999n }, 'intrinsicGasTooLow', { gas: 20_999n, required: 21_000n }],
      [
        'too little gas for its data',
        { to, gas: 22_000n, data: new Uint8Array(100).fill(1) },
        'intrinsicGasTooLow',
        { required: 25_000n },
      ],
      ['too much initcode', { data: new Uint8Array(49_153) }, 'initcodeTooLarge', { size: 49_153 }],
      ['a tip above its cap', { to, maxFeePerGas: 1n, maxPriorityFeePerGas: 2n }, 'tipAboveFeeCap', {}],
    ])('a call with %s', async (_, call, kind, details) => {
      expect(await refusalOf([{ calls: [call] }])).toEqual(refused(kind, details));
    });

    it('the move of what is no precompile', async () => {
      expect(await refusalOf([{ state: stateOverrides([target, { movePrecompileTo: helper }]) }])).toEqual({
        kind: 'notAPrecompile',
        details: { address: target },
      });
    });

    it('an unknown base', async () => {
      await expect(run([{}], {}, number(999))).rejects.toMatchObject({
        kind: 'blockNotFound',
        details: { block: 999n },
      });
    });
  });

  describe('of calls', () => {
    it('lets each see what those before it left, in the block and across blocks', async () => {
      const state = stateOverrides([target, { code: hexToBytes(counter) }]);
      const [first, second] = await run([
        { calls: [{ to: target }, { to: target }], state },
        { calls: [{ to: target }] },
      ]);
      expect([...first!.calls, ...second!.calls].map(word)).toEqual([1n, 2n, 3n]);
    });

    it('deploys and uses a contract, whose address follows from the nonce', async () => {
      const token = lower(getContractAddress({ from, nonce: 1n }));
      const abi = testToken.abi;
      const transfer = encodeFunctionData({ abi, functionName: 'transfer', args: [to, 5n] });
      const balance = encodeFunctionData({ abi, functionName: 'balanceOf', args: [to] });
      const [first, second] = await run([
        { calls: [{ from, data: hexToBytes(testToken.bytecode) }] },
        {
          calls: [
            { from, to: token, data: hexToBytes(transfer) },
            { to: token, data: hexToBytes(balance) },
          ],
        },
      ]);
      expect(bytesToHex(first!.calls[0]!.returnData)).toBe(testToken.deployedBytecode);
      expect(first!.calls[0]!.logs).toHaveLength(1);
      expect(word(second!.calls[1])).toBe(5n);
    });

    it('reports a revert with its data, and goes on', async () => {
      const state = coded([7, 0, 'MSTORE', 32, 0, 'REVERT']);
      const [failed, after] = await callsOf([{ to: target }, { to }], { state });
      expect(failed).toMatchObject({ halt: 'revert', logs: [] });
      expect(word(failed)).toBe(7n);
      expect(after).toMatchObject({ halt: undefined, gasUsed: 21_000n });
    });

    it('reports a halt, which uses all its gas, without data', async () => {
      const [block] = await run([{ calls: [{ to: target, gas: 50_000n }, { to }], state: coded(['INVALID']) }]);
      expect(block!.calls[0]).toMatchObject({
        halt: 'invalid opcode',
        gasUsed: 50_000n,
        returnData: new Uint8Array(0),
        logs: [],
      });
      expect(block!.header.gasUsed).toBe(71_000n);
      expect(block!.receipts.map(({ status, cumulativeGasUsed }) => [status, cumulativeGasUsed])).toEqual([
        [0, 50_000n],
        [1, 71_000n],
      ]);
    });

    it('tells gas before refunds as the most that was used', async () => {
      const state = stateOverrides([
        target,
        { code: hexToBytes(assemble(0, 0, 'SSTORE', 'STOP')), state: new Map([[0n, 1n]]) },
      ]);
      const [call] = await callsOf([{ to: target }], { state });
      expect(call!.maxUsedGas - call!.gasUsed).toBe(4_800n);
    });

    it('gives a call what its block has left, within the budget of the request', async () => {
      const state = coded(['GAS', ...returnWord]);
      const [first, second] = await callsOf([{ to: target }, { to: target }], {
        state,
        block: { gasLimit: 1_000_000n },
      });
      expect(word(first)).toBe(1_000_000n - 21_000n - 2n);
      expect(word(second)).toBe(1_000_000n - first!.gasUsed - 21_000n - 2n);
      const [unlimited] = await callsOf([{ to: target }], { state });
      expect(word(unlimited)).toBe(50_000_000n - 21_000n - 2n);
    });

    it('ends when the gas of the request is used up', async () => {
      const small: Partial<ChainRules> = { callGasLimit: 100_000n };
      const limited = await createTestChain(small);
      const burn = { state: coded(['INVALID']), calls: [{ to: target }] };
      const [block] = await limited.simulate(simulationOf([burn]), latest);
      expect(block!.calls[0]!.gasUsed).toBe(100_000n);
      await expect(
        limited.simulate(simulationOf([burn, { calls: [{ to, gas: 21_000n }] }]), latest),
      ).rejects.toMatchObject({
        kind: 'gasBudgetExhausted',
        details: { remaining: 0n, required: 21_000n },
      });
    });

    it('makes unsigned transactions of type 2, unless the fields say otherwise', async () => {
      const [block] = await run([
        {
          calls: [
            { from, to, value: 1n, gas: 21_000n },
            { from, to, gas: 21_000n, gasPrice: 0n },
            { from, to, gas: 30_000n, gasPrice: 0n, accessList: [{ address: to, storageKeys: [] }] },
          ],
        },
      ]);
      expect(block!.transactions.map(({ type, nonce, gas }) => [type, nonce, gas])).toEqual([
        [2, 1n, 21_000n],
        [0, 2n, 21_000n],
        [1, 3n, 30_000n],
      ]);
      const [typed] = block!.transactions;
      expect(typed!.hash).toBe(keccak256(typed!.raw));
      expect(parseTransaction(toHex(typed!.raw) as `0x02${string}`)).toMatchObject({
        chainId: 8453,
        nonce: 1,
        gas: 21_000n,
        to,
        value: 1n,
      });
    });

    it('takes the price of nothing from nobody, whatever the base fee', async () => {
      const state = new Map([...coded(['GASPRICE', ...returnWord]), ...stateOverrides([poor, { balance: 0n }])]);
      const [call] = await callsOf([{ from: poor, to: target }], { state, block: { baseFeePerGas: 1_000n } });
      expect(word(call)).toBe(0n);
    });

    it('lets a contract be the sender', async () => {
      const [call] = await callsOf([{ from: target, to: helper }], {
        state: new Map([...coded(['STOP']), ...coded(['CALLER', ...returnWord], helper)]),
      });
      expect(word(call)).toBe(BigInt(target));
    });

    it('puts delegations in place', async () => {
      const { r, s, yParity } = await carol.signAuthorization!({ chainId: 8453, address: target, nonce: 0 });
      const authorizationList = [
        { chainId: 8453n, address: target, nonce: 0n, yParity: BigInt(yParity!), r: BigInt(r), s: BigInt(s) },
      ];
      const [first, second] = await callsOf(
        [
          { from, to: other, authorizationList },
          { from, to: other },
        ],
        { state: coded(['ADDRESS', ...returnWord]) },
      );
      expect([first, second].map(word)).toEqual([BigInt(other), BigInt(other)]);
    });

    it('pays the fee recipient when a price is given', async () => {
      const balances = coded([{ raw: `0x73${poor.slice(2)}` }, 'BALANCE', ...returnWord]);
      const [, balance] = await callsOf([{ from, to, maxFeePerGas: 10n, maxPriorityFeePerGas: 3n }, { to: target }], {
        state: balances,
        block: { feeRecipient: poor, baseFeePerGas: 5n },
      });
      expect(word(balance)).toBe(63_000n);
    });
  });

  describe('with overrides', () => {
    const reader = hexToBytes(assemble(0, 'CALLDATALOAD', 'SLOAD', ...returnWord));
    const reads = (slot: number): Partial<CallRequest> => ({ to: target, data: hexToBytes(toHex(slot, { size: 32 })) });
    const stored = {
      code: reader,
      state: new Map([
        [1n, 11n],
        [2n, 22n],
      ]),
    };

    it('keeps them in later blocks', async () => {
      const [, second] = await run([{ state: stateOverrides([target, stored]) }, { calls: [reads(1), reads(2)] }]);
      expect(second!.calls.map(word)).toEqual([11n, 22n]);
    });

    it('replaces single slots by stateDiff and all of them by state', async () => {
      const [, second, third] = await run([
        { state: stateOverrides([target, stored]) },
        { state: stateOverrides([target, { stateDiff: new Map([[1n, 99n]]) }]), calls: [reads(1), reads(2)] },
        { state: stateOverrides([target, { state: new Map([[3n, 33n]]) }]), calls: [reads(1), reads(2), reads(3)] },
      ]);
      expect(second!.calls.map(word)).toEqual([99n, 22n]);
      expect(third!.calls.map(word)).toEqual([0n, 0n, 33n]);
    });

    it('lies over what earlier blocks did', async () => {
      const state = stateOverrides([target, { code: hexToBytes(counter) }]);
      const [, second] = await run([
        { state, calls: [{ to: target }, { to: target }] },
        { state: stateOverrides([target, { stateDiff: new Map([[0n, 40n]]) }]), calls: [{ to: target }] },
      ]);
      expect(word(second!.calls[0])).toBe(41n);
    });

    it('sets balance and nonce', async () => {
      const state = stateOverrides([from, { nonce: 7n, balance: 5n }]);
      const [block] = await run([{ state, calls: [{ from, to, value: 5n }] }]);
      expect(block!.transactions[0]).toMatchObject({ nonce: 7n });
      expect(block!.calls[0]).toMatchObject({ halt: undefined });
    });

    it('creates no account from an empty override', async () => {
      // An account that does not exist costs 25,000 more to send value to.
      const sends = coded([...calling(poor, 1), 'STOP']);
      const plain = await callsOf([{ from, to: target, value: 1n }], { state: sends });
      const touched = await callsOf([{ from, to: target, value: 1n }], {
        state: new Map([...sends, ...stateOverrides([poor, {}])]),
      });
      expect(touched[0]!.gasUsed).toBe(plain[0]!.gasUsed);
    });

    it('moves a precompile for its block alone', async () => {
      const data = Uint8Array.of(1, 2, 3);
      const [first, second] = await run([
        {
          state: stateOverrides([identity, { movePrecompileTo: helper }]),
          calls: [
            { to: helper, data },
            { to: identity, data },
          ],
        },
        {
          calls: [
            { to: helper, data },
            { to: identity, data },
          ],
        },
      ]);
      expect([...first!.calls, ...second!.calls].map(({ returnData }) => bytesToHex(returnData))).toEqual([
        '0x010203',
        '0x',
        '0x',
        '0x010203',
      ]);
    });
  });

  describe('without validation', () => {
    it('runs any nonce, which stands in the transaction, while the account’s goes up by one', async () => {
      const [block] = await run([
        {
          calls: [
            { from, to, nonce: 0n },
            { from, to, nonce: 77n },
            { from, to },
          ],
        },
      ]);
      expect(block!.transactions.map(({ nonce }) => nonce)).toEqual([0n, 77n, 3n]);
    });

    it('runs a nonce at its very end, which wraps', async () => {
      const state = stateOverrides([from, { nonce: 2n ** 64n - 1n }]);
      const [block] = await run([
        {
          state,
          calls: [
            { from, to },
            { from, to },
          ],
        },
      ]);
      expect(block!.transactions.map(({ nonce }) => nonce)).toEqual([2n ** 64n - 1n, 0n]);
    });

    it('lends what the sender lacks', async () => {
      const [transfer, priced] = await callsOf([
        { from: poor, to, value: parseEther('5') },
        { from: poor, to, gasPrice: 10n ** 9n },
      ]);
      expect([transfer, priced]).toMatchObject([{ halt: undefined }, { halt: undefined }]);
      const reads = coded([{ raw: `0x73${to.slice(2)}` }, 'BALANCE', ...returnWord]);
      const [, balance] = await callsOf([{ from: poor, to, value: 5n }, { to: target }], { state: reads });
      expect(word(balance)).toBe(accountAt(chain.head.state, to).balance + 5n);
    });

    it('does not lend to contracts that pay on', async () => {
      const state = coded([...calling(to, 5), ...returnWord]);
      const [call] = await callsOf([{ from, to: target }], { state });
      expect(word(call)).toBe(0n);
    });

    it('refuses what nobody can pay where the dialect always asks for funds', async () => {
      const strict = await createTestChain({ simulation: { ...rules.simulation, alwaysChecksFunds: true } });
      await expect(
        strict.simulate(simulationOf([{ calls: [{ from: poor, to, value: 1n }] }]), latest),
      ).rejects.toMatchObject({
        kind: 'simulatedCallRefused',
        details: { refusal: { kind: 'insufficientFunds', details: { address: poor, balance: 0n, required: 1n } } },
      });
    });

    it('has a base fee of nothing, and holds a price against an overridden one', async () => {
      expect((await run([{}]))[0]!.header.baseFeePerGas).toBe(0n);
      expect(await refusalOf([{ calls: [{ from, to, gasPrice: 9n }], block: { baseFeePerGas: 10n } }])).toEqual(
        refused('feeCapBelowBaseFee', { maxFeePerGas: 9n, baseFee: 10n }),
      );
    });

    it('answers amounts beyond all bounds with a result or a refusal', async () => {
      const huge = 2n ** 256n - 1n;
      const calls: Partial<CallRequest>[] = [
        { from, to, value: huge },
        { from, to, gasPrice: huge, gas: 21_000n },
        { from: poor, to: poor, value: huge },
      ];
      for (const call of calls) {
        // oxlint-disable-next-line no-await-in-loop -- one after another
        const results = await run([
          { calls: [call, { to: target }], state: coded([{ raw: `0x73${to.slice(2)}` }, 'BALANCE', ...returnWord]) },
        ]).catch((error: unknown) => error);
        expect(results instanceof ChainError || Array.isArray(results)).toBe(true);
      }
      const late = await run([{ block: { time: 2n ** 64n - 1n } }, { calls: [{ to }] }]).catch(
        (error: unknown) => error,
      );
      expect(late instanceof ChainError || Array.isArray(late)).toBe(true);
    });
  });

  describe('with validation', () => {
    const fees = { maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 1n };

    it('has the base fee that follows from the block before', async () => {
      const blocks = await run([{}, {}], { validation: true });
      expect(blocks[0]!.header.baseFeePerGas).toBe(chain.pending.header.baseFeePerGas);
      const [, second] = await run([{ block: { baseFeePerGas: 10n ** 12n } }, {}], { validation: true });
      expect(second!.header.baseFeePerGas).toBe(10n ** 12n - 10n ** 12n / rules.baseFee.denominator);
    });

    it('refuses a price below the base fee, also none', async () => {
      const baseFee = chain.pending.header.baseFeePerGas;
      expect(await refusalOf([{ calls: [{ from, to }] }], { validation: true })).toEqual(
        refused('feeCapBelowBaseFee', { maxFeePerGas: 0n, baseFee }),
      );
      expect(
        await refusalOf([{ calls: [{ from, to }], block: { baseFeePerGas: 0n } }], { validation: true }),
      ).toBeUndefined();
    });

    it('refuses a nonce that is not the account’s', async () => {
      expect(await refusalOf([{ calls: [{ from, to, nonce: 0n, ...fees }] }], { validation: true })).toEqual(
        refused('nonceTooLow', { nonce: 0n, expected: 1n }),
      );
      expect(await refusalOf([{ calls: [{ from, to, nonce: 2n, ...fees }] }], { validation: true })).toEqual(
        refused('nonceTooHigh', { nonce: 2n, expected: 1n }),
      );
      const state = stateOverrides([from, { nonce: 2n ** 64n - 1n }]);
      expect(await refusalOf([{ state, calls: [{ from, to, ...fees }] }], { validation: true })).toEqual(
        refused('nonceMaxed', {}),
      );
      expect(
        await refusalOf(
          [
            {
              calls: [
                { from, to, nonce: 1n, ...fees },
                { from, to, nonce: 2n, ...fees },
              ],
            },
          ],
          { validation: true },
        ),
      ).toBeUndefined();
    });

    it('refuses what the sender cannot pay', async () => {
      expect(
        await refusalOf([{ calls: [{ from: poor, to, value: 1n, gas: 21_000n, ...fees }] }], { validation: true }),
      ).toEqual(refused('insufficientFunds', { address: poor, balance: 0n, required: 21_000n * 10n ** 9n + 1n }));
    });

    it('counts what earlier calls paid', async () => {
      const calls = [
        { from, to, value: 9_998n * ether, gas: 21_000n, ...fees },
        { from, to, value: ether, gas: 21_000n, ...fees },
      ];
      expect(await refusalOf([{ calls }], { validation: true })).toEqual(
        refused('insufficientFunds', { address: from }),
      );
    });

    it('still asks for no code-free sender', async () => {
      const state = stateOverrides([target, { code: Uint8Array.of(0), balance: ether }]);
      expect(
        await refusalOf([{ state, calls: [{ from: target, to, gas: 21_000n, ...fees }] }], { validation: true }),
      ).toBeUndefined();
    });
  });

  describe('logs', () => {
    const emits = (...topics: number[]): readonly Instruction[] => [
      ...topics.toReversed(),
      0,
      0,
      `LOG${topics.length}` as 'LOG1',
    ];
    const places = (call: SimulatedCall | undefined): (readonly [string, number, number])[] =>
      call!.logs.map(({ log, logIndex }) => [
        log.address === transferLogAddress ? 'transfer' : 'log',
        Number(log.topics.at(-1)?.slice(-4) ?? 0),
        logIndex,
      ]);

    it('count through the block and begin anew in the next', async () => {
      const state = coded([...emits(1), ...emits(2), 'STOP']);
      const [first, second] = await run([
        { state, calls: [{ to: target }, { to: target }] },
        { calls: [{ to: target }] },
      ]);
      expect([...first!.calls, ...second!.calls].map((call) => call.logs.map(({ logIndex }) => logIndex))).toEqual([
        [0, 1],
        [2, 3],
        [0, 1],
      ]);
      expect(first!.header.logsBloom).not.toBe(emptyBloom);
    });

    it('of frames and calls that fail vanish, but keep their indexes', async () => {
      const state = new Map([
        ...coded([...emits(1), ...calling(helper), 'POP', ...emits(3), 'STOP']),
        ...coded([...emits(2), 0, 0, 'REVERT'], helper),
      ]);
      const [outer, failed, last] = await callsOf([{ to: target }, { to: helper }, { to: target }], { state });
      expect(outer!.logs.map(({ logIndex }) => logIndex)).toEqual([0, 2]);
      expect(failed!.logs).toEqual([]);
      expect(last!.logs.map(({ logIndex }) => logIndex)).toEqual([4, 6]);
    });

    it('of a compiled contract that catches a failure are those that count', async () => {
      const state = stateOverrides([target, { code: hexToBytes(testVault.deployedBytecode) }]);
      const [block] = await run([
        {
          state,
          calls: [
            { to: target, data: hexToBytes(encodeFunctionData({ abi: testVault.abi, functionName: 'attempt' })) },
          ],
        },
      ]);
      expect(block!.calls[0]!.logs.map(({ log }) => BigInt(bytesToHex(log.data)))).toEqual([1n, 3n]);
      expect(block!.receipts[0]!.logs).toEqual(block!.calls[0]!.logs.map(({ log }) => log));
    });

    it('show no transfers unless asked for', async () => {
      expect((await callsOf([{ from, to, value: 1n }]))[0]!.logs).toEqual([]);
    });

    describe('with transfers', () => {
      const traced = { traceTransfers: true };
      const transfer = (sender: Address, recipient: Address, value: bigint) => ({
        address: transferLogAddress,
        topics: [
          '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
          toHex(BigInt(sender), { size: 32 }),
          toHex(BigInt(recipient), { size: 32 }),
        ],
        data: hexToBytes(toHex(value, { size: 32 })),
      });
      const logsOf = async (calls: readonly Partial<CallRequest>[], state?: ReturnType<typeof coded>) =>
        (await callsOf(calls, state === undefined ? {} : { state }, traced)).map((call) =>
          call.logs.map(({ log }) => log),
        );

      it('tell the value of a call, in the ERC-20 form, and none of zero', async () => {
        expect(
          await logsOf([
            { from, to, value: 7n },
            { from, to },
          ]),
        ).toEqual([[transfer(from, to, 7n)], []]);
      });

      it('stand before the logs of the frame that they enter', async () => {
        const state = new Map([
          ...coded([...emits(1), ...calling(helper, 3), 'POP', ...emits(2), 'STOP']),
          ...coded([...emits(9), 'STOP'], helper),
        ]);
        const [call] = await callsOf([{ from, to: target, value: 5n }], { state }, traced);
        expect(places(call).map(([kind, , logIndex]) => [kind, logIndex])).toEqual([
          ['transfer', 0],
          ['log', 1],
          ['transfer', 2],
          ['log', 3],
          ['log', 4],
        ]);
        expect(call!.logs[2]!.log).toEqual(transfer(target, helper, 3n));
      });

      it('vanish with the frame that fails, and with the call', async () => {
        const state = new Map([...coded([...calling(helper, 3), 'POP', 'STOP']), ...coded([0, 0, 'REVERT'], helper)]);
        expect(
          await logsOf(
            [
              { from, to: target, value: 5n },
              { from, to: helper, value: 5n },
            ],
            state,
          ),
        ).toEqual([[transfer(from, target, 5n)], []]);
      });

      it('tell the value of a creation, from outside and within', async () => {
        const created = lower(getContractAddress({ from, nonce: 1n }));
        const inner = lower(getContractAddress({ from: target, nonce: 0n }));
        expect(await logsOf([{ from, value: 4n, data: hexToBytes(deploying('0x00')) }])).toEqual([
          [transfer(from, created, 4n)],
        ]);
        expect(await logsOf([{ from, to: target, value: 4n }], coded([0, 0, 2, 'CREATE', 'STOP']))).toEqual([
          [transfer(from, target, 4n), transfer(target, inner, 2n)],
        ]);
      });

      it('tell what a self-destruct moves', async () => {
        const state = coded([{ raw: `0x73${poor.slice(2)}` }, 'SELFDESTRUCT']);
        expect(await logsOf([{ from, to: target, value: 4n }], state)).toEqual([
          [transfer(from, target, 4n), transfer(target, poor, 4n)],
        ]);
      });

      it('do not tell of a delegated call, where nothing moves', async () => {
        const state = coded([0, 0, 0, 0, { raw: `0x73${helper.slice(2)}` }, 'GAS', 'DELEGATECALL', 'STOP']);
        expect(await logsOf([{ from, to: target, value: 4n }], state)).toEqual([[transfer(from, target, 4n)]]);
      });

      it('are in neither bloom nor receipt', async () => {
        const [block] = await run([{ calls: [{ from, to, value: 7n }] }], traced);
        expect(block!.header.logsBloom).toBe(emptyBloom);
        expect(block!.receipts[0]!.logs).toEqual([]);
      });

      it('leave real logs alone, even of a contract at the address that they use', async () => {
        const state = coded([...emits(1), 'STOP'], transferLogAddress);
        const [block] = await run([{ state, calls: [{ to: transferLogAddress }] }], traced);
        expect(block!.receipts[0]!.logs).toHaveLength(1);
        expect(block!.header.logsBloom).not.toBe(emptyBloom);
      });
    });
  });

  describe('leaves', () => {
    it('nothing behind', async () => {
      const before = { pending: chain.pending, head: chain.head, nonce: accountAt(chain.pending.state, from).nonce };
      await run(
        [
          {
            state: coded([1, 0, 'SSTORE']),
            calls: [
              { from, to: target },
              { from, to, value: 1n },
            ],
          },
        ],
        {},
        pending,
      );
      expect({ pending: chain.pending, head: chain.head, nonce: accountAt(chain.pending.state, from).nonce }).toEqual(
        before,
      );
      expect(chain.pending.state.account(target)).toBeUndefined();
      const [block] = await run([{ calls: [{ to: target }] }]);
      expect(block!.calls[0]).toMatchObject({ gasUsed: 21_000n });
    });
  });

  describe('on', () => {
    it('a sealed block sees its state and follows its header', async () => {
      const reads = coded([{ raw: `0x73${to.slice(2)}` }, 'BALANCE', ...returnWord]);
      const onGenesis = await run([{ state: reads, calls: [{ to: target }] }], {}, number(0));
      const onFirst = await run([{ state: reads, calls: [{ to: target }] }], {}, number(1));
      expect(
        [onGenesis, onFirst].map(([block]) => [block!.header.number, block!.header.parentHash, word(block!.calls[0])]),
      ).toEqual([
        [1n, chain.at(number(0)).hash, parseEther('10000')],
        [2n, chain.at(number(1)).hash, parseEther('10001')],
      ]);
    });

    it('pending sees pre-confirmed state, once, and follows the sealed block below it', async () => {
      const living = await createTestChain({}, [[target, counter]]);
      await seal(living);
      await living.submit(await sign(alice, { to: target, nonce: 0, gas: 60_000n }));
      await living.tick(1, 10);
      const [first, second] = await living.simulate(
        simulationOf([{ calls: [{ from, to: target }] }, { calls: [{ from, to: target }] }]),
        pending,
      );
      expect([first!.header.number, first!.header.parentHash]).toEqual([2n, living.head.hash]);
      expect([first!.calls[0], second!.calls[0]].map(word)).toEqual([2n, 3n]);
      expect(first!.transactions[0]!.nonce).toBe(1n);
      const [sealed] = await living.simulate(simulationOf([{ calls: [{ from, to: target }] }]), latest);
      expect(word(sealed!.calls[0])).toBe(1n);
      await living.tick(10, 10);
      await seal(living);
      expect(living.head.state.storage(target, 0n)).toBe(1n);
    });
  });

  it('comes from the zero address unless it says otherwise', async () => {
    const [call] = await callsOf([{ to: target }], { state: coded(['CALLER', ...returnWord]) });
    expect(word(call)).toBe(BigInt(zeroAddress));
  });

  it('of concatenated data is told in full', async () => {
    const data = hexToBytes(concat(['0x01', '0x02'] satisfies Hex[]));
    const [call] = await callsOf([{ to: identity, data }]);
    expect(bytesToHex(call!.returnData)).toBe('0x0102');
  });
});

describe('the edges of words', () => {
  const most = 2n ** 256n - 1n;

  // @ethereumjs/evm halts instead.
  it.skipIf(engineName === 'ethereumjs')('let a balance wrap as every word does', async () => {
    const chain = await createTestChain();
    const code = hexToBytes(assemble('SELFBALANCE', ...returnWord));
    const overrides = stateOverrides([poor, { balance: most }], [target, { balance: most, code }]);
    const calls = [{ from: poor, to: target, value: most }];
    const [block] = await chain.simulate(simulationOf([{ calls, state: overrides }]), latest);
    expect(word(block!.calls[0])).toBe(most - 1n);
  });

  it('refuse a time after the last one', async () => {
    const chain = await createTestChain();
    const blocks = [{ block: { time: 2n ** 64n - 1n } }, {}];
    await expect(chain.simulate(simulationOf(blocks), latest)).rejects.toMatchObject({ kind: 'timestampsNotInOrder' });
  });
});
