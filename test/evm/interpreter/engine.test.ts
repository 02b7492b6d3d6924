import { describe, expect, test } from 'vitest';
import { bigIntToAddress, bigIntToHash, bytesToBigInt, emptyBytes } from '../../../src/hex.ts';
import type { HaltReason, NativeContract, Natives } from '../../../src/evm/engine.ts';
import { createInterpreterEngine } from '../../../src/evm/interpreter/engine.ts';
import { balanceOf } from '../../../src/evm/interpreter/machine.ts';
import { createAddress } from '../../../src/evm/transaction.ts';
import { caller, code, contract, other, returnTop, runCode } from './run-code.ts';

const address = (text: string): string => `73${text.slice(2)}`;
/** CALL with all gas and no value; leaves whether it succeeded. */
const call = (to: string): string => `5f 5f 5f 5f 5f ${address(to)} 5a f1`;

describe('messages', () => {
  test('nest 1,024 levels on the native stack of a plain process, and not one more', () => {
    // Calls itself and stores how deep the deepest frame was: 1 + the result of the inner one.
    const { halt, returnData } = runCode(`6020 5f 5f 5f 5f ${address(contract)} 5a f1 5f 51 01 5f 52 6020 5f f3`, {
      message: { gas: Number.MAX_SAFE_INTEGER },
    });
    expect(halt).toBeUndefined();
    expect(bytesToBigInt(returnData)).toBe(1024n);
  });

  test('may run others of the same engine in between', () => {
    const seen: bigint[] = [];
    const outcome = runCode(`602a ${returnTop}`, {
      hooks: { step: () => void seen.push(bytesToBigInt(runCode(`6007 ${returnTop}`).returnData)) },
    });
    expect(bytesToBigInt(outcome.returnData)).toBe(42n);
    expect(new Set(seen)).toEqual(new Set([7n]));
  });

  test('move value, and give it back when they fail', () => {
    const value = { message: { value: 5n } };
    expect(balanceOf(runCode('00', value).overlay, contract)).toBe(5n);
    const failed = runCode('fe', value);
    expect(balanceOf(failed.overlay, contract)).toBe(0n);
    expect(balanceOf(failed.overlay, caller)).toBe(10n ** 18n);
  });

  test('without the balance for their value fail and keep their gas', () => {
    expect(runCode('00', { message: { value: 10n ** 19n } })).toMatchObject({
      halt: 'insufficient balance for transfer',
      gasUsed: 0,
    });
  });

  test('undo storage, logs and refunds of a frame that reverts', () => {
    const { logs, refund, overlay } = runCode(`${call(other)} 00`, {
      otherCode: '6001 5f 55 5f 5f 55 5f 5f a0 5f 5f fd',
    });
    expect({ logs, refund, slot: overlay.storage(other, 0n) }).toEqual({ logs: [], refund: 0, slot: 0n });
  });

  test('see transient storage of their own account, for as long as the transaction runs', () => {
    const { returnData } = runCode(`6009 5f 5d ${call(other)} 50 5f 5c ${returnTop}`, { otherCode: '6001 5f 5d 00' });
    expect(bytesToBigInt(returnData)).toBe(9n);
  });

  test('stop with a timeout once asked to, whatever depth they are at', () => {
    let questions = 0;
    const halted = runCode(`${call(other)} 6001 5f 55 00`, {
      otherCode: '5b 5f 56',
      message: { gas: 1e12 },
      interrupted: () => ++questions > 3,
    });
    expect(halted.halt).toBe('execution timeout');
    expect(halted.overlay.storage(contract, 0n)).toBe(0n);
  });
});

describe('creations', () => {
  const created = createAddress(caller, 0n);
  const create = (initcode: string, fork: 'frontier' | 'osaka' = 'osaka', gas = 1_000_000) =>
    runCode('00', { fork, message: { to: undefined, createdAddress: created, data: code(initcode), gas } });

  test('leave the returned code at the address, with nonce 1', () => {
    const { overlay, gasUsed } = create('6001 5f 53 6001 5f f3');
    expect(overlay.account(created)?.nonce).toBe(1n);
    expect(overlay.code(overlay.account(created)!.codeHash)).toEqual(Uint8Array.of(1));
    expect(gasUsed).toBe(3 + 2 + 3 + 3 + 3 + 2 + 200);
  });

  test.each<[HaltReason, string]>([
    ['invalid code: must not begin with 0xef', '60ef 5f 53 6001 5f f3'],
    ['max code size exceeded', '616001 5f f3'],
    ['code store out of gas', '616000 5f f3'],
  ])('fail with "%s"', (halt, initcode) => {
    expect(create(initcode)).toMatchObject({ halt, gasUsed: 1_000_000 });
  });

  test('before Homestead stay without code when the deposit cannot be paid', () => {
    const { halt, returnData } = create('611000 6000 f3', 'frontier', 100_000);
    expect({ halt, returnData }).toEqual({ halt: undefined, returnData: emptyBytes });
  });
});

describe('delegations (EIP-7702)', () => {
  test('run the code of the delegate on the account, for one more cold access', () => {
    const delegate = bigIntToAddress(0x0n);
    const plain = runCode(`${call(other)} 00`, { otherCode: '00' });
    const delegated = runCode(`${call(other)} 00`, { otherCode: `ef0100${delegate.slice(2)}` });
    expect(delegated.gasUsed - plain.gasUsed).toBe(2600);
  });

  test('are plain code to EXTCODESIZE', () => {
    const { returnData } = runCode(`${address(other)} 3b ${returnTop}`, { otherCode: `ef0100${contract.slice(2)}` });
    expect(bytesToBigInt(returnData)).toBe(23n);
  });

  test('to a precompile run nothing', () => {
    const { returnData } = runCode(`${call(other)} ${returnTop}`, { otherCode: `ef0100${'04'.padStart(40, '0')}` });
    expect(bytesToBigInt(returnData)).toBe(1n);
  });
});

describe('natives and precompiles', () => {
  const topic = bigIntToHash(1n);
  const natives = (halt: HaltReason | undefined): Natives => {
    const native: NativeContract = ({ overlay, address: own, log }) => {
      overlay.setStorage(own, 1n, 2n);
      log([topic], emptyBytes);
      return { halt, gasUsed: 100, output: Uint8Array.of(7) };
    };
    return { find: (at) => (at === other ? native : undefined) };
  };

  test('a native contract writes, logs, and returns like any other', () => {
    const { logs, overlay, returnData } = runCode(`${call(other)} 50 3d ${returnTop}`, { natives: natives(undefined) });
    expect(logs).toEqual([{ address: other, topics: [topic], data: emptyBytes }]);
    expect(overlay.storage(other, 1n)).toBe(2n);
    expect(bytesToBigInt(returnData)).toBe(1n);
  });

  test('a native contract that reverts leaves nothing but its data', () => {
    const { logs, overlay } = runCode(`${call(other)} 00`, { natives: natives('revert') });
    expect({ logs, slot: overlay.storage(other, 1n) }).toEqual({ logs: [], slot: 0n });
  });

  test('a moved precompile answers at its new place only', () => {
    const identity = bigIntToAddress(4n);
    const echo = (at: string): string => `602a 5f 52 5f 5f 6020 5f 5f ${address(at)} 5a f1 50 3d ${returnTop}`;
    const precompiles = new Map([
      [other, identity],
      [identity, undefined],
    ]);
    expect(bytesToBigInt(runCode(echo(other), { precompiles }).returnData)).toBe(32n);
    expect(bytesToBigInt(runCode(echo(identity), { precompiles }).returnData)).toBe(0n);
  });

  test('each fork has its precompiles', () => {
    const { precompiles } = createInterpreterEngine();
    expect(
      (['frontier', 'byzantium', 'istanbul', 'cancun', 'prague', 'osaka'] as const).map(
        (fork) => precompiles(fork).length,
      ),
    ).toEqual([4, 8, 9, 10, 17, 18]);
  });
});

describe('hooks', () => {
  test('tell frames, logs and self-destructs in order', () => {
    const events: string[] = [];
    runCode(`${call(other)} 5f 5f a0 00`, {
      otherCode: `5f 5f a0 ${address(contract)} ff`,
      hooks: {
        enter: ({ kind, depth, to }) => events.push(`enter ${kind} ${depth} ${to}`),
        exit: ({ halt, gasUsed }) => events.push(`exit ${halt ?? 'ok'} ${gasUsed > 0}`),
        log: (log) => events.push(`log ${log.address}`),
        selfDestruct: (from, to, balance) => events.push(`selfdestruct ${from} ${to} ${balance}`),
      },
    });
    expect(events).toEqual([
      `enter CALL 0 ${contract}`,
      `enter CALL 1 ${other}`,
      `log ${other}`,
      `selfdestruct ${other} ${contract} 0`,
      'exit ok true',
      `log ${contract}`,
      'exit ok true',
    ]);
  });
});
