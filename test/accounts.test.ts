import { toHex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { developmentAccounts } from '../src/accounts.ts';
import { defaultMnemonic } from '../src/config.ts';

/** The same accounts by another implementation. */
const byViem = (mnemonic: string, count: number) =>
  Array.from({ length: count }, (_, addressIndex) => {
    const account = mnemonicToAccount(mnemonic, { addressIndex });
    return { address: account.address, privateKey: toHex(account.getHdKey().privateKey ?? new Uint8Array()) };
  });

test('the ten accounts of the default mnemonic are the well-known ones', async () => {
  const accounts = await developmentAccounts({ mnemonic: defaultMnemonic, count: 10 });
  expect(accounts[0]?.address).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
  expect(accounts).toEqual(byViem(defaultMnemonic, 10));
});

test('fewer and more accounts agree with them', async () => {
  expect(await developmentAccounts({ mnemonic: defaultMnemonic, count: 0 })).toEqual([]);
  expect(await developmentAccounts({ mnemonic: defaultMnemonic, count: 2 })).toEqual(byViem(defaultMnemonic, 2));
  expect(await developmentAccounts({ mnemonic: defaultMnemonic, count: 12 })).toEqual(byViem(defaultMnemonic, 12));
});

test('another mnemonic gives the accounts that others derive from it', async () => {
  const mnemonic = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
  expect(await developmentAccounts({ mnemonic, count: 3 })).toEqual(byViem(mnemonic, 3));
});

test('refuses a mnemonic whose last word does not fit', async () => {
  const mnemonic = defaultMnemonic.replace('junk', 'test');
  await expect(developmentAccounts({ mnemonic, count: 1 })).rejects.toThrow('The mnemonic is not valid');
});
