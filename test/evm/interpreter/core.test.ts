/** The WebAssembly core against the dispatch, which runs whatever is watched step by step: nobody can tell which one ran. */
import { describe, expect, test } from 'vitest';
import type { Hooks, Outcome } from '../../../src/evm/engine.ts';
import { createInterpreterEngine } from '../../../src/evm/interpreter/engine.ts';
import { opcodes } from '../../../src/evm/interpreter/opcodes.ts';
import { bytesToHex } from '../../../src/hex.ts';
import { fewScenarios } from '../../fuzz/campaign.ts';
import { createRandom } from '../../fuzz/random.ts';
import { observe } from '../../fuzz/scenario.ts';
import { code, contract, other, returnTop, runCode } from './run-code.ts';

const watched: Hooks = { step() {} };
const word = (value: bigint): string => value.toString(16).padStart(64, '0');
const push = (value: bigint): string => `7f${word(value)}`;

/** What is to be the same: everything but the overlay. */
function seen({ halt, invalidOpcode, gasUsed, refund, returnData, logs, destroyed }: Outcome): Outcome {
  return { halt, invalidOpcode, gasUsed, refund, returnData, logs, destroyed };
}

const limits = [0n, 1n, 2n, 31n, 32n, 63n, 64n, 65n, 127n, 128n, 192n, 248n, 255n, 256n, 257n];
const edges = [32n, 64n, 128n, 192n, 255n, 256n].flatMap((bits) => [2n ** bits - 1n, 2n ** bits, 2n ** bits + 1n]);
const special = [...limits, ...edges].map((value) => BigInt.asUintN(256, value));
const random = createRandom(7);
const operand = (): bigint =>
  random.once(3) ? random.pick(special) : BigInt(bytesToHex(random.bytes(1 + random.below(32))));

describe('arithmetic', () => {
  const pure = opcodes.filter(({ code: opcode }) => opcode >= 0x01 && opcode <= 0x1e);

  test.each(pure)('$name', ({ code: opcode, inputs }) => {
    const pairs = special.flatMap((left) => special.map((right) => [operand(), left, right]));
    const drawn = Array.from({ length: 300 }, () => [operand(), operand(), operand()]);
    for (const operands of [...pairs, ...drawn]) {
      const program = `${operands.slice(-inputs).map(push).join('')} ${opcode.toString(16).padStart(2, '0')} ${returnTop}`;
      expect(seen(runCode(program)), `of ${program}`).toEqual(seen(runCode(program, { hooks: watched })));
    }
  });

  test('divisions whose digits are guessed too large', () => {
    const digits = [0n, 1n, 2n, 0x7fff_ffffn, 0x8000_0000n, 0xffff_fffen, 0xffff_ffffn];
    const drawn = (count: number): bigint => {
      let value = 0n;
      for (let place = 0; place < count; place++) value = (value << 32n) | random.pick(digits);
      return value;
    };
    for (let round = 0; round < 3000; round++) {
      const [dividend, divisor] = [drawn(1 + random.below(8)), drawn(1 + random.below(8)) | 1n];
      const program = `${push(divisor)} ${push(dividend)} 81 81 04 6000 52 06 6020 52 6040 6000 f3`;
      const expected = word(dividend / divisor) + word(dividend % divisor);
      expect(bytesToHex(runCode(program).returnData), `${dividend} by ${divisor}`).toBe(`0x${expected}`);
    }
  });

  test('pushes of every size, also past the end of the code', () => {
    for (let size = 1; size <= 32; size++) {
      const opcode = (0x5f + size).toString(16);
      const bytes = bytesToHex(random.bytes(size)).slice(2);
      const whole = `${opcode}${bytes} ${returnTop}`;
      expect(runCode(whole).returnData).toEqual(code(bytes.padStart(64, '0')));
      const cut = `6003 56 5b 59 ${opcode}${bytes.slice(0, size - (size % 2))}`;
      expect(seen(runCode(cut))).toEqual(seen(runCode(cut, { hooks: watched })));
    }
  });

  test('hashes and calldata of every length', () => {
    for (let length = 0; length <= 300; length++) {
      const data = random.bytes(length);
      const offset = random.below(40).toString(16).padStart(2, '0');
      // Copies the calldata, hashes a piece of it, adds a word of calldata.
      const program = `36 6000 80 37 36 60${offset} 20 60${offset} 35 01 59 01 ${returnTop}`;
      const message = { data };
      expect(seen(runCode(program, { message })), `${length}`).toEqual(
        seen(runCode(program, { message, hooks: watched })),
      );
    }
  });
});

test('random programs', { timeout: 600_000 }, async () => {
  expect.hasAssertions();
  const engine = createInterpreterEngine();
  for (const { seed, scenario } of fewScenarios(500))
    expect(await observe(engine, scenario), `seed ${seed}`).toEqual(await observe(engine, scenario, watched));
});

describe('frames', () => {
  /** Calls the other contract with nothing, and drops the answer. */
  const callOther = `6000 6000 6000 6000 6000 73${other.slice(2)} 5a f1 50`;

  test('keep their stack and memory while another one runs, which finds its own empty', () => {
    // Fills three words of memory and leaves some on the stack; the other contract adds up what it finds before it fills its own.
    const fill = `${push(2n ** 256n - 1n)} 80 80 6000 52 6020 52 6040 52`;
    const sum = '6000 51 6020 51 01 6040 51 01';
    const otherCode = `${sum} ${fill} 6000 55`;
    const program = `6005 6006 ${fill} ${callOther} ${callOther} ${sum} 01 01 ${returnTop}`;
    const { returnData, overlay, halt } = runCode(program, { otherCode });
    expect(halt).toBeUndefined();
    expect(overlay.storage(other, 0n)).toBe(0n);
    expect(returnData).toEqual(code(word(BigInt.asUintN(256, -3n + 11n))));
  });

  test('a later run finds nothing of an earlier one', () => {
    runCode(`${push(2n ** 256n - 1n)} 80 80 6000 52 61ffff 52 62020000 52 ${callOther}`, { otherCode: '6001 600a 52' });
    expect(runCode(`62020000 51 61ffff 51 01 6000 51 01 ${returnTop}`).returnData).toEqual(code(word(0n)));
  });

  test('memory may grow over all that there was, in a frame below as well', () => {
    const grow = '6001 63001fffe0 52';
    const { returnData, halt } = runCode(`${grow} ${callOther} 63001fffe0 51 ${returnTop}`, {
      otherCode: `${grow} ${grow}`,
      message: { gas: 2 ** 40 },
    });
    expect(halt).toBeUndefined();
    expect(returnData).toEqual(code(word(1n)));
  });

  test('code comes and goes while a frame waits', () => {
    // Creates with 48 kB of initcode that differs each time, more often than all of it has room, and goes on after each.
    const program = `60ff 5b 80 6000 52 61bf00 6000 6000 f0 50 6001 90 03 80 6002 57 602a ${returnTop}`;
    const { returnData, halt } = runCode(program, { message: { gas: 2 ** 40 } });
    expect(halt).toBeUndefined();
    expect(returnData).toEqual(code(word(42n)));
  });

  test('code of any length runs', () => {
    const long = `602a ${returnTop} ${'5b'.repeat(2_000_000)}`;
    const message = { to: undefined, createdAddress: contract, data: code(`62${(2_000_001).toString(16)} 56 ${long}`) };
    const create = { fork: 'berlin', message: { ...message, gas: 2 ** 40 } } as const;
    expect(seen(runCode('', create))).toMatchObject({ halt: undefined, gasUsed: expect.any(Number) as number });
  });

  test('a run inside a run disturbs neither', () => {
    let inner: Outcome | undefined;
    const enter: NonNullable<Hooks['enter']> = ({ depth }) => {
      if (depth === 1) inner = runCode(`6007 6000 52 ${callOther} 6000 51 ${returnTop}`, { otherCode: '6009 6000 52' });
    };
    const { returnData } = runCode(`6005 6000 52 ${callOther} 6000 51 ${returnTop}`, {
      otherCode: '6001 6000 52',
      hooks: { enter },
    });
    expect(returnData).toEqual(code(word(5n)));
    expect(inner?.returnData).toEqual(code(word(7n)));
  });
});
