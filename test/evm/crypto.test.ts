/** Every implementation that may be chosen gives the same answers, and they are those of the wider world. */
import fc from 'fast-check';
import { keccak256 as viemKeccak, recoverAddress as viemRecover, serializeSignature, sha256 as viemSha256 } from 'viem';
import { privateKeyToAddress, sign as viemSign } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { keccakBackends } from '../../src/evm/crypto/keccak.ts';
import { secp256k1Backends } from '../../src/evm/crypto/secp256k1.ts';
import {
  addressOf,
  cryptoBackends,
  curveOrder,
  keccak256,
  keccak256Bytes,
  recoverAddress,
  recoverPublicKey,
  sha256Bytes,
  sign,
} from '../../src/evm/crypto.ts';
import { bigIntToHash, bytesToHex, hexToBytes } from '../../src/hex.ts';

const seed = { seed: 20_261_121 };
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const privateKey = fc.bigInt({ min: 1n, max: curveOrder - 1n }).map((key) => hexToBytes(bigIntToHash(key)));

/** Around the block of 136 bytes, and around the 65,008 bytes that one chunk of the WebAssembly holds. */
const lengths = [0, 1, 31, 32, 55, 64, 134, 135, 136, 137, 271, 272, 273, 4096, 65_007, 65_008, 65_009, 200_001];

describe.each(keccakBackends)('keccak256 by $name', ({ create }) => {
  const digest = create();

  test.each(lengths)('agrees with viem on %i bytes', (length) => {
    const data = new Uint8Array(length).map((_, index) => index * 31 + 7);
    expect(bytesToHex(digest(data))).toBe(viemKeccak(data));
  });

  test('agrees with viem on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (data) => {
        expect(bytesToHex(digest(data))).toBe(viemKeccak(data));
      }),
      seed,
    );
  });
});

describe.each(secp256k1Backends)('secp256k1 by $name', ({ create }) => {
  const secp256k1 = create();

  test('signs like viem, and recovers the key that signed', async () => {
    await fc.assert(
      fc.asyncProperty(bytes32, privateKey, async (hash, key) => {
        const { signature, yParity } = secp256k1.sign(hash, key);
        const expected = await viemSign({ hash: bytesToHex(hash), privateKey: bytesToHex(key) });
        expect(bytesToHex(signature)).toBe(
          serializeSignature({ r: expected.r, s: expected.s, yParity: 0 }).slice(0, 130),
        );
        expect(yParity).toBe(expected.yParity);
        expect(secp256k1.recover(hash, signature, yParity === 0 ? 0 : 1)).toEqual(secp256k1.publicKey(key));
      }),
      { ...seed, numRuns: 20 },
    );
  });

  test('refuses keys out of range', () => {
    for (const key of [0n, curveOrder, curveOrder + 1n]) {
      expect(() => secp256k1.publicKey(hexToBytes(bigIntToHash(key)))).toThrow();
      expect(() => secp256k1.sign(new Uint8Array(32), hexToBytes(bigIntToHash(key)))).toThrow();
    }
  });

  test('gives the same answer to any signature, or none, as the chosen implementation', () => {
    const scalar = fc.oneof(
      fc.bigInt({ min: 1n, max: curveOrder - 1n }),
      fc.bigInt({ min: 1n, max: 20n }),
      fc.bigInt({ min: curveOrder - 20n, max: curveOrder - 1n }),
    );
    const hash = fc.oneof(
      bytes32,
      fc.constantFrom(0n, 1n, curveOrder, 2n ** 256n - 1n).map((h) => hexToBytes(bigIntToHash(h))),
    );
    fc.assert(
      fc.property(hash, fc.constantFrom(0 as const, 1 as const), scalar, scalar, (digest, yParity, r, s) => {
        let own: Uint8Array | undefined;
        try {
          own = secp256k1.recover(
            digest,
            hexToBytes(`0x${bigIntToHash(r).slice(2)}${bigIntToHash(s).slice(2)}`),
            yParity,
          );
        } catch {
          own = undefined;
        }
        expect(own).toEqual(recoverPublicKey(digest, yParity, r, s));
      }),
      { ...seed, numRuns: 60 },
    );
  });

  test('finds no key where it would be the point at infinity', () => {
    // With R = G and s = hash, s·R − hash·G is infinity.
    const generatorX = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
    const hash = new Uint8Array(32).fill(0x11);
    expect(() => secp256k1.recover(hash, hexToBytes(`0x${generatorX}${bytesToHex(hash).slice(2)}`), 0)).toThrow();
  });
});

test('viem recovers what we sign, and we what viem signs', async () => {
  await fc.assert(
    fc.asyncProperty(bytes32, privateKey, async (hash, key) => {
      const { r, s, yParity } = sign(hash, key);
      const signature = { r: bigIntToHash(r), s: bigIntToHash(s), yParity };
      const address = privateKeyToAddress(bytesToHex(key)).toLowerCase();
      expect((await viemRecover({ hash: bytesToHex(hash), signature })).toLowerCase()).toBe(address);
      expect(recoverAddress(hash, yParity, r, s)).toBe(address);
      expect(addressOf(key)).toBe(address);
      expect(s <= curveOrder / 2n).toBe(true);
    }),
    { ...seed, numRuns: 20 },
  );
});

test('recovers from the upper s with the other parity', () => {
  const key = new Uint8Array(32).fill(7);
  const hash = keccak256Bytes(key);
  const { r, s, yParity } = sign(hash, key);
  expect(recoverAddress(hash, yParity === 0 ? 1 : 0, r, curveOrder - s)).toBe(addressOf(key));
});

test('recovers nothing from r or s out of range, however large', () => {
  const hash = new Uint8Array(32).fill(1);
  for (const wrong of [-1n, 0n, curveOrder, 2n ** 256n - 1n, 2n ** 256n, 2n ** 300n]) {
    expect(recoverAddress(hash, 0, wrong, 1n)).toBeUndefined();
    expect(recoverAddress(hash, 0, 1n, wrong)).toBeUndefined();
  }
});

test('recovers nothing where r is no x coordinate of the curve', () => {
  expect(recoverAddress(new Uint8Array(32).fill(1), 0, 5n, 1n)).toBeUndefined();
});

test('a digest stays as it is when the next one is made', () => {
  const first = keccak256Bytes(new Uint8Array(0));
  keccak256(new Uint8Array(1));
  expect(bytesToHex(first)).toBe(viemKeccak('0x'));
  expect(first.byteOffset).toBe(0);
});

test('sha256 agrees with viem', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (data) => {
      expect(bytesToHex(sha256Bytes(data))).toBe(viemSha256(data));
    }),
    seed,
  );
});

test('names what was chosen', () => {
  expect(keccakBackends.map(({ name }) => name)).toContain(cryptoBackends().keccak);
  expect(secp256k1Backends.map(({ name }) => name)).toContain(cryptoBackends().secp256k1);
});
