import { describe, expect, test } from 'vitest';
import { Call } from '../../src/wire/call.ts';
import type { Complaint } from '../../src/wire/codec.ts';
import { complaintOf } from '../../src/wire/codec.ts';

const account = '0xD1ca4dacdf3231011d175351f1f02d15c7c5664c';
const hash = `0x${'11'.repeat(32)}`;

function complaint(wire: unknown): Complaint | undefined {
  const result = Call.safeParse(wire);
  return result.success ? undefined : complaintOf(result.error);
}

describe('a transaction call object', () => {
  test('gives values for every field it names', () => {
    expect(
      Call.parse({
        from: account,
        to: account,
        gas: '0x5208',
        maxFeePerGas: '0x2',
        maxPriorityFeePerGas: '0x1',
        value: '0x10',
        data: '0x1234',
        nonce: '0x3',
        accessList: [{ address: account, storageKeys: [hash] }],
        authorizationList: [{ chainId: '0x1', address: account, nonce: '0x0', yParity: '0x1', r: '0x2', s: '0x3' }],
        chainId: '0x2105',
        type: '0x2',
        maxFeePerBlobGas: '0x5',
        blobVersionedHashes: [hash],
      }),
    ).toEqual({
      from: account.toLowerCase(),
      to: account.toLowerCase(),
      gas: 21000n,
      gasPrice: undefined,
      maxFeePerGas: 2n,
      maxPriorityFeePerGas: 1n,
      value: 16n,
      data: Uint8Array.of(0x12, 0x34),
      nonce: 3n,
      accessList: [{ address: account.toLowerCase(), storageKeys: [hash] }],
      authorizationList: [{ chainId: 1n, address: account.toLowerCase(), nonce: 0n, yParity: 1n, r: 2n, s: 3n }],
      chainId: 8453n,
      type: 2,
      maxFeePerBlobGas: 5n,
      blobVersionedHashes: [hash],
    });
  });

  test('may be empty, and null counts as absent', () => {
    const empty = Call.parse({});
    expect(Object.values(empty).every((value) => value === undefined)).toBe(true);
    expect(
      Call.parse({ from: null, to: null, gas: null, data: null, input: null, accessList: null, type: null }),
    ).toEqual(empty);
  });

  test('takes data and input for the same thing', () => {
    const bytes = Uint8Array.of(0xab);
    expect(Call.parse({ data: '0xab' }).data).toEqual(bytes);
    expect(Call.parse({ input: '0xab' }).data).toEqual(bytes);
    expect(Call.parse({ data: '0xab', input: '0xAB' }).data).toEqual(bytes);
    expect(complaint({ data: '0xab', input: '0xabcd' })).toEqual({
      message: 'both "data" and "input" are set and not equal, use one of them',
      standsAlone: true,
    });
  });

  test.each([[{ maxFeePerGas: '0x1' }], [{ maxPriorityFeePerGas: '0x1' }]])('refuses a gas price beside %j', (fees) => {
    expect(complaint({ gasPrice: '0x1', ...fees })).toEqual({
      message: 'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified',
      standsAlone: true,
    });
  });

  test('ignores keys it does not know', () => {
    expect(Call.parse({ to: account, spam: 1, gasLimit: 'x' })).toEqual(Call.parse({ to: account }));
  });

  test('is not impressed by keys that would reach a prototype', () => {
    const hostile: unknown = JSON.parse(
      `{"to":"${account}","__proto__":{"from":"${account}","gas":"0x1"},"constructor":{"prototype":{"value":"0x1"}}}`,
    );
    expect(Call.parse(hostile)).toEqual(Call.parse({ to: account }));
    expect(({} as { gas?: unknown }).gas).toBeUndefined();
  });

  test.each([
    ['0x1234', 'expected a transaction call object, got "0x1234"'],
    [[], 'expected a transaction call object, got an array'],
    [{ from: '0x12' }, 'from: hex string has length 2, want 40 for address'],
    [{ nonce: 5 }, 'nonce: expected a hex string, got the number 5'],
    [{ value: '0x00' }, 'value: hex number with leading zero digits'],
    [{ gas: `0x1${'0'.repeat(16)}` }, 'gas: hex number > 64 bits'],
    [{ accessList: {} }, 'accessList: expected an array of access list entries, got an object'],
    [
      { accessList: [{ address: account }, 3] },
      'accessList[1]: expected an object with address and storageKeys, got the number 3',
    ],
    [
      { accessList: [{ address: account, storageKeys: ['0x0'] }] },
      'accessList[0].storageKeys[0]: hex string has length 1, want 64 for hash',
    ],
    [{ authorizationList: [{}] }, 'authorizationList[0].chainId: expected a hex string, got nothing'],
    [{ blobVersionedHashes: '0x' }, 'blobVersionedHashes: expected an array of hashes, got "0x"'],
  ])('refuses %j', (wire, message) => {
    expect(complaint(wire)).toEqual({ message, standsAlone: false });
  });
});
