/**
 * One transaction on a state: intrinsic gas, checks, purchase of gas, nonce, delegations, run, refund, payment. Mining, calls,
 * estimates and simulations all come through here and differ only in the checks that they ask for.
 */
import type { Eventually } from '../eventually.ts';
import { whenThere } from '../eventually.ts';
import type { Address, Hash } from '../hex.ts';
import type { BlockContext, Engine, Hooks, Natives, Outcome } from './engine.ts';
import type { Fork } from './fork.ts';
import { isActive } from './fork.ts';
import type { Posted } from './rollup/l1-fee.ts';
import { l1FeeOf } from './rollup/l1-fee.ts';
import { baseFeeVault, l1FeeVault } from './rollup/predeploys.ts';
import type { Refusal, RefusalDetails } from './refusal.ts';
import { emptyAccount, emptyCodeHash } from './state/account.ts';
import type { StateReader } from './state/account.ts';
import { addBalance } from './state/balance.ts';
import type { Overlay } from './state/overlay.ts';
import type { TransactionFields } from './transaction.ts';
import { authority, createAddress, delegationTarget, delegationTo, effectiveGasPrice } from './transaction.ts';

/** Which of the rules that depend on the sender or on the block are asked for. */
export type Checks = {
  /** The nonce is exactly the account's. */
  readonly nonce: boolean;
  /** The sender has no code of its own (EIP-3607). */
  readonly eoa: boolean;
  /** The fee cap covers the base fee. */
  readonly baseFee: boolean;
  /** The cap on one transaction's gas (EIP-7825). */
  readonly gasCap: boolean;
};

/** A transaction with its bytes, which it pays for on a rollup, or a call, which has none. */
export type Executable = TransactionFields & Posted;

export const allChecks: Checks = { nonce: true, eoa: true, baseFee: true, gasCap: true };

/** The most gas that one transaction may ask for from Osaka on (EIP-7825). */
export const transactionGasCap = 16_777_216n;

/** The most bytes of initcode from Shanghai on (EIP-3860). */
export const maxInitcodeSize = 49_152;

/** Gas of one blob (EIP-4844). */
export const gasPerBlob = 131_072n;

const maxNonce = 2n ** 64n - 1n;
const authorizationCost = 25_000n;
/** Returned for an authorization whose account exists already (EIP-7702). */
const authorizationRefund = 12_500;

export type Applied = {
  readonly outcome: Outcome;
  /** Paid for, after refunds. */
  readonly gasUsed: bigint;
  /** Needed at the peak, before refunds. */
  readonly maxUsedGas: bigint;
  /** Wei per gas. */
  readonly effectiveGasPrice: bigint;
  /** The created contract, whether or not its creation succeeded. */
  readonly createdAddress: Address | undefined;
};

/** What it takes before any code runs: data, access list, creation, authorizations. */
export function intrinsicGas(fields: TransactionFields, fork: Fork): bigint {
  const nonZero = nonZeroBytes(fields.data);
  const zero = fields.data.length - nonZero;
  let gas = 21_000 + zero * 4 + nonZero * (isActive(fork, 'istanbul') ? 16 : 68);
  if (fields.to === undefined) {
    if (isActive(fork, 'homestead')) gas += 32_000;
    if (isActive(fork, 'shanghai')) gas += 2 * Math.ceil(fields.data.length / 32);
  }
  for (const entry of fields.accessList) gas += 2_400 + 1_900 * entry.storageKeys.length;
  return BigInt(gas) + authorizationCost * BigInt(fields.authorizationList.length);
}

/** The least that a transaction pays for its data, whatever it executes (EIP-7623); 0 before Prague. */
export function floorGas(fields: TransactionFields, fork: Fork): bigint {
  if (!isActive(fork, 'prague')) return 0n;
  const tokens = fields.data.length + 3 * nonZeroBytes(fields.data);
  return BigInt(21_000 + 10 * tokens);
}

function nonZeroBytes(data: Uint8Array): number {
  let count = 0;
  for (let index = 0; index < data.length; index += 1) if (data[index] !== 0) count += 1;
  return count;
}

/** Rules that depend on nothing but the transaction and the fork. */
export function checkForm(fields: TransactionFields, fork: Fork): Refusal | undefined {
  const refuse = refuser(fields);
  const { to, data, type } = fields;
  if (to === undefined && isActive(fork, 'shanghai') && data.length > maxInitcodeSize)
    return refuse('initcodeTooLarge', { size: data.length, limit: maxInitcodeSize });
  if (to === undefined && (type === 3 || type === 4)) return refuse('createNotAllowed', { type });
  const blobs = type === 3 ? checkBlobHashes(fields.blobVersionedHashes) : undefined;
  if (blobs !== undefined) return refuse('invalidBlobs', { why: blobs });
  if (type === 4 && fields.authorizationList.length === 0) return refuse('emptyAuthorizationList', {});
  if (fields.maxPriorityFeePerGas > fields.maxFeePerGas)
    return refuse('tipAboveFeeCap', {
      maxFeePerGas: fields.maxFeePerGas,
      maxPriorityFeePerGas: fields.maxPriorityFeePerGas,
    });
  return undefined;
}

/** Gas below what the transaction costs before any code runs. */
export function checkIntrinsicGas(fields: TransactionFields, fork: Fork): Refusal | undefined {
  const intrinsic = intrinsicGas(fields, fork);
  const floor = floorGas(fields, fork);
  const required = floor > intrinsic ? floor : intrinsic;
  return fields.gas < required ? refuser(fields)('intrinsicGasTooLow', { gas: fields.gas, required }) : undefined;
}

/** Whether the account may send at all: no code but a delegation (EIP-3607, EIP-7702). */
export function checkSender(fields: TransactionFields, state: StateReader): Refusal | undefined {
  const { codeHash } = state.account(fields.from) ?? emptyAccount;
  const isEoa = codeHash === emptyCodeHash || delegationTarget(state.code(codeHash)) !== undefined;
  return isEoa ? undefined : refuser(fields)('senderNotEoa', { address: fields.from });
}

/** The most that the sender may have to pay, in wei: gas at the fee cap, blobs, and value. */
export function upfrontCost(fields: TransactionFields): bigint {
  const blobs = BigInt(fields.blobVersionedHashes.length) * gasPerBlob * fields.maxFeePerBlobGas;
  return fields.gas * fields.maxFeePerGas + blobs + fields.value;
}

/** Whether the sender can pay at all, on a rollup also for the transaction's bytes. */
export function checkFunds(
  fields: Executable,
  state: StateReader,
  { l1Fees }: Pick<BlockContext, 'l1Fees'>,
): Refusal | undefined {
  const { balance } = state.account(fields.from) ?? emptyAccount;
  const required = upfrontCost(fields) + l1FeeOf(fields, l1Fees);
  return balance < required
    ? refuser(fields)('insufficientFunds', { address: fields.from, balance, required })
    : undefined;
}

/** Everything that keeps the transaction from running in this block on this state, in the order that nodes report it. */
export function checkTransaction(
  fields: Executable,
  state: StateReader,
  block: BlockContext,
  checks: Checks,
): Refusal | undefined {
  const refuse = refuser(fields);
  const { from: address, nonce } = fields;
  if (checks.nonce) {
    const expected = (state.account(address) ?? emptyAccount).nonce;
    if (nonce < expected) return refuse('nonceTooLow', { address, nonce, expected });
    if (nonce > expected) return refuse('nonceTooHigh', { address, nonce, expected });
    if (nonce === maxNonce) return refuse('nonceMaxed', { address, nonce });
  }
  if (checks.gasCap && isActive(block.fork, 'osaka') && fields.gas > transactionGasCap)
    return refuse('transactionGasTooHigh', { gas: fields.gas, cap: transactionGasCap });
  const sender = checks.eoa ? checkSender(fields, state) : undefined;
  if (sender !== undefined) return sender;
  const form = checkForm(fields, block.fork);
  if (form !== undefined) return form;
  if (checks.baseFee && fields.maxFeePerGas < block.baseFee)
    return refuse('feeCapBelowBaseFee', { address, maxFeePerGas: fields.maxFeePerGas, baseFee: block.baseFee });
  const { maxFeePerBlobGas } = fields;
  if (checks.baseFee && fields.type === 3 && maxFeePerBlobGas < block.blobBaseFee)
    return refuse('blobFeeCapTooLow', { address, maxFeePerBlobGas, blobBaseFee: block.blobBaseFee });
  return checkFunds(fields, state, block) ?? checkIntrinsicGas(fields, block.fork);
}

/** What is wrong with the blobs of a type 3 transaction; their number against the block's limit is the block's matter. */
function checkBlobHashes(hashes: readonly Hash[]): string | undefined {
  if (hashes.length === 0) return 'blob transaction without blobs';
  return hashes.some((hash) => !hash.startsWith('0x01')) ? 'blob hash of an unknown version' : undefined;
}

export type Transition = {
  readonly engine: Engine;
  readonly block: BlockContext;
  readonly overlay: Overlay;
  readonly hooks?: Hooks | undefined;
  readonly natives?: Natives | undefined;
  readonly precompiles?: ReadonlyMap<Address, Address | undefined> | undefined;
  readonly interrupted?: (() => boolean) | undefined;
};

/**
 * Applies a transaction that {@link checkTransaction} let pass. Its effects stay in the overlay. It is there as soon as the engine
 * is.
 */
export function applyTransaction(transition: Transition, fields: Executable): Eventually<Applied> {
  const { engine, block, overlay, hooks, natives, precompiles, interrupted } = transition;
  const { fork } = block;
  const { from, to } = fields;
  const price = effectiveGasPrice(fields, block.baseFee);

  const sender = overlay.account(from) ?? emptyAccount;
  const l1Fee = l1FeeOf(fields, block.l1Fees);
  const blobFee = BigInt(fields.blobVersionedHashes.length) * gasPerBlob * block.blobBaseFee;
  overlay.setAccount(from, {
    ...sender,
    balance: sender.balance - fields.gas * price - blobFee - l1Fee,
    // Wraps only where the nonce was not checked; no signed transaction gets this far with the last nonce.
    nonce: BigInt.asUintN(64, sender.nonce + 1n),
  });
  const createdAddress = to === undefined ? createAddress(from, sender.nonce) : undefined;

  const warmAddresses = new Set<Address>([from, to ?? createdAddress!]);
  if (isActive(fork, 'shanghai')) warmAddresses.add(block.coinbase);
  const authorizationRefunds = delegate(fields, overlay, block, warmAddresses);
  const target = to === undefined ? undefined : codeDelegation(overlay, to);
  if (target !== undefined && isActive(fork, 'prague')) warmAddresses.add(target);
  const warmSlots: [Address, bigint][] = [];
  for (const { address, storageKeys } of fields.accessList) {
    warmAddresses.add(address);
    for (const key of storageKeys) warmSlots.push([address, BigInt(key)]);
  }

  const intrinsic = intrinsicGas(fields, fork);
  const outcome = engine.run({
    block,
    overlay,
    hooks,
    natives,
    precompiles,
    interrupted,
    message: {
      caller: from,
      origin: from,
      to,
      createdAddress,
      value: fields.value,
      data: fields.data,
      gas: Math.min(Number(fields.gas - intrinsic), Number.MAX_SAFE_INTEGER),
      gasPrice: price,
      blobHashes: fields.blobVersionedHashes,
      warmAddresses,
      warmSlots,
    },
  });
  return whenThere(outcome, (done) =>
    settle(transition, fields, { outcome: done, price, createdAddress, intrinsic, authorizationRefunds, l1Fee }),
  );
}

/** What happens once the code has run: refund, return of the gas that is left, payment, deletions. */
function settle(
  { block, overlay }: Transition,
  fields: TransactionFields,
  { outcome, price, createdAddress, intrinsic, authorizationRefunds, l1Fee }: Ran,
): Applied {
  const { fork } = block;
  const { from } = fields;
  const spent = intrinsic + BigInt(outcome.gasUsed);
  const refundCap = spent / (isActive(fork, 'london') ? 5n : 2n);
  const refund = BigInt(outcome.refund + authorizationRefunds);
  const afterRefund = spent - (refund < refundCap ? refund : refundCap);
  const floor = floorGas(fields, fork);
  const gasUsed = afterRefund < floor ? floor : afterRefund;

  addBalance(overlay, from, (fields.gas - gasUsed) * price);
  const tip = price > block.baseFee ? price - block.baseFee : 0n;
  // The fee recipient is touched even by nothing, as EIP-161 has it.
  addBalance(overlay, block.coinbase, gasUsed * tip);
  if (block.l1Fees !== undefined) fillVaults(overlay, gasUsed * (price - tip), l1Fee);
  overlay.endTransaction({ destroyed: outcome.destroyed, deleteEmpty: isActive(fork, 'spuriousDragon') });
  return { outcome, gasUsed, maxUsedGas: spent < floor ? floor : spent, effectiveGasPrice: price, createdAddress };
}

/** A transaction whose code has run. */
type Ran = {
  readonly outcome: Outcome;
  /** Wei per gas. */
  readonly price: bigint;
  readonly createdAddress: Address | undefined;
  readonly intrinsic: bigint;
  readonly authorizationRefunds: number;
  /** Wei. */
  readonly l1Fee: bigint;
};

/** Where a plain chain burns the base fee, a rollup keeps it, as it does what it takes for L1. */
function fillVaults(overlay: Overlay, baseFees: bigint, l1Fee: bigint): void {
  if (baseFees > 0n) addBalance(overlay, baseFeeVault, baseFees);
  if (l1Fee > 0n) addBalance(overlay, l1FeeVault, l1Fee);
}

/** Puts the delegations of type 4 in place and returns the gas to refund (EIP-7702). Invalid ones are passed over. */
function delegate(fields: TransactionFields, overlay: Overlay, block: BlockContext, warm: Set<Address>): number {
  let refund = 0;
  for (const item of fields.authorizationList) {
    if ((item.chainId !== 0n && item.chainId !== block.chainId) || item.nonce === maxNonce) continue;
    const signer = authority(item);
    if (signer === undefined) continue;
    warm.add(signer);
    const existing = overlay.account(signer);
    const account = existing ?? emptyAccount;
    const isPlain =
      account.codeHash === emptyCodeHash || delegationTarget(overlay.code(account.codeHash)) !== undefined;
    if (!isPlain || account.nonce !== item.nonce) continue;
    if (existing !== undefined) refund += authorizationRefund;
    overlay.setCode(signer, BigInt(item.address) === 0n ? new Uint8Array(0) : delegationTo(item.address));
    const delegated = overlay.account(signer)!;
    overlay.setAccount(signer, { ...delegated, nonce: delegated.nonce + 1n });
  }
  return refund;
}

function codeDelegation(overlay: Overlay, address: Address): Address | undefined {
  const account = overlay.account(address);
  return account === undefined || account.codeHash === emptyCodeHash
    ? undefined
    : delegationTarget(overlay.code(account.codeHash));
}

function refuser(fields: TransactionFields) {
  return <Kind extends keyof RefusalDetails>(kind: Kind, details: RefusalDetails[Kind]): Refusal =>
    ({ kind, details, gas: fields.gas }) as unknown as Refusal; // Kind and details belong together by the signature.
}
