/**
 * The contract between one transaction's rules (`transition.ts`) and what runs its code. An engine runs one message, with all
 * the messages it causes, on an overlay. Nothing above `evm/` knows which engine that is.
 */
import type { Address, Hash } from '../hex.ts';
import type { Fork } from './fork.ts';
import type { L1Fees } from './rollup/rules.ts';
import type { Overlay } from './state/overlay.ts';

/** What code can learn of its block. */
export type BlockContext = {
  readonly fork: Fork;
  readonly chainId: bigint;
  readonly number: bigint;
  /** Seconds since 1970. */
  readonly timestamp: bigint;
  readonly gasLimit: bigint;
  /** The fee recipient. */
  readonly coinbase: Address;
  /** 0 from Paris on. */
  readonly difficulty: bigint;
  /** 32 bytes; replaces the difficulty from Paris on. */
  readonly prevRandao: Hash;
  /** Wei per gas; 0 before London. */
  readonly baseFee: bigint;
  /** Wei per blob gas; 1 where there are no blobs. */
  readonly blobBaseFee: bigint;
  /** Only of a rollup. Code learns it from the rollup's contracts. */
  readonly l1Fees?: L1Fees | undefined;
  /** Hash of one of the 256 blocks before this one; the zero hash for any other. The engine checks the distance itself. */
  blockHash(number: bigint): Hash;
};

/** The top message of a transaction, after its fees were bought and its nonce was raised. */
export type Message = {
  readonly caller: Address;
  /** `undefined` creates a contract: `data` is then the initcode, and the address follows from `createdAddress`. */
  readonly to: Address | undefined;
  readonly createdAddress: Address | undefined;
  readonly value: bigint;
  readonly data: Uint8Array;
  /** What is left of the transaction's gas after the intrinsic part. */
  readonly gas: number;
  /** ORIGIN; the caller in every ordinary case. */
  readonly origin: Address;
  /** GASPRICE: what the sender pays, in wei per gas. */
  readonly gasPrice: bigint;
  readonly blobHashes: readonly Hash[];
  /** Addresses and slots that are warm from the start (EIP-2929), beside precompiles, which the engine adds. */
  readonly warmAddresses: Iterable<Address>;
  readonly warmSlots: Iterable<readonly [Address, bigint]>;
};

/** A log as code emits it; its place in block and transaction is added later. */
export type Log = {
  readonly address: Address;
  readonly topics: readonly Hash[];
  readonly data: Uint8Array;
};

/** Why code stopped without success. `revert` is the only one that leaves gas and returns data. */
export type HaltReason =
  | 'revert'
  | 'out of gas'
  | 'code store out of gas'
  | 'stack underflow'
  | 'stack overflow'
  | 'invalid jump destination'
  | 'invalid opcode'
  | 'write protection'
  | 'return data out of bounds'
  | 'gas uint64 overflow'
  | 'contract address collision'
  | 'invalid code: must not begin with 0xef'
  | 'max code size exceeded'
  | 'max initcode size exceeded'
  | 'insufficient balance for transfer'
  | 'max call depth exceeded'
  | 'nonce uint64 overflow'
  | 'precompile failed'
  | 'execution timeout';

export type Outcome = {
  /** `undefined` on success. */
  readonly halt: HaltReason | undefined;
  /** The opcode behind `invalid opcode`. */
  readonly invalidOpcode?: number | undefined;
  /** Of `Message.gas`, before refunds. */
  readonly gasUsed: number;
  /** Refund counter (EIP-3529 caps it later); 0 after a halt. */
  readonly refund: number;
  /** Return data, revert data, or the created contract's code. */
  readonly returnData: Uint8Array;
  /** In order of emission; none after a halt. */
  readonly logs: readonly Log[];
  /** Accounts to delete at the end of the transaction (SELFDESTRUCT, narrowed by EIP-6780). */
  readonly destroyed: ReadonlySet<Address>;
};

/**
 * Calls into the watcher of a run. Each is optional and costs nothing when absent. One that throws ends the run with its error;
 * the overlay is then in the middle of things and of no more use.
 */
export type Hooks = {
  /**
   * A frame begins: the transaction's own message, a call or a create. Value moves with it unless the kind is DELEGATECALL or
   * CALLCODE.
   */
  readonly enter?: (frame: FrameStart) => void;
  /** The frame that was entered last and has not ended ends. */
  readonly exit?: (frame: FrameEnd) => void;
  /** A log, in order of emission, also in frames that revert later. */
  readonly log?: (log: Log) => void;
  /** Before each opcode. */
  readonly step?: (step: Step) => void;
  /** A self-destruct moves the balance of its account. */
  readonly selfDestruct?: (from: Address, beneficiary: Address, balance: bigint) => void;
};

export type FrameKind = 'CALL' | 'CALLCODE' | 'DELEGATECALL' | 'STATICCALL' | 'CREATE' | 'CREATE2';

export type FrameStart = {
  readonly kind: FrameKind;
  /** 0 for the transaction's own message. */
  readonly depth: number;
  readonly from: Address;
  readonly to: Address;
  readonly value: bigint;
  readonly gas: number;
  /** Call data, or the initcode of a creation. */
  readonly input: Uint8Array;
};

export type FrameEnd = {
  readonly halt: HaltReason | undefined;
  /** The opcode behind `invalid opcode`. */
  readonly invalidOpcode?: number | undefined;
  readonly gasUsed: number;
  readonly output: Uint8Array;
};

/** The machine before an opcode. Memory is the live one, valid only during the call; the rest may be kept. */
export type Step = {
  readonly depth: number;
  readonly pc: number;
  readonly opcode: number;
  /** Left before the opcode. */
  readonly gas: number;
  /** What the opcode costs, without what it passes on to a call. Its base price when it cannot run, or no gas would do. */
  readonly cost: number;
  /** Refund counter, with what the opcode itself adds or takes. */
  readonly refund: number;
  readonly address: Address;
  /** Bottom first. */
  readonly stack: readonly bigint[];
  readonly memory: Uint8Array;
  readonly returnData: Uint8Array;
};

/** A contract in TypeScript, reached by message at its address. */
export type NativeContract = (call: NativeCall) => NativeResult;

export type NativeCall = {
  readonly caller: Address;
  /** The account whose storage and balance are the call's; differs from the contract's own under DELEGATECALL. */
  readonly address: Address;
  /** Where the contract was found. */
  readonly codeAddress: Address;
  readonly value: bigint;
  readonly data: Uint8Array;
  readonly isStatic: boolean;
  readonly gas: number;
  readonly overlay: Overlay;
  readonly block: BlockContext;
  /** Emits a log of the contract. */
  log(topics: readonly Hash[], data: Uint8Array): void;
  /** Whether the slot was warm; makes it warm. */
  warmSlot(slot: bigint): boolean;
  /** Whether the account was warm; makes it warm. */
  warmAddress(address: Address): boolean;
  /** Adds to the refund counter. */
  refund(gas: number): void;
};

export type NativeResult = {
  readonly halt: HaltReason | undefined;
  readonly gasUsed: number;
  readonly output: Uint8Array;
};

/** Which addresses run native code beside the fork's precompiles, and which precompiles moved (simulation overrides). */
export type Natives = {
  /** The contract at an address, `undefined` for none. */
  find(address: Address): NativeContract | undefined;
};

export type Run = {
  readonly block: BlockContext;
  readonly message: Message;
  readonly overlay: Overlay;
  readonly hooks?: Hooks | undefined;
  readonly natives?: Natives | undefined;
  /**
   * Precompiles by the address they answer at, when that differs from the fork's own places: the source is the precompile's
   * own address, `undefined` removes it. Warm addresses stay the fork's.
   */
  readonly precompiles?: ReadonlyMap<Address, Address | undefined> | undefined;
  /** Halts with `execution timeout` once it returns true; asked now and then, not at every opcode. */
  readonly interrupted?: (() => boolean) | undefined;
};

export type Engine = {
  /** How it is called on the command line and in logs. */
  readonly name: string;
  /**
   * Runs the message: moves its value, runs code or precompile, and leaves the effects in the overlay, or none of them after a
   * halt. Does not touch nonce or fees of the sender, and does not delete accounts.
   */
  run(run: Run): Outcome | Promise<Outcome>;
  /** The precompiles' addresses at a fork. */
  precompiles(fork: Fork): readonly Address[];
};
