import { describe, expect, test } from 'vitest';
import { helpText, readCommandLine, settingsTable } from '../src/command-line.ts';
import { ConfigError, resolveConfig, settingNames, settings } from '../src/config.ts';

const optionsOf = (args: readonly string[], environment: Record<string, string> = {}) => {
  const command = readCommandLine(args, environment);
  if (command.action !== 'start') throw new Error(`asks for ${command.action}`);
  return command.options;
};

test('reads flags and variables of every kind', () => {
  expect(
    optionsOf(
      ['--port', '9000', '--ticking=manual', '--no-cors', '--minimum-base-fee', '7', '--chains', 'testnet, mainnet'],
      {
        PRETICK_HOST: '0.0.0.0',
        PRETICK_BLOCK_TIME: '4000',
        PRETICK_MNEMONIC: ' test test test test test test test test test test test  junk\n',
        HOME: '/root',
      },
    ),
  ).toEqual({
    port: 9000,
    ticking: 'manual',
    cors: false,
    minimumBaseFee: 7n,
    chains: ['testnet', 'mainnet'],
    host: '0.0.0.0',
    blockTime: 4000,
    mnemonic: 'test test test test test test test test test test test junk',
  });
});

test('a flag wins over a variable, the last flag over earlier ones, an empty variable counts as none', () => {
  expect(
    optionsOf(['--port', '1', '--port', '2', '--cors'], { PRETICK_PORT: '3', PRETICK_CORS: 'false', PRETICK_HOST: '' }),
  ).toEqual({
    port: 2,
    cors: true,
  });
});

test('every setting can be given its own default as flag and as variable', () => {
  for (const name of settingNames) {
    const value = settings[name].default;
    if (value === undefined) continue;
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const variable = `PRETICK_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
    expect(optionsOf([`${flag}=${String(value)}`])).toEqual({ [name]: value });
    expect(optionsOf([], { [variable]: String(value) })).toEqual({ [name]: value });
  }
});

describe('refuses with one line', () => {
  test.each<[readonly string[], Record<string, string>, string]>([
    [['--port', '99999'], {}, '--port is "99999"; expected a whole number from 0 to 65535.'],
    [['--port=-1'], {}, '--port is "-1"; expected a whole number from 0 to 65535.'],
    [
      [],
      { PRETICK_PORT: 'tcp://10.0.0.1:8545' },
      'PRETICK_PORT is "tcp://10.0.0.1:8545"; expected a whole number from 0 to 65535.',
    ],
    [[], { PRETICK_CORS: 'yes' }, 'PRETICK_CORS is "yes"; expected true or false.'],
    [['--port'], {}, '--port needs a value: a whole number from 0 to 65535.'],
    [['--no-cors=1'], {}, '--no-cors takes no value.'],
    [['--prot', '1'], {}, 'There is no flag --prot. Did you mean --port? See --help.'],
    [['--colour'], {}, 'There is no flag --colour. See --help.'],
    [['9000'], {}, 'pretick takes flags only, not "9000". See --help.'],
  ])('%o with %o', (args, environment, message) => {
    expect(() => readCommandLine(args, environment)).toThrow(new ConfigError(message));
  });
});

test('warns of a variable that looks like a misspelt setting, and of no other', () => {
  expect(
    readCommandLine([], { PRETICK_PROT: '1', PRETICK_PORT_8545_TCP_ADDR: '10.0.0.1', PRETICK_SERVICE_HOST: 'x' }),
  ).toEqual({
    action: 'start',
    options: {},
    warnings: ['PRETICK_PROT is not a setting and was ignored. Did you mean PRETICK_PORT?'],
  });
});

test('help and version come before everything after them', () => {
  expect(readCommandLine(['--help', '--port', 'x'], {})).toEqual({ action: 'help' });
  expect(readCommandLine(['-v'], {})).toEqual({ action: 'version' });
});

test('help and table name every setting and fit the terminal', () => {
  const help = helpText();
  for (const name of settingNames) {
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    expect(help).toContain(`  ${flag}`);
    expect(settingsTable()).toContain(`| \`${flag}`);
  }
  expect(Math.max(...help.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
});

test('the defaults as the command line resolves them are those of the program', () => {
  expect(resolveConfig(optionsOf([]))).toEqual(resolveConfig());
});
