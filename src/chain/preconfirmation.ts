/**
 * The pending block: opened when its parent is sealed, extended by each tick with the transactions that are ready, and an
 * immutable value in between. A tick makes the next value; whoever holds the one before is not disturbed.
 */
import { zeroHash } from '../hex.ts';
import type { Header, Receipt } from '../evm/block.ts';
import {
  bloomOf,
  emptyBloom,
  emptyRequestsHash,
  emptyUnclesHash,
  mergeBlooms,
  nextBaseFee,
  receiptsRoot,
  transactionsRoot,
  zeroNonce,
} from '../evm/block.ts';
import type { BlockContext, Engine } from '../evm/engine.ts';
import type { Changes } from '../evm/state/overlay.ts';
import { createOverlay } from '../evm/state/overlay.ts';
import { beginBlock } from '../evm/system-calls.ts';
import type { Transaction } from '../evm/transaction.ts';
import { allChecks, applyTransaction, checkTransaction } from '../evm/transition.ts';
import { emptyTrieRoot } from '../evm/trie.ts';
import { contextOf } from './context.ts';
import type { History } from './history.ts';
import type { Pool, PoolContext } from './pool.ts';
import { extraData } from './genesis.ts';
import type { ChainRules, Randomness } from './rules.ts';
import type { View } from './view.ts';

/** Header fields that are known when the block is opened, and stay. */
export type PendingBase = Pick<
  Header,
  | 'parentHash'
  | 'miner'
  | 'number'
  | 'gasLimit'
  | 'timestamp'
  | 'extraData'
  | 'mixHash'
  | 'parentBeaconBlockRoot'
  | 'sha3Uncles'
  | 'difficulty'
  | 'nonce'
  | 'withdrawalsRoot'
  | 'blobGasUsed'
  | 'excessBlobGas'
  | 'requestsHash'
> & { readonly baseFeePerGas: bigint };

export type Pending = {
  readonly base: PendingBase;
  readonly context: BlockContext;
  /** Changes of the flashblocks so far, oldest first. */
  readonly layers: readonly Changes[];
  readonly gasUsed: bigint;
  readonly view: View;
};

/** Opens the block after `parent`; its time is in seconds since 1970. */
export async function openPending(
  parent: View,
  timestamp: bigint,
  { engine, rules, history, randomness }: { engine: Engine; rules: ChainRules; history: History; randomness: Randomness },
): Promise<Pending> {
  const number = parent.header.number + 1n;
  const base: PendingBase = {
    parentHash: parent.hash,
    miner: rules.feeRecipient,
    number,
    gasLimit: rules.gasLimit,
    timestamp,
    extraData: extraData(rules.baseFee),
    mixHash: randomness('prevRandao', number),
    parentBeaconBlockRoot: randomness('parentBeaconBlockRoot', number),
    baseFeePerGas: nextBaseFee(parent.header, rules.baseFee),
    sha3Uncles: emptyUnclesHash,
    difficulty: 0n,
    nonce: zeroNonce,
    withdrawalsRoot: emptyTrieRoot,
    blobGasUsed: 0n,
    excessBlobGas: 0n,
    requestsHash: emptyRequestsHash,
  };
  const context = contextOf(base, rules, history);
  const overlay = createOverlay(parent.state);
  await beginBlock(engine, overlay, context, parent.hash, base.parentBeaconBlockRoot!);
  const view = pendingView(base, overlay, [], []);
  return { base, context, layers: [overlay.changes], gasUsed: 0n, view };
}

/** What the pool measures against. */
export function poolContext({ base, view }: Pending): PoolContext {
  return { state: view.state, baseFee: base.baseFeePerGas, timestamp: base.timestamp };
}

/**
 * Pre-confirms what is ready, as long as the block's gas stays within the budget. A transaction that needs more waits for a
 * later flashblock, and so do those after it of the same sender. Without any, the same value comes back.
 * @param gasBudget how much gas the block may have used after this tick
 */
export async function preconfirm(pending: Pending, engine: Engine, pool: Pool, gasBudget: bigint): Promise<Pending> {
  const { base, context, view } = pending;
  const overlay = createOverlay(view.state);
  const transactions: Transaction[] = [];
  const receipts: Receipt[] = [];
  let { gasUsed } = pending;

  const queue = pool.ready(poolContext(pending));
  let next = queue.next();
  while (next.done !== true) {
    const transaction = next.value;
    let included = false;
    if (gasUsed + transaction.gas <= gasBudget) {
      const refusal = checkTransaction(transaction, overlay, context, allChecks);
      if (refusal === undefined) {
        // One after another by nature: each transaction runs on what the one before left.
        // oxlint-disable-next-line no-await-in-loop
        const applied = await applyTransaction({ engine, block: context, overlay }, transaction);
        gasUsed += applied.gasUsed;
        transactions.push(transaction);
        receipts.push({
          type: transaction.type,
          status: applied.outcome.halt === undefined ? 1 : 0,
          cumulativeGasUsed: gasUsed,
          gasUsed: applied.gasUsed,
          logsBloom: bloomOf(applied.outcome.logs),
          logs: applied.outcome.logs,
          effectiveGasPrice: applied.effectiveGasPrice,
          contractAddress: applied.createdAddress,
        });
        pool.include(transaction);
        included = true;
      } else if (refusal.kind !== 'insufficientFunds') {
        // Money may still come; anything else that became wrong since the pool looked stays wrong.
        pool.remove(transaction.hash);
      }
    }
    next = queue.next(included);
  }
  if (transactions.length === 0) return pending;
  return {
    base,
    context,
    layers: [...pending.layers, overlay.changes],
    gasUsed,
    view: pendingView(base, overlay, [...view.transactions, ...transactions], [...view.receipts, ...receipts]),
  };
}

/** Roots and bloom of a pending block are only worked out when somebody looks at its header. */
function pendingView(
  base: PendingBase,
  state: View['state'],
  transactions: View['transactions'],
  receipts: View['receipts'],
): View {
  let header: Header | undefined;
  return {
    hash: zeroHash,
    isSealed: false,
    transactions,
    receipts,
    state,
    size: 0,
    get header() {
      header ??= { ...base, ...contentOf(transactions, receipts), stateRoot: zeroHash };
      return header;
    },
  };
}

/** The header fields that follow from a block's transactions and receipts. */
function contentOf(
  transactions: View['transactions'],
  receipts: View['receipts'],
): Pick<Header, 'transactionsRoot' | 'receiptsRoot' | 'logsBloom' | 'gasUsed'> {
  return {
    transactionsRoot: transactionsRoot(transactions),
    receiptsRoot: receiptsRoot(receipts),
    logsBloom: receipts.length === 0 ? emptyBloom : mergeBlooms(receipts.map((receipt) => receipt.logsBloom)),
    gasUsed: receipts.at(-1)?.cumulativeGasUsed ?? 0n,
  };
}
