/** The chain's own contracts as viem meets them, from block 0 on, on both chains. */
import type { Abi, Address, Hex } from 'viem';
import {
  concat,
  decodeEventLog,
  decodeFunctionResult,
  keccak256,
  encodeAbiParameters,
  encodeFunctionData,
  numberToHex,
  pad,
  parseEther,
  parseGwei,
  serializeTransaction,
  size,
  zeroAddress,
} from 'viem';
import { getWithdrawals } from 'viem/op-stack';
import { LibZip } from 'solady';
import { describe, expect, it } from 'vitest';
import { gasPriceOracle, l1Block, messagePasser } from '../predeploys/interfaces.ts';
import type { TestEmulator } from '../support/emulator.ts';
import { block, createTestEmulator } from '../support/emulator.ts';

const depositor: Hex = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001';

/** What a deposit tells, each value different from the others and as wide as it can be, as far as fees allow. */
const told = {
  baseFeeScalar: 0x8dd,
  blobBaseFeeScalar: 0x101c12,
  sequenceNumber: 0x0102030405060708n,
  timestamp: 0x1112131415161718n,
  number: 0x2122232425262728n,
  basefee: 0x6bdbf6fn,
  blobBaseFee: 0x582765n,
  hash: keccak256('0x01'),
  batcherHash: keccak256('0x02'),
  operatorFeeScalar: 0x41424344,
  operatorFeeConstant: 0x5152535455565758n,
  daFootprintGasScalar: 0x6162,
};

type Attributes = typeof told;

/** The call of the deposit (reference §9.3). */
const depositOf = (values: Attributes) => ({
  account: depositor,
  to: l1Block.address,
  data: concat([
    '0x3db6be2b',
    numberToHex(values.baseFeeScalar, { size: 4 }),
    numberToHex(values.blobBaseFeeScalar, { size: 4 }),
    numberToHex(values.sequenceNumber, { size: 8 }),
    numberToHex(values.timestamp, { size: 8 }),
    numberToHex(values.number, { size: 8 }),
    numberToHex(values.basefee, { size: 32 }),
    numberToHex(values.blobBaseFee, { size: 32 }),
    values.hash,
    values.batcherHash,
    numberToHex(values.operatorFeeScalar, { size: 4 }),
    numberToHex(values.operatorFeeConstant, { size: 8 }),
    numberToHex(values.daFootprintGasScalar, { size: 2 }),
  ]),
});

/** Values next to each other at the low end of a slot, the highest first. */
const packed = (...values: readonly [value: number | bigint, bytes: number][]): Hex =>
  pad(concat(values.map(([value, bytes]) => numberToHex(value, { size: bytes }))));

/** What the deposit leaves, slot by slot, as the public contract has it; and the two slots that it no longer writes. */
const stateDiff = [
  packed([told.timestamp, 8], [told.number, 8]),
  packed([told.basefee, 32]),
  told.hash,
  packed([told.baseFeeScalar, 4], [told.blobBaseFeeScalar, 4], [told.sequenceNumber, 8]),
  told.batcherHash,
  packed([1n, 32]),
  packed([2n, 32]),
  packed([told.blobBaseFee, 32]),
  packed([told.daFootprintGasScalar, 2], [told.operatorFeeScalar, 4], [told.operatorFeeConstant, 8]),
].map((value, slot) => ({ slot: numberToHex(slot, { size: 32 }), value }));
const stateOverride = [{ address: l1Block.address, stateDiff }];

/** What a contract answers to calls by name, with their arguments, in a block that begins with the deposit. */
async function afterDeposit(
  { client }: TestEmulator,
  contract: { readonly address: Address; readonly abi: Abi },
  calls: readonly (readonly [functionName: string, ...args: readonly unknown[]])[],
  blockOverrides = {},
): Promise<readonly unknown[]> {
  const { abi, address: to } = contract;
  const reads = calls.map(([functionName, ...args]) => ({
    to,
    data: encodeFunctionData({ abi, functionName, args }),
  }));
  const [simulated] = await client.simulateBlocks({
    blocks: [{ blockOverrides, calls: [depositOf(told), ...reads] }],
  });
  return simulated!.calls.slice(1).map(({ data, status }, index) => {
    expect(status).toBe('success');
    return decodeFunctionResult({ abi, functionName: calls[index]![0], data });
  });
}

/** The L1 fee of a transaction whose signed form compresses to this length (reference §9.2), in wei. */
function feeOf(compressedSize: number): bigint {
  const scaled = 836_500n * BigInt(compressedSize) - 42_585_600n;
  const estimated = scaled < 100_000_000n ? 100_000_000n : scaled;
  const price = 16n * BigInt(told.baseFeeScalar) * told.basefee + BigInt(told.blobBaseFeeScalar) * told.blobBaseFee;
  return (estimated * price) / 10n ** 12n;
}

/** Bytes that FastLZ finds repetitions in of every length and distance. */
function mixed(length: number, seed: number): Hex {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  const bytes: number[] = [];
  while (bytes.length < length) {
    const start = next(bytes.length + 1);
    if (next(3) === 0)
      for (let count = next(next(9) === 0 ? 600 : 60); count > 0; count--) bytes.push(bytes[bytes.length - start] ?? 7);
    else for (let count = next(40); count > 0; count--) bytes.push(next(256));
  }
  return `0x${Buffer.from(bytes.slice(0, length)).toString('hex')}`;
}

describe('L1Block', () => {
  it('answers at genesis of both chains', async () => {
    const { client, testClient } = await createTestEmulator();
    for (const { readContract } of [client, testClient]) {
      const read = async (
        functionName: 'number' | 'hash' | 'DEPOSITOR_ACCOUNT' | 'isCustomGasToken' | 'gasPayingToken',
      ) => readContract({ ...l1Block, functionName, blockTag: 'earliest' });
      expect(await read('number')).toBe(0n);
      expect(await read('hash')).toBe(pad('0x'));
      expect(await read('DEPOSITOR_ACCOUNT')).toBe('0xDeaDDEaDDeAdDeAdDEAdDEaddeAddEAdDEAd0001');
      expect(await read('isCustomGasToken')).toBe(false);
      expect(await read('gasPayingToken')).toEqual(['0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', 18]);
    }
  });

  it('keeps what the deposit tells', async () => {
    const emulator = await createTestEmulator();
    const values = await afterDeposit(
      emulator,
      l1Block,
      Object.keys(told).map((name) => [name]),
    );
    expect(values).toEqual(Object.values(told));
  });

  it('keeps it in the slots of the public contract', async () => {
    const { client } = await createTestEmulator();
    for (const [name, value] of Object.entries({ ...told, l1FeeOverhead: 1n, l1FeeScalar: 2n }))
      expect([
        name,
        await client.readContract({ ...l1Block, functionName: name as keyof Attributes, stateOverride }),
      ]).toEqual([name, value]);
  });

  it('costs the deposit about as much gas as on the public chain', async () => {
    const { client } = await createTestEmulator();
    const batcher: Hex = '0x5050f69a9786f081509234f1a7f4684b5e5b76c9';
    const usual = { ...told, timestamp: 1_780_000_000n, number: 25_000_000n, batcherHash: pad(batcher) };
    const without = { ...usual, operatorFeeScalar: 0, operatorFeeConstant: 0n, daFootprintGasScalar: 0x94 };
    const calls = [3n, 4n].map((sequenceNumber) => depositOf({ ...without, sequenceNumber }));
    const [simulated] = await client.simulateBlocks({ blocks: [{ calls }] });
    const documented = 46_218; // reference §9.3, of a block on the same block below as the one before
    expect(Math.abs(Number(simulated!.calls[1]!.gasUsed) - documented)).toBeLessThan(documented / 100);
  });

  it('lets nobody else tell', async () => {
    const { alice, client } = await createTestEmulator();
    const telling = client.call({ ...depositOf(told), account: alice.account });
    await expect(telling).rejects.toThrow('execution reverted');
    expect(await client.readContract({ ...l1Block, functionName: 'number' })).toBe(0n);
  });
});

describe('GasPriceOracle', () => {
  it('answers at genesis of both chains', async () => {
    const { client, testClient } = await createTestEmulator();
    for (const { readContract } of [client, testClient]) {
      const read = async (functionName: 'isEcotone' | 'isFjord' | 'isIsthmus' | 'isJovian' | 'decimals' | 'DECIMALS') =>
        readContract({ ...gasPriceOracle, functionName, blockTag: 'earliest' });
      for (const flag of ['isEcotone', 'isFjord', 'isIsthmus', 'isJovian'] as const)
        expect(await read(flag)).toBe(true);
      expect(await read('decimals')).toBe(6n);
      expect(await read('DECIMALS')).toBe(6n);
    }
  });

  it('tells the fees of L1Block and of its own block', async () => {
    const emulator = await createTestEmulator();
    const names = ['l1BaseFee', 'blobBaseFee', 'baseFeeScalar', 'blobBaseFeeScalar', 'gasPrice', 'baseFee'];
    const answers = await afterDeposit(
      emulator,
      gasPriceOracle,
      names.map((name) => [name]),
      { baseFeePerGas: 1_234_567n },
    );
    expect(answers).toEqual([
      told.basefee,
      told.blobBaseFee,
      told.baseFeeScalar,
      told.blobBaseFeeScalar,
      1_234_567n,
      1_234_567n,
    ]);
  });

  it('works the L1 fee out of the length that FastLZ makes of the transaction', async () => {
    const { client } = await createTestEmulator();
    const short = Array.from({ length: 20 }, (_, length) => mixed(length, length + 1));
    const long = [280, 320, 400, 700, 1_500, 3_000, 10_000].map((length) => mixed(length, length));
    const uniform = [300, 2_000].map((length): Hex => `0x${'01'.repeat(length)}`);
    const transfer = serializeTransaction({
      chainId: 8453,
      to: zeroAddress,
      value: 1n,
      gas: 21_000n,
      maxFeePerGas: parseGwei('5'),
    });
    const transactions = [...short, ...long, ...uniform, transfer];
    const compressed = transactions.map((transaction) => size(LibZip.flzCompress(transaction) as Hex) + 68);
    const read = async (functionName: 'getL1Fee' | 'getL1GasUsed', transaction: Hex) =>
      client.readContract({ ...gasPriceOracle, functionName, args: [transaction], stateOverride });
    const fees = await Promise.all(transactions.map(async (transaction) => read('getL1Fee', transaction)));
    expect(fees).toEqual(compressed.map(feeOf));
    expect(new Set(fees).size).toBeGreaterThan(long.length);
    const scaled = 836_500 * compressed[short.length]! - 42_585_600;
    expect(await read('getL1GasUsed', long[0]!)).toBe(BigInt(Math.floor((scaled * 16) / 1e6)));
  });

  it('bounds it for those who know the size alone', async () => {
    const sizes = [0, 100, 255, 100_000];
    const bounds = await afterDeposit(
      await createTestEmulator(),
      gasPriceOracle,
      sizes.map((unsigned) => ['getL1FeeUpperBound', BigInt(unsigned)]),
    );
    expect(bounds).toEqual(sizes.map((unsigned) => feeOf(unsigned + 68 + Math.floor((unsigned + 68) / 255) + 16)));
  });

  it('tells the operator fee', async () => {
    const fees = await afterDeposit(await createTestEmulator(), gasPriceOracle, [['getOperatorFee', 21_000n]]);
    expect(fees).toEqual([21_000n * BigInt(told.operatorFeeScalar) * 100n + told.operatorFeeConstant]);
  });

  it('refuses what the first formula had', async () => {
    const { client } = await createTestEmulator();
    for (const functionName of ['overhead', 'scalar'] as const)
      await expect(client.readContract({ ...gasPriceOracle, functionName })).rejects.toThrow(
        `GasPriceOracle: ${functionName}() is deprecated`,
      );
  });
});

describe('L2ToL1MessagePasser', () => {
  const firstNonce = 1n << 240n;

  it('notes and tells a withdrawal', async () => {
    const { alice, bob, client, advance } = await createTestEmulator();
    const value = parseEther('1');
    const args = [bob.account.address, 50_000n, '0x1234'] as const;
    const hash = await alice.writeContract({ ...messagePasser, functionName: 'initiateWithdrawal', args, value });
    await advance(block);
    const receipt = await client.getTransactionReceipt({ hash });
    const [withdrawal] = getWithdrawals(receipt);
    const sender = alice.account.address;
    const withdrawalHash = keccak256(
      encodeAbiParameters(
        [
          { type: 'uint256' },
          { type: 'address' },
          { type: 'address' },
          { type: 'uint256' },
          { type: 'uint256' },
          { type: 'bytes' },
        ],
        [firstNonce, sender, args[0], value, args[1], args[2]],
      ),
    );
    expect(withdrawal).toEqual({
      nonce: firstNonce,
      sender,
      target: args[0],
      value,
      gasLimit: args[1],
      data: args[2],
      withdrawalHash,
    });
    const sent = (of: Hex) => client.readContract({ ...messagePasser, functionName: 'sentMessages', args: [of] });
    expect(await sent(withdrawalHash)).toBe(true);
    expect(await sent(keccak256(withdrawalHash))).toBe(false);
    expect(await client.readContract({ ...messagePasser, functionName: 'messageNonce' })).toBe(firstNonce + 1n);
    expect(await client.getBalance(messagePasser)).toBe(value);
  });

  it('withdraws ether sent without a call to its sender, and burns it on demand', async () => {
    const { alice, bob, client, advance } = await createTestEmulator();
    const sent = await alice.sendTransaction({ to: messagePasser.address, value: 5n });
    await advance(block);
    const [withdrawal] = getWithdrawals(await client.getTransactionReceipt({ hash: sent }));
    const { address } = alice.account;
    expect(withdrawal).toMatchObject({ sender: address, target: address, value: 5n, gasLimit: 100_000n, data: '0x' });

    const burnt = await bob.writeContract({ ...messagePasser, functionName: 'burn' });
    await advance(block);
    const { logs } = await client.getTransactionReceipt({ hash: burnt });
    expect(decodeEventLog({ abi: messagePasser.abi, ...logs[0]! })).toMatchObject({
      eventName: 'WithdrawerBalanceBurnt',
      args: { amount: 5n },
    });
    expect(await client.getBalance(messagePasser)).toBe(0n);
    expect(await client.readContract({ ...messagePasser, functionName: 'MESSAGE_VERSION' })).toBe(1);
  });
});
