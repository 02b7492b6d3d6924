/** Accounts from a mnemonic (BIP-39, BIP-32). Apart, so that only a mnemonic of the user's own pays for loading it. */
import { pbkdf2Sync } from 'node:crypto';
import { validateMnemonic } from 'ethereum-cryptography/bip39';
import { wordlist } from 'ethereum-cryptography/bip39/wordlists/english';
import { HDKey } from 'ethereum-cryptography/hdkey';
import { keccak256 } from 'ethereum-cryptography/keccak';
import { secp256k1 } from 'ethereum-cryptography/secp256k1';
import type { DevelopmentAccount } from './accounts.ts';
import { ConfigError } from './config.ts';
import type { Hex } from './hex.ts';
import { bytesToHex } from './hex.ts';

export function deriveAccounts(mnemonic: string, count: number): readonly DevelopmentAccount[] {
  if (!validateMnemonic(mnemonic, wordlist))
    throw new ConfigError(
      'The mnemonic is not valid: expected English words of BIP-39, the last one fitting the others.',
    );
  const seed = pbkdf2Sync(mnemonic, 'mnemonic', 2048, 64, 'sha512');
  const parent = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'/0");
  return Array.from({ length: count }, (_, index) => {
    const { privateKey } = parent.deriveChild(index);
    if (privateKey === null) throw new Error(`No private key at index ${index}.`);
    return { address: addressOf(privateKey), privateKey: bytesToHex(privateKey) };
  });
}

function addressOf(privateKey: Uint8Array): Hex {
  const publicKey = secp256k1.getPublicKey(privateKey, false).subarray(1);
  return withChecksum(bytesToHex(keccak256(publicKey).subarray(12)));
}

/** EIP-55: a letter is a capital where the hash of the text has a digit of 8 or more. */
function withChecksum(address: Hex): Hex {
  const digits = address.slice(2);
  const hash = bytesToHex(keccak256(Buffer.from(digits))).slice(2);
  return `0x${[...digits].map((digit, index) => (parseInt(hash[index] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`;
}
