/** Addresses spelt with the checksum of EIP-55, as some texts and keys of go-ethereum have them. */
import { keccak256 } from '../evm/crypto.ts';
import type { Address, Hex } from '../hex.ts';

/** Upper-cases the letters at which the hash of the address has a digit of 8 or more. */
export function withChecksum(address: Address): Hex {
  const digits = address.slice(2);
  const hash = keccak256(new TextEncoder().encode(digits)).slice(2);
  const spelt = Array.from(digits, (digit, index) => (hash[index]! >= '8' ? digit.toUpperCase() : digit));
  return `0x${spelt.join('')}`;
}
