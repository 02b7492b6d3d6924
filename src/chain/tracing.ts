/**
 * Traces: transactions are executed again as they were in their block, or a call is executed, while a tracer watches. Nothing
 * stays of it but what the tracer tells.
 */
import type { Hash } from '../hex.ts';
import { zeroHash } from '../hex.ts';
import type { Engine } from '../evm/engine.ts';
import type { Overlay } from '../evm/state/overlay.ts';
import { createOverlay } from '../evm/state/overlay.ts';
import { beginBlock } from '../evm/system-calls.ts';
import type { TransactionFields } from '../evm/transaction.ts';
import type { Transition } from '../evm/transition.ts';
import type { CallRequest } from '../wire/call.ts';
import type { TracerOptions } from '../wire/trace-options.ts';
import type { Stage } from './call.ts';
import { admit, callFields } from './call.ts';
import { contextOf } from './context.ts';
import type { Deadline } from './deadline.ts';
import { applyWithin } from './deadline.ts';
import { ChainError } from './errors.ts';
import type { History } from './history.ts';
import type { ChainRules } from './rules.ts';
import type { CallTrace } from './tracers/call-tracer.ts';
import { createCallTracer } from './tracers/call-tracer.ts';
import type { PrestateTrace } from './tracers/prestate-tracer.ts';
import { createPrestateTracer } from './tracers/prestate-tracer.ts';
import type { SelectorTrace } from './tracers/selector-tracer.ts';
import { createSelectorTracer } from './tracers/selector-tracer.ts';
import type { StructTrace } from './tracers/struct-logger.ts';
import { createStructLogger } from './tracers/struct-logger.ts';
import type { Budget, Subject, Tracer } from './tracers/tracer.ts';
import { createBudget } from './tracers/tracer.ts';
import type { Place, View } from './view.ts';
import { firstLogIndex } from './view.ts';

export type Trace = StructTrace | CallTrace | PrestateTrace | SelectorTrace | { readonly kind: 'noopTracer' };

export type TransactionTrace = { readonly hash: Hash; readonly trace: Trace };

export type TracingEnvironment = {
  readonly engine: Engine;
  readonly rules: ChainRules;
  readonly history: History;
  readonly deadline: Deadline;
};

/** Traces one transaction, after those before it in its block. */
export async function traceTransaction(
  environment: TracingEnvironment,
  { block, index }: Place,
  options: TracerOptions,
): Promise<Trace> {
  const replay = await replayUntil(environment, block, index);
  return replay.trace(index, options, createBudget());
}

/**
 * Traces every transaction of a block.
 * @throws ChainError `genesisNotTraceable`
 */
export async function traceBlock(
  environment: TracingEnvironment,
  block: View,
  options: TracerOptions,
): Promise<readonly TransactionTrace[]> {
  const replay = await replayUntil(environment, block, 0);
  const budget = createBudget();
  const traces: TransactionTrace[] = [];
  for (const [index, { hash }] of block.transactions.entries())
    // oxlint-disable-next-line no-await-in-loop -- each transaction runs on what the one before left
    traces.push({ hash, trace: await replay.trace(index, options, budget) });
  return traces;
}

/** Traces a call, which may fail. */
export async function traceCall(stage: Stage, request: CallRequest, options: TracerOptions): Promise<Trace> {
  const fields = callFields(stage, request);
  return watch(stage.deadline, admit(stage, fields), fields, options, { firstLogIndex: 0, budget: createBudget() });
}

/**
 * A block in the moment before one of its transactions: a view to stage calls on.
 * @throws ChainError `transactionIndexOutOfRange`
 */
export async function viewBefore(environment: TracingEnvironment, block: View, index: number): Promise<View> {
  const count = block.transactions.length;
  if (index > count) throw new ChainError('transactionIndexOutOfRange', { index, count });
  const { overlay } = await replayUntil(environment, block, index);
  return { ...block, state: overlay };
}

type Replay = {
  readonly overlay: Overlay;
  /** Runs the next transaction, which is the one with this index. */
  trace(index: number, options: TracerOptions, budget: Budget): Promise<Trace>;
};

/** Executes a block again up to, and without, one of its transactions. */
async function replayUntil(
  { engine, rules, history, deadline }: TracingEnvironment,
  block: View,
  index: number,
): Promise<Replay> {
  const { header, transactions } = block;
  const parent = history.byHash(header.parentHash);
  if (parent === undefined) throw new ChainError('genesisNotTraceable', {});
  const context = contextOf(header, rules, history);
  const overlay = createOverlay(parent.state);
  const transition: Transition = { engine, block: context, overlay };
  await beginBlock(engine, overlay, context, header.parentHash, header.parentBeaconBlockRoot ?? zeroHash);
  for (const transaction of transactions.slice(0, index))
    // oxlint-disable-next-line no-await-in-loop -- each transaction runs on what the one before left
    await applyWithin(deadline, transition, transaction);
  return {
    overlay,
    trace: async (next, options, budget) =>
      watch(deadline, transition, transactions[next]!, options, {
        firstLogIndex: firstLogIndex(block, next),
        budget,
      }),
  };
}

async function watch(
  deadline: Deadline,
  transition: Transition,
  fields: TransactionFields,
  options: TracerOptions,
  rest: Pick<Subject, 'firstLogIndex' | 'budget'>,
): Promise<Trace> {
  const { engine, block, overlay: state } = transition;
  const precompiles = engine.precompiles(block.fork);
  const tracer = createTracer(options, { fields, block, state, precompiles, ...rest });
  return tracer.result(await applyWithin(deadline, { ...transition, hooks: tracer.hooks }, fields));
}

function createTracer(options: TracerOptions, subject: Subject): Tracer<Trace> {
  switch (options.kind) {
    case 'structLogger':
      return createStructLogger(options, subject);
    case 'callTracer':
      return createCallTracer(options, subject);
    case 'prestateTracer':
      return createPrestateTracer(options, subject);
    case '4byteTracer':
      return createSelectorTracer(subject);
    case 'noopTracer':
      return { hooks: {}, result: () => ({ kind: 'noopTracer' }) };
  }
}
