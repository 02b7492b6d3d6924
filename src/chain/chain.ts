/**
 * One chain: commands in, views and events out. It owns no timer (`ticker.ts` drives it) and knows no text. Commands run one after
 * another; readers take the view that is current and never wait.
 */
import type { Address, Hash } from '../hex.ts';
import type { DecodedBlock } from '../evm/block-decoding.ts';
import type { Sent, Sidecar } from '../evm/blob-sidecar.ts';
import { checkSidecar, decodeSent } from '../evm/blob-sidecar.ts';
import { keccak256 } from '../evm/crypto.ts';
import { isActive } from '../evm/fork.ts';
import type { BlockContext, Engine } from '../evm/engine.ts';
import type { Commitment } from '../evm/state/commitment.ts';
import { commit, emptyCommitment } from '../evm/state/commitment.ts';
import { createFlatState } from '../evm/state/flat.ts';
import type { Changes } from '../evm/state/overlay.ts';
import { mergeChanges } from '../evm/state/overlay.ts';
import type { Transaction } from '../evm/transaction.ts';
import { depositType, effectiveGasPrice, TransactionDecodeError } from '../evm/transaction.ts';
import type { BlockSelector, NumberSelector } from '../wire/block-selector.ts';
import type { CallRequest } from '../wire/call.ts';
import type { LogFilter } from '../wire/filter.ts';
import type { SimulationRequest } from '../wire/simulation.ts';
import type { BlockAttributes, Built } from './building.ts';
import { buildBlock } from './building.ts';
import type { TraceOptions } from '../wire/trace-options.ts';
import type { CreatedAccessList } from './access-list.ts';
import { createAccessList } from './access-list.ts';
import type { Overrides, Stage } from './call.ts';
import { call, stageOf } from './call.ts';
import { createCommitments } from './commitments.ts';
import { contextOf } from './context.ts';
import type { Deadline, Stopwatch } from './deadline.ts';
import { createDeadline } from './deadline.ts';
import { ChainError } from './errors.ts';
import { estimate } from './estimation.ts';
import type { Events, Listener } from './events.ts';
import { createEvents } from './events.ts';
import type { FeeHistory } from './fees.ts';
import { feeHistory, suggestedTip } from './fees.ts';
import type { ForkConfigs } from './fork-config.ts';
import { forkConfigs } from './fork-config.ts';
import { genesisBlock, genesisChanges } from './genesis.ts';
import { createHistory } from './history.ts';
import { executeBlock } from './import.ts';
import type { PlacedLog } from './logs.ts';
import { createLogIndex, logsOf, matches, rangeOf } from './logs.ts';
import type { Pool, Waiting } from './pool.ts';
import { createPool, waitingIn } from './pool.ts';
import type { Pending } from './preconfirmation.ts';
import { openPending, poolContext, preconfirm } from './preconfirmation.ts';
import type { AccountProof } from './proof.ts';
import { prove } from './proof.ts';
import type { ChainRules, Genesis, Randomness } from './rules.ts';
import { seal } from './sealing.ts';
import type { SimulatedBlock } from './simulation.ts';
import { simulate } from './simulation.ts';
import type { Trace, TracingEnvironment, TransactionTrace } from './tracing.ts';
import { traceBlock, traceCall, traceTransaction, viewBefore } from './tracing.ts';
import type { Block, Located, Place, View } from './view.ts';
import { createWriter } from './writer.ts';

export type Chain = {
  readonly rules: ChainRules;
  /** The newest sealed block. */
  readonly head: View;
  /** The block on top of it that is in the making. */
  readonly pending: View;

  /** The chain as of a block, `undefined` when there is no such block. */
  find(selector: BlockSelector): View | undefined;
  /**
   * The chain as of a block.
   * @throws ChainError `blockNotFound`
   */
  at(selector: BlockSelector): View;
  /** A transaction by hash: sealed, then pre-confirmed, then waiting. */
  transaction(hash: Hash): Located | undefined;
  /** What waits in the pool; what is pre-confirmed does not wait any more. */
  waiting(): Waiting;
  /** Where a transaction was sealed or pre-confirmed, which is where its receipt is. */
  place(hash: Hash): Place | undefined;
  /** @throws ChainError when the range is refused or the answer too large */
  logs(filter: LogFilter): readonly PlacedLog[];
  call(request: CallRequest, selector: BlockSelector, overrides: Overrides): Promise<Uint8Array>;
  estimate(request: CallRequest, selector: BlockSelector, overrides: Overrides): Promise<bigint>;
  simulate(request: SimulationRequest, selector: BlockSelector): Promise<readonly SimulatedBlock[]>;
  accessList(request: CallRequest, selector: BlockSelector, overrides: Overrides): Promise<CreatedAccessList>;
  /** Executes a sealed or pre-confirmed transaction once more, watched. */
  traceTransaction(hash: Hash, options: TraceOptions): Promise<Trace>;
  traceBlock(selector: BlockSelector, options: TraceOptions): Promise<readonly TransactionTrace[]>;
  /** @param transactionIndex how many transactions of the block come before the call; all of them when `undefined` */
  traceCall(
    request: CallRequest,
    selector: BlockSelector,
    overrides: Overrides,
    options: TraceOptions & { readonly transactionIndex?: number | undefined },
  ): Promise<Trace>;
  /** Wei per gas that gets a transaction into the next block. */
  suggestedTip(): bigint;
  /** Which rules are in force, which come next and which come last. */
  forkConfigs(): ForkConfigs;
  /** @throws ChainError `historyPruned` for a block whose trie is no longer kept */
  proof(address: Address, slots: readonly bigint[], selector: BlockSelector): AccountProof;
  feeHistory(count: number, newest: NumberSelector, percentiles: readonly number[] | undefined): FeeHistory;

  /**
   * Takes a signed transaction into the pool.
   * @throws ChainError with the first rule that it breaks
   */
  submit(raw: Uint8Array): Promise<Hash>;
  /**
   * Cuts a flashblock, empty or not: what is ready is pre-confirmed, as long as the block uses no more than `share` parts in `count` of its gas.
   */
  tick(share: number, count: number): Promise<void>;
  /** Seals the pending block and opens the next one with that time, in seconds since 1970. */
  seal(nextTimestamp: bigint): Promise<void>;
  /**
   * Appends a block that another node made, after executing it.
   * @throws BadBlockError, and nothing of the block stays
   */
  import(block: DecodedBlock): Promise<void>;
  /**
   * What the block after the head would be. Nothing is changed.
   * @param transactions as they are sent; without any, those of the pool
   * @throws ChainError when `parent` is not the head, or the block cannot be built
   */
  build(parent: Hash, attributes: BlockAttributes, transactions: readonly Uint8Array[] | undefined): Promise<Built>;
  /** Returns the end of the subscription. */
  subscribe(listener: Listener): () => void;
};

export type ChainOptions = {
  readonly rules: ChainRules;
  readonly genesis: Genesis;
  readonly engine: Engine;
  /** Time of block 1, in seconds since 1970. */
  readonly firstTimestamp: bigint;
  /** What the rules' time limit is measured with; without it no time passes. */
  readonly stopwatch?: Stopwatch | undefined;
};

/** What a trace may ask for, in ms; nothing else runs meanwhile. */
const longestTrace = 60_000;

/** Builds genesis and opens block 1. */
export async function createChain(options: ChainOptions): Promise<Chain> {
  const { rules, genesis, engine, firstTimestamp, stopwatch = () => 0 } = options;
  const flat = createFlatState((block, oldest) => {
    throw new ChainError('historyPruned', { block: BigInt(block), oldest: BigInt(oldest) });
  });
  const changes = genesisChanges(genesis);
  flat.commit(0, changes);
  const commitments = createCommitments(commit(emptyCommitment, changes, flat.at(0)), rules.proofWindow);
  const history = createHistory({ ...genesisBlock(rules, genesis, commitments.newest), state: flat.at(0) });
  const logIndex = createLogIndex();
  logIndex.append(history.head);
  const pool = createPool(rules);
  const events: Events = createEvents();
  const write = createWriter();
  const randomness = createRandomness(rules);
  const opening = { engine, rules, history, randomness };

  let pending: Pending = await openPending(history.head, commitments.newest, firstTimestamp, opening);
  /** Index of the pending block's newest flashblock. */
  let newestIndex = 0;
  /** Positions of the pre-confirmed transactions, by hash. */
  const pendingPlaces = new Map<Hash, number>();
  /** What code can learn of sealed blocks, as far as somebody asked. */
  const contexts = new WeakMap<View, BlockContext>();
  placePending(0);
  /** What came beside the blob transactions of the pool. */
  const sidecars = new Map<Hash, Sidecar>();

  function find(selector: BlockSelector): View | undefined {
    if (selector.kind === 'hash') return history.byHash(selector.hash);
    if (selector.kind === 'tag' && selector.tag === 'pending') return shown();
    return history.byNumber(Number(numberOf(selector)));
  }

  /** What `pending` stands for. */
  function shown(): View {
    return rules.hasFlashblocks ? pending.view : history.head;
  }

  function at(selector: BlockSelector): View {
    const view = find(selector);
    if (view !== undefined) return view;
    const block = selector.kind === 'tag' ? selector.tag : selector.kind === 'hash' ? selector.hash : selector.number;
    throw new ChainError('blockNotFound', { block });
  }

  /** The number that a tag stands for; that of `pending` is the number after the head's, as long as anything is pre-confirmed. */
  function numberOf(selector: Exclude<BlockSelector, { readonly kind: 'hash' }>): bigint {
    if (selector.kind === 'number') return selector.number;
    const head = history.head.header.number;
    const behind = (distance: number): bigint => (head > BigInt(distance) ? head - BigInt(distance) : 0n);
    switch (selector.tag) {
      case 'earliest':
        return 0n;
      case 'latest':
        return head;
      case 'pending':
        return rules.hasFlashblocks ? head + 1n : head;
      case 'safe':
        return behind(rules.safeDistance);
      case 'finalized':
        return behind(rules.finalizedDistance);
    }
  }

  function place(hash: Hash): Place | undefined {
    const sealed = history.place(hash);
    if (sealed !== undefined) return sealed;
    const index = rules.hasFlashblocks ? pendingPlaces.get(hash) : undefined;
    return index === undefined ? undefined : { block: pending.view, index };
  }

  /**
   * The block whose number, time and fees a call sees: the view's own, but at `pending` the sealed one below it, or one even
   * further back (specification, rule 2).
   */
  function contextAt(view: View): BlockContext {
    if (!view.isSealed)
      return contextAt(history.byNumber(Math.max(0, Number(history.head.header.number) - rules.contextLag))!);
    let context = contexts.get(view);
    if (context === undefined) contexts.set(view, (context = contextOf(view.header, rules, history)));
    return context;
  }

  function deadline(limit = rules.executionTimeLimit): Deadline {
    return createDeadline(stopwatch, limit);
  }

  function tracing({ timeout }: TraceOptions): TracingEnvironment {
    return { engine, rules, history, deadline: deadline(timeout && Math.min(timeout, longestTrace)) };
  }

  function stage(selector: BlockSelector, overrides: Overrides): Stage {
    const view = at(selector);
    return stageOf(view, contextAt(view), overrides, { engine, rules, deadline: deadline() });
  }

  function logs(filter: LogFilter): readonly PlacedLog[] {
    const { results } = rules.logs;
    if (filter.blockHash !== undefined) {
      if (rules.logs.refusesHashWithRange && (filter.fromBlock !== undefined || filter.toBlock !== undefined))
        throw new ChainError('hashWithRange', {});
      const block = history.byHash(filter.blockHash);
      if (block === undefined) throw new ChainError('blockOfLogsNotFound', { block: filter.blockHash });
      const number = Number(block.header.number);
      return logIndex.query(filter, number, number, Infinity);
    }
    const range = rangeOf(filter, Number(history.head.header.number), rules.logs, numberOf);
    if (range === undefined) return [];
    const isOneBlock = range.pending ? range.from > range.to : range.from === range.to;
    const found = [...logIndex.query(filter, range.from, range.to, isOneBlock ? Infinity : results)];
    if (range.pending && rules.hasFlashblocks)
      for (const placed of logsOf(pending.view)) if (matches(placed.log, filter)) found.push(placed);
    const excess = isOneBlock ? undefined : found[results];
    if (excess !== undefined)
      throw new ChainError('tooManyResults', {
        limit: results,
        from: BigInt(range.from),
        retryTo: excess.block.header.number - 1n,
      });
    return found;
  }

  /** Makes a block the head and opens the one after it. */
  async function extend(block: Block, changes: Changes, commitment: Commitment, nextTimestamp: bigint): Promise<void> {
    const number = Number(block.header.number);
    flat.commit(number, changes);
    if (rules.historyWindow !== undefined) flat.prune(number - rules.historyWindow + 1);
    const view: View = { ...block, state: flat.at(number) };
    const next = await openPending(view, commitment, nextTimestamp, opening);
    // From here on nothing waits: readers see the block either pending or sealed.
    commitments.append(commitment);
    history.append(view);
    logIndex.append(view);
    pendingPlaces.clear();
    pending = next;
    placePending(0);
    newestIndex = 0;
    pool.seal(view.transactions, poolContext(pending));
    for (const hash of sidecars.keys()) if (pool.get(hash) === undefined) sidecars.delete(hash);
    events.emit({ kind: 'sealed', block: view });
    if (rules.hasFlashblocks) events.emit({ kind: 'preconfirmed', block: pending.view, index: 0, first: 0 });
  }

  /** The commitment to a view's state; that of the pending block is made for the occasion. */
  function commitmentOf(view: View): Commitment {
    if (view.isSealed) return commitments.at(Number(view.header.number));
    const changes = mergeChanges(pending.layers.map((layer) => layer.changes));
    return commit(commitments.newest, changes, pending.view.state);
  }

  /** Remembers where the pending block's transactions are, from position `first` on. */
  function placePending(first: number): void {
    const { transactions } = pending.view;
    for (let position = first; position < transactions.length; position += 1)
      pendingPlaces.set(transactions[position]!.hash, position);
  }

  /** The next flashblock. Its index follows the one before also when the ticker skipped some. */
  async function cutFlashblock(gasBudget: bigint, mayBeEmpty: boolean): Promise<void> {
    if (!rules.hasFlashblocks) return;
    const first = pending.view.transactions.length;
    pending = await preconfirm(pending, engine, pool, gasBudget);
    if (!mayBeEmpty && pending.view.transactions.length === first) return;
    newestIndex += 1;
    placePending(first);
    events.emit({ kind: 'preconfirmed', block: pending.view, index: newestIndex, first });
  }

  return {
    rules,
    find,
    at,
    place,
    logs,
    get head() {
      return history.head;
    },
    get pending() {
      return pending.view;
    },
    transaction(hash) {
      const found = place(hash);
      if (found !== undefined) return { transaction: found.block.transactions[found.index]!, place: found };
      const transaction = pool.get(hash);
      return transaction === undefined ? undefined : { transaction, place: undefined };
    },
    waiting: () => waitingIn(pool, poolContext(pending)),
    call: async (request, selector, overrides) => call(stage(selector, overrides), request),
    estimate: async (request, selector, overrides) => estimate(stage(selector, overrides), request),
    async simulate(request, selector) {
      const view = at(selector);
      const base = view.isSealed ? view : history.head;
      const environment = { engine, rules, history, commitment: () => commitmentOf(view), deadline: deadline() };
      return simulate(environment, view, base, request);
    },
    accessList: async (request, selector, overrides) => createAccessList(stage(selector, overrides), request),
    async traceTransaction(hash, options) {
      const found = place(hash);
      if (found === undefined)
        throw new ChainError('transactionNotFound', { hash, isWaiting: pool.get(hash) !== undefined });
      return traceTransaction(tracing(options), found, options.tracer);
    },
    traceBlock: async (selector, options) => traceBlock(tracing(options), at(selector), options.tracer),
    async traceCall(request, selector, overrides, options) {
      const view = at(selector);
      const environment = tracing(options);
      const { transactionIndex: index } = options;
      const staged =
        index === undefined
          ? stageOf(view, contextAt(view), overrides, environment)
          : stageOf(
              await viewBefore(environment, view, index),
              contextOf(view.header, rules, history),
              overrides,
              environment,
            );
      return traceCall(staged, request, options.tracer);
    },
    suggestedTip: () => suggestedTip(history.head),
    forkConfigs: () => forkConfigs(rules, history.byNumber(0)!, history.head, engine.precompiles),
    proof(address, slots, selector) {
      const view = at(selector);
      return prove(view.state, commitmentOf(view), address, slots);
    },
    feeHistory(count, newest, percentiles) {
      const requested = numberOf(newest);
      const head = history.head.header.number;
      const isPending = newest.kind === 'tag' && newest.tag === 'pending';
      if (requested > head && !isPending) throw new ChainError('historyBeyondHead', { requested, head });
      return feeHistory(history, rules, count, isPending ? history.head : at(newest), percentiles);
    },
    async submit(raw) {
      const { transaction, sidecar } = decode(raw);
      // What is known already was checked when it came.
      if (transaction.type === 3 && rules.pool.takesBlobs && pool.get(transaction.hash) === undefined) {
        const version = isActive(pending.context.fork, 'osaka') ? 1 : 0;
        const why = await checkSidecar(transaction, sidecar, version);
        if (why !== undefined) throw new ChainError('invalidBlobs', { why });
      }
      return write(async () => {
        pool.add(transaction, poolContext(pending));
        if (sidecar !== undefined) sidecars.set(transaction.hash, sidecar);
        if (!rules.pool.isPrivate) events.emit({ kind: 'pooled', transaction });
        if (rules.preconfirmsOnArrival) await cutFlashblock(pending.base.gasLimit, false);
        return transaction.hash;
      });
    },
    tick: (share, count) => write(() => cutFlashblock((pending.base.gasLimit * BigInt(share)) / BigInt(count), true)),
    seal: (nextTimestamp) =>
      write(async () => {
        if (!rules.hasFlashblocks) pending = await preconfirm(pending, engine, pool, pending.base.gasLimit);
        const { block, changes, commitment } = seal(pending, rules);
        await extend(block, changes, commitment, nextTimestamp);
      }),
    import: (decoded) =>
      write(async () => {
        const { block, changes, commitment } = await executeBlock(
          { engine, rules, history },
          decoded,
          history.head,
          commitments.newest,
        );
        await extend(block, changes, commitment, block.header.timestamp + BigInt(rules.blockTime / 1_000));
      }),
    async build(parent, attributes, transactions) {
      if (parent !== history.head.hash) throw new ChainError('cannotBuild', { why: 'parentHash is not current head' });
      const site = { engine, rules, history, randomness, commitment: commitments.newest };
      if (transactions !== undefined) return buildBlock(site, attributes, transactions.map(decode), true);
      const { baseFee } = pending.context;
      const worthwhile = takeWhile(
        pool.ready(poolContext(pending)),
        (transaction) => effectiveGasPrice(transaction, baseFee) - baseFee >= rules.pool.minimumTip,
      );
      // A built block has a deposit of its own.
      const sent = pending.view.transactions.filter(({ type }) => type !== depositType);
      const known = [...sent, ...worthwhile];
      const candidates = known.map((transaction) => ({ transaction, sidecar: sidecars.get(transaction.hash) }));
      return buildBlock(site, attributes, candidates, false);
    },
    subscribe: events.subscribe,
  };
}

/** What the pool has ready, of each sender up to the first transaction that does not pass. */
function takeWhile(
  ready: ReturnType<Pool['ready']>,
  passes: (transaction: Transaction) => boolean,
): readonly Transaction[] {
  const taken: Transaction[] = [];
  for (let next = ready.next(); next.done !== true;) {
    const isIn = passes(next.value);
    if (isIn) taken.push(next.value);
    next = ready.next(isIn);
  }
  return taken;
}

function decode(raw: Uint8Array): Sent {
  try {
    return decodeSent(raw);
  } catch (error) {
    if (!(error instanceof TransactionDecodeError)) throw error;
    const { fault, message, type } = error;
    switch (fault) {
      case 'empty':
        throw new ChainError('emptyTransaction', {});
      case 'unsupportedType':
        throw new ChainError('unsupportedTransactionType', { type });
      case 'invalidSignature':
        throw new ChainError('invalidSignature', { why: message });
      case 'undecodable':
        throw new ChainError('undecodableTransaction', { why: message });
    }
  }
}

/** Every chain and purpose has a stream of its own under the same seed. */
function createRandomness({ seed, chainId }: ChainRules): Randomness {
  return (purpose, block) => keccak256(new TextEncoder().encode(`${seed}/${chainId}/${purpose}/${block}`));
}
