/**
 * eth_simulateV1: blocks that never exist, one after another on a throw-away overlay, each with overrides and calls. The calls run
 * through the same transition as mined transactions. Specification: interface B; details: reference §6 and `simulate.md`.
 */
import type { Address, Hash } from '../hex.ts';
import { bigIntToHash, emptyBytes, hexToBytes, zeroAddress, zeroHash } from '../hex.ts';
import type { Header, Receipt } from '../evm/block.ts';
import { emptyBloom, emptyUnclesHash, withdrawalsRoot, zeroNonce } from '../evm/block.ts';
import { endBlock } from '../evm/block-end.ts';
import type { BlockContext, Engine, HaltReason, Hooks, Log } from '../evm/engine.ts';
import { receiptOf } from '../evm/receipt.ts';
import { isActive } from '../evm/fork.ts';
import type { Commitment } from '../evm/state/commitment.ts';
import { commit, stateRoot } from '../evm/state/commitment.ts';
import type { Overlay } from '../evm/state/overlay.ts';
import { createOverlay } from '../evm/state/overlay.ts';
import { beginBlock } from '../evm/system-calls.ts';
import type { SignableFields, Transaction } from '../evm/transaction.ts';
import { unsignedTransaction } from '../evm/transaction.ts';
import { checkTransaction, upfrontCost } from '../evm/transition.ts';
import { emptyTrieRoot } from '../evm/trie.ts';
import type { CallRequest } from '../wire/call.ts';
import type { SimulatedBlockRequest, SimulationRequest } from '../wire/simulation.ts';
import { fieldsOf } from './call.ts';
import { contentOf, noWithdrawals, sealedBody } from './content.ts';
import { contextOf, sealedHash } from './context.ts';
import type { Deadline } from './deadline.ts';
import { applyWithin } from './deadline.ts';
import { ChainError } from './errors.ts';
import type { History } from './history.ts';
import { laterFields } from './next-header.ts';
import { applyStateOverrides } from './overriding.ts';
import type { ChainRules } from './rules.ts';
import type { Block, View } from './view.ts';
import { accountAt } from './view.ts';

/** How many blocks one request may reach beyond its base. */
const maxBlocks = 256;

/** Where the logs of value transfers seem to come from. */
export const transferLogAddress: Address = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';

/** keccak256 of `Transfer(address,address,uint256)`. */
const transferTopic: Hash = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

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

export type SimulatedBlock = Block & {
  readonly calls: readonly SimulatedCall[];
};

export type SimulationEnvironment = {
  readonly engine: Engine;
  readonly rules: ChainRules;
  readonly history: History;
  /** Of the state that is simulated on; asked for only where simulated blocks have state roots. */
  readonly commitment: () => Commitment;
  readonly deadline: Deadline;
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
  /** What was sealed after the base is no ancestor of the simulated blocks. */
  const ancestorHash = (number: bigint): Hash =>
    number <= base.header.number ? sealedHash(number, history) : zeroHash;
  const budget = { gas: rules.callGasLimit };
  const blocks: SimulatedBlock[] = [];
  let parent: { readonly header: Header; readonly hash: Hash } = base;
  for (const planned of plan) {
    environment.deadline.check();
    const header = openHeader(parent, planned, base.header, request.validation, rules);
    const overrides = planned.request?.blockOverrides;
    const sealed = contextOf(header, rules, history);
    const context: BlockContext = {
      ...sealed,
      blobBaseFee: overrides?.blobBaseFee ?? sealed.blobBaseFee,
      blockHash: (number) => overrides?.blockHash?.get(number) ?? hashes.get(number) ?? ancestorHash(number),
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
  /** `undefined` for an empty block that fills a gap. */
  readonly request: SimulatedBlockRequest | undefined;
  readonly number: bigint;
  readonly timestamp: bigint;
};

/** Numbers and times of all blocks, checked before anything runs. */
function planBlocks(base: Header, { blocks }: SimulationRequest, rules: ChainRules): readonly PlannedBlock[] {
  const { secondsPerBlock, fillsGaps } = rules.simulation;
  if (blocks.length === 0) throw new ChainError('emptySimulation', {});
  if (blocks.length > maxBlocks) throw new ChainError('tooManyBlocks', { limit: maxBlocks });
  const plan: PlannedBlock[] = [];
  let { number, timestamp } = base;
  for (const request of blocks) {
    const overrides = request.blockOverrides;
    const previous = number;
    number = overrides.number ?? previous + 1n;
    if (number <= previous) throw new ChainError('blockNumbersNotInOrder', { number, previous });
    if (number > base.number + BigInt(maxBlocks)) throw new ChainError('tooManyBlocks', { limit: maxBlocks });
    for (let filler = fillsGaps ? previous + 1n : number; filler < number; filler += 1n) {
      timestamp = BigInt.asUintN(64, timestamp + secondsPerBlock);
      plan.push({ request: undefined, number: filler, timestamp });
    }
    // Times are 64 bits wide: after the last one comes one that is not in order.
    const time = overrides.time ?? BigInt.asUintN(64, timestamp + secondsPerBlock);
    if (time <= timestamp) throw new ChainError('timestampsNotInOrder', { time, previous: timestamp });
    timestamp = time;
    plan.push({ request, number, timestamp });
  }
  return plan;
}

/** The header before its content is known. */
function openHeader(
  parent: { readonly header: Header; readonly hash: Hash },
  { number, timestamp, request }: PlannedBlock,
  base: Header,
  validation: boolean,
  rules: ChainRules,
): Header {
  const overrides = request?.blockOverrides;
  const { inheritsExtras } = rules.simulation;
  const beaconRoot = overrides?.beaconRoot ?? (inheritsExtras ? base.parentBeaconBlockRoot : undefined);
  const later = laterFields(parent.header, number, timestamp, rules, beaconRoot);
  const isMerged = isActive(rules.schedule(number, timestamp).fork, 'paris');
  return {
    parentHash: parent.hash,
    sha3Uncles: emptyUnclesHash,
    miner: overrides?.feeRecipient ?? parent.header.miner,
    stateRoot: zeroHash,
    transactionsRoot: emptyTrieRoot,
    receiptsRoot: emptyTrieRoot,
    logsBloom: emptyBloom,
    difficulty: overrides?.difficulty ?? (isMerged ? 0n : parent.header.difficulty),
    number,
    gasLimit: overrides?.gasLimit ?? parent.header.gasLimit,
    gasUsed: 0n,
    timestamp,
    extraData: inheritsExtras ? base.extraData : emptyBytes,
    mixHash: overrides?.prevRandao ?? zeroHash,
    nonce: zeroNonce,
    ...later,
    ...(later.baseFeePerGas !== undefined && {
      baseFeePerGas: overrides?.baseFeePerGas ?? (validation ? later.baseFeePerGas : 0n),
    }),
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
  planned: SimulatedBlockRequest | undefined,
): Promise<SimulatedBlock> {
  const { environment, overlay, context, request } = simulation;
  const { engine, rules } = environment;
  const precompiles =
    planned === undefined
      ? undefined
      : applyStateOverrides(overlay, planned.stateOverrides, engine.precompiles(context.fork));
  await beginBlock(engine, overlay, context, opened.parentHash, opened.parentBeaconBlockRoot ?? zeroHash);

  const recorder = createLogRecorder(request.traceTransfers);
  const transactions: Transaction[] = [];
  const receipts: Receipt[] = [];
  const calls: SimulatedCall[] = [];
  let gasUsed = 0n;
  for (const call of planned?.calls ?? []) {
    const fields = prepareCall(simulation, call, opened.gasLimit - gasUsed);
    const eventually = applyWithin(
      environment.deadline,
      { engine, block: context, overlay, precompiles, hooks: recorder.hooks },
      fields,
    );
    // oxlint-disable-next-line no-await-in-loop -- each call sees what the one before left
    const applied = eventually instanceof Promise ? await eventually : eventually;
    const { halt, invalidOpcode, returnData } = applied.outcome;
    const transaction = unsignedTransaction(fields);
    transactions.push(transaction);
    // Transfer logs are told to the caller alone; the block does not hold them.
    const logs = recorder.take();
    calls.push({ gasUsed: applied.gasUsed, maxUsedGas: applied.maxUsedGas, halt, invalidOpcode, returnData, logs });
    receipts.push(receiptOf(transaction, applied, gasUsed, context));
    gasUsed += applied.gasUsed;
    simulation.budget.gas -= applied.gasUsed;
  }

  const withdrawals = noWithdrawals(opened) === undefined ? undefined : (planned?.blockOverrides.withdrawals ?? []);
  const logs = receipts.flatMap((receipt) => receipt.logs);
  const body = { header: opened, uncles: [], withdrawals };
  const requestsHash = await endBlock({ engine, overlay, block: context, deposits: rules.requests }, body, logs);
  const blobGasUsed = receipts.reduce((sum, receipt) => sum + (receipt.blobGasUsed ?? 0n), 0n);
  const header: Header = {
    ...opened,
    ...contentOf(transactions, receipts),
    stateRoot: rules.simulation.hasStateRoots
      ? stateRoot(commit(environment.commitment(), overlay.changes, overlay))
      : zeroHash,
    ...(withdrawals !== undefined && {
      // As for the state, a rollup's storage is not committed to (reference §6.3).
      withdrawalsRoot: rules.rollup === undefined ? withdrawalsRoot(withdrawals) : zeroHash,
    }),
    ...(opened.blobGasUsed !== undefined && { blobGasUsed }),
    ...(requestsHash !== undefined && { requestsHash }),
  };
  return { ...sealedBody({ header, transactions, uncles: [], withdrawals }), receipts, calls };
}

/** Fills in what the call leaves open and holds it against the rules that are asked for. */
function prepareCall(simulation: BlockSimulation, call: CallRequest, blockGas: bigint): SignableFields {
  const { environment, overlay, context, request, budget } = simulation;
  const { rules } = environment;
  const required = call.gas ?? blockGas;
  if (required > blockGas) throw new ChainError('blockGasLimitReached', { remaining: blockGas, required });
  if (budget.gas <= 0n) throw new ChainError('gasBudgetExhausted', { remaining: budget.gas, required });
  const from = call.from ?? zeroAddress;
  const fields = fieldsOf(call, {
    from,
    nonce: call.nonce ?? accountAt(overlay, from).nonce,
    gas: required < budget.gas ? required : budget.gas,
    chainId: rules.chainId,
  });
  const { validation } = request;
  if (!validation && !rules.simulation.alwaysChecksFunds) lend(overlay, from, upfrontCost(fields));
  const hasFees = fields.maxFeePerGas > 0n || fields.maxPriorityFeePerGas > 0n;
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
