/**
 * Blocks that another node made: executed as they are, and compared with what their header says. A block that differs is refused
 * whole, so nothing of it stays.
 */
import type { Hash } from '../hex.ts';
import { bigIntToHex, bytesToHex, zeroHash } from '../hex.ts';
import type { DecodedBlock } from '../evm/block-decoding.ts';
import type { Header, Receipt } from '../evm/block.ts';
import { unclesHash, withdrawalsRoot } from '../evm/block.ts';
import { endBlock } from '../evm/block-end.ts';
import type { Engine } from '../evm/engine.ts';
import { isActive } from '../evm/fork.ts';
import { receiptOf } from '../evm/receipt.ts';
import type { Commitment } from '../evm/state/commitment.ts';
import { commit, stateRoot } from '../evm/state/commitment.ts';
import type { Changes } from '../evm/state/overlay.ts';
import { createOverlay } from '../evm/state/overlay.ts';
import { beginBlock } from '../evm/system-calls.ts';
import { allChecks, applyTransaction, checkTransaction, gasPerBlob } from '../evm/transition.ts';
import { contentOf, sealedBody } from './content.ts';
import { contextOf } from './context.ts';
import type { History } from './history.ts';
import { laterFields } from './next-header.ts';
import type { ChainRules } from './rules.ts';
import type { Block, View } from './view.ts';

/** A block that is not what its header says, or that does not follow the head. */
export class BadBlockError extends Error {
  readonly number: bigint;
  readonly hash: Hash;

  constructor({ header, hash }: Pick<Block, 'header' | 'hash'>, problem: string, options?: ErrorOptions) {
    super(`block ${header.number} (${hash}): ${problem}`, options);
    this.name = 'BadBlockError';
    this.number = header.number;
    this.hash = hash;
  }
}

export type Imported = {
  readonly block: Block;
  readonly changes: Changes;
  readonly commitment: Commitment;
};

type ImportEnvironment = {
  readonly engine: Engine;
  readonly rules: ChainRules;
  readonly history: History;
};

/**
 * Executes a block on top of `parent`.
 * @throws BadBlockError with the first field that differs
 */
export async function executeBlock(
  { engine, rules, history }: ImportEnvironment,
  decoded: DecodedBlock,
  parent: View,
  commitment: Commitment,
): Promise<Imported> {
  const { header, transactions, uncles, withdrawals } = decoded;
  const body = sealedBody({ header, transactions, uncles, withdrawals });
  checkHeader(body, parent, rules);

  const context = contextOf(header, rules, history);
  const overlay = createOverlay(parent.state);
  await beginBlock(engine, overlay, context, header.parentHash, header.parentBeaconBlockRoot ?? zeroHash);
  const receipts: Receipt[] = [];
  let gasUsed = 0n;
  for (const [index, transaction] of transactions.entries()) {
    const refusal =
      gasUsed + transaction.gas > header.gasLimit
        ? 'more gas than the block has left'
        : checkTransaction(transaction, overlay, context, allChecks)?.kind;
    if (refusal !== undefined) throw new BadBlockError(body, `transaction ${index} (${transaction.hash}): ${refusal}`);
    // oxlint-disable-next-line no-await-in-loop -- each transaction runs on what the one before left
    const applied = await applyTransaction({ engine, block: context, overlay }, transaction);
    const root = isActive(context.fork, 'byzantium')
      ? undefined
      : stateRoot(commit(commitment, overlay.changes, overlay));
    receipts.push({ ...receiptOf(transaction, applied, gasUsed, context), root });
    gasUsed += applied.gasUsed;
  }

  const logs = receipts.flatMap((receipt) => receipt.logs);
  const requests = await endBlock({ engine, overlay, block: context, deposits: rules.requests }, decoded, logs);
  const next = commit(commitment, overlay.changes, overlay);
  const blobs = transactions.reduce((sum, { blobVersionedHashes }) => sum + blobVersionedHashes.length, 0);
  compare(body, {
    ...contentOf(transactions, receipts),
    stateRoot: stateRoot(next),
    ...(header.blobGasUsed !== undefined && { blobGasUsed: BigInt(blobs) * gasPerBlob }),
    ...(requests !== undefined && { requestsHash: requests }),
  });
  return { block: { ...body, receipts }, changes: overlay.changes, commitment: next };
}

/** What follows from parent and fork alone, before anything runs. */
function checkHeader(block: Omit<Block, 'receipts'>, parent: View, rules: ChainRules): void {
  const { header, uncles, withdrawals } = block;
  if (header.timestamp <= parent.header.timestamp)
    throw new BadBlockError(
      block,
      `timestamp ${header.timestamp} is not after its parent's ${parent.header.timestamp}`,
    );
  const expected = laterFields(parent.header, header.number, header.timestamp, rules, header.parentBeaconBlockRoot);
  compare(block, {
    parentHash: parent.hash,
    number: parent.header.number + 1n,
    sha3Uncles: unclesHash(uncles),
    baseFeePerGas: expected.baseFeePerGas,
    excessBlobGas: expected.excessBlobGas,
    withdrawalsRoot: withdrawals === undefined ? expected.withdrawalsRoot : withdrawalsRoot(withdrawals),
  });
}

function compare(block: Omit<Block, 'receipts'>, expected: Partial<Header>): void {
  for (const [field, value] of Object.entries(expected)) {
    const given = block.header[field as keyof Header]; // the entries of a partial header
    if (given !== value) throw new BadBlockError(block, `${field} is ${text(given)}, expected ${text(value)}`);
  }
}

function text(value: Header[keyof Header]): string {
  if (typeof value === 'bigint') return bigIntToHex(value);
  return value instanceof Uint8Array ? bytesToHex(value) : (value ?? 'absent');
}
