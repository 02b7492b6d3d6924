import { cpSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keccak256 } from 'viem';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConfigError } from '../src/config.ts';
import { builtInFixtures, loadFixtures } from '../src/fixtures.ts';

const create2 = '0x4e59b44847b379578588920cA78FbF26c0B4956C';

describe('the built-in chains', () => {
  test('are the main chain and the test chain', () => {
    const chains = loadFixtures({});
    expect(chains.map(({ key, chainId, name, fork }) => ({ key, chainId, name, fork }))).toEqual([
      { key: 'mainnet', chainId: 8453n, name: 'Base', fork: 'osaka' },
      { key: 'testnet', chainId: 84532n, name: 'Base Sepolia', fork: 'osaka' },
    ]);
  });

  test('keep the spelling of an address beside its value', () => {
    expect(loadFixtures({})[0]?.contracts).toEqual({
      policyRegistry: {
        address: '0x8453000000000000000000000000000000000002',
        asWritten: '0x8453000000000000000000000000000000000002',
      },
      tokenSupplyManager: {
        address: '0xd1ca4dacdf3231011d175351f1f02d15c7c5664c',
        asWritten: '0xD1Ca4dAcdf3231011D175351f1f02D15C7c5664C',
      },
      tokenFactory: {
        address: '0xb20f000000000000000000000000000000000000',
        asWritten: '0xB20f000000000000000000000000000000000000',
      },
    });
  });

  test('say which address is invented', () => {
    expect(loadFixtures({ chains: ['testnet'] })[0]?.notes?.join()).toContain('INVENTED');
  });

  test.each(['mainnet', 'testnet'])('%s starts with the system contracts', (key) => {
    const accounts = [...(loadFixtures({ chains: [key] })[0]?.alloc ?? [])];
    const codes = accounts.slice(0, 3).map(([address, { nonce, balance, code, storage }]) => {
      expect({ nonce, balance, storage }).toEqual({ nonce: 1n, balance: 0n, storage: new Map() });
      return [address, keccak256(code)];
    });
    expect(codes).toEqual([
      [
        '0x000f3df6d732807ef1319fb7b8bb8522d0beac02',
        '0xf57acd40259872606d76197ef052f3d35588dadf919ee1f0e3cb9b62d3f4b02c',
      ],
      [
        '0x0000f90827f1c53a10cb7a02335b175320002935',
        '0x6e49e66782037c0555897870e29fa5e552daf4719552131a0abce779daec0a5d',
      ],
      [
        '0x4e59b44847b379578588920ca78fbf26c0b4956c',
        '0x2fa86add0aed31f33a762c9d88e807c475bd51d0f52bd0955754b2608f7e4989',
      ],
    ]);
  });
});

describe('a folder of the user', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pretick-fixtures-'));
    cpSync(builtInFixtures, folder, { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const load = (chains?: readonly string[]) => loadFixtures({ folder, chains });

  /** Puts a value at a place of a file; `undefined` removes what is there. */
  const change = (file: string, place: readonly string[], value: unknown): void => {
    const json: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const owner = place.slice(0, -1).reduce<unknown>((object, name) => (object as Record<string, unknown>)[name], json);
    (owner as Record<string, unknown>)[place.at(-1) ?? ''] = value;
    writeFileSync(join(folder, file), JSON.stringify(json));
  };

  const refusal = (): string => {
    try {
      load();
    } catch (error) {
      if (error instanceof ConfigError) return error.message.replace(folder, 'DIR');
      throw error;
    }
    return 'not refused';
  };

  test('takes the place of the built-in one', () => {
    change('testnet/chain.json', ['name'], 'Mine');
    expect(load().map(({ name }) => name)).toEqual(['Base', 'Mine']);
  });

  test('may have no L1 below', () => {
    change('mainnet/chain.json', ['rollup'], undefined);
    expect(load().map(({ rollup }) => rollup === undefined)).toEqual([true, false]);
  });

  test('gives the chains that are asked for, in that order', () => {
    expect(load(['testnet', 'mainnet']).map(({ key }) => key)).toEqual(['testnet', 'mainnet']);
    expect(load(['testnet']).map(({ key }) => key)).toEqual(['testnet']);
    expect(() => load(['devnet'])).toThrow('has no chain devnet, only mainnet, testnet.');
  });

  test('reads amounts as numbers, decimal text and hex text', () => {
    change('mainnet/genesis.json', ['alloc'], {
      '0x00000000000000000000000000000000000000Aa': {
        balance: '10000000000000000000000',
        storage: { '0x01': '0xff', 2: 3 },
      },
      '0x00000000000000000000000000000000000000bb': { nonce: 7, balance: '0x10' },
    });
    expect([...(load()[0]?.alloc ?? [])]).toEqual([
      [
        '0x00000000000000000000000000000000000000aa',
        {
          nonce: 0n,
          balance: 10n ** 22n,
          code: new Uint8Array(0),
          storage: new Map([
            [1n, 255n],
            [2n, 3n],
          ]),
        },
      ],
      [
        '0x00000000000000000000000000000000000000bb',
        { nonce: 7n, balance: 16n, code: new Uint8Array(0), storage: new Map() },
      ],
    ]);
  });

  test.each<[file: string, place: readonly string[], value: unknown, complaint: string]>([
    ['mainnet/chain.json', ['chainID'], 1, 'does not know "chainID"'],
    ['mainnet/chain.json', ['chainId'], '8453', 'chainId: expected a whole number from 1 to 2^53 - 1, got "8453"'],
    ['mainnet/chain.json', ['name'], undefined, 'name: expected a line of text, got nothing'],
    ['mainnet/chain.json', ['fork'], 'x', 'fork: expected one of "cancun", "prague", "osaka"'],
    ['mainnet/chain.json', ['gasLimit'], 1, 'gasLimit: expected a whole number of at least 5000, got 1'],
    [
      'testnet/chain.json',
      ['contracts', 'tokenFactory'],
      '0x12',
      'contracts.tokenFactory: expected an address (0x and 40 hex digits), got "0x12"',
    ],
    [
      'testnet/chain.json',
      ['contracts', 'tokenFactory'],
      '0x7CA00380E00890449EE05A10DC1BEB1409C47A17',
      'contracts: expected three different addresses',
    ],
    ['testnet/chain.json', ['contracts', 'other'], '', 'contracts: does not know "other"'],
    ['testnet/chain.json', ['baseFee'], 7, 'baseFee: expected object'],
    ['testnet/chain.json', ['baseFee', 'initial'], 1, 'baseFee.initial: expected at least the minimum'],
    [
      'mainnet/chain.json',
      ['rollup', 'baseFeeScalar'],
      2 ** 32,
      'rollup.baseFeeScalar: expected a whole number from 0 to 2^32 - 1, got 4294967296',
    ],
    [
      'mainnet/chain.json',
      ['rollup', 'daFootprintGasScalar'],
      0,
      'rollup.daFootprintGasScalar: expected a whole number from 1 to 2^16 - 1, got 0',
    ],
    ['mainnet/chain.json', ['rollup', 'l1', 'fee'], 1, 'rollup.l1: does not know "fee"'],
    ['testnet/chain.json', ['chainId'], 8453, 'expected a chain id of its own, but mainnet has 8453 too'],
    ['testnet/chain.json', ['name'], 'Base', 'expected a name of its own, but mainnet has Base too'],
    ['mainnet/genesis.json', ['alloc', '0x1'], {}, 'alloc.0x1: expected an address (0x and 40 hex digits), got "0x1"'],
    [
      'mainnet/genesis.json',
      ['alloc', '0x4E59b44847b379578588920cA78FbF26c0B4956C'],
      {},
      'alloc.0x4E59b44847b379578588920cA78FbF26c0B4956C: is there twice',
    ],
    [
      'mainnet/genesis.json',
      ['alloc', create2, 'code'],
      '0x1',
      `alloc.${create2}.code: expected 0x and an even number of hex digits, got "0x1"`,
    ],
    [
      'mainnet/genesis.json',
      ['alloc', create2, 'storage'],
      { x: 1 },
      `alloc.${create2}.storage.x: expected a whole number, as a JSON number or as decimal or 0x text, got "x"`,
    ],
  ])('refuses %s with %j = %j', (file, place, value, complaint) => {
    change(file, place, value);
    expect(refusal()).toBe(`DIR/${file}: ${complaint}.`);
  });

  test('refuses a file that is missing or not JSON', () => {
    writeFileSync(join(folder, 'testnet/chain.json'), '{');
    expect(refusal()).toMatch(/^DIR\/testnet\/chain\.json: is not JSON: .+\.$/);
    rmSync(join(folder, 'testnet/chain.json'));
    expect(refusal()).toBe('DIR/testnet/chain.json: cannot be read (ENOENT).');
  });

  test('refuses a folder that is missing, empty or holds a name no path can have', () => {
    mkdirSync(join(folder, 'my chain'));
    expect(refusal()).toBe('DIR/my chain: expected a folder name of letters, digits, _ and -.');
    rmSync(folder, { recursive: true });
    expect(refusal()).toBe('DIR: cannot be read as the folder of fixtures (ENOENT).');
    mkdirSync(folder);
    expect(refusal()).toBe('DIR: expected one folder per chain with chain.json and genesis.json.');
  });
});
