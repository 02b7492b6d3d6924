/** Operation listChainContractAddresses: the protocol contracts of each chain (specification, interface A). */

/** A chain and its protocol contracts, addresses written as they are to be shown. */
export type ChainContracts = {
  readonly chainId: bigint;
  readonly name: string;
  readonly policyRegistry: string;
  readonly tokenSupplyManager: string;
  readonly tokenFactory: string;
};

/** Where the operation is found. */
export const chainsPath = '/v1/tokenized-stocks/chains';

/** The body of the answer; chain ids are text, as 64 bits do not fit a JSON number everywhere. */
export function listChainContractAddresses(chains: readonly ChainContracts[]) {
  return {
    chains: chains.map((chain) => ({
      chain_id: chain.chainId.toString(),
      chain: chain.name,
      policy_registry_address: chain.policyRegistry,
      token_supply_manager_address: chain.tokenSupplyManager,
      token_factory_address: chain.tokenFactory,
    })),
  };
}
