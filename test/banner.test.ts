import { expect, test } from 'vitest';
import { developmentAccounts } from '../src/accounts.ts';
import type { BannerFacts } from '../src/banner.ts';
import { banner } from '../src/banner.ts';
import { defaultMnemonic } from '../src/config.ts';

const url = 'http://127.0.0.1:8545';
const facts: BannerFacts = {
  version: '1.2.3',
  stocks: `${url}/v1/tokenized-stocks/chains`,
  chains: [
    {
      name: 'Base',
      chainId: 8453,
      rpc: `${url}/rpc/mainnet`,
      provider: `${url}/provider/mainnet`,
      flashblocks: 'ws://127.0.0.1:8545/flashblocks/mainnet',
    },
    { name: 'Base Sepolia', chainId: 84532n, rpc: `${url}/rpc/testnet`, provider: `${url}/provider/testnet` },
  ],
  accounts: await developmentAccounts({ mnemonic: defaultMnemonic, count: 10 }),
  balance: 10_000,
  ticking: 'auto',
  blockTime: 2000,
  preconfirmationInterval: 200,
};

test('shows addresses, chains, rhythm and accounts on one screen', () => {
  const text = banner(facts, false);
  expect(text).toMatchInlineSnapshot(`
    "Pretick 1.2.3

      Stocks     http://127.0.0.1:8545/v1/tokenized-stocks/chains

      Base, chain id 8453
      RPC        http://127.0.0.1:8545/rpc/mainnet   public: no block receipts
      Provider   http://127.0.0.1:8545/provider/mainnet   refuses nothing
      Feed       ws://127.0.0.1:8545/flashblocks/mainnet

      Base Sepolia, chain id 84532
      RPC        http://127.0.0.1:8545/rpc/testnet   public: no block receipts
      Provider   http://127.0.0.1:8545/provider/testnet   refuses nothing

      Time       pre-confirmation every 200 ms, a block every 2 s

      10 accounts with 10,000 ETH each; these keys are public test keys, never use them elsewhere
      0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266  0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80
      0x70997970C51812dc3A010C7d01b50e0d17dc79C8  0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d
      0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC  0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a
      0x90F79bf6EB2c4f870365E785982E1f101E93b906  0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6
      0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65  0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a
      0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc  0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba
      0x976EA74026E726554dB657fA54763abd0C3a0aa9  0x92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e
      0x14dC79964da2C08b23698B3D3cc7Ca32193d9955  0x4bbbf85ce3377467afe5d46f804f221813b2bb87f24d81f60f1fcdbf7cbf4356
      0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f  0xdbda1821b80551c9d65939329250298aa3472ba22feea921c0cf5d620ea67b97
      0xa0Ee7A142d267C1f36714E4a8F75612F20a79720  0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6

    "
  `);
  expect(text.split('\n').length).toBeLessThanOrEqual(30);
});

test('has colours only when asked for, and the same words with them', () => {
  // eslint-disable-next-line no-control-regex -- the escape character is what a colour begins with
  const withoutColours = banner(facts, true).replace(/\u001B\[\d+m/g, '');
  expect(banner(facts, true)).not.toBe(withoutColours);
  expect(withoutColours).toBe(banner(facts, false));
});

test('tells the other ways of ticking', () => {
  expect(banner({ ...facts, ticking: 'instant', blockTime: 12_000 }, false)).toContain(
    'pre-confirmation on arrival, a block every 12 s',
  );
  expect(banner({ ...facts, ticking: 'manual' }, false)).toContain('stands still: blocks are made on demand');
});

test('shows the first ten of many accounts and no section for none', async () => {
  const many = await developmentAccounts({ mnemonic: defaultMnemonic, count: 12 });
  expect(banner({ ...facts, accounts: many }, false)).toContain('\n  … and 2 more of the same mnemonic\n');
  expect(banner({ ...facts, accounts: [] }, false)).not.toContain('accounts');
});

test('says of a plain Ethereum chain nothing that it has not', () => {
  const text = banner({ ...facts, genesis: 'genesis.json' }, false);
  expect(text).toContain('stands still: the chain is what was imported');
  expect(text).not.toMatch(/Stocks|Provider|no block receipts|pre-confirmation/);
});
