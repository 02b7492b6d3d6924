/**
 * Turns the library's events into hook calls. What the library does not tell follows from the steps: how a message was sent,
 * what the last one returned, and messages that it refuses without announcing them.
 */
import type { EVM, EVMResult, InterpreterStep, Message as LibraryMessage } from '@ethereumjs/evm';
import { generateAddress2 } from '@ethereumjs/util';
import type { Address, Hash } from '../../hex.ts';
import { bigIntToAddress, bigIntToHash, bytesToHex, emptyBytes, hexToBytes } from '../../hex.ts';
import type { FrameEnd, FrameKind, FrameStart, Hooks, Outcome } from '../engine.ts';
import type { StateReader } from '../state/account.ts';
import { createAddress } from '../transaction.ts';

/** The opcodes that send a message. */
const kinds: ReadonlyMap<number, FrameKind> = new Map([
  [0xf0, 'CREATE'],
  [0xf1, 'CALL'],
  [0xf2, 'CALLCODE'],
  [0xf4, 'DELEGATECALL'],
  [0xf5, 'CREATE2'],
  [0xfa, 'STATICCALL'],
]);

const stipend = 2300;
const maxDepth = 1024;

/** A message in progress. */
type Level = {
  /** What its last message returned (EIP-211). */
  returnData: Uint8Array;
  /** The last opcode. */
  opcode: number | undefined;
  /** The message that this opcode sends, as long as it has not been announced. */
  unsent: FrameStart | undefined;
  /** Tells the log or the destruction that is the last opcode's work; only what comes next shows that it succeeded. */
  tellWork: (() => void) | undefined;
};

/**
 * Watches one run; the result ends that.
 * @param outcomeOf reads the library's result
 */
export function watch(
  evm: EVM,
  hooks: Hooks,
  state: StateReader,
  outcomeOf: (result: EVMResult) => Outcome,
): () => void {
  const levels: Level[] = [];

  /** A message that was sent, but not run: too deep, or with more value than there is. */
  function tellRefused(level: Level): void {
    const { unsent } = level;
    level.unsent = undefined;
    if (unsent === undefined) return;
    hooks.enter?.(unsent);
    const halt = unsent.depth > maxDepth ? 'max call depth exceeded' : 'insufficient balance for transfer';
    hooks.exit?.({ halt, gasUsed: 0, output: emptyBytes });
  }

  const before: Parameters<typeof evm.events.on<'beforeMessage'>>[1] = (message) => {
    const parent = levels.at(-1);
    if (parent !== undefined) parent.unsent = undefined;
    levels.push({ returnData: emptyBytes, opcode: undefined, unsent: undefined, tellWork: undefined });
    const kind = kinds.get(parent?.opcode ?? -1) ?? (message.to === undefined ? 'CREATE' : 'CALL');
    const isBorrowed = kind === 'DELEGATECALL' || kind === 'CALLCODE';
    hooks.enter?.({
      kind,
      depth: message.depth,
      from: textOf(isBorrowed ? message.to! : message.caller), // only a creation has no target
      to: message.to === undefined ? addressOfCreation(message, state) : textOf(message.codeAddress),
      value: message.value,
      gas: Number(message.gasLimit),
      // The library reads initcode where it stands in memory, which goes on changing.
      input: message.data.slice(),
    });
  };

  const after: Parameters<typeof evm.events.on<'afterMessage'>>[1] = (result) => {
    const { halt: reason, gasUsed, returnData } = outcomeOf(result);
    const level = levels.pop();
    // Some of the library's precompiles call their failure a revert; only code can revert.
    const halt = reason === 'revert' && level?.opcode === undefined ? 'precompile failed' : reason;
    if (level !== undefined && halt === undefined) {
      tellRefused(level);
      level.tellWork?.();
    }
    const invalidOpcode = halt === 'invalid opcode' ? level?.opcode : undefined;
    hooks.exit?.({ halt, invalidOpcode, gasUsed, output: returnData } satisfies FrameEnd);
    const parent = levels.at(-1);
    if (parent === undefined) return;
    const isCreation = parent.opcode === 0xf0 || parent.opcode === 0xf5;
    parent.returnData = isCreation && halt !== 'revert' ? emptyBytes : returnData;
  };

  const step: Parameters<typeof evm.events.on<'step'>>[1] = (event) => {
    const level = levels.at(-1)!; // steps are a message's
    tellRefused(level);
    level.tellWork?.();
    const opcode = event.opcode.code ?? 0;
    const address = textOf(event.address);
    const { stack } = event;
    const top = (index: number): bigint => stack[stack.length - 1 - index] ?? 0n;
    const cost = Number(event.opcode.dynamicFee ?? BigInt(event.opcode.fee));
    hooks.step?.({
      depth: event.depth,
      pc: event.pc,
      opcode,
      gas: Number(event.gasLeft),
      cost,
      refund: Number(event.gasRefund),
      address,
      stack,
      memory: event.memory,
      returnData: level.returnData,
    });
    level.opcode = opcode;
    level.tellWork = undefined;
    if (opcode >= 0xa0 && opcode <= 0xa4) {
      const topics = Array.from({ length: opcode - 0xa0 }, (_, index): Hash => bigIntToHash(top(2 + index)));
      const data = slice(event.memory, top(0), top(1));
      level.tellWork = () => hooks.log?.({ address, topics, data });
    }
    const kind = kinds.get(opcode);
    if (kind !== undefined) {
      level.returnData = emptyBytes;
      level.unsent = messageAhead(kind, event, cost, address, state);
    }
    if (opcode === 0xff) {
      const balance = state.account(address)?.balance ?? 0n;
      level.tellWork = () => hooks.selfDestruct?.(address, addressOf(top(0)), balance);
    }
  };

  evm.events.on('beforeMessage', before);
  evm.events.on('afterMessage', after);
  evm.events.on('step', step);
  return () => {
    evm.events.off('beforeMessage', before);
    evm.events.off('afterMessage', after);
    evm.events.off('step', step);
  };
}

/** The message that the opcode would send, if it has the gas for it. */
function messageAhead(
  kind: FrameKind,
  { stack, gasLeft, memory, depth }: InterpreterStep,
  cost: number,
  from: Address,
  state: StateReader,
): FrameStart | undefined {
  const top = (index: number): bigint => stack[stack.length - 1 - index] ?? 0n;
  const available = Number(gasLeft) - cost;
  if (available < 0) return undefined;
  const most = available - Math.floor(available / 64);
  if (kind === 'CREATE' || kind === 'CREATE2') {
    const input = slice(memory, top(1), top(2));
    const salt = kind === 'CREATE2' ? hexToBytes(bigIntToHash(top(3))) : undefined;
    const to =
      salt === undefined
        ? createAddress(from, state.account(from)?.nonce ?? 0n)
        : bytesToHex(generateAddress2(hexToBytes(from), salt, input));
    return { kind, depth: depth + 1, from, to, value: top(0), gas: most, input };
  }
  const hasValue = kind === 'CALL' || kind === 'CALLCODE';
  const value = hasValue ? top(2) : 0n;
  const first = hasValue ? 3 : 2;
  const passed = Math.min(Number(top(0)), most);
  return {
    kind,
    depth: depth + 1,
    from,
    to: addressOf(top(1)),
    value,
    gas: value > 0n ? passed + stipend : passed,
    input: slice(memory, top(first), top(first + 1)),
  };
}

/** Where a contract will be; the library works it out only after it has announced the message. */
function addressOfCreation({ caller, salt, data }: LibraryMessage, state: StateReader): Address {
  if (salt !== undefined) return bytesToHex(generateAddress2(caller.bytes, salt, data));
  const creator = textOf(caller);
  // The creator's nonce has been raised already.
  return createAddress(creator, (state.account(creator)?.nonce ?? 1n) - 1n);
}

function textOf(address: { readonly bytes: Uint8Array }): Address {
  return bytesToHex(address.bytes);
}

function addressOf(word: bigint): Address {
  return bigIntToAddress(BigInt.asUintN(160, word));
}

/** More memory than any block's gas can pay for. */
const tooFar = 1n << 24n;

/** Memory that the opcode reaches beyond reads as zeros. */
function slice(memory: Uint8Array, offset: bigint, length: bigint): Uint8Array {
  if (length === 0n || offset + length > tooFar) return emptyBytes;
  const bytes = new Uint8Array(Number(length));
  bytes.set(memory.subarray(Number(offset), Number(offset + length)));
  return bytes;
}
