/**
 * The engine on @ethereumjs/evm: an implementation by other hands, against which our own is held. Asynchronous at every
 * opcode, hence slow; right about every fork.
 */
import type { EVM, EVMResult } from '@ethereumjs/evm';
import { EVMError, createEVM, getActivePrecompiles } from '@ethereumjs/evm';
import type { Common } from '@ethereumjs/common';
import { Hardfork, Mainnet, createCustomCommon } from '@ethereumjs/common';
import { Address as LibraryAddress, createAddressFromString } from '@ethereumjs/util';
import type { Address } from '../../hex.ts';
import { bigIntToHash, bytesToHex, hexToBytes } from '../../hex.ts';
import type { BlockContext, Engine, HaltReason, Outcome, Run } from '../engine.ts';
import type { Fork } from '../fork.ts';
import { isActive } from '../fork.ts';
import { createStateManager } from './state-manager.ts';
import { watch } from './watching.ts';

const hardforks: Record<Fork, Hardfork> = {
  frontier: Hardfork.Chainstart,
  homestead: Hardfork.Homestead,
  tangerineWhistle: Hardfork.TangerineWhistle,
  spuriousDragon: Hardfork.SpuriousDragon,
  byzantium: Hardfork.Byzantium,
  constantinople: Hardfork.Constantinople,
  petersburg: Hardfork.Petersburg,
  istanbul: Hardfork.Istanbul,
  berlin: Hardfork.Berlin,
  london: Hardfork.London,
  paris: Hardfork.Paris,
  shanghai: Hardfork.Shanghai,
  cancun: Hardfork.Cancun,
  prague: Hardfork.Prague,
  osaka: Hardfork.Osaka,
};

const { errorMessages } = EVMError;

/** The library's words for a halt, in ours. What is missing here is a failed precompile. */
const haltReasons: Partial<Record<string, HaltReason>> = {
  [errorMessages.REVERT]: 'revert',
  [errorMessages.OUT_OF_GAS]: 'out of gas',
  [errorMessages.CODESTORE_OUT_OF_GAS]: 'code store out of gas',
  [errorMessages.STACK_UNDERFLOW]: 'stack underflow',
  [errorMessages.STACK_OVERFLOW]: 'stack overflow',
  [errorMessages.INVALID_OPCODE]: 'invalid opcode',
  [errorMessages.STATIC_STATE_CHANGE]: 'write protection',
  [errorMessages.OUT_OF_RANGE]: 'return data out of bounds',
  [errorMessages.CREATE_COLLISION]: 'contract address collision',
  [errorMessages.INVALID_BYTECODE_RESULT]: 'invalid code: must not begin with 0xef',
  [errorMessages.CODESIZE_EXCEEDS_MAXIMUM]: 'max code size exceeded',
  [errorMessages.INITCODE_SIZE_VIOLATION]: 'max initcode size exceeded',
  [errorMessages.INSUFFICIENT_BALANCE]: 'insufficient balance for transfer',
};

/** Takes a run apart from the inside; never leaves this file. */
class Interruption extends Error {}

const timedOut: Outcome = {
  halt: 'execution timeout',
  gasUsed: 0,
  refund: 0,
  returnData: new Uint8Array(0),
  logs: [],
  destroyed: new Set(),
};

/** How many occasions to stop go by between two questions whether to. */
const patience = 256;

type Machine = {
  readonly evm: EVM;
  /** Points the machine at the state and the block of one run. */
  use(run: Run): void;
};

export function createEthereumjsEngine(): Engine {
  const commons = new Map<string, Common>();
  // A run holds its machine while it awaits, so runs that overlap need one each.
  const idle = new Map<Common, Machine[]>();

  function commonOf(fork: Fork, chainId: bigint): Common {
    const key = `${fork}/${chainId}`;
    let common = commons.get(key);
    if (common === undefined) {
      common = createCustomCommon({ chainId: Number(chainId), name: 'pretick' }, Mainnet, {
        hardfork: hardforks[fork],
      });
      commons.set(key, common);
    }
    return common;
  }

  async function withMachine<T>(run: Run, work: (evm: EVM, common: Common) => Promise<T>): Promise<T> {
    const common = commonOf(run.block.fork, run.block.chainId);
    // Moved precompiles are part of a machine's make, so such a machine serves once.
    if (run.precompiles !== undefined) {
      const machine = await createMachine(common, run.precompiles);
      machine.use(run);
      return work(machine.evm, common);
    }
    let machines = idle.get(common);
    if (machines === undefined) idle.set(common, (machines = []));
    const machine = machines.pop() ?? (await createMachine(common, undefined));
    machine.use(run);
    const result = await work(machine.evm, common);
    // A machine that an error came out of is in the middle of things; it is not used again.
    machines.push(machine);
    return result;
  }

  return {
    name: 'ethereumjs',
    precompiles: (fork) => [...precompilesOf(commonOf(fork, 1n)).keys()],
    async run(run) {
      if (run.natives !== undefined) throw new Error('native contracts run on the engine "pretick" only');
      const mark = run.overlay.checkpoint();
      try {
        return await withMachine(run, (evm, common) => runMessage(evm, common, run));
      } catch (error) {
        if (!(error instanceof Interruption)) throw error;
        run.overlay.revert(mark);
        return { ...timedOut, gasUsed: run.message.gas };
      }
    },
  };
}

async function createMachine(common: Common, moves: Run['precompiles']): Promise<Machine> {
  const state = createStateManager();
  let block: BlockContext;
  let interrupted: Run['interrupted'];
  const pause = (): void => {
    if (interrupted?.() === true) throw new Interruption('interrupted');
  };
  const functions = precompilesOf(common);
  const customPrecompiles = [...(moves ?? [])].map(([address, source]) => ({
    address: createAddressFromString(address),
    function: source === undefined ? undefined : functions.get(source),
  }));
  const evm = await createEVM({
    common,
    stateManager: state.manager,
    blockchain: {
      getBlock: async (number: number) => ({ hash: () => hexToBytes(block.blockHash(BigInt(number))) }),
      putBlock: async () => {},
      shallowCopy() {
        return this;
      },
    },
    // Nothing runs long without coming by one of these or sending messages.
    customOpcodes: [{ opcode: 0x5b, opcodeName: 'JUMPDEST', baseFee: 1, logicFunction: pause }],
    customPrecompiles,
  });
  evm.events.on('beforeMessage', pause);
  return {
    evm,
    use(run) {
      state.use(run.overlay);
      block = run.block;
      let visits = 0;
      interrupted = run.interrupted && (() => ++visits % patience === 0 && run.interrupted?.() === true);
    },
  };
}

function precompilesOf(common: Common) {
  return new Map(
    [...getActivePrecompiles(common)].map(([address, run]): [Address, typeof run] => [`0x${address}`, run]),
  );
}

async function runMessage(evm: EVM, common: Common, run: Run): Promise<Outcome> {
  const { message, block, hooks } = run;
  const { journal } = evm;
  for (const address of precompilesOf(common).keys()) journal.addAlwaysWarmAddress(address);
  for (const address of message.warmAddresses) journal.addAlwaysWarmAddress(address);
  for (const [address, slot] of message.warmSlots) journal.addAlwaysWarmSlot(address, bigIntToHash(slot));
  const ended = (result: EVMResult): Outcome => outcomeOf(result, block.fork);
  const unwatch = hooks === undefined ? undefined : watch(evm, hooks, run.overlay, ended);
  try {
    return ended(
      await evm.runCall({
        block: blockOf(block),
        caller: libraryAddress(message.caller),
        origin: libraryAddress(message.origin),
        ...(message.to === undefined ? {} : { to: libraryAddress(message.to) }),
        value: message.value,
        data: message.data,
        gasLimit: BigInt(message.gas),
        gasPrice: message.gasPrice,
        blobVersionedHashes: [...message.blobHashes],
        skipNonceIncrement: true,
      }),
    );
  } finally {
    unwatch?.();
    journal.cleanJournal();
    evm.transientStorage.clear();
  }
}

function outcomeOf({ execResult }: EVMResult, fork: Fork): Outcome {
  const { selfdestruct = new Map<Address, Address>(), createdAddresses } = execResult;
  // The library leaves it to its caller that only what the transaction created is destroyed (EIP-6780).
  const isDestroyed = (address: Address): boolean =>
    !isActive(fork, 'cancun') || createdAddresses?.has(address) === true;
  const error = execResult.exceptionError?.error;
  // On Frontier, a creation that cannot pay for its code has made an account without; the library tells of it all the same.
  const isCodeless = fork === 'frontier' && error === errorMessages.CODESTORE_OUT_OF_GAS;
  const halt = error === undefined || isCodeless ? undefined : haltReasonOf(error);
  return {
    halt,
    gasUsed: Number(execResult.executionGasUsed),
    refund: halt === undefined ? Number(execResult.gasRefund ?? 0n) : 0,
    returnData: (halt === undefined && !isCodeless) || halt === 'revert' ? execResult.returnValue : new Uint8Array(0),
    logs: (execResult.logs ?? []).map(([address, topics, data]) => ({
      address: bytesToHex(address),
      topics: topics.map(bytesToHex),
      data,
    })),
    destroyed: new Set([...selfdestruct.keys()].filter(isDestroyed)),
  };
}

function haltReasonOf(text: string): HaltReason {
  // The only text that goes on: it names the place of the jump.
  if (text.startsWith(errorMessages.INVALID_JUMP)) return 'invalid jump destination';
  return haltReasons[text] ?? 'precompile failed';
}

function blockOf(block: BlockContext) {
  return {
    header: {
      number: block.number,
      coinbase: libraryAddress(block.coinbase),
      timestamp: block.timestamp,
      difficulty: block.difficulty,
      prevRandao: hexToBytes(block.prevRandao),
      gasLimit: block.gasLimit,
      baseFeePerGas: block.baseFee,
      getBlobGasPrice: () => block.blobBaseFee,
    },
  };
}

function libraryAddress(address: Address): LibraryAddress {
  return new LibraryAddress(hexToBytes(address));
}
