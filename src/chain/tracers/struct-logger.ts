/** The default tracer: every step of the machine, with what the options ask for. */
import { isActive } from '../../evm/fork.ts';
import type { HaltReason, Step } from '../../evm/engine.ts';
import type { Address } from '../../hex.ts';
import type { StructLoggerOptions } from '../../wire/trace-options.ts';
import type { Subject, Tracer } from './tracer.ts';

export type StructTrace = {
  readonly kind: 'structLogger';
  /** Paid for, after refunds. */
  readonly gasUsed: bigint;
  readonly halt: HaltReason | undefined;
  /** Return data, or revert data. */
  readonly returnData: Uint8Array;
  readonly logs: readonly StructLog[];
  /** Bytes of JSON after which no more steps are listed; 0 for all of them. */
  readonly limit: number;
};

/** The machine before an opcode. */
export type StructLog = {
  readonly pc: number;
  readonly opcode: number;
  readonly gas: number;
  /** With what the opcode passes on to a call. */
  readonly cost: number;
  /** 1 for the transaction's own message. */
  readonly depth: number;
  readonly refund: number;
  /** Number of items on the stack. */
  readonly height: number;
  /** Bottom first. */
  readonly stack: readonly bigint[] | undefined;
  readonly memory: Uint8Array | undefined;
  /** The slots that were seen so far, of an opcode that reads or writes one. */
  readonly storage: ReadonlyMap<bigint, bigint> | undefined;
  readonly returnData: Uint8Array | undefined;
  /** Why the opcode could not run, for want of gas or operands. */
  error: HaltReason | undefined;
};

/** Reasons that are found before the opcode runs; what goes wrong while it runs, the step before knows nothing of. */
const preconditions: ReadonlySet<HaltReason | undefined> = new Set<HaltReason>([
  'out of gas',
  'stack underflow',
  'stack overflow',
  'gas uint64 overflow',
  'max initcode size exceeded',
]);

export function createStructLogger(
  { hasMemory, hasStack, hasStorage, hasReturnData, limit }: StructLoggerOptions,
  { state, block, budget }: Subject,
): Tracer<StructTrace> {
  const logs: StructLog[] = [];
  /** The last step of each message in progress; none where nothing was listed. */
  const lastLogs: (StructLog | undefined)[] = [];
  const seen = new Map<Address, Map<bigint, bigint>>();
  const keepsOne64th = isActive(block.fork, 'tangerineWhistle');
  let leastSize = 0;

  function storageOf({ opcode, address, stack }: Step): ReadonlyMap<bigint, bigint> | undefined {
    const isRead = opcode === 0x54;
    const slot = stack.at(-1);
    const written = stack.at(-2);
    if ((!isRead && opcode !== 0x55) || slot === undefined || (!isRead && written === undefined)) return undefined;
    let slots = seen.get(address);
    if (slots === undefined) seen.set(address, (slots = new Map<bigint, bigint>()));
    slots.set(slot, isRead ? state.storage(address, slot) : written!);
    budget.take(slots.size * slotSize);
    return new Map(slots);
  }

  return {
    hooks: {
      enter() {
        lastLogs.push(undefined);
      },
      exit({ halt }) {
        const last = lastLogs.pop();
        if (last !== undefined && preconditions.has(halt)) last.error = halt;
      },
      step(step) {
        if (limit > 0 && leastSize > limit) {
          lastLogs[step.depth] = undefined;
          return;
        }
        const { pc, opcode, gas, depth, refund, stack, memory, returnData } = step;
        const log: StructLog = {
          pc,
          opcode,
          gas,
          cost: step.cost + gasPassed(step, keepsOne64th),
          depth: depth + 1,
          refund,
          height: stack.length,
          stack: hasStack ? stack : undefined,
          memory: hasMemory ? memory.slice() : undefined,
          storage: hasStorage ? storageOf(step) : undefined,
          returnData: hasReturnData ? returnData : undefined,
          error: undefined,
        };
        const bytes = (log.memory?.length ?? 0) + (log.returnData?.length ?? 0);
        budget.take(logSize + bytes * 2.2 + (hasStack ? stackSize(stack) : 0));
        leastSize += leastLogSize + bytes * 2;
        lastLogs[depth] = log;
        logs.push(log);
      },
    },
    result: ({ gasUsed, outcome: { halt, returnData } }) => ({
      kind: 'structLogger',
      gasUsed,
      halt,
      returnData,
      logs,
      limit,
    }),
  };
}

/** Bytes of JSON: at most for a step without lists, at least for any step, and at most for a slot. */
const logSize = 160;
const leastLogSize = 50;
const slotSize = 140;

function stackSize(stack: readonly bigint[]): number {
  let size = 0;
  for (const item of stack) size += item < 0x1_0000_0000n ? 13 : 69;
  return size;
}

/** Of a call's gas, what it passes on; the price of a call contains it. */
function gasPassed({ opcode, stack, gas, cost }: Step, keepsOne64th: boolean): number {
  if (opcode !== 0xf1 && opcode !== 0xf2 && opcode !== 0xf4 && opcode !== 0xfa) return 0;
  const available = gas - cost;
  const requested = stack.at(-1);
  if (requested === undefined || available < 0) return 0;
  return Math.min(Number(requested), keepsOne64th ? available - Math.floor(available / 64) : Number.MAX_SAFE_INTEGER);
}
