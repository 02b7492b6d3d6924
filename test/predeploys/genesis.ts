/** The contracts that stand on the chains of the fixtures from block 0, as accounts of `genesis.json`. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Address, Hex } from 'viem';
import { getAddress, pad } from 'viem';

/** As `genesis.json` has it. */
export type Account = {
  readonly nonce: number;
  readonly code: Hex;
  readonly storage?: Readonly<Record<Hex, Hex>>;
};

export type Accounts = Readonly<Record<Address, Account>>;

/** The chains' own contracts: each a proxy at its address and its code elsewhere. Names are those of the sources. */
const predeploys: readonly (readonly [address: Address, contract: string])[] = [
  ['0x420000000000000000000000000000000000000F', 'GasPriceOracle'],
  ['0x4200000000000000000000000000000000000011', 'FeeVault'],
  ['0x4200000000000000000000000000000000000013', 'L1BlockNumber'],
  ['0x4200000000000000000000000000000000000015', 'L1Block'],
  ['0x4200000000000000000000000000000000000016', 'L2ToL1MessagePasser'],
  ['0x4200000000000000000000000000000000000019', 'FeeVault'],
  ['0x420000000000000000000000000000000000001a', 'FeeVault'],
  ['0x420000000000000000000000000000000000001b', 'FeeVault'],
];

/** Who may change what a proxy stands for. There is nothing at this address. */
const admin: Address = '0x4200000000000000000000000000000000000018';

/** EIP-1967 */
const implementationSlot: Hex = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';
const adminSlot: Hex = '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103';

/** Accounts that the file has of itself: beacon roots, block hashes, and the deployer for CREATE2. */
const ownAccounts: readonly Address[] = [
  '0x000F3df6D732807Ef1319fB7B8bB8522d0Beac02',
  '0x0000F90827F1C53a10cb7A02335B175320002935',
  '0x4e59b44847b379578588920cA78FbF26c0B4956C',
];

/** Where the file of a chain is. */
export function genesisFile(chain: string): string {
  return fileURLToPath(new URL(`../../fixtures/${chain}/genesis.json`, import.meta.url));
}

/** The text of a chain's file with these accounts behind its own ones, and no others. */
export function genesisWith(chain: string, accounts: Accounts): string {
  const genesis = JSON.parse(readFileSync(genesisFile(chain), 'utf8')) as { readonly alloc: Accounts }; // its schema is tested
  const own = Object.fromEntries(ownAccounts.map((address) => [address, genesis.alloc[address]]));
  return `${JSON.stringify({ ...genesis, alloc: { ...own, ...accounts } }, null, 2)}\n`;
}

/**
 * The accounts of the chains' own contracts.
 * @param codeOf - by a contract's name
 */
export function predeployAccounts(codeOf: ReadonlyMap<string, Hex>): Accounts {
  const code = (name: string): Hex => {
    const found = codeOf.get(name);
    if (found === undefined) throw new Error(`There is no contract ${name}.`);
    return found;
  };
  return Object.fromEntries(
    predeploys.flatMap(([address, contract]): [Address, Account][] => {
      const storage = { [implementationSlot]: word(implementationOf(address)), [adminSlot]: word(admin) };
      return [
        [address, { nonce: 1, code: code('Proxy'), storage }],
        [implementationOf(address), { nonce: 1, code: code(contract) }],
      ];
    }),
  );
}

/** As the public chains place them at first: under a prefix of their own, with the same last two bytes. */
function implementationOf(predeploy: Address): Address {
  return getAddress(`0xc0d3c0d3c0d3c0d3c0d3c0d3c0d3c0d3c0d3${predeploy.slice(-4)}`);
}

function word(address: Address): Hex {
  return pad(address.toLowerCase() as Hex); // as hex as before
}
