import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Hex } from '../../../src/hex.ts';
import { bigIntToAddress, bytesToHex, hexToBytes } from '../../../src/hex.ts';
import type { Fork } from '../../../src/evm/fork.ts';
import { precompilesOf } from '../../../src/evm/interpreter/precompiles/table.ts';
import { bls12, bn254 } from '../../support/curves.ts';

function precompile(address: bigint, fork: Fork = 'osaka') {
  const found = precompilesOf(fork).byAddress.get(bigIntToAddress(address))!;
  return {
    gas: (input: Uint8Array) => found.gas(input, fork),
    run(input: Uint8Array): Hex | undefined {
      const output = found.run(input, fork, () => {});
      return output && bytesToHex(output);
    },
  };
}

const bytes = (...parts: string[]): Uint8Array => hexToBytes(`0x${parts.join('')}`);
const word = (value: bigint | number): string => value.toString(16).padStart(64, '0');

describe('MODEXP', () => {
  const input = bytes(word(1), word(1), word(1), '03', '05', '07');

  test('raises to a power modulo a number', () => {
    expect(precompile(5n).run(input)).toBe('0x05');
  });

  test.each<[Fork, number]>([
    ['byzantium', 0],
    ['berlin', 200],
    ['osaka', 500],
  ])('costs at %s at least %i', (fork, gas) => {
    expect(precompile(5n, fork).gas(input)).toBe(gas);
  });

  test.each<[Fork, number]>([
    ['byzantium', Math.floor((64 * 64 * 255) / 20)],
    ['berlin', Math.floor((8 * 8 * 255) / 3)],
    ['osaka', 2 * 8 * 8 * 255],
  ])('costs at %s for 64 bytes and 256 bits of exponent %i', (fork, gas) => {
    expect(precompile(5n, fork).gas(bytes(word(64), word(32), word(64), '00'.repeat(64), 'ff'.repeat(32)))).toBe(gas);
  });

  test('refuses numbers of more than 1,024 bytes from Osaka on', () => {
    const long = bytes(word(1025), word(0), word(1));
    expect(precompile(5n, 'osaka').run(long)).toBeUndefined();
    expect(precompile(5n, 'prague').run(long)).toBe('0x00');
  });
});

test('BLAKE2F compresses as the hash of the same name does', () => {
  const state =
    '48c9bdf267e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5d182e6ad7f520e511f6c3e2b8c68059b6bbd41fbabd9831f79217e1319cde05b';
  const input = bytes('0000000c', state, '616263'.padEnd(256, '0'), '0300000000000000'.padEnd(32, '0'), '01');
  expect(precompile(9n).gas(input)).toBe(12);
  const expected = createHash('blake2b512').update('abc').digest();
  expect(precompile(9n).run(input)).toBe(bytesToHex(expected));
});

describe('bn254', () => {
  const generator = bn254.g1.map(word).join('');
  const opposite = word(bn254.g1[0]) + word(bn254.modulus - bn254.g1[1]);
  const otherGenerator = bn254.g2.map(word).join('');
  const infinity = '00'.repeat(64);

  test('pairings of opposite points cancel out, however many there are', () => {
    const pair = generator + otherGenerator + opposite + otherGenerator;
    expect(precompile(8n).run(bytes())).toBe(`0x${word(1)}`);
    expect(precompile(8n).run(bytes(pair.repeat(10)))).toBe(`0x${word(1)}`);
    expect(precompile(8n).run(bytes(pair.repeat(10), generator, otherGenerator))).toBe(`0x${word(0)}`);
    expect(precompile(8n).run(bytes(pair, infinity, otherGenerator))).toBe(`0x${word(1)}`);
  });

  test('refuses pairs off the curve or out of the field, even beside infinity', () => {
    expect(precompile(8n).run(bytes(word(1), word(3), infinity, infinity))).toBeUndefined();
    const beyond = word(bn254.g2[0] + bn254.modulus) + otherGenerator.slice(64);
    expect(precompile(8n).run(bytes(infinity, beyond))).toBeUndefined();
  });
});

describe('BLS12-381', () => {
  const field = (value: bigint): string => value.toString(16).padStart(128, '0');
  const infinity = '00'.repeat(128);
  const generator = bls12.g1.map(field).join('');
  const opposite = field(bls12.g1[0]) + field(bls12.modulus - bls12.g1[1]);
  const otherGenerator = bls12.g2.map(field).join('');

  test('adding infinity changes nothing', () => {
    expect(precompile(0xbn).run(bytes(generator, infinity))).toBe(`0x${generator}`);
  });

  test('a multiplication by 2 is an addition to itself', () => {
    const doubled = precompile(0xbn).run(bytes(generator, generator));
    expect(doubled).toBeDefined();
    expect(precompile(0xcn).run(bytes(generator, word(2)))).toBe(doubled);
  });

  test('refuses padding that is not zero, and input of other lengths', () => {
    expect(precompile(0xbn).run(bytes(`01${generator.slice(2)}`, infinity))).toBeUndefined();
    expect(precompile(0xbn).run(bytes(generator))).toBeUndefined();
    expect(precompile(0xcn).run(bytes())).toBeUndefined();
  });

  test('a pairing with infinity is 1', () => {
    expect(precompile(0xfn).run(bytes(generator, '00'.repeat(256)))).toBe(`0x${word(1)}`);
  });

  test('pairings of opposite points cancel out, however many there are', () => {
    const pair = generator + otherGenerator + opposite + otherGenerator;
    expect(precompile(0xfn).run(bytes(pair.repeat(10)))).toBe(`0x${word(1)}`);
    expect(precompile(0xfn).run(bytes(pair.repeat(10), generator, otherGenerator))).toBe(`0x${word(0)}`);
    expect(precompile(0xfn).run(bytes(pair, infinity, otherGenerator, generator, '00'.repeat(256)))).toBe(
      `0x${word(1)}`,
    );
  });

  test('refuses pairs off the curve or out of the field, even beside infinity', () => {
    const off = generator.slice(0, -1) + '0';
    expect(precompile(0xfn).run(bytes(off, '00'.repeat(256)))).toBeUndefined();
    const beyond = field(bls12.g2[0] + bls12.modulus) + otherGenerator.slice(128);
    expect(precompile(0xfn).run(bytes(infinity, beyond))).toBeUndefined();
  });

  test('many multiplications at once add up', () => {
    for (const [address, point] of [
      [0xcn, generator],
      [0xen, otherGenerator],
    ] as const) {
      const sum = precompile(address).run(bytes(point, word(17 * 18)));
      const parts = Array.from({ length: 17 }, (_, index) => point + word(2 * (index + 1)));
      expect(precompile(address).run(bytes(...parts))).toBe(sum);
    }
  });

  test.each([
    [0xcn, 160, 1, 12_000],
    [0xcn, 160, 3, Math.floor((3 * 12_000 * 848) / 1000)],
    [0xcn, 160, 200, Math.floor((200 * 12_000 * 519) / 1000)],
    [0xen, 288, 2, 45_000],
    [0xfn, 384, 2, 37_700 + 2 * 32_600],
  ])('prices %i with items of %i bytes by their number: %i cost %i', (address, length, count, gas) => {
    expect(precompile(address).gas(new Uint8Array(length * count))).toBe(gas);
  });
});

describe('P256VERIFY', () => {
  // From the test vectors of EIP-7951 (ecdsa_secp256r1_sha256_p1363, number 1).
  const vector = bytes(
    'bb5a52f42f9c9261ed4361f59422a1e30036e7c32b270c8807a419feca605023',
    '2ba3a8be6b94d5ec80a6d9d1190a436effe50d85a1eee859b8cc6af9bd5c2e18',
    '4cd60b855d442f5b3c7b11eb6c4e0ae7525fe710fab9aa7c77a67f79e6fadd76',
    '2927b10512bae3eddcfe467828128bad2903269919f7086069c8c4df6c732838',
    'c7787964eaac00e5921fb1498a60f4606766b3d9685001558d1a974e7341513e',
  );

  test('answers 1 to a signature that holds, and nothing otherwise', () => {
    expect(precompile(0x100n).run(vector)).toBe(`0x${word(1)}`);
    const wrong = vector.slice();
    wrong[0]! ^= 1;
    expect(precompile(0x100n).run(wrong)).toBe('0x');
    expect(precompile(0x100n).gas(vector)).toBe(6900);
  });
});
