/** Contracts that do one thing, written as bytes so that the figures do not hang on a compiler. */
import type { Hex } from 'viem';
import { encodeFunctionData, getContractAddress } from 'viem';
import { testToken } from '../support/contracts.ts';
import type { Mining, Node } from './contestants.ts';
import { until } from './node-client.ts';
import { deployer, signByDeployer } from './transactions.ts';

/** 15,500 rounds of addition, multiplication, exclusive or and shift: 0.9 million gas. */
const arithmeticLoop: Hex = '0x62003c8c60015b81018002811860031c9060019003908160065760005260206000f3';

/** 7,500 hashes of 64 bytes: 0.6 million gas. */
const keccakLoop: Hex = '0x62001d4c5b6040600020600052600190038060045760206000f3';

/** Writes ten logs of three topics, the second of which counts on from ten times the first word of the calldata. */
const logger: Hex = `0x600035600a02600a5b60019003338183017f${'10'.repeat(32)}60206000a38060085700`;

export const logTopic: Hex = `0x${'10'.repeat(32)}`;

const code = {
  token: testToken.bytecode,
  arithmetic: creationOf(arithmeticLoop),
  keccak: creationOf(keccakLoop),
  logger: creationOf(logger),
};

export type Contracts = { readonly [Name in keyof typeof code]: Hex };

/** Deploys all of them and gives their addresses, as soon as the latest block has them. */
export async function deploy(node: Node, mining: Mining): Promise<Contracts> {
  const addresses: Record<string, Hex> = {};
  for (const [nonce, [name, data]] of Object.entries(code).entries()) {
    const { raw } = await signByDeployer(nonce, { data });
    await node.ask('eth_sendRawTransaction', [raw]);
    addresses[name] = getContractAddress({ from: deployer().address, nonce: BigInt(nonce) });
  }
  if (mining === 'held') await node.seal();
  for (const address of Object.values(addresses))
    await until(async () => (await node.ask('eth_getCode', [address, 'latest'])) !== '0x');
  return addresses as Contracts; // every name of the table is there
}

/** How many transactions the deployer has sent for `deploy`. */
export const deployments = Object.keys(code).length;

export function balanceOfCall(contracts: Contracts): { to: Hex; data: Hex } {
  const data = encodeFunctionData({ abi: testToken.abi, functionName: 'balanceOf', args: [deployer().address] });
  return { to: contracts.token, data };
}

export function tokenTransfer(contracts: Contracts, to: Hex): { from: Hex; to: Hex; data: Hex } {
  const data = encodeFunctionData({ abi: testToken.abi, functionName: 'transfer', args: [to, 1n] });
  return { from: deployer().address, to: contracts.token, data };
}

/** Initcode that returns the given code. */
function creationOf(runtime: Hex): Hex {
  const size = ((runtime.length - 2) / 2).toString(16).padStart(4, '0');
  return `0x61${size}80600a3d393df3${runtime.slice(2)}`;
}
