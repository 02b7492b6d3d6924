/** Contracts that others wrote and every such chain has: their original code, taken from the packages that carry it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Address, Hex } from 'viem';
import { domainSeparator, getAddress, numberToHex, toHex } from 'viem';
import entryPointArtifact from '@account-abstraction/contracts/artifacts/EntryPoint.json' with { type: 'json' };
import wethArtifact from 'canonical-weth/build/contracts/WETH9.json' with { type: 'json' };
import { createInterpreterEngine } from '../../src/evm/interpreter/engine.ts';
import { createOverlay } from '../../src/evm/state/overlay.ts';
import { emptyBytes, hexToBytes, zeroAddress, zeroHash } from '../../src/hex.ts';
import { lower } from '../support/chain.ts';
import type { Account, Accounts } from './genesis.ts';

const multicall3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11';
const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const weth9: Address = '0x4200000000000000000000000000000000000006';
const entryPoint: Address = '0x0000000071727De22E5E9d8BAf0edAc6f37da032';

/** The accounts of these contracts on the chain with this id. */
export function originalAccounts(chainId: number): Accounts {
  return {
    ...created(weth9, wethArtifact.bytecode as Hex, chainId),
    [multicall3]: { nonce: 1, code: preinstalled('MultiCall3') },
    [permit2]: { nonce: 1, code: permit2Code(chainId) },
    ...created(entryPoint, entryPointArtifact.bytecode as Hex, chainId),
  };
}

/** Code of the contracts that come with every chain of this family, as the family's own package has it (MIT). */
export function preinstalled(name: string): Hex {
  const require = createRequire(import.meta.url);
  const file = require.resolve('@eth-optimism/contracts-bedrock/src/libraries/Preinstalls.sol');
  const found = new RegExp(`\\b${name}Code =\\s+hex"([0-9a-f]+)"`).exec(readFileSync(file, 'utf8'));
  if (found === null) throw new Error(`${file}: has no ${name}.`);
  return `0x${found[1]!}`; // the group is not optional
}

/** Its constructor leaves two words in the code that depend on the chain; the package has those of chain 1. */
function permit2Code(chainId: number): Hex {
  const wordsOf = (chain: number) => [
    numberToHex(chain, { size: 32 }),
    domainSeparator({ domain: { name: 'Permit2', chainId: chain, verifyingContract: permit2 } }),
  ];
  const [template, own] = [wordsOf(1), wordsOf(chainId)];
  return template.reduce<Hex>((code, word, index) => {
    const pushed = (value: string) => `7f${value.slice(2)}`; // PUSH32
    const parts = code.split(pushed(word));
    if (parts.length !== 2) throw new Error(`Permit2 has ${word} ${parts.length - 1} times in its code.`);
    return parts.join(pushed(own[index]!)) as Hex; // as many as in the template
  }, preinstalled('Permit2Template'));
}

/** Runs a creation at an address: the contract with the storage that its constructor leaves, and whatever that creates. */
function created(address: Address, initcode: Hex, chainId: number): Accounts {
  const overlay = createOverlay({
    account: () => undefined,
    code: () => emptyBytes,
    storage: () => 0n,
    hasStorage: () => false,
  });
  const { halt } = createInterpreterEngine().run({
    overlay,
    block: {
      fork: 'osaka',
      chainId: BigInt(chainId),
      number: 0n,
      timestamp: 0n,
      gasLimit: 400_000_000n,
      coinbase: zeroAddress,
      difficulty: 0n,
      prevRandao: zeroHash,
      baseFee: 0n,
      blobBaseFee: 1n,
      blockHash: () => zeroHash,
    },
    message: {
      caller: zeroAddress,
      to: undefined,
      createdAddress: lower(address),
      value: 0n,
      data: hexToBytes(initcode),
      gas: 16_000_000,
      origin: zeroAddress,
      gasPrice: 0n,
      blobHashes: [],
      warmAddresses: [zeroAddress, lower(address)],
      warmSlots: [],
    },
  });
  if (halt !== undefined) throw new Error(`The creation of ${address} ended by ${halt}.`);
  const { accounts, storage, codes } = overlay.changes;
  return Object.fromEntries(
    [...accounts].flatMap(([changed, account]): [Address, Account][] => {
      const code = account === undefined ? undefined : codes.get(account.codeHash);
      if (account === undefined || code === undefined) return [];
      const slots = [...(storage.get(changed) ?? [])].filter(([, value]) => value !== 0n);
      const fields = { nonce: Number(account.nonce), code: toHex(code) };
      const words = slots.map(([slot, value]): [Hex, Hex] => [numberToHex(slot), numberToHex(value, { size: 32 })]);
      return [[getAddress(changed), slots.length === 0 ? fields : { ...fields, storage: Object.fromEntries(words) }]];
    }),
  );
}
