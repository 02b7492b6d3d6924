/**
 * The engine on @ethereumjs/evm: an implementation by other hands, against which our own is held. Asynchronous at every
 * opcode, hence slow; right about every fork.
 */
import type { EVM, EVMResult, Message as LibraryMessage } from '@ethereumjs/evm';
import { EVMError, createEVM, getActivePrecompiles } from '@ethereumjs/evm';
import { Common, Hardfork, Mainnet, createCustomCommon } from '@ethereumjs/common';
import { Address as LibraryAddress, createAddressFromString, generateAddress2 } from '@ethereumjs/util';
import type { Address, Hash, Hex } from '../../hex.ts';
import { bigIntToHash, bytesToHex, hexToBytes } from '../../hex.ts';
import type { BlockContext, Engine, FrameKind, HaltReason, Hooks, Log, Outcome, Run } from '../engine.ts';
import type { Fork } from '../fork.ts';
import type { StateReader } from '../state/account.ts';
import { createAddress } from '../transaction.ts';
import { createStateManager } from './state-manager.ts';

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
  [errorMessages.INVALID_JUMP]: 'invalid jump destination',
  [errorMessages.INVALID_OPCODE]: 'invalid opcode',
  [errorMessages.STATIC_STATE_CHANGE]: 'write protection',
  [errorMessages.OUT_OF_RANGE]: 'return data out of bounds',
  [errorMessages.CREATE_COLLISION]: 'contract address collision',
  [errorMessages.INVALID_BYTECODE_RESULT]: 'invalid code: must not begin with 0xef',
  [errorMessages.CODESIZE_EXCEEDS_MAXIMUM]: 'max code size exceeded',
  [errorMessages.INITCODE_SIZE_VIOLATION]: 'max initcode size exceeded',
  [errorMessages.INSUFFICIENT_BALANCE]: 'insufficient balance for transfer',
};

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
    try {
      machine.use(run);
      return await work(machine.evm, common);
    } finally {
      machines.push(machine);
    }
  }

  return {
    name: 'ethereumjs',
    precompiles: (fork) => [...precompilesOf(commonOf(fork, 1n)).keys()],
    async run(run) {
      if (run.natives !== undefined) throw new Error('native contracts run on the engine "pretick" only');
      return withMachine(run, (evm, common) => runMessage(evm, common, run));
    },
  };
}

async function createMachine(common: Common, moves: Run['precompiles']): Promise<Machine> {
  const state = createStateManager();
  let block: BlockContext;
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
    // The library's type leaves out that `function: undefined` removes a precompile, which its documentation promises.
    customPrecompiles: customPrecompiles as NonNullable<Parameters<typeof createEVM>[0]>['customPrecompiles'] & {},
  });
  return {
    evm,
    use(run) {
      state.use(run.overlay);
      block = run.block;
    },
  };
}

function precompilesOf(common: Common) {
  return new Map([...getActivePrecompiles(common)].map(([address, run]) => [`0x${address}` as Address, run]));
}

async function runMessage(evm: EVM, common: Common, run: Run): Promise<Outcome> {
  const { message, block, hooks } = run;
  const { journal } = evm;
  for (const address of precompilesOf(common).keys()) journal.addAlwaysWarmAddress(address);
  for (const address of message.warmAddresses) journal.addAlwaysWarmAddress(address);
  for (const [address, slot] of message.warmSlots) journal.addAlwaysWarmSlot(address, bigIntToHash(slot));
  const unwatch = hooks === undefined ? undefined : watch(evm, hooks, run.overlay);
  try {
    const result = await evm.runCall({
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
    });
    return outcomeOf(result);
  } finally {
    unwatch?.();
    journal.cleanJournal();
    evm.transientStorage.clear();
  }
}

function outcomeOf({ execResult }: EVMResult): Outcome {
  const error = execResult.exceptionError;
  const halt = error === undefined ? undefined : (haltReasons[error.error] ?? 'precompile failed');
  return {
    halt,
    gasUsed: Number(execResult.executionGasUsed),
    refund: halt === undefined ? Number(execResult.gasRefund ?? 0n) : 0,
    returnData: halt === undefined || halt === 'revert' ? execResult.returnValue : new Uint8Array(0),
    logs: (execResult.logs ?? []).map(([address, topics, data]) => ({
      address: bytesToHex(address),
      topics: topics.map(bytesToHex),
      data,
    })),
    destroyed: new Set<Address>(execResult.selfdestruct?.keys() ?? []),
  };
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

function kindOf(message: LibraryMessage): FrameKind {
  if (message.to === undefined) return message.salt === undefined ? 'CREATE' : 'CREATE2';
  if (message.delegatecall) return 'DELEGATECALL';
  if (message.isStatic) return 'STATICCALL';
  return message.codeAddress.equals(message.to) ? 'CALL' : 'CALLCODE';
}

/** Where a contract will be; the library works it out only after it has announced the message. */
function addressOfCreation({ caller, salt, data }: LibraryMessage, state: StateReader): Address {
  if (salt !== undefined) return bytesToHex(generateAddress2(caller.bytes, salt, data));
  const creator = textOf(caller);
  // The creator's nonce has been raised already.
  return createAddress(creator, (state.account(creator)?.nonce ?? 1n) - 1n);
}

/** Turns the library's events into hook calls; the result ends that. */
function watch(evm: EVM, hooks: Hooks, state: StateReader): () => void {
  const before: Parameters<typeof evm.events.on<'beforeMessage'>>[1] = (message) => {
    const kind = kindOf(message);
    const to = message.to === undefined ? addressOfCreation(message, state) : textOf(message.to);
    hooks.enter?.({
      kind,
      depth: message.depth,
      from: textOf(message.caller),
      to,
      value: message.value,
      gas: Number(message.gasLimit),
      input: message.data,
    });
  };
  const after: Parameters<typeof evm.events.on<'afterMessage'>>[1] = (result) => {
    const { halt, gasUsed, returnData } = outcomeOf(result);
    hooks.exit?.({ halt, gasUsed, output: returnData });
  };
  const step: Parameters<typeof evm.events.on<'step'>>[1] = (event) => {
    const opcode = event.opcode.code ?? 0;
    const { stack } = event;
    const top = (index: number): bigint => stack[stack.length - 1 - index] ?? 0n;
    if (opcode >= 0xa0 && opcode <= 0xa4)
      hooks.log?.({
        address: textOf(event.address),
        topics: Array.from({ length: opcode - 0xa0 }, (_, index): Hash => bigIntToHash(top(2 + index))),
        data: slice(event.memory, Number(top(0)), Number(top(1))),
      } satisfies Log);
    if (opcode === 0xff)
      hooks.selfDestruct?.(
        textOf(event.address),
        `0x${top(0).toString(16).padStart(64, '0').slice(24)}`,
        event.account.balance,
      );
    hooks.step?.({
      depth: event.depth,
      pc: event.pc,
      opcode,
      gas: Number(event.gasLeft),
      cost: Number(event.opcode.dynamicFee ?? BigInt(event.opcode.fee)),
      refund: Number(event.gasRefund),
      address: textOf(event.address),
      stack,
      memory: event.memory,
      returnData: new Uint8Array(0),
    });
  };
  const needsSteps = hooks.step !== undefined || hooks.log !== undefined || hooks.selfDestruct !== undefined;
  evm.events.on('beforeMessage', before);
  evm.events.on('afterMessage', after);
  if (needsSteps) evm.events.on('step', step);
  return () => {
    evm.events.off('beforeMessage', before);
    evm.events.off('afterMessage', after);
    if (needsSteps) evm.events.off('step', step);
  };
}

function textOf(address: { readonly bytes: Uint8Array }): Hex {
  return bytesToHex(address.bytes);
}

/** Memory that a log reaches beyond reads as zeros. */
function slice(memory: Uint8Array, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  bytes.set(memory.subarray(offset, offset + length));
  return bytes;
}
