import { expect, expectTypeOf, test } from 'vitest';
import type { Config } from '../src/config.ts';
import { ConfigError, resolveConfig, settingNames } from '../src/config.ts';

/** Values come from outside the compiler's sight too: JavaScript, JSON. */
const resolveUnchecked = resolveConfig as (options: object) => Config;

test('every setting has a default, and the defaults work together', () => {
  expect(resolveConfig()).toMatchInlineSnapshot(`
    {
      "accounts": 10,
      "balance": 10000,
      "baseFeeDenominator": undefined,
      "batchLimit": 1000,
      "blockTime": 2000,
      "bodyLimit": 5242880,
      "callGasLimit": 50000000,
      "chains": undefined,
      "connectionLimit": 500,
      "contextLag": 0,
      "cors": true,
      "elasticity": undefined,
      "engine": "pretick",
      "executionTimeLimit": 5000,
      "feedFormat": "brotli",
      "feedReaderLimit": 100,
      "filterTimeout": 300000,
      "finalizedDistance": 600,
      "fixtures": undefined,
      "flashblocks": true,
      "gasLimit": undefined,
      "genesis": undefined,
      "genesisTime": undefined,
      "headPerFlashblock": false,
      "historyWindow": undefined,
      "host": "127.0.0.1",
      "import": undefined,
      "initialBaseFee": undefined,
      "l1Fee": true,
      "logFormat": "auto",
      "logLevel": "info",
      "logRangeLimit": 2000,
      "logResultLimit": 20000,
      "minimumBaseFee": undefined,
      "mnemonic": "test test test test test test test test test test test junk",
      "poolLimit": 10000,
      "port": 8545,
      "preconfirmationInterval": 200,
      "privateMempool": false,
      "safeDistance": 60,
      "seed": "pretick",
      "simulateErrorForm": "string",
      "subscriptionLimit": 1024,
      "ticking": "auto",
      "transactionFeeCap": 1,
    }
  `);
});

test('types follow from the table', () => {
  expectTypeOf<Config['port']>().toEqualTypeOf<number>();
  expectTypeOf<Config['ticking']>().toEqualTypeOf<'auto' | 'manual' | 'instant'>();
  expectTypeOf<Config['cors']>().toEqualTypeOf<boolean>();
  expectTypeOf<Config['minimumBaseFee']>().toEqualTypeOf<bigint | undefined>();
  expectTypeOf<Config['chains']>().toEqualTypeOf<readonly string[] | undefined>();
});

test('options replace defaults; undefined does not', () => {
  const config = resolveConfig({ port: 0, blockTime: 4000, seed: undefined, minimumBaseFee: 7n });
  expect(config).toEqual({ ...resolveConfig(), port: 0, blockTime: 4000, minimumBaseFee: 7n });
});

test.each([
  [{ port: 70_000 }, 'The option port is 70000; expected a whole number from 0 to 65535.'],
  [{ port: '8545' }, "The option port is '8545'; expected a whole number from 0 to 65535."],
  [
    { blockTime: 1500 },
    'The option blockTime is 1500; expected a whole number from 1000 to 86400000 and a multiple of 1000.',
  ],
  [{ minimumBaseFee: 5 }, 'The option minimumBaseFee is 5; expected a whole number of wei of at least 0.'],
  [{ accounts: 1.5 }, 'The option accounts is 1.5; expected a whole number from 0 to 1000.'],
  [{ ticking: 'fast' }, "The option ticking is 'fast'; expected one of auto, manual, instant."],
  [{ cors: null }, 'The option cors is null; expected true or false.'],
  [{ chains: [] }, 'The option chains is []; expected one or more different names, separated by commas.'],
  [{ mnemonic: 'test junk' }, "The option mnemonic is 'test junk'; expected 12, 15, 18, 21 or 24 words."],
  [{ host: '' }, "The option host is ''; expected some text."],
  [{ prot: 1 }, 'There is no option prot. Did you mean port?'],
  [{ gasPrice: 1 }, 'There is no option gasPrice.'],
  [
    { preconfirmationInterval: 300 },
    'The block time (2000 ms) must be a multiple of the pre-confirmation interval (300 ms).',
  ],
  [
    { finalizedDistance: 10 },
    'The finalized distance (10 blocks) must not be less than the safe distance (60 blocks).',
  ],
])('refuses %o', (options, message) => {
  expect(() => resolveUnchecked(options)).toThrow(new ConfigError(message));
});

test('names are those of the table, in its order', () => {
  expect(Object.keys(resolveConfig())).toEqual(settingNames);
});
