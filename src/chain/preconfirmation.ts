/**
 * The pending block: opened when its parent is sealed, extended by each tick with the transactions that are ready, and an
 * immutable value in between. A tick makes the next value; whoever holds the one before is not disturbed.
 */
import type { Hash } from '../hex.ts';
import { zeroHash } from '../hex.ts';
import type { Header, Receipt } from '../evm/block.ts';
import { dataGasOf } from '../evm/blob-gas.ts';
import { emptyUnclesHash, zeroNonce } from '../evm/block.ts';
import type { BlockContext, Engine } from '../evm/engine.ts';
import { receiptOf } from '../evm/receipt.ts';
import { messagePasser } from '../evm/rollup/predeploys.ts';
import type { StateReader } from '../evm/state/account.ts';
import type { Commitment } from '../evm/state/commitment.ts';
import { commit, storageRoot } from '../evm/state/commitment.ts';
import type { Changes } from '../evm/state/overlay.ts';
import { createOverlay, layOver, mergeChanges } from '../evm/state/overlay.ts';
import { beginBlock } from '../evm/system-calls.ts';
import type { Transaction } from '../evm/transaction.ts';
import { allChecks, applyTransaction, checkTransaction, gasPerBlob } from '../evm/transition.ts';
import { contextOf } from './context.ts';
import type { History } from './history.ts';
import type { Pool, PoolContext } from './pool.ts';
import { contentOf, noWithdrawals } from './content.ts';
import { forcedTransactions, l1OriginAfter } from './l1.ts';
import { laterFields } from './next-header.ts';
import type { ChainRules, Randomness } from './rules.ts';
import type { View } from './view.ts';

/** Header fields that are known when the block is opened, and stay. */
export type PendingBase = Omit<Header, 'stateRoot' | 'transactionsRoot' | 'receiptsRoot' | 'logsBloom' | 'gasUsed'>;

export type Pending = {
  readonly base: PendingBase;
  readonly context: BlockContext;
  /** State of the block before. */
  readonly parentState: StateReader;
  readonly parentCommitment: Commitment;
  /** Changes of the flashblocks so far, oldest first. */
  readonly layers: readonly Layer[];
  readonly gasUsed: bigint;
  /** Most blobs that the block may hold. */
  readonly maxBlobs: bigint;
  readonly view: View;
};

/** Changes of one flashblock, or of several in a row. */
export type Layer = { readonly changes: Changes; readonly flashblocks: number };

/** Opens the block after `parent`; its time is in seconds since 1970. */
export async function openPending(
  parent: View,
  parentCommitment: Commitment,
  timestamp: bigint,
  {
    engine,
    rules,
    history,
    randomness,
  }: { engine: Engine; rules: ChainRules; history: History; randomness: Randomness },
): Promise<Pending> {
  const number = parent.header.number + 1n;
  const origin = l1OriginAfter(parent, timestamp, { rules, randomness, genesis: history.byNumber(0)!.header });
  // A rollup has its randomness and its beacon root from L1.
  const source = origin?.number ?? number;
  const base: PendingBase = {
    parentHash: parent.hash,
    sha3Uncles: emptyUnclesHash,
    miner: rules.feeRecipient,
    difficulty: 0n,
    number,
    gasLimit: rules.gasLimit ?? parent.header.gasLimit,
    timestamp,
    extraData: rules.extraData,
    mixHash: randomness('prevRandao', source),
    nonce: zeroNonce,
    ...laterFields(parent.header, number, timestamp, rules, randomness('parentBeaconBlockRoot', source)),
  };
  const context = contextOf(base, rules, history);
  const overlay = createOverlay(parent.state);
  await beginBlock(engine, overlay, context, parent.hash, base.parentBeaconBlockRoot ?? zeroHash);
  const transactions = forcedTransactions(parent, origin, rules);
  const receipts: Receipt[] = [];
  let gasUsed = 0n;
  for (const transaction of transactions) {
    // oxlint-disable-next-line no-await-in-loop -- each runs on what the one before left
    const applied = await applyTransaction({ engine, block: context, overlay }, transaction);
    receipts.push(receiptOf(transaction, applied, gasUsed, context));
    gasUsed += applied.gasUsed;
  }
  const opened = {
    base,
    context,
    parentState: parent.state,
    parentCommitment,
    layers: [{ changes: overlay.changes, flashblocks: 1 }],
    gasUsed,
    maxBlobs: rules.schedule(number, timestamp).blobs?.max ?? 0n,
  };
  return { ...opened, view: pendingView(opened, transactions, receipts) };
}

/** What the pool measures against. */
export function poolContext({ context, view }: Pending): PoolContext {
  return { state: view.state, block: context };
}

/**
 * Pre-confirms what is ready, as long as the block's gas, and on a rollup its data, stays within the budget. A transaction that
 * needs more waits for a later flashblock, and so do those after it of the same sender. Without any, the same value comes back.
 * @param gasBudget how much gas the block may have used after this tick
 */
export async function preconfirm(pending: Pending, engine: Engine, pool: Pool, gasBudget: bigint): Promise<Pending> {
  const { context, view } = pending;
  const overlay = createOverlay(view.state);
  const transactions: Transaction[] = [];
  const receipts: Receipt[] = [];
  let { gasUsed } = pending;
  let { blobGasUsed = 0n } = pending.base;
  // A rollup's room for data grows as that for gas does (reference §2).
  const dataGasLimit = context.l1Fees === undefined ? pending.maxBlobs * gasPerBlob : gasBudget;

  const queue = pool.ready(poolContext(pending));
  let next = queue.next();
  while (next.done !== true) {
    const transaction = next.value;
    let included = false;
    const dataGas = dataGasOf(transaction, context.l1Fees);
    if (gasUsed + transaction.gas <= gasBudget && blobGasUsed + dataGas <= dataGasLimit) {
      const refusal = checkTransaction(transaction, overlay, context, allChecks);
      if (refusal === undefined) {
        // One after another by nature: each transaction runs on what the one before left.
        // oxlint-disable-next-line no-await-in-loop
        const applied = await applyTransaction({ engine, block: context, overlay }, transaction);
        transactions.push(transaction);
        receipts.push(receiptOf(transaction, applied, gasUsed, context));
        gasUsed += applied.gasUsed;
        blobGasUsed += dataGas;
        pool.include(transaction);
        included = true;
      } else if (refusal.kind !== 'insufficientFunds' && refusal.kind !== 'blobFeeCapTooLow') {
        // Money may still come and blobs become cheaper; anything else that became wrong since the pool looked stays wrong.
        pool.remove(transaction.hash);
      }
    }
    next = queue.next(included);
  }
  if (transactions.length === 0) return pending;
  const layers = addLayer(pending.layers, overlay.changes);
  const base = { ...pending.base, ...(pending.base.blobGasUsed !== undefined && { blobGasUsed }) };
  const extended = { ...pending, base, layers, gasUsed };
  return {
    ...extended,
    view: pendingView(extended, [...view.transactions, ...transactions], [...view.receipts, ...receipts]),
  };
}

/**
 * Puts one more layer on top. Neighbours of the same size become one, so that a read passes few layers even when every
 * transaction makes a flashblock of its own, and each change is moved few times.
 */
export function addLayer(layers: readonly Layer[], changes: Changes): readonly Layer[] {
  const next = [...layers];
  let top: Layer = { changes, flashblocks: 1 };
  for (let below = next.at(-1); below !== undefined && below.flashblocks <= top.flashblocks; below = next.at(-1)) {
    next.pop();
    top = {
      changes: mergeChanges([below.changes, top.changes]),
      flashblocks: below.flashblocks + top.flashblocks,
    };
  }
  return [...next, top];
}

function stateOf(parent: StateReader, layers: readonly Layer[]): StateReader {
  return layers.reduce((below, { changes }) => layOver(below, changes), parent);
}

/**
 * Roots and bloom of a pending block are only worked out when somebody looks at them: every flashblock changes them, and doing it
 * each time would make a block cost the square of its transactions.
 */
function pendingView(
  { base, context, parentState, parentCommitment, layers }: Omit<Pending, 'view'>,
  transactions: View['transactions'],
  receipts: View['receipts'],
): View {
  let content: ReturnType<typeof contentOf> | undefined;
  const worked = (): ReturnType<typeof contentOf> => (content ??= contentOf(transactions, receipts));
  const state = stateOf(parentState, layers);
  let messages: Hash | undefined;
  const header: Header = {
    ...base,
    stateRoot: zeroHash,
    gasUsed: receipts.at(-1)?.cumulativeGasUsed ?? 0n,
    get transactionsRoot() {
      return worked().transactionsRoot;
    },
    get receiptsRoot() {
      return worked().receiptsRoot;
    },
    get logsBloom() {
      return worked().logsBloom;
    },
    get withdrawalsRoot() {
      return context.l1Fees === undefined
        ? base.withdrawalsRoot
        : (messages ??= messagesRoot(parentCommitment, layers, state));
    },
  };
  return {
    header,
    hash: zeroHash,
    isSealed: false,
    transactions,
    receipts,
    uncles: [],
    withdrawals: noWithdrawals(base),
    state,
    size: 0,
  };
}

/** The root of the messages to L1 so far. Nothing else of the state has a root before the seal (reference §3.3). */
function messagesRoot(parent: Commitment, layers: readonly Layer[], state: StateReader): Hash {
  const storage = layers.flatMap(({ changes }) => [...(changes.storage.get(messagePasser) ?? [])]);
  if (storage.length === 0) return storageRoot(parent, messagePasser);
  const changes: Changes = {
    accounts: new Map(),
    storage: new Map([[messagePasser, new Map(storage)]]),
    cleared: new Set(),
    codes: new Map(),
  };
  return storageRoot(commit(parent, changes, state), messagePasser);
}
