/** What stands on the chains of the fixtures is what the sources and the packages make; `npm run contracts` puts it there anew. */
import type { Hex } from 'viem';
import { getContractAddress } from 'viem';
import entryPoint from '@account-abstraction/contracts/artifacts/EntryPoint.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { loadFixtures } from '../../src/fixtures.ts';
import { bytesToHex } from '../../src/hex.ts';
import { compile } from './compile.ts';
import { genesisFile, genesisWith, predeployAccounts } from './genesis.ts';
import { originalAccounts, preinstalled } from './originals.ts';

const deployer: Hex = '0x4e59b44847b379578588920ca78fbf26c0b4956c';
const chains = loadFixtures({});
const predeploys = predeployAccounts(compile());

test.each(chains)('the contracts of $key are those of the sources and packages', async ({ key, chainId }) => {
  const accounts = { ...originalAccounts(Number(chainId)), ...predeploys };
  await expect(genesisWith(key, accounts)).toMatchFileSnapshot(genesisFile(key));
});

test('the deployer for CREATE2 is the original', () => {
  for (const { alloc } of chains)
    expect(bytesToHex(alloc.get(deployer)!.code)).toBe(preinstalled('DeterministicDeploymentProxy'));
});

test('the creation of EntryPoint is the one that leads to its address on every chain', () => {
  const salt = '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3';
  const address = getContractAddress({ opcode: 'CREATE2', from: deployer, salt, bytecode: entryPoint.bytecode as Hex });
  expect(address).toBe('0x0000000071727De22E5E9d8BAf0edAc6f37da032');
});
