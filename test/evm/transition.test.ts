/** What surrounds the run of one transaction: gas, fees, nonces, delegations. The judge of whole transactions is @ethereumjs/vm. */
import { createBlock } from '@ethereumjs/block';
import { Hardfork, Mainnet, createCustomCommon } from '@ethereumjs/common';
import { MerkleStateManager } from '@ethereumjs/statemanager';
import { createTxFromRLP } from '@ethereumjs/tx';
import { createAccount, createAddressFromString } from '@ethereumjs/util';
import { createVM, runTx } from '@ethereumjs/vm';
import fc from 'fast-check';
import type { Hex, TransactionSerializable } from 'viem';
import { concat, getContractAddress, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import type { BlockContext, Engine } from '../../src/evm/engine.ts';
import { createEthereumjsEngine } from '../../src/evm/ethereumjs/engine.ts';
import { createInterpreterEngine } from '../../src/evm/interpreter/engine.ts';
import type { Account } from '../../src/evm/state/account.ts';
import { emptyAccount } from '../../src/evm/state/account.ts';
import { commit, emptyCommitment, stateRoot } from '../../src/evm/state/commitment.ts';
import { createFlatState } from '../../src/evm/state/flat.ts';
import type { Overlay } from '../../src/evm/state/overlay.ts';
import { createOverlay } from '../../src/evm/state/overlay.ts';
import type { Authorization, TransactionFields } from '../../src/evm/transaction.ts';
import { decodeTransaction, delegationTarget, delegationTo } from '../../src/evm/transaction.ts';
import type { Applied, Checks } from '../../src/evm/transition.ts';
import { allChecks, applyTransaction, checkTransaction, floorGas, intrinsicGas } from '../../src/evm/transition.ts';
import type { Address } from '../../src/hex.ts';
import { bigIntToHash, bytesToHex, emptyBytes, hexToBytes, zeroAddress, zeroHash } from '../../src/hex.ts';
import { assemble, calling, deploying } from '../support/assembly.ts';
import { lower } from '../support/chain.ts';

const seed = { seed: 20_261_121 };
const ether = 10n ** 18n;

const [alice, bob] = [1, 2].map((key) => privateKeyToAccount(toHex(key, { size: 32 }))) as [
  ReturnType<typeof privateKeyToAccount>,
  ReturnType<typeof privateKeyToAccount>,
];
const from = lower(alice.address);
const to = lower(bob.address);
const coinbase: Address = `0x${'c0'.repeat(20)}`;
const target: Address = `0x${'aa'.repeat(20)}`;
const nobody: Address = `0x${'99'.repeat(20)}`;

const block: BlockContext = {
  fork: 'osaka',
  chainId: 8453n,
  number: 5n,
  timestamp: 1_800_000_000n,
  gasLimit: 30_000_000n,
  coinbase,
  difficulty: 0n,
  prevRandao: bigIntToHash(7n),
  baseFee: 1_000n,
  blobBaseFee: 1n,
  blockHash: () => zeroHash,
};

/** Twenty bytes that are all alike. */
const alike = (byte: string): Address => `0x${byte.repeat(20)}`;

type Start = Readonly<
  Record<
    Address,
    Partial<Pick<Account, 'nonce' | 'balance'>> & {
      readonly code?: Hex;
      readonly storage?: readonly (readonly [bigint, bigint])[];
    }
  >
>;

function stateOf(start: Start): Overlay {
  const flat = createFlatState();
  const overlay = createOverlay(flat.at(0));
  for (const [address, { nonce = 0n, balance = 0n, code, storage = [] }] of Object.entries(start) as [
    Address,
    Start[Address],
  ][]) {
    if (code !== undefined) overlay.setCode(address, hexToBytes(code));
    overlay.setAccount(address, { ...(overlay.account(address) ?? emptyAccount), nonce, balance });
    for (const [slot, value] of storage) overlay.setStorage(address, slot, value);
  }
  flat.commit(0, overlay.changes);
  return createOverlay(flat.at(0));
}

function fieldsOf(fields: Partial<TransactionFields>): TransactionFields {
  return {
    type: 2,
    chainId: 8453n,
    from,
    nonce: 0n,
    gas: 100_000n,
    to,
    value: 0n,
    data: emptyBytes,
    maxFeePerGas: 2_000n,
    maxPriorityFeePerGas: 10n,
    accessList: [],
    authorizationList: [],
    maxFeePerBlobGas: 0n,
    blobVersionedHashes: [],
    ...fields,
  };
}

async function authorization(
  account: typeof alice,
  fields: { readonly address: Address; readonly nonce: number; readonly chainId?: number },
): Promise<Authorization> {
  const { r, s, yParity, chainId, nonce, address } = await account.signAuthorization({ chainId: 8453, ...fields });
  return {
    chainId: BigInt(chainId),
    nonce: BigInt(nonce),
    address: lower(address),
    yParity: BigInt(yParity!),
    r: BigInt(r),
    s: BigInt(s),
  };
}

const engine = createEthereumjsEngine();

async function apply(overlay: Overlay, fields: Partial<TransactionFields>, context = block): Promise<Applied> {
  return applyTransaction({ engine, block: context, overlay }, fieldsOf(fields));
}

function balance(overlay: Overlay, address: Address): bigint {
  return (overlay.account(address) ?? emptyAccount).balance;
}

describe('intrinsic gas', () => {
  const gas = (fields: Partial<TransactionFields>, fork: BlockContext['fork'] = 'osaka'): bigint =>
    intrinsicGas(fieldsOf(fields), fork);
  const item: Authorization = { chainId: 0n, address: target, nonce: 0n, yParity: 0n, r: 1n, s: 1n };

  it.each<[string, Partial<TransactionFields>, BlockContext['fork'], bigint]>([
    ['a transfer', {}, 'osaka', 21_000n],
    ['a byte of zero', { data: Uint8Array.of(0) }, 'osaka', 21_004n],
    ['another byte', { data: Uint8Array.of(1) }, 'osaka', 21_016n],
    ['another byte before Istanbul', { data: Uint8Array.of(1) }, 'petersburg', 21_068n],
    ['a creation', { to: undefined }, 'osaka', 53_000n],
    ['a creation in Frontier', { to: undefined }, 'frontier', 21_000n],
    [
      'two gas for each begun word of initcode',
      { to: undefined, data: new Uint8Array(33) },
      'osaka',
      53_000n + 33n * 4n + 4n,
    ],
    ['initcode before Shanghai', { to: undefined, data: new Uint8Array(33) }, 'paris', 53_000n + 33n * 4n],
    [
      'an access list',
      {
        accessList: [
          { address: to, storageKeys: [zeroHash, zeroHash] },
          { address: to, storageKeys: [] },
        ],
      },
      'osaka',
      21_000n + 2n * 2_400n + 2n * 1_900n,
    ],
    ['authorizations', { type: 4, authorizationList: [item, item] }, 'osaka', 71_000n],
  ])('counts %s', (_, fields, fork, expected) => {
    expect(gas(fields, fork)).toBe(expected);
  });

  it('has a floor of 10 for a zero byte and 40 for another from Prague on (EIP-7623)', () => {
    const fields = fieldsOf({ data: Uint8Array.of(0, 0, 1) });
    expect(floorGas(fields, 'prague')).toBe(21_060n);
    expect(floorGas(fields, 'cancun')).toBe(0n);
  });
});

describe('a check', () => {
  const rich: Start = { [from]: { balance: ether } };
  const kindOf = (
    fields: Partial<TransactionFields>,
    start = rich,
    checks: Partial<Checks> = {},
    context = block,
  ): string | undefined =>
    checkTransaction(fieldsOf(fields), stateOf(start), context, { ...allChecks, ...checks })?.kind;

  it.each<[string, Partial<TransactionFields>, Start, string | undefined]>([
    ['a good transaction', {}, rich, undefined],
    ['a nonce below the account’s', { nonce: 2n }, { [from]: { balance: ether, nonce: 3n } }, 'nonceTooLow'],
    ['a nonce above the account’s', { nonce: 1n }, rich, 'nonceTooHigh'],
    ['the last nonce', { nonce: 2n ** 64n - 1n }, { [from]: { balance: ether, nonce: 2n ** 64n - 1n } }, 'nonceMaxed'],
    ['gas above 2^24', { gas: 16_777_217n }, rich, 'transactionGasTooHigh'],
    ['a sender with code', {}, { [from]: { balance: ether, code: '0x00' } }, 'senderNotEoa'],
    ['a sender with a delegation', {}, { [from]: { balance: ether, code: `0xef0100${target.slice(2)}` } }, undefined],
    ['too much initcode', { to: undefined, data: new Uint8Array(49_153), gas: 10_000_000n }, rich, 'initcodeTooLarge'],
    ['as much data to an account', { data: new Uint8Array(49_153), gas: 10_000_000n }, rich, undefined],
    ['no authorization in type 4', { type: 4 }, rich, 'emptyAuthorizationList'],
    ['a creation in type 4', { type: 4, to: undefined }, rich, 'createNotAllowed'],
    ['a tip above the cap', { maxPriorityFeePerGas: 2_001n }, rich, 'tipAboveFeeCap'],
    ['a cap below the base fee', { maxFeePerGas: 999n }, rich, 'feeCapBelowBaseFee'],
    ['a cap at the base fee', { maxFeePerGas: 1_000n }, rich, undefined],
    ['a wei too little', { value: 1n }, { [from]: { balance: 100_000n * 2_000n } }, 'insufficientFunds'],
    ['just enough', {}, { [from]: { balance: 100_000n * 2_000n } }, undefined],
    ['too little gas', { gas: 20_999n }, rich, 'intrinsicGasTooLow'],
    ['too little gas for the floor', { gas: 24_999n, data: new Uint8Array(100).fill(1) }, rich, 'intrinsicGasTooLow'],
  ])('tells of %s', (_, fields, start, expected) => {
    expect(kindOf(fields, start)).toBe(expected);
  });

  it('asks only for what it is told to', () => {
    expect(kindOf({ nonce: 5n }, rich, { nonce: false })).toBeUndefined();
    expect(kindOf({}, { [from]: { balance: ether, code: '0x00' } }, { eoa: false })).toBeUndefined();
    expect(kindOf({ maxFeePerGas: 10n }, rich, { baseFee: false })).toBeUndefined();
    expect(kindOf({ gas: 16_777_217n }, rich, { gasCap: false })).toBeUndefined();
    expect(kindOf({ gas: 16_777_217n }, rich, {}, { ...block, fork: 'prague' })).toBeUndefined();
  });
});

describe('a transaction', () => {
  it('moves value and pays: base fee and tip from the sender, the tip to the fee recipient', async () => {
    const overlay = stateOf({ [from]: { balance: ether } });
    const applied = await apply(overlay, { value: 5n });
    expect(applied).toMatchObject({
      gasUsed: 21_000n,
      maxUsedGas: 21_000n,
      effectiveGasPrice: 1_010n,
      createdAddress: undefined,
    });
    expect(overlay.account(from)).toMatchObject({ nonce: 1n, balance: ether - 5n - 21_000n * 1_010n });
    expect(balance(overlay, to)).toBe(5n);
    expect(balance(overlay, coinbase)).toBe(210_000n);
  });

  it('pays no tip beyond its cap', async () => {
    const overlay = stateOf({ [from]: { balance: ether } });
    const applied = await apply(overlay, { maxFeePerGas: 1_003n });
    expect(applied.effectiveGasPrice).toBe(1_003n);
    expect(balance(overlay, coinbase)).toBe(63_000n);
  });

  it('that pays itself as fee recipient gets the tip back', async () => {
    const overlay = stateOf({ [from]: { balance: ether } });
    await apply(overlay, {}, { ...block, coinbase: from });
    expect(balance(overlay, from)).toBe(ether - 21_000n * 1_000n);
  });

  it('that reverts pays for what it used, raises the nonce and changes nothing else', async () => {
    const overlay = stateOf({
      [from]: { balance: ether },
      [target]: { code: assemble(1, 0, 'SSTORE', 0, 0, 'LOG0', 0, 0, 'REVERT') },
    });
    const { outcome, gasUsed } = await apply(overlay, { to: target, value: 7n });
    expect(outcome).toMatchObject({ halt: 'revert', logs: [] });
    expect(gasUsed).toBeGreaterThan(43_000n);
    expect(gasUsed).toBeLessThan(50_000n);
    expect(overlay.account(from)).toMatchObject({ nonce: 1n, balance: ether - gasUsed * 1_010n });
    expect(balance(overlay, target)).toBe(0n);
    expect(overlay.storage(target, 0n)).toBe(0n);
  });

  it('that halts pays for all its gas', async () => {
    const overlay = stateOf({ [from]: { balance: ether }, [target]: { code: assemble('INVALID') } });
    const { gasUsed } = await apply(overlay, { to: target });
    expect(gasUsed).toBe(100_000n);
    expect(overlay.account(from)).toMatchObject({ nonce: 1n, balance: ether - 100_000n * 1_010n });
  });

  it('gets at most a fifth of its gas refunded, and knows what it needed before', async () => {
    const storage = [1n, 2n, 3n, 4n].map((slot) => [slot, 1n] as const);
    const clear = assemble(...[1, 2, 3, 4].flatMap((slot) => [0, slot, 'SSTORE'] as const), 'STOP');
    const overlay = stateOf({ [from]: { balance: ether }, [target]: { code: clear, storage } });
    const { gasUsed, maxUsedGas } = await apply(overlay, { to: target });
    expect(maxUsedGas).toBe(21_000n + 4n * (5_000n + 2n + 3n));
    expect(gasUsed).toBe(maxUsedGas - maxUsedGas / 5n);
    const lesser = stateOf({
      [from]: { balance: ether },
      [target]: { code: assemble(0, 1, 'SSTORE', 'STOP'), storage },
    });
    expect((await apply(lesser, { to: target })).gasUsed).toBe(21_000n + 5_005n - 4_800n);
  });

  it('pays the floor for its data, whatever was refunded', async () => {
    const overlay = stateOf({ [from]: { balance: ether } });
    const { gasUsed, maxUsedGas } = await apply(overlay, { data: new Uint8Array(100).fill(1) });
    expect([gasUsed, maxUsedGas]).toEqual([25_000n, 25_000n]);
    expect(balance(overlay, from)).toBe(ether - 25_000n * 1_010n);
  });

  it('creates at the address that follows from the nonce, and leaves the code there', async () => {
    const overlay = stateOf({ [from]: { balance: ether, nonce: 3n } });
    const code = assemble(1, 0, 'SSTORE', 'STOP');
    const { createdAddress } = await apply(overlay, {
      to: undefined,
      data: hexToBytes(deploying(code)),
      nonce: 3n,
      value: 2n,
    });
    expect(createdAddress).toBe(lower(getContractAddress({ from: alice.address, nonce: 3n })));
    expect(overlay.account(createdAddress!)).toMatchObject({ nonce: 1n, balance: 2n });
    expect(bytesToHex(overlay.code(overlay.account(createdAddress!)!.codeHash))).toBe(code);
  });

  it('names the address of a creation that failed, where nothing is', async () => {
    const overlay = stateOf({ [from]: { balance: ether } });
    const { createdAddress, outcome } = await apply(overlay, {
      to: undefined,
      data: hexToBytes(assemble(0, 0, 'REVERT')),
      value: 2n,
    });
    expect(outcome.halt).toBe('revert');
    expect(createdAddress).toBe(lower(getContractAddress({ from: alice.address, nonce: 0n })));
    expect(overlay.account(createdAddress!)).toBeUndefined();
  });

  it('does not create where something is (EIP-684, EIP-7610)', async () => {
    const created = lower(getContractAddress({ from: alice.address, nonce: 0n }));
    for (const there of [{ code: '0x00' }, { nonce: 1n }, { balance: 1n, storage: [[0n, 1n]] }] as const) {
      const overlay = stateOf({ [from]: { balance: ether }, [created]: there });
      // oxlint-disable-next-line no-await-in-loop -- one after another
      const { outcome, gasUsed } = await apply(overlay, { to: undefined, data: hexToBytes(deploying('0x00')) });
      expect([outcome.halt, gasUsed]).toEqual(['contract address collision', 100_000n]);
      expect(overlay.account(from)).toMatchObject({ nonce: 1n });
    }
  });

  it('deletes what it touched and left empty (EIP-161), also a fee recipient without a tip', async () => {
    const overlay = stateOf({ [from]: { balance: ether }, [nobody]: {}, [coinbase]: {} });
    await apply(overlay, { to: nobody, maxFeePerGas: 1_000n, maxPriorityFeePerGas: 0n });
    expect(overlay.account(nobody)).toBeUndefined();
    expect(overlay.account(coinbase)).toBeUndefined();
  });

  it('finds warm: sender, target, fee recipient, precompiles and its access list; the rest is cold', async () => {
    const costOf = async (address: Address, accessList: TransactionFields['accessList'] = []): Promise<bigint> => {
      const overlay = stateOf({
        [from]: { balance: ether },
        [target]: { code: assemble({ raw: `0x73${address.slice(2)}` }, 'BALANCE', 'STOP') },
      });
      const { gasUsed } = await apply(overlay, { to: target, accessList });
      return gasUsed - 21_003n - 2_400n * BigInt(accessList.length);
    };
    const precompile: Address = `0x${'1'.padStart(40, '0')}`;
    expect(await Promise.all([from, target, coinbase, precompile].map((address) => costOf(address)))).toEqual([
      100n,
      100n,
      100n,
      100n,
    ]);
    expect(await costOf(nobody)).toBe(2_600n);
    expect(await costOf(nobody, [{ address: nobody, storageKeys: [] }])).toBe(100n);
  });

  it('asks for blobs their price, beside gas', async () => {
    const overlay = stateOf({ [from]: { balance: ether } });
    const blobVersionedHashes = [`0x01${'0'.repeat(62)}` as const];
    await apply(overlay, { type: 3, blobVersionedHashes, maxFeePerBlobGas: 5n }, { ...block, blobBaseFee: 3n });
    expect(balance(overlay, from)).toBe(ether - 21_000n * 1_010n - 131_072n * 3n);
  });
});

describe('a contract that was there before', () => {
  const destroy = async (own: Engine): Promise<Overlay> => {
    const overlay = stateOf({
      [from]: { balance: ether },
      [target]: { nonce: 1n, balance: 5n, code: assemble('CALLER', 'SELFDESTRUCT') },
    });
    await applyTransaction({ engine: own, block, overlay }, fieldsOf({ to: target }));
    return overlay;
  };

  it.each([
    ['the engine on @ethereumjs', createEthereumjsEngine],
    ['our own engine', createInterpreterEngine],
  ])('keeps code and nonce after SELFDESTRUCT, which moves its balance (EIP-6780): %s', async (_, createEngine) => {
    const overlay = await destroy(createEngine());
    expect(overlay.account(target)).toMatchObject({ nonce: 1n, balance: 0n });
    expect(overlay.code(overlay.account(target)!.codeHash)).toHaveLength(2);
  });
});

describe('a delegation (EIP-7702)', () => {
  const rich: Start = { [from]: { balance: ether }, [target]: { code: assemble('CALLER', 0, 'SSTORE', 'STOP') } };
  const send = async (
    overlay: Overlay,
    authorizationList: readonly Authorization[],
    fields: Partial<TransactionFields> = {},
  ): Promise<Applied> => apply(overlay, { type: 4, gas: 500_000n, authorizationList, ...fields });
  const codeOf = (overlay: Overlay, address: Address): Hex =>
    bytesToHex(overlay.code((overlay.account(address) ?? emptyAccount).codeHash));

  it('is put at its signer, whose nonce goes up, and runs there at once', async () => {
    const overlay = stateOf(rich);
    const { gasUsed } = await send(overlay, [await authorization(bob, { address: target, nonce: 0 })]);
    expect(codeOf(overlay, to)).toBe(bytesToHex(delegationTo(target)));
    expect(overlay.account(to)!.nonce).toBe(1n);
    expect(overlay.storage(to, 0n)).toBe(BigInt(from));
    // No refund: the account did not exist. The target of the delegation is warm.
    expect(gasUsed).toBe(46_000n + 2n + 2n + 22_100n);
  });

  it('is refunded 12,500 where the account existed', async () => {
    const overlay = stateOf({ ...rich, [to]: { balance: 1n } });
    const { gasUsed, maxUsedGas } = await send(overlay, [await authorization(bob, { address: target, nonce: 0 })]);
    expect(maxUsedGas - gasUsed).toBe(12_500n);
  });

  it('is for its chain or for all of them', async () => {
    for (const [chainId, isPut] of [
      [8453, true],
      [0, true],
      [1, false],
    ] as const) {
      const overlay = stateOf(rich);
      // oxlint-disable-next-line no-await-in-loop -- one after another
      await send(overlay, [await authorization(bob, { address: target, nonce: 0, chainId })]);
      expect(codeOf(overlay, to)).toBe(isPut ? bytesToHex(delegationTo(target)) : '0x');
    }
  });

  it.each<[string, Start, Partial<Authorization>]>([
    ['a nonce that is not the account’s', {}, { nonce: 1n }],
    ['the last nonce', { [to]: { nonce: 2n ** 64n - 1n } }, { nonce: 2n ** 64n - 1n }],
    ['code of its own', { [to]: { code: '0x00' } }, {}],
    ['a signature of nobody', {}, { r: 0n }],
    ['a high s', {}, { s: 2n ** 255n }],
  ])('is passed over with %s, and the transaction runs', async (_, start, change) => {
    const overlay = stateOf({ ...rich, ...start });
    const before = codeOf(overlay, to);
    const { outcome } = await send(overlay, [
      { ...(await authorization(bob, { address: target, nonce: 0 })), ...change },
    ]);
    expect(outcome.halt).toBeUndefined();
    expect(codeOf(overlay, to)).toBe(before);
  });

  it('of the sender counts the nonce that the transaction raised', async () => {
    const overlay = stateOf(rich);
    await send(overlay, [await authorization(alice, { address: target, nonce: 1 })]);
    expect(overlay.account(from)!.nonce).toBe(2n);
    expect(delegationTarget(overlay.code(overlay.account(from)!.codeHash))).toBe(target);
  });

  it('to the zero address takes the code away', async () => {
    const overlay = stateOf({ ...rich, [to]: { nonce: 4n, code: bytesToHex(delegationTo(target)) } });
    await send(overlay, [await authorization(bob, { address: zeroAddress, nonce: 4 })]);
    expect(codeOf(overlay, to)).toBe('0x');
    expect(overlay.account(to)!.nonce).toBe(5n);
  });

  it('of the last valid authorization wins', async () => {
    const overlay = stateOf(rich);
    await send(overlay, [
      await authorization(bob, { address: target, nonce: 0 }),
      await authorization(bob, { address: nobody, nonce: 1 }),
    ]);
    expect(codeOf(overlay, to)).toBe(bytesToHex(delegationTo(nobody)));
  });

  it('stays when the transaction reverts', async () => {
    const overlay = stateOf({ ...rich, [target]: { code: assemble(0, 0, 'REVERT') } });
    const { outcome } = await send(overlay, [await authorization(bob, { address: target, nonce: 0 })]);
    expect(outcome.halt).toBe('revert');
    expect(codeOf(overlay, to)).toBe(bytesToHex(delegationTo(target)));
  });
});

/** Contracts that the random transactions meet. */
const contracts: Start = {
  [target]: { nonce: 1n, code: assemble(0, 'SLOAD', 1, 'ADD', 0, 'SSTORE', 7, 0, 0, 'LOG1', 'STOP') },
  [alike('ab')]: {
    nonce: 1n,
    balance: 100n,
    code: assemble(...[1, 2, 3].flatMap((slot) => ['CALLDATASIZE', slot, 'SSTORE'] as const), 'STOP'),
    storage: [
      [1n, 1n],
      [2n, 2n],
      [3n, 3n],
    ],
  },
  [alike('ac')]: { nonce: 1n, balance: 5n, code: assemble('CALLER', 'SELFDESTRUCT') },
  [alike('ad')]: { nonce: 1n, code: assemble(1, 0, 'SSTORE', 0, 0, 'REVERT') },
  [alike('ae')]: { nonce: 1n, code: assemble('INVALID') },
  [alike('af')]: {
    nonce: 1n,
    balance: 3n,
    code: assemble(...calling('CALLDATALOAD', 'CALLVALUE'), 0, 'SSTORE', 'STOP'),
  },
  [alike('ba')]: {
    nonce: 1n,
    code: assemble({ raw: deploying('0x6001600055') }, 0, 'MSTORE', 15, 17, 'CALLVALUE', 'CREATE', 0, 'SSTORE', 'STOP'),
  },
  [alike('bc')]: {
    nonce: 1n,
    code: assemble(1, 0, 'TSTORE', 0, 'TLOAD', 'BASEFEE', 'GASPRICE', 'ADD', 'ADD', 0, 'SSTORE', 'STOP'),
  },
};

const start: Start = {
  ...contracts,
  [from]: { balance: ether, nonce: 2n },
  [to]: { balance: 10n ** 12n },
  [coinbase]: { balance: 1n },
};

const anyAddress = fc.constantFrom<Address>(
  ...(Object.keys(start) as Address[]),
  nobody,
  zeroAddress,
  `0x${'2'.padStart(40, '0')}`,
  `0x${'5'.padStart(40, '0')}`,
);

const someData = fc.oneof(
  fc.uint8Array({ maxLength: 80 }).map(bytesToHex),
  anyAddress.map((address) => toHex(BigInt(address), { size: 32 })),
  fc.constant(deploying(assemble(1, 0, 'SSTORE', 'STOP'))),
  fc.constant(concat([assemble('CALLVALUE', 0, 'SSTORE'), deploying('0xef')])),
  fc.constant(`0x${'11'.repeat(400)}` as const),
);
const randomTransaction = fc.record({
  isBobs: fc.boolean(),
  type: fc.constantFrom('legacy', 'unprotected', 'eip2930', 'eip1559', 'eip7702'),
  nonceOff: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 1, -1),
  to: fc.option(anyAddress, { nil: undefined, freq: 4 }),
  gas: fc.oneof(
    fc.bigInt({ min: 20_000n, max: 60_000n }),
    fc.bigInt({ min: 60_000n, max: 400_000n }),
    fc.constantFrom(16_777_216n, 16_777_217n),
  ),
  value: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 5n }), fc.bigInt({ min: 0n, max: 2n * ether })),
  data: someData,
  cap: fc.bigInt({ min: 990n, max: 3_000n }),
  tip: fc.bigInt({ min: 0n, max: 990n }),
  accessList: fc.array(
    fc.record({
      address: anyAddress,
      storageKeys: fc.array(
        fc.nat({ max: 3 }).map((slot) => toHex(slot, { size: 32 })),
        { maxLength: 3 },
      ),
    }),
    { maxLength: 2 },
  ),
  authorizations: fc.array(
    fc.record({
      isBobs: fc.boolean(),
      address: anyAddress,
      chainId: fc.constantFrom(0, 8453, 8453, 1),
      nonceOff: fc.constantFrom(0, 0, 0, 1),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

type Random = typeof randomTransaction extends fc.Arbitrary<infer Value> ? Value : never;

/** Signs it against the nonces that the state has. */
async function signed(random: Random, nonceOf: (address: Address) => number): Promise<Uint8Array> {
  const account = random.isBobs ? bob : alice;
  const nonce = Math.max(0, nonceOf(lower(account.address)) + random.nonceOff);
  const base = {
    chainId: 8453,
    nonce,
    gas: random.gas,
    value: random.value,
    data: random.data,
    ...(random.to === undefined ? {} : { to: random.to }),
  };
  const fees = { maxFeePerGas: random.cap, maxPriorityFeePerGas: random.tip };
  const { accessList, cap: gasPrice } = random;
  let transaction: unknown;
  if (random.type === 'legacy') transaction = { type: 'legacy', ...base, gasPrice };
  else if (random.type === 'unprotected') transaction = { type: 'legacy', ...base, chainId: undefined, gasPrice };
  else if (random.type === 'eip2930') transaction = { type: 'eip2930', ...base, gasPrice, accessList };
  else if (random.type === 'eip1559' || random.to === undefined)
    transaction = { type: 'eip1559', ...base, ...fees, accessList };
  else {
    const authorizationList = await Promise.all(
      random.authorizations.map(({ isBobs, address, chainId, nonceOff }) => {
        const signer = isBobs ? bob : alice;
        const own = lower(signer.address) === lower(account.address) ? 1 : 0;
        return signer.signAuthorization({ address, chainId, nonce: nonceOf(lower(signer.address)) + own + nonceOff });
      }),
    );
    transaction = { type: 'eip7702', ...base, ...fees, accessList, authorizationList };
  }
  return hexToBytes(await account.signTransaction(transaction as TransactionSerializable));
}

/** @ethereumjs/vm with the same state and block. */
async function createJudge() {
  const common = createCustomCommon({ chainId: 8453, name: 'judge' }, Mainnet, { hardfork: Hardfork.Osaka });
  const stateManager = new MerkleStateManager({ common });
  const vm = await createVM({ common, stateManager });
  for (const [address, account] of Object.entries(start) as [Address, Start[Address]][]) {
    const at = createAddressFromString(address);
    // oxlint-disable-next-line no-await-in-loop -- the library's state wants one at a time
    await stateManager.putAccount(at, createAccount({ nonce: account.nonce ?? 0n, balance: account.balance ?? 0n }));
    // oxlint-disable-next-line no-await-in-loop
    if (account.code !== undefined) await stateManager.putCode(at, hexToBytes(account.code));
    for (const [slot, value] of account.storage ?? [])
      // oxlint-disable-next-line no-await-in-loop
      await stateManager.putStorage(at, hexToBytes(bigIntToHash(slot)), Uint8Array.of(Number(value)));
  }
  const header = {
    number: block.number,
    timestamp: block.timestamp,
    gasLimit: block.gasLimit,
    coinbase: createAddressFromString(coinbase),
    mixHash: hexToBytes(block.prevRandao),
    baseFeePerGas: block.baseFee,
    excessBlobGas: 0n,
    blobGasUsed: 0n,
  };
  const judged = createBlock({ header }, { common, skipConsensusFormatValidation: true });
  return {
    root: async () => bytesToHex(await stateManager.getStateRoot()),
    /** The result, or `undefined` when the transaction may not run. */
    async run(raw: Uint8Array) {
      try {
        return await runTx(vm, { tx: createTxFromRLP(raw, { common }), block: judged });
      } catch {
        return undefined;
      }
    },
  };
}

const engines: readonly (readonly [string, () => Engine])[] = [
  ['the engine on @ethereumjs', createEthereumjsEngine],
  ['our own engine', createInterpreterEngine],
];

describe.each(engines)('random transactions on %s', (_, createEngine) => {
  it('use the gas, emit the logs and leave the state root that @ethereumjs/vm finds; what it refuses is refused', async () => {
    const own = createEngine();
    const seen = { refused: 0, failed: 0, succeeded: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(randomTransaction, { minLength: 5, maxLength: 12 }), async (transactions) => {
        const judge = await createJudge();
        const overlay = stateOf(start);
        const root = (): Hex => {
          const all = stateOf(start);
          const flat = createFlatState();
          for (const address of Object.keys(start) as Address[]) {
            all.setAccount(address, all.account(address));
            const { code, storage = [] } = start[address]!;
            if (code !== undefined) all.setCode(address, hexToBytes(code));
            for (const [slot, value] of storage) all.setStorage(address, slot, value);
          }
          flat.commit(0, all.changes);
          const genesis = commit(emptyCommitment, all.changes, flat.at(0));
          return stateRoot(commit(genesis, overlay.changes, overlay));
        };
        expect(root()).toBe(await judge.root());
        for (const random of transactions) {
          // oxlint-disable-next-line no-await-in-loop -- each runs on what the one before left
          const raw = await signed(random, (address) => Number((overlay.account(address) ?? emptyAccount).nonce));
          const transaction = decodeTransaction(raw);
          const refusal = checkTransaction(transaction, overlay, block, allChecks);
          // oxlint-disable-next-line no-await-in-loop
          const verdict = await judge.run(raw);
          expect(refusal?.kind === undefined).toBe(verdict !== undefined);
          if (verdict === undefined) {
            seen.refused += 1;
            continue;
          }
          // oxlint-disable-next-line no-await-in-loop
          const { outcome, gasUsed, createdAddress } = await applyTransaction(
            { engine: own, block, overlay },
            transaction,
          );
          expect(gasUsed).toBe(verdict.totalGasSpent);
          expect(outcome.halt === undefined).toBe(verdict.execResult.exceptionError === undefined);
          const logs = outcome.halt === undefined ? (verdict.execResult.logs ?? []) : [];
          expect(outcome.logs.map(({ address, topics, data }) => [address, topics, bytesToHex(data)])).toEqual(
            logs.map(([address, topics, data]) => [bytesToHex(address), topics.map(bytesToHex), bytesToHex(data)]),
          );
          if (verdict.createdAddress !== undefined) expect(createdAddress).toBe(verdict.createdAddress.toString());
          // oxlint-disable-next-line no-await-in-loop
          expect(root()).toBe(await judge.root());
          if (outcome.halt === undefined) seen.succeeded += 1;
          else seen.failed += 1;
        }
      }),
      { ...seed, numRuns: 25 },
    );
    // The generator must not wander off into transactions that are all refused.
    expect(Math.min(seen.refused, seen.failed, seen.succeeded)).toBeGreaterThan(10);
  }, 120_000);
});
