/** Which accounts and slots a transaction looked at, and how they were before it; or what it changed of them. */
import type { Step } from '../../evm/engine.ts';
import { isActive } from '../../evm/fork.ts';
import { baseFeeVault, l1FeeVault } from '../../evm/rollup/predeploys.ts';
import type { Account, StateReader } from '../../evm/state/account.ts';
import { emptyAccount, emptyCodeHash, isEmpty } from '../../evm/state/account.ts';
import { authority, createAddress, delegationTarget } from '../../evm/transaction.ts';
import type { Address, Hash } from '../../hex.ts';
import { bigIntToAddress, emptyBytes, zeroHash } from '../../hex.ts';
import type { PrestateTracerOptions } from '../../wire/trace-options.ts';
import { codeAt } from '../view.ts';
import type { Subject, Tracer } from './tracer.ts';

export type PrestateTrace = {
  readonly kind: 'prestateTracer';
  readonly before: AccountStates;
  /** What became of it, of changed accounts alone; `undefined` when not asked for. */
  readonly after: AccountStates | undefined;
};

/** In the order of the addresses. */
export type AccountStates = ReadonlyMap<Address, AccountState>;

/** Of an account after the transaction, only what changed. */
export type AccountState = {
  readonly balance: bigint | undefined;
  readonly nonce: bigint | undefined;
  readonly code: Uint8Array | undefined;
  readonly codeHash: Hash | undefined;
  /** In the order of the slots. */
  readonly storage: ReadonlyMap<bigint, bigint>;
};

/** As it was when it was first looked at. */
type Seen = {
  readonly account: Account | undefined;
  readonly code: Uint8Array;
  readonly storage: Map<bigint, bigint>;
};

export function createPrestateTracer(
  { isDiff, hasCode, hasStorage, hasEmpty }: PrestateTracerOptions,
  { fields, block, state, budget }: Subject,
): Tracer<PrestateTrace> {
  const seen = new Map<Address, Seen>();
  const hasDelegation = isActive(block.fork, 'prague');

  function see(address: Address): Seen {
    let known = seen.get(address);
    if (known === undefined) {
      const code = hasCode ? codeAt(state, address) : emptyBytes;
      budget.take(accountSize + 2 * code.length);
      seen.set(address, (known = { account: state.account(address), code, storage: new Map() }));
    }
    return known;
  }

  /** Whoever is called, and whose code runs in its place (EIP-7702). */
  function seeTarget(address: Address): void {
    see(address);
    const delegate = hasDelegation ? delegationTarget(codeAt(state, address)) : undefined;
    if (delegate !== undefined) see(delegate);
  }

  function seeSlot(address: Address, slot: bigint): void {
    const { storage } = see(address);
    if (storage.has(slot)) return;
    budget.take(slotSize);
    storage.set(slot, state.storage(address, slot));
  }

  function seeStep({ opcode, stack, address, gas, cost }: Step): void {
    // What cannot be paid for is not looked at.
    if (gas < cost) return;
    const top = stack.at(-1);
    const second = stack.at(-2);
    switch (opcode) {
      // SLOAD, SSTORE
      case 0x54:
      case 0x55:
        if (hasStorage && top !== undefined) seeSlot(address, top);
        break;
      // BALANCE, EXTCODESIZE, EXTCODECOPY, EXTCODEHASH, SELFDESTRUCT
      case 0x31:
      case 0x3b:
      case 0x3c:
      case 0x3f:
      case 0xff:
        if (top !== undefined) see(wordToAddress(top));
        break;
      // CALL, CALLCODE, DELEGATECALL, STATICCALL
      case 0xf1:
      case 0xf2:
      case 0xf4:
      case 0xfa:
        if (second !== undefined && stack.length >= 5) seeTarget(wordToAddress(second));
    }
  }

  const { from, to } = fields;
  see(from);
  seeTarget(to ?? createAddress(from, state.account(from)?.nonce ?? 0n));
  see(block.coinbase);
  if (block.l1Fees !== undefined) for (const vault of [baseFeeVault, l1FeeVault]) see(vault);
  for (const item of fields.authorizationList) {
    const signer = authority(item);
    if (signer !== undefined) see(signer);
  }

  return {
    hooks: {
      step: seeStep,
      enter({ kind, to }) {
        if (kind === 'CREATE' || kind === 'CREATE2') see(to);
      },
    },
    result() {
      const before = new Map<Address, AccountState>();
      const after = new Map<Address, AccountState>();
      for (const [address, known] of [...seen].sort(byKey)) {
        const now = isDiff ? changesOf(address, known, state, hasCode) : undefined;
        if (isDiff && now === undefined) continue;
        const wasThere = known.account !== undefined && !isEmpty(known.account);
        if (wasThere || hasEmpty) before.set(address, stateBefore(address, known));
        if (now !== undefined && now !== 'deleted') after.set(address, now);
      }
      return { kind: 'prestateTracer', before, after: isDiff ? after : undefined };
    },
  };

  function stateBefore(address: Address, { account = emptyAccount, code, storage }: Seen): AccountState {
    const slots = [...storage].sort(byKey);
    const isDeleted = state.account(address) === undefined;
    return {
      balance: account.balance,
      nonce: account.nonce,
      code: hasCode ? code : undefined,
      codeHash: account.codeHash === emptyCodeHash ? undefined : account.codeHash,
      // Of the slots of an account that changed, those that did not change say nothing, nor do those that were not set.
      storage: new Map(
        isDiff && !isDeleted
          ? slots.filter(([slot, value]) => value !== 0n && state.storage(address, slot) !== value)
          : slots,
      ),
    };
  }
}

/** What is different now; `undefined` for nothing, `deleted` when the account is no more. */
function changesOf(
  address: Address,
  { account: then = emptyAccount, storage }: Seen,
  state: StateReader,
  hasCode: boolean,
): AccountState | 'deleted' | undefined {
  const now = state.account(address);
  if (now === undefined) return isEmpty(then) ? undefined : 'deleted';
  const changed = [...storage].filter(([slot, value]) => state.storage(address, slot) !== value).sort(byKey);
  const hasNewCode = now.codeHash !== then.codeHash;
  const isSame = now.balance === then.balance && now.nonce === then.nonce && !hasNewCode && changed.length === 0;
  if (isSame) return undefined;
  return {
    balance: now.balance === then.balance ? undefined : now.balance,
    nonce: now.nonce === then.nonce ? undefined : now.nonce,
    code: hasCode && hasNewCode ? codeAt(state, address) : undefined,
    codeHash: hasNewCode ? shownHash(now.codeHash) : undefined,
    storage: new Map(
      changed
        .map(([slot]): [bigint, bigint] => [slot, state.storage(address, slot)])
        .filter(([, value]) => value !== 0n),
    ),
  };
}

/** No code is told by zeros. */
function shownHash(codeHash: Hash): Hash {
  return codeHash === emptyCodeHash ? zeroHash : codeHash;
}

/** About how many bytes of JSON, before and after. */
const accountSize = 500;
const slotSize = 280;

function byKey<Key extends string | bigint>([one]: readonly [Key, unknown], [other]: readonly [Key, unknown]): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function wordToAddress(word: bigint): Address {
  return bigIntToAddress(BigInt.asUintN(160, word));
}
