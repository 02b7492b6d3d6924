/** Our own engine: synchronous, with an explicit stack of frames, so that the depth of a call tree costs no native stack. */
import { emptyBytes } from '../../hex.ts';
import type { Engine, Outcome, Run } from '../engine.ts';
import { analyse, emptyCode } from './code.ts';
import { createArena } from './arena.ts';
import { createCore } from './core/core.ts';
import { execute } from './execute.ts';
import type { Frame } from './frame.ts';
import { fail, returnFrame, takeFrame } from './frame.ts';
import type { Machine, Room } from './machine.ts';
import { createMachine } from './machine.ts';
import { begin, end, resume } from './messages.ts';
import { precompilesOf } from './precompiles/table.ts';

/** An engine whose {@link Engine.run} answers at once. */
export type InterpreterEngine = Omit<Engine, 'run'> & { run(run: Run): Outcome };

export function createInterpreterEngine(): InterpreterEngine {
  return {
    name: 'pretick',
    precompiles: (fork) => [...precompilesOf(fork).addresses],
    run(run) {
      // A run that a hook starts inside another one has a room of its own, and one that a hook ends by throwing is not used again.
      const room = idle.pop() ?? makeRoom();
      const machine = createMachine(run, room);
      const frame = openMessage(run, room);
      runToEnd(machine, frame);
      const outcome = outcomeOf(machine, frame, run.message.gas);
      returnFrame(frame);
      if (room.arena.bytes.length <= keptSize) idle.push(room);
      return outcome;
    },
  };
}

const idle: Room[] = [];
/** Larger rooms are left to the garbage collector. */
const keptSize = 1 << 25;

function makeRoom(): Room {
  const arena = createArena();
  return { arena, core: createCore(arena) };
}

/** More than this could not be counted exactly, nor used up in a lifetime. */
const mostGas = Number.MAX_SAFE_INTEGER;

/** The frame of the transaction's own message. */
function openMessage({ message }: Run, { arena }: Room): Frame {
  const frame = takeFrame(arena);
  const address = message.to ?? message.createdAddress;
  if (address === undefined) throw new Error('a creation needs the address it creates');
  frame.kind = message.to === undefined ? 'CREATE' : 'CALL';
  frame.depth = 0;
  frame.caller = message.caller;
  frame.address = address;
  frame.codeAddress = address;
  frame.value = message.value;
  frame.gas = Math.min(message.gas, mostGas);
  frame.gasLimit = frame.gas;
  if (message.to !== undefined) frame.input = message.data;
  else frame.code = message.data.length === 0 ? emptyCode : analyse(message.data);
  return frame;
}

/** Runs the frame and every frame it opens, one after another. */
function runToEnd(machine: Machine, root: Frame): void {
  begin(machine, root);
  let frame = root;
  for (;;) {
    if (!frame.hasEnded) {
      if (machine.interrupted?.() === true) fail(frame, 'execution timeout');
      else {
        const child = execute(machine, frame);
        if (child !== undefined) {
          frame = child;
          continue;
        }
      }
    }
    end(machine, frame);
    const { parent } = frame;
    if (parent === undefined) return;
    resume(parent, frame);
    returnFrame(frame);
    frame = parent;
  }
}

function outcomeOf({ substate }: Machine, frame: Frame, gas: number): Outcome {
  const { halt, output } = frame;
  return {
    halt,
    invalidOpcode: halt === 'invalid opcode' ? frame.invalidOpcode : undefined,
    gasUsed: frame.gas === 0 ? gas : frame.gasLimit - frame.gas,
    refund: halt === undefined ? substate.refund : 0,
    returnData: halt === undefined || halt === 'revert' ? output : emptyBytes,
    logs: halt === undefined ? substate.logs : [],
    destroyed: halt === undefined ? substate.destroyed : new Set(),
  };
}
