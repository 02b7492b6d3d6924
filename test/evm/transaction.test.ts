/** Transactions that viem signed are read as viem and @ethereumjs/tx read them; bytes that are none are refused by kind. */
import type { Common } from '@ethereumjs/common';
import { Hardfork, Mainnet, createCustomCommon } from '@ethereumjs/common';
import { createTxFromRLP } from '@ethereumjs/tx';
import fc from 'fast-check';
import type { Hex, TransactionSerializable } from 'viem';
import { getContractAddress, keccak256, parseTransaction, serializeTransaction, toRlp } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { curveOrder } from '../../src/evm/crypto.ts';
import type { Authorization, Transaction } from '../../src/evm/transaction.ts';
import {
  TransactionDecodeError,
  authority,
  createAddress,
  decodeTransaction,
  delegationTarget,
  delegationTo,
  effectiveGasPrice,
  encodeTransaction,
  unsignedTransaction,
} from '../../src/evm/transaction.ts';
import { bigIntToHash, bytesToHex, hexToBytes } from '../../src/hex.ts';

const seed = { seed: 20_261_121 };

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const other = privateKeyToAccount(`0x${'22'.repeat(32)}`);

const bytes = (length: number): fc.Arbitrary<Hex> =>
  fc.uint8Array({ minLength: length, maxLength: length }).map(bytesToHex);
const address = fc.oneof(bytes(20), fc.constant<Hex>(`0x${'00'.repeat(20)}`));
const wei = fc.bigInt({ min: 0n, max: 2n ** 96n });
const key = fc.bigInt({ min: 1n, max: curveOrder - 1n }).map((value) => privateKeyToAccount(bigIntToHash(value)));
const accessList = fc.array(fc.record({ address, storageKeys: fc.array(bytes(32), { maxLength: 3 }) }), {
  maxLength: 3,
});
/** A fee cap with a tip that it covers, which viem insists on. */
const fees = fc
  .tuple(wei, wei)
  .map(([a, b]) =>
    a < b ? { maxPriorityFeePerGas: a, maxFeePerGas: b } : { maxPriorityFeePerGas: b, maxFeePerGas: a },
  );

const shared = {
  chainId: fc.integer({ min: 1, max: 2 ** 40 }),
  nonce: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
  gas: fc.bigInt({ min: 0n, max: 2n ** 24n }),
  value: wei,
  data: fc.uint8Array({ maxLength: 200 }).map(bytesToHex),
};
const target = fc.option(address, { nil: undefined });
const authorization = fc.record({
  chainId: fc.integer({ min: 0, max: 2 ** 40 }),
  address,
  nonce: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
});

const legacy = fc
  .record({ ...shared, to: target, gasPrice: wei })
  .map((fields) => ({ type: 'legacy', ...fields }) as const);
const unprotected = legacy.map((fields) => ({ ...fields, chainId: undefined }));
const withAccessList = fc
  .record({ ...shared, to: target, gasPrice: wei, accessList })
  .map((fields) => ({ type: 'eip2930', ...fields }) as const);
const withFees = fc
  .tuple(fc.record({ ...shared, to: target, accessList }), fees)
  .map(([fields, caps]) => ({ type: 'eip1559', ...fields, ...caps }) as const);
const withBlobs = fc
  .tuple(
    fc.record({
      ...shared,
      to: address,
      accessList,
      maxFeePerBlobGas: fc.bigInt({ min: 1n, max: 2n ** 64n }),
      blobVersionedHashes: fc.array(
        bytes(31).map((rest): Hex => `0x01${rest.slice(2)}`),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    fees,
  )
  .map(([fields, caps]) => ({ type: 'eip4844', ...fields, ...caps }) as const);
const withDelegations = fc
  .tuple(
    fc.record({ ...shared, to: address, accessList }),
    fees,
    fc.array(authorization, { minLength: 1, maxLength: 2 }),
  )
  .map(([fields, caps, authorizations]) => ({ type: 'eip7702', ...fields, ...caps, authorizations }) as const);

type Generated = TransactionSerializable & {
  readonly authorizations?: readonly { chainId: number; address: Hex; nonce: number }[];
};

async function signed(signer: PrivateKeyAccount, { authorizations, ...fields }: Generated): Promise<Hex> {
  const authorizationList =
    authorizations === undefined
      ? undefined
      : await Promise.all(authorizations.map((item) => other.signAuthorization(item)));
  // The list belongs to type 4 alone, which the generator saw to.
  const transaction = {
    ...fields,
    ...(authorizationList === undefined ? {} : { authorizationList }),
  } as TransactionSerializable;
  return signer.signTransaction(transaction);
}

/** What the generated fields mean, in the form of the sources. */
function expectedFields(fields: Generated): Partial<Transaction> {
  const lists = { accessList: fields.accessList ?? [], blobVersionedHashes: fields.blobVersionedHashes ?? [] };
  return {
    chainId: fields.chainId === undefined ? undefined : BigInt(fields.chainId),
    nonce: BigInt(fields.nonce!),
    gas: fields.gas!,
    to: fields.to ?? undefined,
    value: fields.value!,
    data: hexToBytes(fields.data!),
    maxFeePerGas: fields.gasPrice ?? fields.maxFeePerGas!,
    maxPriorityFeePerGas: fields.gasPrice ?? fields.maxPriorityFeePerGas!,
    maxFeePerBlobGas: fields.maxFeePerBlobGas ?? 0n,
    ...lists,
  };
}

const kinds: readonly (readonly [string, number, fc.Arbitrary<Generated>])[] = [
  ['type 0 with replay protection', 0, legacy],
  ['type 0 without replay protection', 0, unprotected],
  ['type 1', 1, withAccessList],
  ['type 2', 2, withFees],
  ['type 3', 3, withBlobs],
  ['type 4', 4, withDelegations as unknown as fc.Arbitrary<Generated>],
];

describe.each(kinds)('%s', (_, type, arbitrary) => {
  it('is decoded to the fields, the hash and the sender that viem signed with', async () => {
    await fc.assert(
      fc.asyncProperty(arbitrary, key, async (fields, signer) => {
        const raw = await signed(signer, fields);
        const transaction = decodeTransaction(hexToBytes(raw));
        expect(transaction).toMatchObject({ type, ...expectedFields(fields) });
        expect(transaction.hash).toBe(keccak256(raw));
        expect(transaction.from).toBe(signer.address.toLowerCase());
        expect(bytesToHex(transaction.raw)).toBe(raw);
        const parsed = parseTransaction(raw);
        expect(transaction.signature.r).toBe(BigInt(parsed.r!));
        expect(transaction.signature.s).toBe(BigInt(parsed.s!));
        expect(transaction.signature.yParity).toBe(parsed.yParity);
      }),
      { ...seed, numRuns: 40 },
    );
  });

  it('is encoded again to the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(arbitrary, async (fields) => {
        const raw = hexToBytes(await signed(account, fields));
        const transaction = decodeTransaction(raw);
        expect(encodeTransaction(transaction, transaction.signature)).toEqual(raw);
      }),
      { ...seed, numRuns: 40 },
    );
  });

  it('has the hash, the sender and the authorities that @ethereumjs/tx finds', async () => {
    const chainId = 8453;
    const common = judge(chainId);
    await fc.assert(
      fc.asyncProperty(arbitrary, key, async (fields, signer) => {
        const raw = await signed(signer, fields.chainId === undefined ? fields : { ...fields, chainId });
        const judged = createTxFromRLP(hexToBytes(raw), { common });
        const transaction = decodeTransaction(hexToBytes(raw));
        expect(transaction.hash).toBe(bytesToHex(judged.hash()));
        expect(transaction.from).toBe(judged.getSenderAddress().toString());
        for (const item of transaction.authorizationList) expect(authority(item)).toBe(other.address.toLowerCase());
      }),
      { ...seed, numRuns: 20 },
    );
  });

  it('that nobody signed is encoded with a signature of zeros', async () => {
    await fc.assert(
      fc.asyncProperty(arbitrary, async (fields) => {
        const transaction = decodeTransaction(hexToBytes(await signed(account, fields)));
        const unsigned = unsignedTransaction(transaction).raw;
        const zeros = { r: 0n, s: 0n, yParity: 0, v: 0n } as const;
        expect(unsigned).toEqual(encodeTransaction(transaction, zeros));
        expect(bytesToHex(unsigned)).toMatch(/808080$/);
        expect(faultOf(unsigned)).toBe('invalidSignature');
      }),
      { ...seed, numRuns: 10 },
    );
  });
});

describe('the encoding of an unsigned type 2', () => {
  it('is what viem serializes with zeros as signature', async () => {
    const fields = {
      chainId: 8453,
      nonce: 7,
      gas: 21_000n,
      to: account.address,
      value: 5n,
      maxFeePerGas: 9n,
      maxPriorityFeePerGas: 3n,
    } as const;
    const transaction = decodeTransaction(hexToBytes(await account.signTransaction({ type: 'eip1559', ...fields })));
    const zero: Hex = '0x0';
    const expected = serializeTransaction({ type: 'eip1559', ...fields }, { r: zero, s: zero, yParity: 0, v: 0n });
    expect(bytesToHex(unsignedTransaction(transaction).raw)).toBe(expected);
  });
});

describe('a decoder of hostile bytes', () => {
  it('throws nothing but TransactionDecodeError', () => {
    const prefixed = fc
      .tuple(fc.integer({ min: 0, max: 255 }), fc.uint8Array({ maxLength: 300 }))
      .map(([first, rest]) => Uint8Array.of(first, ...rest));
    const item: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
      item: fc.oneof({ maxDepth: 3 }, fc.uint8Array({ maxLength: 33 }), fc.array(tie('item'), { maxLength: 5 })),
    })).item;
    const list = fc
      .tuple(
        fc.constantFrom(0, 1, 2, 3, 4),
        fc.integer({ min: 0, max: 15 }).chain((length) => fc.array(item, { minLength: length, maxLength: length })),
      )
      .map(([type, items]) => {
        const body = toRlp(items as Uint8Array[], 'bytes');
        return type === 0 ? body : Uint8Array.of(type, ...body);
      });
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), prefixed, list), (raw) => {
        expect(faults).toContain(faultOf(raw));
      }),
      { ...seed, numRuns: 2_000 },
    );
  });

  it('throws nothing but TransactionDecodeError when a byte of a good transaction is changed, lost or added', async () => {
    const good = await Promise.all(
      kinds
        .flatMap(([, , arbitrary]) => fc.sample(arbitrary, { ...seed, numRuns: 2 }))
        .map(async (fields) => hexToBytes(await signed(account, fields))),
    );
    const change = fc.record({
      which: fc.nat({ max: good.length - 1 }),
      at: fc.nat({ max: 400 }),
      byte: fc.integer({ min: 0, max: 255 }),
      how: fc.constantFrom('change', 'cut', 'insert', 'append'),
    });
    fc.assert(
      fc.property(change, ({ which, at, byte, how }) => {
        const raw = [...good[which]!];
        const position = at % raw.length;
        if (how === 'change') raw[position] = byte;
        if (how === 'cut') raw.splice(position);
        if (how === 'insert') raw.splice(position, 0, byte);
        if (how === 'append') raw.push(byte);
        const fault = faultOf(Uint8Array.from(raw));
        expect(how === 'cut' || how === 'append' ? faults.slice(1) : faults).toContain(fault);
      }),
      { ...seed, numRuns: 2_000 },
    );
  });

  it('says that nothing came', () => {
    expect(faultOf(new Uint8Array(0))).toBe('empty');
  });

  it.each([0x00, 0x05, 0x7e, 0x7f, 0xbf])('names a type that it does not know: %i', (type) => {
    try {
      decodeTransaction(Uint8Array.of(type, 0xc0));
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ fault: 'unsupportedType', type });
    }
  });

  it.each([
    ['a list that is too short', () => toRlp(['0x', '0x'], 'bytes')],
    ['a leading zero in a number', () => legacyWith(0, '0x00')],
    ['a nonce of nine bytes', () => legacyWith(0, `0x01${'00'.repeat(8)}`)],
    ['gas of nine bytes', () => legacyWith(2, `0x01${'00'.repeat(8)}`)],
    ['a price of 33 bytes', () => legacyWith(1, `0x01${'00'.repeat(32)}`)],
    ['a target of 19 bytes', () => legacyWith(3, `0x${'11'.repeat(19)}`)],
    ['a target of 21 bytes', () => legacyWith(3, `0x${'11'.repeat(21)}`)],
    ['a list where bytes belong', () => legacyWith(5, ['0x01'])],
    ['bytes after the transaction', () => Uint8Array.of(...legacyWith(0, '0x01'), 0)],
    ['a typed transaction that is no list', () => Uint8Array.of(2, 0x80)],
    ['nothing after the type', () => Uint8Array.of(2)],
  ])('refuses %s as undecodable', (_, make) => {
    expect(faultOf(make())).toBe('undecodable');
  });

  it('refuses a high s, which EIP-2 forbids, in every type', async () => {
    for (const [, , arbitrary] of kinds) {
      const [fields] = fc.sample(arbitrary, { ...seed, numRuns: 1 });
      // oxlint-disable-next-line no-await-in-loop -- one after another is fast enough and easier to read
      const { signature, ...transaction } = decodeTransaction(hexToBytes(await signed(account, fields!)));
      const { r, s, v, yParity } = signature;
      const mirrored = {
        r,
        s: curveOrder - s,
        yParity: yParity === 0 ? 1 : 0,
        v: transaction.type !== 0 ? 1n - v : v % 2n === 0n ? v - 1n : v + 1n,
      } as const;
      const flipped = transaction.type === 0 && v === 27n ? { ...mirrored, v: 28n } : mirrored;
      expect(faultOf(encodeTransaction(transaction, flipped))).toBe('invalidSignature');
    }
  });

  it.each([
    ['r of zero', { r: 0n }],
    ['s of zero', { s: 0n }],
    ['r of the group order', { r: curveOrder }],
    ['r beyond the curve', { r: 2n ** 256n - 1n }],
  ])('refuses %s as a signature', async (_, change) => {
    const transaction = decodeTransaction(
      hexToBytes(await account.signTransaction({ type: 'eip1559', chainId: 1, gas: 21_000n, to: other.address })),
    );
    expect(faultOf(encodeTransaction(transaction, { ...transaction.signature, ...change }))).toBe('invalidSignature');
  });

  it.each([0n, 1n, 26n, 29n, 34n])('refuses v = %s in type 0', async (v) => {
    const transaction = decodeTransaction(
      hexToBytes(await account.signTransaction({ type: 'legacy', gas: 21_000n, gasPrice: 1n, to: other.address })),
    );
    expect(faultOf(encodeTransaction(transaction, { ...transaction.signature, v }))).toBe('invalidSignature');
  });

  it('refuses a parity above 1 in a typed transaction', async () => {
    const raw = parseTransaction(
      await account.signTransaction({ type: 'eip1559', chainId: 1, gas: 21_000n, to: other.address }),
    );
    const fields = ['0x01', '0x', '0x', '0x', '0x5208', raw.to!, '0x', '0x', [], '0x02', raw.r!, raw.s!] as const;
    expect(faultOf(Uint8Array.of(2, ...toRlp(fields as unknown as Hex[], 'bytes')))).toBe('invalidSignature');
  });

  it('reads a Buffer as it reads any bytes, and hands out none', async () => {
    const raw = hexToBytes(
      await account.signTransaction({ type: 'eip1559', chainId: 1, gas: 21_000n, to: other.address, data: '0x1234' }),
    );
    const { data } = decodeTransaction(Buffer.from(raw));
    expect(data).toEqual(hexToBytes('0x1234'));
    expect(data.constructor).toBe(Uint8Array);
  });
});

describe('the authority of an authorization', () => {
  it('is the one that viem signed with', async () => {
    await fc.assert(
      fc.asyncProperty(authorization, key, async (fields, signer) => {
        expect(authority(plain(await signer.signAuthorization(fields)))).toBe(signer.address.toLowerCase());
      }),
      { ...seed, numRuns: 40 },
    );
  });

  it('is nobody with a high s, a parity above 1 or a signature out of range', async () => {
    const good = plain(await account.signAuthorization({ chainId: 1, address: other.address, nonce: 0 }));
    expect(authority(good)).toBe(account.address.toLowerCase());
    expect(authority({ ...good, s: curveOrder - good.s, yParity: 1n - good.yParity })).toBeUndefined();
    expect(authority({ ...good, yParity: 2n })).toBeUndefined();
    expect(authority({ ...good, r: 0n })).toBeUndefined();
    expect(authority({ ...good, r: curveOrder })).toBeUndefined();
    expect(authority({ ...good, s: 0n })).toBeUndefined();
  });

  it('is somebody else as soon as a field changes', async () => {
    const good = plain(await account.signAuthorization({ chainId: 1, address: other.address, nonce: 0 }));
    for (const change of [{ chainId: 0n }, { nonce: 1n }, { address: account.address.toLowerCase() as Hex }])
      expect(authority({ ...good, ...change })).not.toBe(account.address.toLowerCase());
  });
});

describe('derived values', () => {
  it('the address of a created contract is the one that viem computes', () => {
    fc.assert(
      fc.property(address, fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (from, nonce) => {
        expect(createAddress(from, nonce)).toBe(getContractAddress({ from, nonce }).toLowerCase());
      }),
      { ...seed, numRuns: 100 },
    );
  });

  it('the effective price is base fee plus tip, but never above the cap', () => {
    expect(effectiveGasPrice({ maxFeePerGas: 100n, maxPriorityFeePerGas: 7n }, 50n)).toBe(57n);
    expect(effectiveGasPrice({ maxFeePerGas: 100n, maxPriorityFeePerGas: 7n }, 93n)).toBe(100n);
    expect(effectiveGasPrice({ maxFeePerGas: 100n, maxPriorityFeePerGas: 7n }, 99n)).toBe(100n);
    expect(effectiveGasPrice({ maxFeePerGas: 100n, maxPriorityFeePerGas: 100n }, 50n)).toBe(100n);
  });

  it('a delegation is the prefix 0xef0100 before an address, and no other code is one', () => {
    const to = other.address.toLowerCase() as Hex;
    expect(bytesToHex(delegationTo(to))).toBe(`0xef0100${to.slice(2)}`);
    expect(delegationTarget(delegationTo(to))).toBe(to);
    for (const code of [
      '0x',
      '0xef0100',
      `0xef0101${to.slice(2)}`,
      `0xef0100${to.slice(2)}00`,
      `0xef0100${to.slice(4)}`,
    ] as const)
      expect(delegationTarget(hexToBytes(code))).toBeUndefined();
  });
});

type Fault = TransactionDecodeError['fault'] | 'accepted';

const faults: readonly Fault[] = ['accepted', 'empty', 'undecodable', 'unsupportedType', 'invalidSignature'];

/** How decoding ends; anything but a decode error is thrown on. */
function faultOf(raw: Uint8Array): Fault {
  try {
    decodeTransaction(raw);
    return 'accepted';
  } catch (error) {
    if (error instanceof TransactionDecodeError) return error.fault;
    throw error;
  }
}

/** A legacy transaction with one field of another form; the signature is a plausible one. */
function legacyWith(position: number, value: Hex | readonly Hex[]): Uint8Array {
  const fields: (Hex | readonly Hex[])[] = [
    '0x',
    '0x01',
    '0x5208',
    account.address,
    '0x',
    '0x',
    '0x1b',
    `0x${'01'.repeat(32)}`,
    `0x${'01'.repeat(32)}`,
  ];
  fields[position] = value;
  return toRlp(fields as Hex[], 'bytes');
}

function plain(item: Awaited<ReturnType<typeof account.signAuthorization>>): Authorization {
  return {
    chainId: BigInt(item.chainId),
    address: item.address.toLowerCase() as Hex,
    nonce: BigInt(item.nonce),
    yParity: BigInt(item.yParity!),
    r: BigInt(item.r),
    s: BigInt(item.s),
  };
}

/** The library refuses blobs without this, even to decode them. */
function judge(chainId: number): Common {
  return createCustomCommon({ chainId, name: 'judge' }, Mainnet, {
    hardfork: Hardfork.Prague,
    customCrypto: { kzg: {} as never },
  });
}
