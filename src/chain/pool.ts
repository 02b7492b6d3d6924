/**
 * Transactions between their arrival and the block that seals them.
 *
 * A transaction enters when it passes the rules below, in their order. It is *ready* when its nonce is its sender's next one and
 * its fee cap covers the base fee; otherwise it waits: for the transaction before it, for a lower base fee, or for a
 * flashblock with enough gas left. A ready one is pre-confirmed by a tick and stays known here until its block is sealed, so
 * that sending it again is answered "already known". It leaves early when a transaction of the same sender and nonce that
 * pays at least 10 % more replaces it, or when it grew too old.
 *
 * The rules and their order are those of the real node (reference §10.2); nonce and funds are measured against the
 * pre-confirmed state, because that is what a client at `pending` sees.
 */
import type { Address, Hash } from '../hex.ts';
import {
  checkForm,
  checkFunds,
  checkIntrinsicGas,
  checkSender,
  maxInitcodeSize,
  transactionGasCap,
} from '../evm/transition.ts';
import { isActive } from '../evm/fork.ts';
import { emptyCodeHash } from '../evm/state/account.ts';
import type { BlockContext } from '../evm/engine.ts';
import type { StateReader } from '../evm/state/account.ts';
import type { Transaction } from '../evm/transaction.ts';
import { effectiveGasPrice } from '../evm/transaction.ts';
import { ChainError, refused } from './errors.ts';
import type { ChainRules } from './rules.ts';
import { accountAt } from './view.ts';

/** A replacement raises both fees to at least this many percent of the old ones. */
const replacementPercent = 110n;

/** Bytes of the largest transaction that the pool takes. */
const maxEncodedSize = 131_072;

const maxNonce = 2n ** 64n - 1n;

type Entry = {
  readonly transaction: Transaction;
  /** Position in the order of arrival; breaks ties between equal fees. */
  readonly arrival: number;
  /** Seconds since 1970, of the block that was pending on arrival. */
  readonly arrivedAt: bigint;
};

export type Pool = {
  /**
   * Takes a transaction, or says why not.
   * @throws ChainError with the first rule that it breaks
   */
  add(transaction: Transaction, pending: PoolContext): void;
  /** Waiting or pre-confirmed and not yet sealed. */
  get(hash: Hash): Transaction | undefined;
  readonly size: number;
  /** Every transaction that waits, by sender and in nonce order. */
  content(): ReadonlyMap<Address, readonly Transaction[]>;
  /**
   * Ready transactions, best effective tip first and in nonce order per sender. The caller says after each one whether it was
   * included; if not, the rest of that sender is passed over.
   */
  ready(pending: PoolContext): Generator<Transaction, void, boolean>;
  /** Remembers a pre-confirmed transaction as known until the seal. */
  include(transaction: Transaction): void;
  /** Drops a transaction that can never run. */
  remove(hash: Hash): void;
  /** Forgets what the block holds, what it made impossible, and what grew too old. */
  seal(transactions: readonly Transaction[], pending: PoolContext): void;
};

/** What waits, by sender and in nonce order. */
export type Waiting = {
  /** Could run now: no nonce is missing before them. Whether their fees suffice is left open. */
  readonly pending: ReadonlyMap<Address, readonly Transaction[]>;
  /** Lack a transaction before them. */
  readonly queued: ReadonlyMap<Address, readonly Transaction[]>;
};

/** The moment that the pool measures against: the pending block and its state. */
export type PoolContext = {
  readonly state: StateReader;
  readonly block: Pick<BlockContext, 'fork' | 'baseFee' | 'gasLimit' | 'timestamp' | 'l1Fees'>;
};

export function createPool(rules: ChainRules): Pool {
  const known = new Map<Hash, Transaction>();
  const waiting = new Map<Address, Map<bigint, Entry>>();
  let size = 0;
  let arrivals = 0;

  function add(transaction: Transaction, pending: PoolContext): void {
    const { hash, from, nonce } = transaction;
    if (known.has(hash)) throw new ChainError('alreadyKnown', { hash });
    checkShape(transaction, rules, pending);
    const { state } = pending;
    const sender = checkSender(transaction, state);
    if (sender !== undefined) throw refused(sender);
    const expected = accountAt(state, from).nonce;
    if (nonce < expected) throw new ChainError('nonceTooLow', { address: from, nonce, expected });
    const funds = checkFunds(transaction, state, pending.block);
    if (funds !== undefined) throw refused(funds);
    const minimum = rules.pool.minimumFeePerGas;
    if (transaction.maxFeePerGas < minimum)
      throw new ChainError('underpriced', { maxFeePerGas: transaction.maxFeePerGas, minimum });

    const replaced = waiting.get(from)?.get(nonce)?.transaction;
    if (replaced !== undefined && !outbids(transaction, replaced))
      throw new ChainError('replacementUnderpriced', { hash: replaced.hash });
    if (replaced === undefined && size >= rules.pool.transactions)
      throw new ChainError('poolFull', { limit: rules.pool.transactions });
    checkDelegation(transaction, state, replaced !== undefined);

    if (replaced !== undefined) remove(replaced.hash);
    known.set(hash, transaction);
    let entries = waiting.get(from);
    if (entries === undefined) waiting.set(from, (entries = new Map<bigint, Entry>()));
    entries.set(nonce, { transaction, arrival: arrivals++, arrivedAt: pending.block.timestamp });
    size += 1;
  }

  /** A delegated account has one transaction in flight and no gap: its code may spend at any time (reference §10.2, 20). */
  function checkDelegation({ from, nonce }: Transaction, state: StateReader, replaces: boolean): void {
    const account = accountAt(state, from);
    if (account.codeHash === emptyCodeHash) return;
    if (nonce > account.nonce) throw new ChainError('delegatedSenderGap', { address: from });
    if (!replaces && (waiting.get(from)?.size ?? 0) > 0) throw new ChainError('delegatedSenderBusy', { address: from });
  }

  function takeOut({ from, nonce, hash }: Transaction): void {
    const entries = waiting.get(from);
    if (entries?.get(nonce)?.transaction.hash !== hash) return;
    entries.delete(nonce);
    if (entries.size === 0) waiting.delete(from);
    size -= 1;
  }

  function remove(hash: Hash): void {
    const transaction = known.get(hash);
    if (transaction === undefined) return;
    known.delete(hash);
    takeOut(transaction);
  }

  function* ready({ state, block: { baseFee } }: PoolContext): Generator<Transaction, void, boolean> {
    const heads: Head[] = [];
    const push = (from: Address, nonce: bigint): void => {
      const entry = waiting.get(from)?.get(nonce);
      if (entry === undefined || entry.transaction.maxFeePerGas < baseFee) return;
      pushHead(heads, { entry, tip: effectiveGasPrice(entry.transaction, baseFee) - baseFee });
    };
    for (const from of waiting.keys()) push(from, accountAt(state, from).nonce);
    for (let head = popHead(heads); head !== undefined; head = popHead(heads)) {
      const { transaction } = head.entry;
      if (yield transaction) push(transaction.from, transaction.nonce + 1n);
    }
  }

  return {
    add,
    remove,
    ready,
    include: takeOut,
    get: (hash) => known.get(hash),
    get size() {
      return size;
    },
    content() {
      return new Map(
        [...waiting].map(([from, entries]) => [
          from,
          [...entries.values()]
            .map((entry) => entry.transaction)
            .sort((a, b) => (a.nonce < b.nonce ? -1 : a.nonce > b.nonce ? 1 : 0)),
        ]),
      );
    },
    seal(transactions, { state, block: { timestamp } }) {
      for (const { hash } of transactions) remove(hash);
      for (const [from, entries] of waiting) {
        const next = accountAt(state, from).nonce;
        for (const [nonce, { transaction, arrivedAt }] of entries)
          if (nonce < next || timestamp - arrivedAt > rules.pool.lifetime) remove(transaction.hash);
      }
    },
  };
}

/** Tells what could run now from what lacks a transaction before it. */
export function waitingIn(pool: Pick<Pool, 'content'>, { state }: Pick<PoolContext, 'state'>): Waiting {
  const pending = new Map<Address, readonly Transaction[]>();
  const queued = new Map<Address, readonly Transaction[]>();
  for (const [from, transactions] of pool.content()) {
    const next = accountAt(state, from).nonce;
    const gap = transactions.findIndex(({ nonce }, index) => nonce !== next + BigInt(index));
    const executable = gap === -1 ? transactions.length : gap;
    if (executable > 0) pending.set(from, transactions.slice(0, executable));
    if (executable < transactions.length) queued.set(from, transactions.slice(executable));
  }
  return { pending, queued };
}

/** Rules about the transaction alone, in the order of the reference. */
function checkShape(transaction: Transaction, rules: ChainRules, { block }: PoolContext): void {
  const { type, from, nonce, gas, data, chainId, raw } = transaction;
  if (type === 3 && !(rules.pool.takesBlobs && isActive(block.fork, 'cancun')))
    throw new ChainError('unsupportedTransactionType', { type });
  if (nonce === maxNonce) throw new ChainError('nonceMaxed', { address: from, nonce });
  if (raw.length > maxEncodedSize)
    throw new ChainError('oversizedTransaction', { size: raw.length, limit: maxEncodedSize });
  if (transaction.to === undefined && data.length > maxInitcodeSize)
    throw new ChainError('initcodeTooLarge', { size: data.length, limit: maxInitcodeSize });
  if (gas > block.gasLimit) throw new ChainError('exceedsBlockGasLimit', { gas, limit: block.gasLimit });
  const { maxFeePerGas, maxPriorityFeePerGas } = transaction;
  if (maxPriorityFeePerGas > maxFeePerGas)
    throw new ChainError('tipAboveFeeCap', { maxFeePerGas, maxPriorityFeePerGas });
  const fee = gas * maxFeePerGas;
  if (rules.pool.feeCap > 0n && fee > rules.pool.feeCap)
    throw new ChainError('exceedsFeeCap', { fee, cap: rules.pool.feeCap });
  if (chainId !== undefined && chainId !== rules.chainId)
    throw new ChainError('wrongChainId', { have: chainId, want: rules.chainId });
  const refusal = checkForm(transaction, block.fork) ?? checkIntrinsicGas(transaction, block.fork);
  if (refusal !== undefined) throw refused(refusal);
  if (isActive(block.fork, 'osaka') && gas > transactionGasCap)
    throw new ChainError('transactionGasTooHigh', { gas, cap: transactionGasCap });
}

function outbids(next: Transaction, old: Transaction): boolean {
  const covers = (fee: bigint, before: bigint): boolean => fee * 100n >= before * replacementPercent;
  // Equal prices never replace, not even where ten percent of nothing is nothing.
  return (
    covers(next.maxFeePerGas, old.maxFeePerGas) &&
    covers(next.maxPriorityFeePerGas, old.maxPriorityFeePerGas) &&
    next.maxFeePerGas > old.maxFeePerGas
  );
}

/** The next transaction of one sender; a binary heap of them yields the best tip first; among equals those without blobs, then the earlier arrival. */
type Head = { readonly entry: Entry; readonly tip: bigint };

function isBefore(a: Head, b: Head): boolean {
  if (a.tip !== b.tip) return a.tip > b.tip;
  const [aHasBlobs, bHasBlobs] = [a.entry.transaction.type === 3, b.entry.transaction.type === 3];
  return aHasBlobs === bHasBlobs ? a.entry.arrival < b.entry.arrival : bHasBlobs;
}

function pushHead(heads: Head[], head: Head): void {
  let index = heads.push(head) - 1;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    if (!isBefore(head, heads[parent]!)) break;
    heads[index] = heads[parent]!;
    index = parent;
  }
  heads[index] = head;
}

function popHead(heads: Head[]): Head | undefined {
  const best = heads[0];
  const last = heads.pop();
  if (best === undefined || last === undefined || heads.length === 0) return best;
  let index = 0;
  for (;;) {
    let child = 2 * index + 1;
    if (child >= heads.length) break;
    if (child + 1 < heads.length && isBefore(heads[child + 1]!, heads[child]!)) child += 1;
    if (!isBefore(heads[child]!, last)) break;
    heads[index] = heads[child]!;
    index = child;
  }
  heads[index] = last;
  return best;
}
