/** What calls and simulations pretend: state overrides on an overlay, block overrides on a context. */
import type { Address } from '../hex.ts';
import type { BlockContext } from '../evm/engine.ts';
import { emptyAccount } from '../evm/state/account.ts';
import type { Overlay } from '../evm/state/overlay.ts';
import type { BlockOverrides, StateOverrides } from '../wire/overrides.ts';
import { ChainError } from './errors.ts';

/** Where precompiles answer, when not at their own places; the value is whose code it is, `undefined` for nobody's. */
export type PrecompileMoves = ReadonlyMap<Address, Address | undefined>;

/**
 * Writes the overrides in the order given. An override of a precompile's address, whatever it holds, takes the precompile away
 * from there; a move puts it at its target.
 * @throws ChainError when something that is no precompile is to be moved, or one onto itself
 */
export function applyStateOverrides(
  overlay: Overlay,
  overrides: StateOverrides,
  precompiles: readonly Address[],
): PrecompileMoves | undefined {
  const moves = new Map<Address, Address | undefined>();
  for (const [address, override] of overrides) {
    const isPrecompile = precompiles.includes(address);
    const target = override.movePrecompileTo;
    if (target !== undefined && !isPrecompile) throw new ChainError('notAPrecompile', { address });
    if (target === address) throw new ChainError('precompileMovedToItself', { address });
    if (isPrecompile && !moves.has(address)) moves.set(address, undefined);
    if (target !== undefined) moves.set(target, address);

    const { balance, nonce, code, state, stateDiff } = override;
    if (code !== undefined) overlay.setCode(address, code);
    if (balance !== undefined || nonce !== undefined) {
      const account = overlay.account(address) ?? emptyAccount;
      overlay.setAccount(address, {
        ...account,
        balance: balance ?? account.balance,
        nonce: nonce ?? account.nonce,
      });
    }
    if (state !== undefined) overlay.clearStorage(address);
    for (const [slot, value] of state ?? stateDiff ?? []) overlay.setStorage(address, slot, value);
  }
  // What is overridden is what the transactions begin with, not what they changed.
  overlay.endTransaction({ destroyed: [], deleteEmpty: false });
  return moves.size === 0 ? undefined : moves;
}

export function applyBlockOverrides(context: BlockContext, overrides: BlockOverrides): BlockContext {
  const { blockHash } = overrides;
  return {
    ...context,
    number: overrides.number ?? context.number,
    timestamp: overrides.time ?? context.timestamp,
    gasLimit: overrides.gasLimit ?? context.gasLimit,
    coinbase: overrides.feeRecipient ?? context.coinbase,
    difficulty: overrides.difficulty ?? context.difficulty,
    prevRandao: overrides.prevRandao ?? context.prevRandao,
    baseFee: overrides.baseFeePerGas ?? context.baseFee,
    blobBaseFee: overrides.blobBaseFee ?? context.blobBaseFee,
    blockHash:
      blockHash === undefined ? context.blockHash : (number) => blockHash.get(number) ?? context.blockHash(number),
  };
}
