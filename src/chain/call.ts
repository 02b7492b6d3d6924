/**
 * eth_call: one message on a throw-away overlay of a view. Rules that protect a chain are off (nonce, sender's code, gas cap,
 * and the base fee as long as no fee is given); what the sender cannot pay is refused all the same.
 */
import type { Eventually } from '../eventually.ts';
import { whenThere } from '../eventually.ts';
import { emptyBytes, zeroAddress } from '../hex.ts';
import type { BlockContext, Engine } from '../evm/engine.ts';
import type { StateReader } from '../evm/state/account.ts';
import { createOverlay } from '../evm/state/overlay.ts';
import type { SignableFields, SignedType, TransactionFields } from '../evm/transaction.ts';
import type { Applied, Checks, Transition } from '../evm/transition.ts';
import { checkTransaction } from '../evm/transition.ts';
import type { CallRequest } from '../wire/call.ts';
import type { BlockOverrides, StateOverrides } from '../wire/overrides.ts';
import type { Deadline } from './deadline.ts';
import { applyWithin } from './deadline.ts';
import { ChainError, refused } from './errors.ts';
import type { PrecompileMoves } from './overriding.ts';
import { applyBlockOverrides, applyStateOverrides } from './overriding.ts';
import type { ChainRules } from './rules.ts';
import type { View } from './view.ts';
import { accountAt } from './view.ts';

export type Overrides = {
  readonly state?: StateOverrides | undefined;
  readonly block?: BlockOverrides | undefined;
};

/** A view made ready to be called. */
export type Stage = {
  readonly engine: Engine;
  readonly rules: ChainRules;
  /** State with its overrides; calls run on overlays of it. */
  readonly state: StateReader;
  readonly context: BlockContext;
  readonly precompiles: PrecompileMoves | undefined;
  /** For everything that is run on the stage. */
  readonly deadline: Deadline;
};

/** Runs a call and returns its return data; a creation returns the code that it would leave. */
export function call(stage: Stage, request: CallRequest): Eventually<Uint8Array> {
  if (request.to === undefined && request.data === undefined) throw new ChainError('missingTarget', {});
  const fields = callFields(stage, request);
  return whenThere(attempt(stage, fields), ({ outcome }) => {
    const { halt, invalidOpcode, returnData } = outcome;
    if (halt === 'revert') throw new ChainError('reverted', { data: returnData });
    if (halt !== undefined) throw new ChainError('halted', { reason: halt, opcode: invalidOpcode, gas: fields.gas });
    return returnData;
  });
}

/** Lays the overrides over a view; `context` is that of the block the call pretends to be in. */
export function stageOf(
  view: View,
  context: BlockContext,
  overrides: Overrides,
  { engine, rules, deadline }: Pick<Stage, 'engine' | 'rules' | 'deadline'>,
): Stage {
  const overridden = overrides.block === undefined ? context : applyBlockOverrides(context, overrides.block);
  if (overrides.state === undefined || overrides.state.size === 0)
    return { engine, rules, state: view.state, context: overridden, precompiles: undefined, deadline };
  const state = createOverlay(view.state);
  const precompiles = applyStateOverrides(state, overrides.state, engine.precompiles(context.fork));
  return { engine, rules, state, context: overridden, precompiles, deadline };
}

/** Runs a call on an overlay of the stage, which nothing stays of. */
export function attempt(stage: Stage, fields: TransactionFields): Eventually<Applied> {
  return applyWithin(stage.deadline, admit(stage, fields), fields);
}

/**
 * What a call needs to run on an overlay of the stage.
 * @throws ChainError with the first rule that the call breaks
 */
export function admit(stage: Stage, fields: TransactionFields): Transition {
  const { engine, precompiles } = stage;
  const hasFees = fields.maxFeePerGas > 0n || fields.maxPriorityFeePerGas > 0n;
  // Without fees the call pays nothing, and code sees a base fee of nothing.
  const block = hasFees ? stage.context : { ...stage.context, baseFee: 0n };
  const overlay = createOverlay(stage.state);
  const checks: Checks = { nonce: false, eoa: false, gasCap: false, baseFee: hasFees };
  const refusal = checkTransaction(fields, overlay, block, checks);
  if (refusal !== undefined) throw refused(refusal);
  return { engine, block, overlay, precompiles };
}

/** The transaction that a call object describes, with everything filled in that it leaves open. */
export function callFields({ state, rules }: Stage, request: CallRequest): SignableFields {
  const from = request.from ?? zeroAddress;
  const { balance, nonce } = accountAt(state, from);
  const { callGasLimit, chainId } = rules;
  let gas = request.gas ?? callGasLimit;
  if (gas > callGasLimit) gas = callGasLimit;
  const fields = fieldsOf(request, { from, nonce, gas, chainId });
  const { maxFeePerGas, value } = fields;
  if (request.gas !== undefined || maxFeePerGas === 0n || balance <= value) return fields;
  const affordable = (balance - value) / maxFeePerGas;
  return affordable < gas ? { ...fields, gas: affordable } : fields;
}

/** What a call object says of itself, as a transaction of which the rest is given. */
export function fieldsOf(
  request: CallRequest,
  { from, nonce, gas, chainId }: Pick<SignableFields, 'from' | 'nonce' | 'gas' | 'chainId'>,
): SignableFields {
  const { gasPrice } = request;
  return {
    type: typeOf(request),
    chainId,
    from,
    nonce,
    gas,
    to: request.to,
    value: request.value ?? 0n,
    data: request.data ?? emptyBytes,
    // One price stands in both fee fields; none at all is free.
    maxFeePerGas: gasPrice ?? request.maxFeePerGas ?? 0n,
    maxPriorityFeePerGas: gasPrice ?? request.maxPriorityFeePerGas ?? 0n,
    accessList: request.accessList ?? [],
    authorizationList: request.authorizationList ?? [],
    maxFeePerBlobGas: request.maxFeePerBlobGas ?? 0n,
    blobVersionedHashes: request.blobVersionedHashes ?? [],
  };
}

/** The type that is said, or that the fields say; 2 when they say nothing. */
function typeOf(request: CallRequest): SignedType {
  if (request.authorizationList !== undefined) return 4;
  if (request.blobVersionedHashes !== undefined) return 3;
  if (request.gasPrice !== undefined) return request.accessList === undefined ? 0 : 1;
  return 2;
}
