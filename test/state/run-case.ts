/** Runs one entry of the suite through `transition.ts` on an engine and says what came out differently. */
import type { Address, Hash } from '../../src/hex.ts';
import { emptyBytes, hexToBytes, zeroHash } from '../../src/hex.ts';
import { keccak256 } from '../../src/evm/crypto.ts';
import type { BlockContext, Engine, Log } from '../../src/evm/engine.ts';
import { isActive } from '../../src/evm/fork.ts';
import { encodeRlp } from '../../src/evm/rlp.ts';
import type { Account, StateReader } from '../../src/evm/state/account.ts';
import { emptyCodeHash } from '../../src/evm/state/account.ts';
import { commit, emptyCommitment, stateRoot } from '../../src/evm/state/commitment.ts';
import type { Changes } from '../../src/evm/state/overlay.ts';
import { createOverlay } from '../../src/evm/state/overlay.ts';
import type { Transaction } from '../../src/evm/transaction.ts';
import { TransactionDecodeError, decodeTransaction } from '../../src/evm/transaction.ts';
import { allChecks, applyTransaction, checkTransaction } from '../../src/evm/transition.ts';
import type { AccountText, StateCase } from './case.ts';

/** `undefined` when the entry passes, else what is wrong. */
export async function runCase(engine: Engine, test: StateCase): Promise<string | undefined> {
  const { changes: pre, reader } = preState(test.pre);
  const overlay = createOverlay(reader);
  const block = blockContext(test);
  const { exception } = test.expected;

  const transaction = decode(test);
  const refusal =
    typeof transaction === 'string' ? transaction : checkTransaction(transaction, overlay, block, allChecks)?.kind;
  if (typeof transaction === 'string' || refusal !== undefined)
    return exception === undefined ? `was refused: ${refusal}` : undefined;
  const isTooBig = transaction.gas > block.gasLimit;
  if (isTooBig) return exception === undefined ? 'was refused: more gas than the block has' : undefined;
  if (exception !== undefined) return `was not refused, which was expected: ${exception}`;

  const { outcome, gasUsed } = await applyTransaction({ engine, block, overlay }, transaction);
  const root = stateRoot(commit(commit(emptyCommitment, pre, reader), overlay.changes, overlay));
  const logs = logsHash(outcome.logs);
  const seen = `gas used ${gasUsed}, halt ${outcome.halt ?? 'none'}`;
  if (root !== test.expected.root) return `state root ${root}, expected ${test.expected.root} (${seen})`;
  if (logs !== test.expected.logs) return `logs ${logs}, expected ${test.expected.logs} (${seen})`;
  return undefined;
}

/** The transaction, or why its bytes are none. */
function decode(test: StateCase): Transaction | string {
  try {
    const transaction = decodeTransaction(hexToBytes(test.transaction));
    const { type } = transaction;
    const isKnown = type === 0 || isActive(test.fork, (['berlin', 'london', 'cancun', 'prague'] as const)[type - 1]!);
    return isKnown ? transaction : `type ${type} before its fork`;
  } catch (error) {
    if (error instanceof TransactionDecodeError) return error.message;
    throw error;
  }
}

function blockContext({ fork, environment: env }: StateCase): BlockContext {
  return {
    fork,
    chainId: 1n,
    number: BigInt(env.currentNumber),
    timestamp: BigInt(env.currentTimestamp),
    gasLimit: BigInt(env.currentGasLimit),
    coinbase: env.currentCoinbase,
    difficulty: isActive(fork, 'paris') ? 0n : BigInt(env.currentDifficulty),
    prevRandao: env.currentRandom ?? zeroHash,
    baseFee: isActive(fork, 'london') ? BigInt(env.currentBaseFee ?? 0) : 0n,
    blobBaseFee: 1n,
    // The suite's convention: the hash of the number's decimal digits.
    blockHash: (number) => keccak256(Buffer.from(number.toString())),
  };
}

function preState(pre: Record<Address, AccountText>): { readonly changes: Changes; readonly reader: StateReader } {
  const accounts = new Map<Address, Account>();
  const storage = new Map<Address, Map<bigint, bigint>>();
  const codes = new Map<Hash, Uint8Array>();
  for (const [address, { balance, nonce, code: text, storage: slots }] of Object.entries(pre)) {
    const key = address.toLowerCase() as Address;
    const code = hexToBytes(text);
    const codeHash = code.length === 0 ? emptyCodeHash : keccak256(code);
    codes.set(codeHash, code);
    accounts.set(key, { balance: BigInt(balance), nonce: BigInt(nonce), codeHash });
    const values = Object.entries(slots).map(([slot, value]) => [BigInt(slot), BigInt(value)] as const);
    if (values.length > 0) storage.set(key, new Map(values));
  }
  return {
    changes: { accounts, storage, cleared: new Set(), codes },
    reader: {
      account: (address) => accounts.get(address),
      code: (hash) => codes.get(hash) ?? emptyBytes,
      storage: (address, slot) => storage.get(address)?.get(slot) ?? 0n,
      hasStorage: (address) => storage.has(address),
    },
  };
}

function logsHash(logs: readonly Log[]): Hash {
  return keccak256(
    encodeRlp(logs.map(({ address, topics, data }) => [hexToBytes(address), topics.map(hexToBytes), data])),
  );
}
