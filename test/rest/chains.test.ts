import { expect, test } from 'vitest';
import { listChainContractAddresses } from '../../src/rest/chains.ts';
import { internal, invalidArgument, methodNotAllowed, notFound } from '../../src/rest/status.ts';

test('a chain id is decimal text, whatever its size', () => {
  const addresses = { policyRegistry: '0xA', tokenSupplyManager: '0xb', tokenFactory: '0xC' };
  const { chains } = listChainContractAddresses([{ chainId: 2n ** 64n - 1n, name: 'Far', ...addresses }]);
  expect(chains).toEqual([
    {
      chain_id: '18446744073709551615',
      chain: 'Far',
      policy_registry_address: '0xA',
      token_supply_manager_address: '0xb',
      token_factory_address: '0xC',
    },
  ]);
});

test('no chains are an empty list', () => {
  expect(listChainContractAddresses([])).toEqual({ chains: [] });
});

test('failures pair HTTP statuses with gRPC codes and have no details', () => {
  expect([invalidArgument('why'), notFound, methodNotAllowed, internal]).toEqual([
    { http: 400, status: { code: 3, message: 'why', details: [] } },
    { http: 404, status: { code: 5, message: 'Not Found', details: [] } },
    { http: 501, status: { code: 12, message: 'Method Not Allowed', details: [] } },
    { http: 500, status: { code: 13, message: 'Internal Server Error', details: [] } },
  ]);
});
