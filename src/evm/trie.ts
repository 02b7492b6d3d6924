/**
 * A Merkle-Patricia trie (Yellow Paper, appendix D) whose nodes never change: a write copies the path to its key and shares the
 * rest, so every old trie stays valid at the price of what differs, and the collector removes the ones nobody holds. Each node
 * keeps its reference once computed, so a root costs only the nodes that are new.
 */
import type { Hash } from '../hex.ts';
import { bigIntToBytes, bytesToHex } from '../hex.ts';
import { keccak256Bytes } from './crypto.ts';
import { encodeRlp, rlpLength, writeRlpBytes, writeRlpPrefix } from './rlp.ts';

/** An immutable map from byte keys to values. */
export type Trie<V> = {
  readonly root: Node<V> | undefined;
  /** The bytes that stand for a value in its leaf, asked for only when a root or proof needs them. Never empty. */
  readonly encode: (value: V) => Uint8Array;
};

/** keccak256 of the RLP of no bytes: the root of a trie without keys. */
export const emptyTrieRoot: Hash = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';

/** A trie of values that are their own bytes. */
export const emptyTrie: Trie<Uint8Array> = createTrie((value) => value);

/** A trie without keys. */
export function createTrie<V>(encode: (value: V) => Uint8Array): Trie<V> {
  return { root: undefined, encode };
}

/** The value of a key. */
export function trieGet<V>(trie: Trie<V>, key: Uint8Array): V | undefined {
  let node = trie.root;
  while (node?.kind === 'branch') {
    const { depth } = node;
    // The path that leads here is checked at the leaf, which holds its whole key.
    if (depth === 2 * key.length) node = node.ending;
    else if (depth > 2 * key.length) return undefined;
    else node = node.children[nibble(key, depth)];
  }
  return node !== undefined && isSameKey(node.key, key) ? node.value : undefined;
}

/** The trie with that value; the same trie when nothing changes. The key must not be changed afterwards. */
export function trieSet<V>(trie: Trie<V>, key: Uint8Array, value: V): Trie<V> {
  const root = insert(trie.root, 0, key, value);
  return root === trie.root ? trie : { root, encode: trie.encode };
}

/** The trie without that key; the same trie when it had none. */
export function trieDelete<V>(trie: Trie<V>, key: Uint8Array): Trie<V> {
  const root = trie.root && remove(trie.root, 0, key);
  return root === trie.root ? trie : { root, encode: trie.encode };
}

/** The root hash. */
export function trieRoot<V>(trie: Trie<V>): Hash {
  return trie.root === undefined ? emptyTrieRoot : bytesToHex(trieRootBytes(trie));
}

/** The root hash as bytes, not to be changed. */
export function trieRootBytes<V>(trie: Trie<V>): Uint8Array {
  if (trie.root === undefined) return emptyTrieRootBytes;
  const reference = referenceOf(trie.root, 0, trie.encode);
  // The root is hashed however short it is.
  return isHash(reference) ? reference.subarray(1) : keccak256Bytes(reference);
}

/**
 * The encoded nodes from the root towards a key, as far as the key has company: they prove its value, or its absence. Nodes
 * that are embedded in their parent are not repeated.
 */
export function trieProof<V>(trie: Trie<V>, key: Uint8Array): Uint8Array[] {
  const proof: Uint8Array[] = [];
  const { encode } = trie;
  const include = (bytes: Uint8Array) => {
    if (bytes.length >= 32 || proof.length === 0) proof.push(bytes);
  };
  let node = trie.root;
  let start = 0;
  while (node !== undefined) {
    if (node.kind === 'leaf') {
      include(encodeLeaf(node, start, encode).slice());
      break;
    }
    if (start < node.depth) {
      include(encodeExtension(node, start, encode).slice());
      if (commonDepth(node.key, key, start, node.depth) < node.depth) break;
    }
    include(encodeBranch(node, encode).slice());
    if (node.depth === 2 * key.length) break;
    start = node.depth + 1;
    node = node.children[nibble(key, node.depth)];
  }
  return proof;
}

/** The root of a list, keyed by the RLP of the index: transactions, receipts, withdrawals. */
export function orderedRoot(items: readonly Uint8Array[]): Hash {
  if (items.length === 0) return emptyTrieRoot;
  // In the order of the keys: the RLP of 0 comes behind that of 127.
  const leaves = items.map((item, index) => createLeaf(indexKey(index), item));
  leaves.splice(Math.min(items.length, 128) - 1, 0, leaves.shift()!);
  return trieRoot({ root: join(leaves, 0, leaves.length, 0), encode: emptyTrie.encode });
}

/** The node over the leaves from `first` until before `end`, in the order of their keys, none of which begins another. */
function join<V>(leaves: readonly Leaf<V>[], first: number, end: number, start: number): Node<V> {
  const leaf = leaves[first]!;
  if (end - first === 1) return leaf;
  // What the first and the last have in common, all in between have.
  const depth = commonDepth(leaf.key, leaves[end - 1]!.key, start, Infinity);
  const children: (Node<V> | undefined)[] = noChildren.slice();
  for (let from = first; from < end;) {
    const index = nibble(leaves[from]!.key, depth);
    let to = from + 1;
    while (to < end && nibble(leaves[to]!.key, depth) === index) to++;
    children[index] = join(leaves, from, to, depth + 1);
    from = to;
  }
  return createBranch(leaf.key, depth, children, undefined);
}

/**
 * What the specification calls an extension is here part of the branch (or leaf) below it: `key` is any key underneath, and the
 * nibbles between where the parent ends and where this node decides are the path. So joining and splitting paths moves no
 * nibbles; only the reference depends on where the parent ends.
 */
type Node<V> = Leaf<V> | Branch<V>;

type Leaf<V> = Cache & {
  readonly kind: 'leaf';
  readonly key: Uint8Array;
  readonly value: V;
};

type Branch<V> = Cache & {
  readonly kind: 'branch';
  readonly key: Uint8Array;
  /** The nibble by which the children differ. */
  readonly depth: number;
  /** 16 of them. */
  readonly children: readonly (Node<V> | undefined)[];
  /** The key that ends at this nibble. */
  readonly ending: Leaf<V> | undefined;
  /** The reference of the branch alone, without the path that leads to it. */
  own: Uint8Array | undefined;
};

/** The only thing that changes in a node, and only from unknown to known: how the parent refers to it. */
type Cache = {
  /** The RLP of the node when that is shorter than 32 bytes, else of its hash. */
  reference: Uint8Array | undefined;
  /** The nibble where the parent ended when the reference was computed. */
  start: number;
};

const noChildren: readonly undefined[] = new Array<undefined>(16).fill(undefined);

function createLeaf<V>(key: Uint8Array, value: V): Leaf<V> {
  return { kind: 'leaf', key, value, reference: undefined, start: 0 };
}

function createBranch<V>(
  key: Uint8Array,
  depth: number,
  children: readonly (Node<V> | undefined)[],
  ending: Leaf<V> | undefined,
): Branch<V> {
  return { kind: 'branch', key, depth, children, ending, own: undefined, reference: undefined, start: 0 };
}

function nibble(key: Uint8Array, index: number): number {
  const byte = key[index >> 1]!;
  return (index & 1) === 0 ? byte >> 4 : byte & 15;
}

function isSameKey(left: Uint8Array, right: Uint8Array): boolean {
  if (left === right) return true;
  if (left.length !== right.length) return false;
  for (let index = left.length - 1; index >= 0; index--) if (left[index] !== right[index]) return false;
  return true;
}

/** The first nibble from `start` on where two keys differ or one ends, at most `end`. */
function commonDepth(left: Uint8Array, right: Uint8Array, start: number, end: number): number {
  const limit = Math.min(end, 2 * left.length, 2 * right.length);
  let depth = start;
  while (depth < limit && nibble(left, depth) === nibble(right, depth)) depth++;
  return depth;
}

function insert<V>(node: Node<V> | undefined, start: number, key: Uint8Array, value: V): Node<V> {
  if (node === undefined) return createLeaf(key, value);
  const end = node.kind === 'leaf' ? 2 * node.key.length : node.depth;
  const depth = commonDepth(node.key, key, start, end);
  if (node.kind === 'leaf' && depth === end && depth === 2 * key.length)
    return node.value === value ? node : createLeaf(node.key, value);
  if (node.kind === 'leaf' || depth < end) {
    const fork = place(createBranch<V>(node.key, depth, noChildren, undefined), node);
    return place(fork, createLeaf(key, value));
  }
  if (depth === 2 * key.length) {
    if (node.ending?.value === value && node.ending !== undefined) return node;
    return place(node, createLeaf(key, value));
  }
  const index = nibble(key, depth);
  const child = node.children[index];
  const next = insert(child, depth + 1, key, value);
  return next === child ? node : withChild(node, index, next);
}

/** The branch with a node put where its key leads. */
function place<V>(branch: Branch<V>, node: Node<V>): Branch<V> {
  if (node.kind === 'leaf' && 2 * node.key.length === branch.depth)
    return createBranch(branch.key, branch.depth, branch.children, node);
  return withChild(branch, nibble(node.key, branch.depth), node);
}

function withChild<V>(branch: Branch<V>, index: number, child: Node<V> | undefined): Branch<V> {
  const children = branch.children.slice();
  children[index] = child;
  return createBranch(branch.key, branch.depth, children, branch.ending);
}

function remove<V>(node: Node<V>, start: number, key: Uint8Array): Node<V> | undefined {
  if (node.kind === 'leaf') return isSameKey(node.key, key) ? undefined : node;
  const { depth } = node;
  if (commonDepth(node.key, key, start, depth) < depth) return node;
  if (depth === 2 * key.length)
    return node.ending === undefined ? node : collapse(createBranch(node.key, depth, node.children, undefined));
  const index = nibble(key, depth);
  const child = node.children[index];
  if (child === undefined) return node;
  const next = remove(child, depth + 1, key);
  if (next === child) return node;
  const rest = withChild(node, index, next);
  return next === undefined ? collapse(rest) : rest;
}

/** A branch that has lost one of its parts: what is left of it alone, when that is only one. */
function collapse<V>(branch: Branch<V>): Node<V> {
  let only: Node<V> | undefined = branch.ending;
  for (const child of branch.children) {
    if (child === undefined) continue;
    if (only !== undefined) return branch;
    only = child;
  }
  return only ?? branch;
}

const emptyTrieRootBytes = keccak256Bytes(encodeRlp(new Uint8Array(0)));

/** Nodes are written here before they are hashed or copied; holds any branch without value, grows for larger leaves. */
let scratch: Uint8Array = new Uint8Array(1024);

function reserve(length: number): Uint8Array {
  if (length > scratch.length) scratch = new Uint8Array(2 * length);
  return scratch;
}

/** A reference is either 33 bytes, the RLP of a hash, or the RLP of a node, which is shorter. */
function isHash(reference: Uint8Array): boolean {
  return reference.length === 33;
}

function toReference(encoded: Uint8Array): Uint8Array {
  if (encoded.length < 32) return encoded.slice();
  const reference = new Uint8Array(33);
  reference[0] = 0xa0;
  reference.set(keccak256Bytes(encoded), 1);
  return reference;
}

function referenceOf<V>(node: Node<V>, start: number, encode: Trie<V>['encode']): Uint8Array {
  if (node.reference !== undefined && node.start === start) return node.reference;
  if (node.kind === 'leaf') node.reference = toReference(encodeLeaf(node, start, encode));
  else if (start === node.depth) node.reference = ownReference(node, encode);
  else node.reference = toReference(encodeExtension(node, start, encode));
  node.start = start;
  return node.reference;
}

function ownReference<V>(branch: Branch<V>, encode: Trie<V>['encode']): Uint8Array {
  return (branch.own ??= toReference(encodeBranch(branch, encode)));
}

// The encodings are views of the scratch memory: hash or copy them before the next one is made.

function encodeLeaf<V>(leaf: Leaf<V>, start: number, encode: Trie<V>['encode']): Uint8Array {
  const value = encode(leaf.value);
  const end = 2 * leaf.key.length;
  const payload = pathLength(start, end) + rlpLength(value.length, value[0]);
  const target = reserve(payload + 9);
  let position = writeRlpPrefix(target, 0, 0xc0, payload);
  position = writePath(target, position, leaf.key, start, end, 0x20);
  return target.subarray(0, writeRlpBytes(target, position, value));
}

function encodeExtension<V>(branch: Branch<V>, start: number, encode: Trie<V>['encode']): Uint8Array {
  const child = ownReference(branch, encode);
  const payload = pathLength(start, branch.depth) + child.length;
  const target = reserve(payload + 9);
  let position = writeRlpPrefix(target, 0, 0xc0, payload);
  position = writePath(target, position, branch.key, start, branch.depth, 0);
  target.set(child, position);
  return target.subarray(0, position + child.length);
}

function encodeBranch<V>(branch: Branch<V>, encode: Trie<V>['encode']): Uint8Array {
  const { children, depth, ending } = branch;
  const value = ending && encode(ending.value);
  let payload = value === undefined ? 1 : rlpLength(value.length, value[0]);
  for (const child of children) payload += child === undefined ? 1 : referenceOf(child, depth + 1, encode).length;
  // From here on every reference is known, so nothing else writes to the scratch memory.
  const target = reserve(payload + 9);
  let position = writeRlpPrefix(target, 0, 0xc0, payload);
  for (const child of children) {
    const reference = child?.reference;
    if (reference === undefined) target[position++] = 0x80;
    // Byte by byte: for 33 of them a call of set() costs more than the loop.
    else for (let index = 0; index < reference.length; index++) target[position++] = reference[index]!;
  }
  if (value === undefined) target[position++] = 0x80;
  else position = writeRlpBytes(target, position, value);
  return target.subarray(0, position);
}

/** Length of the RLP of a path: one byte per two nibbles, and one for the flags and an odd nibble. */
function pathLength(start: number, end: number): number {
  const bytes = 1 + ((end - start) >> 1);
  // A single byte holds the flags and at most one nibble: below 0x80.
  return bytes === 1 ? 1 : rlpLength(bytes);
}

/** Writes nibbles of a key as RLP of their compact form: flags (0x20 for a leaf, 0x10 for odd) before the packed nibbles. */
function writePath(
  target: Uint8Array,
  position: number,
  key: Uint8Array,
  start: number,
  end: number,
  flag: 0 | 0x20,
): number {
  const odd = (end - start) & 1;
  const bytes = 1 + ((end - start) >> 1);
  let at = bytes === 1 ? position : writeRlpPrefix(target, position, 0x80, bytes);
  target[at++] = flag + (odd === 1 ? 0x10 + nibble(key, start) : 0);
  for (let index = start + odd; index < end; index += 2)
    target[at++] = nibble(key, index) * 16 + nibble(key, index + 1);
  return at;
}

/** The RLP of an integer. */
function indexKey(index: number): Uint8Array {
  // Remembered as far as lists went: all lists have the same ones.
  return (indexKeys[index] ??= encodeRlp(bigIntToBytes(BigInt(index))));
}

const indexKeys: Uint8Array[] = [];
