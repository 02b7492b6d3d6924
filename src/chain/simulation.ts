/**
 * eth_simulateV1: blocks that never exist, one after another on a throw-away overlay, each with overrides and calls. The calls run
 * through the same transition as mined transactions. Specification: interface B; details: reference §6 and `simulate.md`.
 */
import type { Address, Hash } from '../hex.ts';
import { bigIntToBytes, bigIntToHash, hexToBytes, zeroAddress, zeroHash } from '../hex.ts';
import type { Header, Receipt } from '../evm/block.ts';
import {
  blockSize,
  bloomOf,
  emptyRequestsHash,
  emptyUnclesHash,
  hashHeader,
  mergeBlooms,
  nextBaseFee,
  receiptsRoot,
  transactionsRoot,
  zeroNonce,
} from '../evm/block.ts';
import { keccak256 } from '../evm/crypto.ts';
import type { BlockContext, Engine, HaltReason, Hooks, Log } from '../evm/engine.ts';
import { encodeRlp } from '../evm/rlp.ts';
import type { Overlay } from '../evm/state/overlay.ts';
import { createOverlay } from '../evm/state/overlay.ts';
import { beginBlock } from '../evm/system-calls.ts';
import type { Transaction, TransactionFields } from '../evm/transaction.ts';
import { encodeUnsigned } from '../evm/transaction.ts';
import { applyTransaction, checkTransaction, upfrontCost } from '../evm/transition.ts';
import { orderedRoot } from '../evm/trie.ts';
import type { CallRequest } from '../wire/call.ts';
import type { BlockOverrides, Withdrawal } from '../wire/overrides.ts';
import type { SimulatedBlockRequest, SimulationRequest } from '../wire/simulation.ts';
import { feesOf, shapeOf } from './call.ts';
import { blobBaseFee, contextOf, sealedHash } from './context.ts';
import { ChainError } from './errors.ts';
import type { History } from './history.ts';
import { applyStateOverrides } from './overriding.ts';
import type { ChainRules } from './rules.ts';
import type { View } from './view.ts';
import { accountAt } from './view.ts';

/** How many blocks one request may reach beyond its base. */
const maxBlocks = 256;

/** Where the logs of value transfers seem to come from. */
export const transferLogAddress: Address = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';

/** keccak256 of `Transfer(address,address,uint256)`. */
const transferTopic: Hash = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const weiPerGwei = 1_000_000_000n;

export type SimulatedCall = {
  readonly gasUsed: bigint;
  /** Before refunds. */
  readonly maxUsedGas: bigint;
  readonly halt: HaltReason | undefined;
  readonly invalidOpcode: number | undefined;
  /** Return data, or revert data. */
  readonly returnData: Uint8Array;
  readonly logs: readonly SimulatedLog[];
};

export type SimulatedLog = {
  readonly log: Log;
  /** Counts every log of the block, also those that a revert took back. */
  readonly logIndex: number;
};

export type SimulatedBlock = {
  readonly header: Header;
  readonly hash: Hash;
  readonly size: number;
  readonly transactions: readonly Transaction[];
  readonly calls: readonly SimulatedCall[];
  readonly withdrawals: readonly Withdrawal[];
};

export type SimulationEnvironment = {
  readonly engine: Engine;
  readonly rules: ChainRules;
  readonly history: History;
};

/**
 * Simulates on the state of `view`; the first block follows `base`, which at `pending` is the sealed block below it.
 * @throws ChainError when the request as a whole cannot be carried out; a call that fails is told in its result
 */
export async function simulate(
  environment: SimulationEnvironment,
  view: View,
  base: View,
  request: SimulationRequest,
): Promise<readonly SimulatedBlock[]> {
  const { rules, history } = environment;
  const plan = planBlocks(base.header, request, rules);
  const overlay = createOverlay(view.state);
  const hashes = new Map<bigint, Hash>([[base.header.number, base.hash]]);
  const budget = { gas: rules.callGasLimit };
  const blocks: SimulatedBlock[] = [];
  let parent: { readonly header: Header; readonly hash: Hash } = base;
  for (const planned of plan) {
    const header = openHeader(parent, planned, request.validation, rules);
    const context: BlockContext = {
      ...contextOf(header, rules, history),
      blobBaseFee: planned.overrides.blobBaseFee ?? blobBaseFee,
      blockHash: (number) =>
        planned.overrides.blockHash?.get(number) ?? hashes.get(number) ?? sealedHash(number, history),
    };
    const simulation = { environment, overlay, context, request, budget };
    // Each block begins where the one before ended.
    // oxlint-disable-next-line no-await-in-loop
    const block = await simulateBlock(simulation, header, planned.request);
    hashes.set(block.header.number, block.hash);
    blocks.push(block);
    parent = block;
  }
  return blocks;
}

type PlannedBlock = {
  readonly request: SimulatedBlockRequest;
  readonly overrides: BlockOverrides;
  readonly number: bigint;
  readonly timestamp: bigint;
};

/** Numbers and times of all blocks, checked before anything runs. */
function planBlocks(base: Header, { blocks }: SimulationRequest, rules: ChainRules): readonly PlannedBlock[] {
  if (blocks.length === 0) throw new ChainError('emptySimulation', {});
  if (blocks.length > maxBlocks) throw new ChainError('tooManyBlocks', { limit: maxBlocks });
  let number = base.number;
  let timestamp = base.timestamp;
  return blocks.map((request) => {
    const overrides = request.blockOverrides;
    const previous = { number, timestamp };
    number = overrides.number ?? previous.number + 1n;
    if (number <= previous.number)
      throw new ChainError('blockNumbersNotInOrder', { number, previous: previous.number });
    if (number > base.number + BigInt(maxBlocks)) throw new ChainError('tooManyBlocks', { limit: maxBlocks });
    timestamp = overrides.time ?? previous.timestamp + rules.simulation.secondsPerBlock;
    if (timestamp <= previous.timestamp)
      throw new ChainError('timestampsNotInOrder', { time: timestamp, previous: previous.timestamp });
    return { request, overrides, number, timestamp };
  });
}

/** The header before its content is known. */
function openHeader(
  parent: { readonly header: Header; readonly hash: Hash },
  { number, timestamp, overrides }: PlannedBlock,
  validation: boolean,
  rules: ChainRules,
): Header {
  const computed = validation ? nextBaseFee(parent.header, rules.baseFee) : 0n;
  return {
    ...parent.header,
    parentHash: parent.hash,
    sha3Uncles: emptyUnclesHash,
    miner: overrides.feeRecipient ?? parent.header.miner,
    stateRoot: zeroHash,
    difficulty: overrides.difficulty ?? 0n,
    number,
    gasLimit: overrides.gasLimit ?? parent.header.gasLimit,
    gasUsed: 0n,
    timestamp,
    mixHash: overrides.prevRandao ?? zeroHash,
    nonce: zeroNonce,
    baseFeePerGas: overrides.baseFeePerGas ?? computed,
    blobGasUsed: 0n,
    excessBlobGas: 0n,
    parentBeaconBlockRoot: overrides.beaconRoot ?? parent.header.parentBeaconBlockRoot ?? zeroHash,
    requestsHash: emptyRequestsHash,
  };
}

type BlockSimulation = {
  readonly environment: SimulationEnvironment;
  readonly overlay: Overlay;
  readonly context: BlockContext;
  readonly request: SimulationRequest;
  /** What is left of the gas that one request may use. */
  readonly budget: { gas: bigint };
};

async function simulateBlock(
  simulation: BlockSimulation,
  opened: Header,
  { calls: requests, stateOverrides, blockOverrides }: SimulatedBlockRequest,
): Promise<SimulatedBlock> {
  const { environment, overlay, context, request } = simulation;
  const { engine, rules } = environment;
  const precompiles = applyStateOverrides(overlay, stateOverrides, engine.precompiles(rules.fork));
  await beginBlock(engine, overlay, context, opened.parentHash, opened.parentBeaconBlockRoot ?? zeroHash);

  const recorder = createLogRecorder(request.traceTransfers);
  const transactions: Transaction[] = [];
  const receipts: Receipt[] = [];
  const calls: SimulatedCall[] = [];
  let gasUsed = 0n;
  for (const call of requests) {
    const fields = prepareCall(simulation, call, opened.gasLimit - gasUsed);
    // oxlint-disable-next-line no-await-in-loop -- each call sees what the one before left
    const applied = await applyTransaction(
      { engine, block: context, overlay, precompiles, hooks: recorder.hooks },
      fields,
    );
    gasUsed += applied.gasUsed;
    simulation.budget.gas -= applied.gasUsed;
    const { halt, invalidOpcode, returnData } = applied.outcome;
    const logs = recorder.take();
    const emitted = logs.map(({ log }) => log).filter((log) => log.address !== transferLogAddress);
    transactions.push(unsigned(fields));
    calls.push({ gasUsed: applied.gasUsed, maxUsedGas: applied.maxUsedGas, halt, invalidOpcode, returnData, logs });
    receipts.push({
      type: fields.type,
      status: halt === undefined ? 1 : 0,
      cumulativeGasUsed: gasUsed,
      gasUsed: applied.gasUsed,
      // Transfer logs are told to the caller alone; the block does not hold them.
      logsBloom: bloomOf(emitted),
      logs: emitted,
      effectiveGasPrice: applied.effectiveGasPrice,
      contractAddress: applied.createdAddress,
    });
  }

  const withdrawals = blockOverrides.withdrawals ?? [];
  for (const { address, amount } of withdrawals) {
    const account = accountAt(overlay, address);
    overlay.setAccount(address, { ...account, balance: account.balance + amount * weiPerGwei });
  }
  overlay.endTransaction({ destroyed: [], deleteEmpty: true });

  const header: Header = {
    ...opened,
    gasUsed,
    transactionsRoot: transactionsRoot(transactions),
    receiptsRoot: receiptsRoot(receipts),
    logsBloom: mergeBlooms(receipts.map((receipt) => receipt.logsBloom)),
    withdrawalsRoot: orderedRoot(withdrawals.map(encodeWithdrawal)),
  };
  return { header, hash: hashHeader(header), size: blockSize(header, transactions), transactions, calls, withdrawals };
}

/** Fills in what the call leaves open and holds it against the rules that are asked for. */
function prepareCall(simulation: BlockSimulation, call: CallRequest, blockGas: bigint): TransactionFields {
  const { environment, overlay, context, request, budget } = simulation;
  const { rules } = environment;
  const required = call.gas ?? blockGas;
  if (required > blockGas) throw new ChainError('blockGasLimitReached', { remaining: blockGas, required });
  if (budget.gas <= 0n) throw new ChainError('gasBudgetExhausted', { remaining: budget.gas, required });
  const from = call.from ?? zeroAddress;
  const fees = feesOf(call);
  const fields: TransactionFields = {
    ...shapeOf(call),
    ...fees,
    from,
    value: call.value ?? 0n,
    gas: required < budget.gas ? required : budget.gas,
    nonce: call.nonce ?? accountAt(overlay, from).nonce,
    chainId: rules.chainId,
  };
  const { validation } = request;
  if (!validation && !rules.simulation.alwaysChecksFunds) lend(overlay, from, upfrontCost(fields));
  const hasFees = fees.maxFeePerGas > 0n || fees.maxPriorityFeePerGas > 0n;
  const refusal = checkTransaction(fields, overlay, context, {
    nonce: validation,
    eoa: false,
    gasCap: false,
    baseFee: validation || hasFees,
  });
  if (refusal !== undefined) throw new ChainError('simulatedCallRefused', { refusal });
  return fields;
}

/** Raises the balance to what the call needs: without validation nobody has to afford what is simulated. */
function lend(overlay: Overlay, address: Address, required: bigint): void {
  const account = accountAt(overlay, address);
  if (account.balance < required) overlay.setAccount(address, { ...account, balance: required });
}

/** A call as the transaction that stands in the simulated block; nobody signed it. */
function unsigned(fields: TransactionFields): Transaction {
  const raw = encodeUnsigned(fields);
  return { ...fields, raw, hash: keccak256(raw), signature: { r: 0n, s: 0n, yParity: 0, v: 0n } };
}

function encodeWithdrawal({ index, validatorIndex, address, amount }: Withdrawal): Uint8Array {
  return encodeRlp([bigIntToBytes(index), bigIntToBytes(validatorIndex), hexToBytes(address), bigIntToBytes(amount)]);
}

/**
 * Collects logs in the order of execution, with value transfers among them if wanted. Those of a frame that fails vanish with it;
 * their indexes stay used.
 */
function createLogRecorder(tracesTransfers: boolean): { readonly hooks: Hooks; take(): SimulatedLog[] } {
  let logs: SimulatedLog[] = [];
  let nextIndex = 0;
  const marks: number[] = [];
  const add = (log: Log): void => {
    logs.push({ log, logIndex: nextIndex++ });
  };
  const transfer = (from: Address, to: Address, value: bigint): void => {
    if (!tracesTransfers || value === 0n) return;
    add({
      address: transferLogAddress,
      topics: [transferTopic, bigIntToHash(BigInt(from)), bigIntToHash(BigInt(to))],
      data: hexToBytes(bigIntToHash(value)),
    });
  };
  return {
    hooks: {
      enter({ kind, from, to, value }) {
        marks.push(logs.length);
        if (kind !== 'DELEGATECALL' && kind !== 'CALLCODE') transfer(from, to, value);
      },
      exit({ halt }) {
        const mark = marks.pop();
        if (halt !== undefined && mark !== undefined) logs.length = mark;
      },
      log: add,
      selfDestruct: transfer,
    },
    take() {
      const taken = logs;
      logs = [];
      return taken;
    },
  };
}
