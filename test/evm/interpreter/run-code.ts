/** Runs a few bytes of code on our engine: a contract with that code is called, with a funded caller. */
import type { Address } from '../../../src/hex.ts';
import { bigIntToAddress, emptyBytes, hexToBytes, zeroHash } from '../../../src/hex.ts';
import type { Message, Outcome, Run } from '../../../src/evm/engine.ts';
import type { Fork } from '../../../src/evm/fork.ts';
import { createInterpreterEngine } from '../../../src/evm/interpreter/engine.ts';
import type { StateReader } from '../../../src/evm/state/account.ts';
import { emptyCodeHash } from '../../../src/evm/state/account.ts';
import type { Overlay } from '../../../src/evm/state/overlay.ts';
import { createOverlay } from '../../../src/evm/state/overlay.ts';

export const caller: Address = bigIntToAddress(0xca11e4n);
export const contract: Address = bigIntToAddress(0xc0de00n);
export const other: Address = bigIntToAddress(0xc0de01n);

const emptyState: StateReader = {
  account: () => undefined,
  code: () => emptyBytes,
  storage: () => 0n,
  hasStorage: () => false,
};

export type Setting = Partial<Omit<Run, 'block' | 'message' | 'overlay'>> & {
  readonly fork?: Fork;
  readonly message?: Partial<Message>;
  /** What slot 0 of the contract held before the transaction. */
  readonly slot0?: bigint;
  /** Code at {@link other}. */
  readonly otherCode?: string;
};

/** Code is written as hex digits, with blanks where they help. */
export function code(text: string): Uint8Array {
  return hexToBytes(`0x${text.replaceAll(/\s/g, '')}`);
}

export function runCode(text: string, setting: Setting = {}): Outcome & { readonly overlay: Overlay } {
  const { fork = 'osaka', message, slot0 = 0n, otherCode, ...rest } = setting;
  const overlay = createOverlay(emptyState);
  overlay.setAccount(caller, { nonce: 1n, balance: 10n ** 18n, codeHash: emptyCodeHash });
  overlay.setCode(contract, code(text));
  if (otherCode !== undefined) overlay.setCode(other, code(otherCode));
  overlay.setStorage(contract, 0n, slot0);
  overlay.endTransaction({ destroyed: [], deleteEmpty: false });
  const outcome = createInterpreterEngine().run({
    ...rest,
    overlay,
    block: {
      fork,
      chainId: 1n,
      number: 300n,
      timestamp: 1000n,
      gasLimit: 30_000_000n,
      coinbase: bigIntToAddress(0xc01ban),
      difficulty: 5n,
      prevRandao: zeroHash,
      baseFee: 7n,
      blobBaseFee: 1n,
      blockHash: () => zeroHash,
    },
    message: {
      caller,
      to: contract,
      createdAddress: undefined,
      value: 0n,
      data: emptyBytes,
      gas: 1_000_000,
      origin: caller,
      gasPrice: 7n,
      blobHashes: [],
      warmAddresses: [caller, contract],
      warmSlots: [],
      ...message,
    },
  });
  return { ...outcome, overlay };
}

/** Code that returns the word on top of the stack. */
export const returnTop = '6000 52 6020 6000 f3';
