/** What a block's header and hash take from its content. */
import type { Header } from '../evm/block.ts';
import { blockSize, emptyBloom, encodeHeader, mergeBlooms, transactionsRoot } from '../evm/block.ts';
import { keccak256 } from '../evm/crypto.ts';
import { receiptsRoot } from '../evm/receipt-rlp.ts';
import type { Withdrawal } from '../evm/rewards.ts';
import { messagePasser } from '../evm/rollup/predeploys.ts';
import type { Commitment } from '../evm/state/commitment.ts';
import { stateRoot, storageRoot } from '../evm/state/commitment.ts';
import type { ChainRules } from './rules.ts';
import type { Block, View } from './view.ts';

/** The header fields that follow from a block's transactions and receipts. */
export function contentOf(
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

/** The header fields that follow from the state after a block; on a rollup the messages to L1 are withdrawals. */
export function stateFields(
  commitment: Commitment,
  { rollup }: Pick<ChainRules, 'rollup'>,
): Pick<Header, 'stateRoot' | 'withdrawalsRoot'> {
  return {
    stateRoot: stateRoot(commitment),
    ...(rollup !== undefined && { withdrawalsRoot: storageRoot(commitment, messagePasser) }),
  };
}

/** The list of withdrawals of a block without any: there is none before Shanghai. */
export function noWithdrawals(header: Pick<Header, 'withdrawalsRoot'>): readonly Withdrawal[] | undefined {
  return header.withdrawalsRoot === undefined ? undefined : [];
}

/** What a block has once its header is complete. */
export function sealedBody(
  body: Pick<Block, 'header' | 'transactions' | 'uncles' | 'withdrawals'>,
): Omit<Block, 'receipts'> {
  const encoded = encodeHeader(body.header);
  return { ...body, hash: keccak256(encoded), isSealed: true, size: blockSize(body, encoded) };
}
