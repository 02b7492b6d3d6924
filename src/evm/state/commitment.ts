/**
 * The Merkle side of state, which only sealing and proofs need. One immutable value per block: it shares with the block before
 * all that did not change, so keeping it costs what the block changed, and dropping it frees that.
 */
import type { Address, Hash } from '../../hex.ts';
import { bigIntToBytes, bigIntToHash, hexToBytes } from '../../hex.ts';
import { keccak256Bytes } from '../crypto.ts';
import { encodeRlp } from '../rlp.ts';
import type { Trie } from '../trie.ts';
import {
  createTrie,
  emptyTrieRoot,
  trieDelete,
  trieGet,
  trieProof,
  trieRoot,
  trieRootBytes,
  trieSet,
} from '../trie.ts';
import type { Account, StateReader } from './account.ts';
import type { Changes } from './overlay.ts';

/** The accounts of a state, and the storage of each, as one value. */
export type Commitment = Trie<CommittedAccount>;

/** A leaf holds the storage itself, not its root: so an account and its storage are found, kept and dropped together. */
type CommittedAccount = {
  readonly account: Account;
  readonly storage: Trie<bigint>;
};

/** The commitment to a state without accounts. */
export const emptyCommitment: Commitment = createTrie(encodeAccount);

const emptyStorage: Trie<bigint> = createTrie((value) => encodeRlp(bigIntToBytes(value)));

/**
 * The commitment to the state after a block: `changes` since `commitment`, and `after` to tell the fields of accounts that
 * changed in their storage alone. A deleted account loses its storage, whether or not that was cleared.
 */
export function commit(commitment: Commitment, changes: Changes, after: StateReader): Commitment {
  let next = commitment;
  for (const [address, account] of changes.accounts) next = commitAccount(next, address, account, changes);
  for (const addresses of [changes.storage.keys(), changes.cleared])
    for (const address of addresses)
      if (!changes.accounts.has(address)) next = commitAccount(next, address, after.account(address), changes);
  return next;
}

/** The state root, as headers carry it. */
export function stateRoot(commitment: Commitment): Hash {
  return trieRoot(commitment);
}

/** The storage root of an account; that of no storage for an account that does not exist. */
export function storageRoot(commitment: Commitment, address: Address): Hash {
  const committed = trieGet(commitment, addressKeys.get(address));
  return committed === undefined ? emptyTrieRoot : trieRoot(committed.storage);
}

/** The nodes that prove an account, or its absence, against the state root. */
export function accountProof(commitment: Commitment, address: Address): Uint8Array[] {
  return trieProof(commitment, addressKeys.get(address));
}

/** The nodes that prove a slot, or its absence, against the account's storage root; none for an account without storage. */
export function storageProof(commitment: Commitment, address: Address, slot: bigint): Uint8Array[] {
  const committed = trieGet(commitment, addressKeys.get(address));
  return committed === undefined ? [] : trieProof(committed.storage, slotKeys.get(slot));
}

function commitAccount(
  commitment: Commitment,
  address: Address,
  account: Account | undefined,
  changes: Changes,
): Commitment {
  const key = addressKeys.get(address);
  if (account === undefined) return trieDelete(commitment, key);
  const before = trieGet(commitment, key);
  let storage = before === undefined || changes.cleared.has(address) ? emptyStorage : before.storage;
  for (const [slot, value] of changes.storage.get(address) ?? []) {
    const slotKey = slotKeys.get(slot);
    storage = value === 0n ? trieDelete(storage, slotKey) : trieSet(storage, slotKey, value);
  }
  if (before !== undefined && before.storage === storage && isSame(before.account, account)) return commitment;
  return trieSet(commitment, key, { account, storage });
}

function isSame(left: Account, right: Account): boolean {
  return left.nonce === right.nonce && left.balance === right.balance && left.codeHash === right.codeHash;
}

function encodeAccount({ account, storage }: CommittedAccount): Uint8Array {
  return encodeRlp([
    bigIntToBytes(account.nonce),
    bigIntToBytes(account.balance),
    trieRootBytes(storage),
    hexToBytes(account.codeHash),
  ]);
}

/** How many keys a generation of {@link createKeys} holds: about 2 MB. */
const generationSize = 8192;

/**
 * The trie key of an address or slot, remembered while it is in use: whenever the newer generation is full, it becomes the older
 * one, and what was not asked for since then is forgotten.
 */
function createKeys<Name>(toBytes: (name: Name) => Uint8Array): { get(name: Name): Uint8Array } {
  let newer = new Map<Name, Uint8Array>();
  let older = new Map<Name, Uint8Array>();
  return {
    get(name) {
      let key = newer.get(name);
      if (key !== undefined) return key;
      key = older.get(name) ?? keccak256Bytes(toBytes(name));
      if (newer.size === generationSize) [newer, older] = [new Map<Name, Uint8Array>(), newer];
      newer.set(name, key);
      return key;
    },
  };
}

const addressKeys = createKeys<Address>(hexToBytes);
const slotKeys = createKeys<bigint>((slot) => hexToBytes(bigIntToHash(slot)));
