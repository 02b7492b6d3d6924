/** Shows an overlay to @ethereumjs/evm as the state manager that it expects. */
import type { AccountFields, StateManagerInterface } from '@ethereumjs/common';
import { Account as LibraryAccount, KECCAK256_RLP, bytesToHex as libraryHex, setLengthLeft } from '@ethereumjs/util';
import type { Address as LibraryAddress } from '@ethereumjs/util';
import { bigIntToBytes, bytesToBigInt, emptyBytes, hexToBytes } from '../../hex.ts';
import type { Address } from '../../hex.ts';
import { bytesToHex } from '../../hex.ts';
import type { Account } from '../state/account.ts';
import { emptyAccount } from '../state/account.ts';
import type { Overlay } from '../state/overlay.ts';

/** Any root that is not the empty one: the library only asks whether an account has storage (EIP-7610). */
const someStorageRoot = new Uint8Array(32).fill(1);

/** A state manager whose overlay can be exchanged between runs, since the library binds the manager for good. */
export function createStateManager(): { manager: StateManagerInterface; use(overlay: Overlay): void } {
  let overlay: Overlay;
  let marks: number[] = [];

  const unsupported = (): never => {
    throw new Error('the engine asked for a part of the state manager that it has no need for');
  };

  function toLibrary(address: Address, account: Account): LibraryAccount {
    return new LibraryAccount(
      account.nonce,
      account.balance,
      overlay.hasStorage(address) ? someStorageRoot : KECCAK256_RLP,
      hexToBytes(account.codeHash),
    );
  }

  function code(address: LibraryAddress): Uint8Array {
    const account = overlay.account(textOf(address));
    return account === undefined ? emptyBytes : overlay.code(account.codeHash);
  }

  const manager: StateManagerInterface = {
    async getAccount(address) {
      const text = textOf(address);
      const account = overlay.account(text);
      return account === undefined ? undefined : toLibrary(text, account);
    },
    async putAccount(address, account) {
      overlay.setAccount(textOf(address), account === undefined ? undefined : fromLibrary(account));
    },
    async deleteAccount(address) {
      overlay.setAccount(textOf(address), undefined);
    },
    async modifyAccountFields(address, fields: AccountFields) {
      const text = textOf(address);
      const { nonce, balance, codeHash } = overlay.account(text) ?? emptyAccount;
      overlay.setAccount(text, {
        nonce: fields.nonce ?? nonce,
        balance: fields.balance ?? balance,
        codeHash: fields.codeHash === undefined || fields.codeHash === null ? codeHash : bytesToHex(fields.codeHash),
      });
    },
    async putCode(address, value) {
      overlay.setCode(textOf(address), value);
    },
    getCode: async (address) => code(address),
    getCodeSize: async (address) => code(address).length,
    getStorage: async (address, key) => bigIntToBytes(overlay.storage(textOf(address), bytesToBigInt(key))),
    async putStorage(address, key, value) {
      overlay.setStorage(textOf(address), bytesToBigInt(key), bytesToBigInt(value));
    },
    async clearStorage(address) {
      overlay.clearStorage(textOf(address));
    },
    async checkpoint() {
      marks.push(overlay.checkpoint());
    },
    async commit() {
      marks.pop();
    },
    async revert() {
      overlay.revert(marks.pop()!);
    },
    originalStorageCache: {
      get: async (address, key) =>
        setLengthLeft(bigIntToBytes(overlay.originalStorage(textOf(address), bytesToBigInt(key))), 32),
      clear: () => {},
    },
    clearCaches: () => {},
    getStateRoot: unsupported,
    setStateRoot: unsupported,
    hasStateRoot: unsupported,
    shallowCopy: unsupported,
  };

  return {
    manager,
    use(next) {
      overlay = next;
      marks = [];
    },
  };
}

function textOf(address: LibraryAddress): Address {
  return libraryHex(address.bytes);
}

function fromLibrary(account: LibraryAccount): Account {
  return { nonce: account.nonce, balance: account.balance, codeHash: bytesToHex(account.codeHash) };
}
