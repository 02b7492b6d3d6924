/** A block to order: what the head's next block would be with given attributes and transactions. Nothing of it stays. */
import type { Address, Hash } from '../hex.ts';
import { zeroHash } from '../hex.ts';
import { dataGasOf } from '../evm/blob-gas.ts';
import type { Sent, Sidecar } from '../evm/blob-sidecar.ts';
import type { Header, Receipt } from '../evm/block.ts';
import { emptyUnclesHash, withdrawalsRoot, zeroNonce } from '../evm/block.ts';
import { closeBlock } from '../evm/block-end.ts';
import type { Engine } from '../evm/engine.ts';
import { receiptOf } from '../evm/receipt.ts';
import { requestsHash } from '../evm/requests.ts';
import type { Withdrawal } from '../evm/rewards.ts';
import type { Commitment } from '../evm/state/commitment.ts';
import { commit } from '../evm/state/commitment.ts';
import { createOverlay } from '../evm/state/overlay.ts';
import { beginBlock } from '../evm/system-calls.ts';
import type { Transaction } from '../evm/transaction.ts';
import { allChecks, applyTransaction, checkTransaction, gasPerBlob } from '../evm/transition.ts';
import { contentOf, noWithdrawals, sealedBody, stateFields } from './content.ts';
import { contextOf } from './context.ts';
import { ChainError, refused } from './errors.ts';
import type { History } from './history.ts';
import { forcedTransactions, l1OriginAfter } from './l1.ts';
import { laterFields } from './next-header.ts';
import type { ChainRules, Randomness } from './rules.ts';
import type { Block } from './view.ts';

export type BlockAttributes = {
  /** Seconds since 1970. */
  readonly timestamp: bigint;
  readonly feeRecipient: Address;
  readonly prevRandao: Hash;
  readonly withdrawals: readonly Withdrawal[];
  readonly parentBeaconBlockRoot: Hash | undefined;
  readonly extraData: Uint8Array;
};

export type Built = {
  readonly block: Block;
  /** Wei of priority fees. */
  readonly value: bigint;
  /** Each with its type byte in front (EIP-7685). */
  readonly requests: readonly Uint8Array[];
  /** Of the block's blob transactions, in their order, as far as they are known. */
  readonly sidecars: readonly Sidecar[];
};

/** Which block the next one follows, and what it is executed with. */
export type Site = {
  readonly engine: Engine;
  readonly rules: ChainRules;
  readonly history: History;
  readonly randomness: Randomness;
  /** To the head's state. */
  readonly commitment: Commitment;
};

/** What a plain Ethereum node votes the gas limit of its blocks towards. */
const desiredGasLimit = 60_000_000n;

/**
 * Builds the block after the head.
 * @param mustFit whether a transaction that cannot run is an error; if not, it is left out
 * @throws ChainError for attributes that no block can have, and for the first transaction that cannot run
 */
export async function buildBlock(
  { engine, rules, history, randomness, commitment }: Site,
  attributes: BlockAttributes,
  candidates: Iterable<Sent>,
  mustFit: boolean,
): Promise<Built> {
  const opened = openHeader(history.head, attributes, rules);
  const context = contextOf(opened, rules, history);
  const overlay = createOverlay(history.head.state);
  await beginBlock(engine, overlay, context, opened.parentHash, opened.parentBeaconBlockRoot ?? zeroHash);

  const maxBlobs = rules.schedule(opened.number, opened.timestamp).blobs?.max ?? 0n;
  const maxDataGas = context.l1Fees === undefined ? maxBlobs * gasPerBlob : opened.gasLimit;
  const transactions: Transaction[] = [];
  const receipts: Receipt[] = [];
  const sidecars: Sidecar[] = [];
  let gasUsed = 0n;
  let blobGasUsed = 0n;
  let value = 0n;
  const origins = { rules, randomness, genesis: history.byNumber(0)!.header };
  const origin = l1OriginAfter(history.head, opened.timestamp, origins);
  for (const transaction of forcedTransactions(history.head, origin, rules)) {
    // oxlint-disable-next-line no-await-in-loop -- each transaction runs on what the one before left
    const applied = await applyTransaction({ engine, block: context, overlay }, transaction);
    transactions.push(transaction);
    receipts.push(receiptOf(transaction, applied, gasUsed, context));
    gasUsed += applied.gasUsed;
  }
  for (const { transaction, sidecar } of candidates) {
    const dataGas = dataGasOf(transaction, context.l1Fees);
    const hasRoom = gasUsed + transaction.gas <= opened.gasLimit && blobGasUsed + dataGas <= maxDataGas;
    const refusal = hasRoom ? checkTransaction(transaction, overlay, context, allChecks) : undefined;
    if (!hasRoom || refusal !== undefined) {
      if (!mustFit) continue;
      throw refusal === undefined
        ? new ChainError('exceedsBlockGasLimit', { gas: transaction.gas, limit: opened.gasLimit - gasUsed })
        : refused(refusal);
    }
    // oxlint-disable-next-line no-await-in-loop -- each transaction runs on what the one before left
    const applied = await applyTransaction({ engine, block: context, overlay }, transaction);
    transactions.push(transaction);
    if (sidecar !== undefined) sidecars.push(sidecar);
    receipts.push(receiptOf(transaction, applied, gasUsed, context));
    gasUsed += applied.gasUsed;
    blobGasUsed += dataGas;
    value += applied.gasUsed * (applied.effectiveGasPrice - context.baseFee);
  }

  const withdrawals = noWithdrawals(opened) === undefined ? undefined : attributes.withdrawals;
  const logs = receipts.flatMap((receipt) => receipt.logs);
  const ending = { engine, overlay, block: context, deposits: rules.requests };
  const requests = await closeBlock(ending, { header: opened, uncles: [], withdrawals }, logs);
  const header: Header = {
    ...opened,
    ...contentOf(transactions, receipts),
    ...(withdrawals !== undefined && { withdrawalsRoot: withdrawalsRoot(withdrawals) }),
    ...stateFields(commit(commitment, overlay.changes, overlay), rules),
    ...(opened.blobGasUsed !== undefined && { blobGasUsed }),
    ...(requests !== undefined && { requestsHash: requestsHash(requests) }),
  };
  const block = { ...sealedBody({ header, transactions, uncles: [], withdrawals }), receipts };
  return { block, value, requests: requests ?? [], sidecars };
}

/** What is known before anything runs. */
function openHeader(
  parent: Block,
  { timestamp, feeRecipient, prevRandao, parentBeaconBlockRoot, extraData }: BlockAttributes,
  rules: ChainRules,
): Header {
  if (timestamp <= parent.header.timestamp)
    throw new ChainError('cannotBuild', {
      why: `invalid timestamp, parent ${parent.header.timestamp} given ${timestamp}`,
    });
  const number = parent.header.number + 1n;
  return {
    parentHash: parent.hash,
    sha3Uncles: emptyUnclesHash,
    miner: feeRecipient,
    stateRoot: zeroHash,
    ...contentOf([], []),
    difficulty: 0n,
    number,
    gasLimit: rules.gasLimit ?? gasLimitAfter(parent.header.gasLimit),
    timestamp,
    extraData,
    mixHash: prevRandao,
    nonce: zeroNonce,
    ...laterFields(parent.header, number, timestamp, rules, parentBeaconBlockRoot),
  };
}

/** One step towards the desired limit: less than a 1,024th of the parent's. */
function gasLimitAfter(parent: bigint): bigint {
  const step = parent / 1_024n - 1n;
  if (parent < desiredGasLimit) return parent + step < desiredGasLimit ? parent + step : desiredGasLimit;
  return parent - step > desiredGasLimit ? parent - step : desiredGasLimit;
}
