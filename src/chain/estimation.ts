/** eth_estimateGas: the least gas with which the call succeeds, found by bisection and rounded up a little. */
import { isActive } from '../evm/fork.ts';
import { emptyCodeHash } from '../evm/state/account.ts';
import type { TransactionFields } from '../evm/transaction.ts';
import { transactionGasCap } from '../evm/transition.ts';
import type { CallRequest } from '../wire/call.ts';
import type { Stage } from './call.ts';
import { attempt, callFields } from './call.ts';
import { ChainError } from './errors.ts';

/** Gas of a plain transfer. */
const transferGas = 21_000n;

/** Gas that a value transfer lends to the callee. */
const callStipend = 2_300n;

/** The search stops when the bounds are this close, in thousandths of the upper one. */
const tolerance = 15n;

/** Returns an amount of gas that is enough, at most 1.5 % more than needed. Blocks can hold it, and the sender can pay it. */
export async function estimate(stage: Stage, request: CallRequest): Promise<bigint> {
  const fields = callFields(stage, request);
  const { gasLimit, fork } = stage.context;
  const limits = [stage.rules.callGasLimit, gasLimit, fields.gas];
  if (isActive(fork, 'osaka')) limits.push(transactionGasCap);
  const allowance = limits.reduce((least, limit) => (limit < least ? limit : least));
  const succeeds = async (gas: bigint): Promise<boolean> => isEnough(stage, { ...fields, gas });

  if (isPlainTransfer(stage, fields) && allowance >= transferGas && (await succeeds(transferGas))) return transferGas;

  const most = await attempt(stage, { ...fields, gas: allowance });
  const { halt, invalidOpcode, returnData } = most.outcome;
  if (halt === 'revert') throw new ChainError('reverted', { data: returnData });
  if (halt === 'out of gas' || halt === 'code store out of gas')
    throw new ChainError('gasExceedsAllowance', { allowance });
  if (halt !== undefined) throw new ChainError('halted', { reason: halt, opcode: invalidOpcode, gas: allowance });

  let high = allowance;
  let low = most.gasUsed - 1n;
  // Most calls need what they used at the peak, plus what a call must hold back of its gas (EIP-150).
  const guess = ((most.maxUsedGas + callStipend) * 64n) / 63n;
  if (guess < high) {
    if (await succeeds(guess)) high = guess;
    else low = guess;
  }
  while (low + 1n < high && (high - low) * 1_000n > tolerance * high) {
    const middle = (low + high) / 2n;
    // Needs are mostly near the lower bound, so the first steps up are small.
    const gas = middle > low * 2n ? low * 2n : middle;
    // oxlint-disable-next-line no-await-in-loop -- each step depends on the one before
    if (await succeeds(gas)) high = gas;
    else low = gas;
  }
  return high;
}

async function isEnough(stage: Stage, fields: TransactionFields): Promise<boolean> {
  try {
    return (await attempt(stage, fields)).outcome.halt === undefined;
  } catch (error) {
    if (error instanceof ChainError && error.kind === 'intrinsicGasTooLow') return false;
    throw error;
  }
}

function isPlainTransfer({ state, precompiles, engine, context }: Stage, fields: TransactionFields): boolean {
  const { to, data, accessList, authorizationList } = fields;
  if (to === undefined || data.length > 0 || accessList.length > 0 || authorizationList.length > 0) return false;
  if (precompiles !== undefined || engine.precompiles(context.fork).includes(to)) return false;
  return (state.account(to)?.codeHash ?? emptyCodeHash) === emptyCodeHash;
}
