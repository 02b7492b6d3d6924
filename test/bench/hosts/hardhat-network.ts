/** As much of Hardhat 3's types as the benchmark uses: the package itself is no dependency. */
import { gasLimit } from '../chain-id.ts';
import type { Mining } from '../contestants.ts';

export type HardhatNetwork = {
  create(name: string): Promise<{ readonly provider: Provider }>;
  createServer(name: string, host: string, port: number): Promise<{ listen(): Promise<unknown> }>;
};

export type Provider = {
  request(request: { readonly method: string; readonly params: readonly unknown[] }): Promise<unknown>;
};

type Hardhat = {
  createHardhatRuntimeEnvironment(config: object): Promise<{ readonly network: HardhatNetwork }>;
};

export async function hardhatNetwork(
  library: string,
  options: { readonly chainId: number; readonly accountCount: number; readonly mining: Mining },
): Promise<HardhatNetwork> {
  const { createHardhatRuntimeEnvironment } = (await import(library)) as Hardhat;
  const { chainId, accountCount, mining } = options;
  const node = {
    type: 'edr-simulated',
    chainId,
    blockGasLimit: gasLimit,
    accounts: { count: accountCount },
    mining: { auto: mining === 'atOnce', interval: mining === 'onTime' ? 2_000 : 0 },
  };
  return (await createHardhatRuntimeEnvironment({ networks: { node } })).network;
}
