/** What a watcher is told of a run: the same by both engines, down to the single step. */
import { expect, test } from 'vitest';
import type { Engine, Hooks } from '../../src/evm/engine.ts';
import { createEthereumjsEngine } from '../../src/evm/ethereumjs/engine.ts';
import { isActive } from '../../src/evm/fork.ts';
import { createInterpreterEngine } from '../../src/evm/interpreter/engine.ts';
import { opcodes } from '../../src/evm/interpreter/opcodes.ts';
import { bytesToHex } from '../../src/hex.ts';
import { fewScenarios } from '../fuzz/campaign.ts';
import type { Scenario } from '../fuzz/scenario.ts';
import { makeScenario, observe } from '../fuzz/scenario.ts';

/** When each opcode came. */
const beginnings = new Map(opcodes.map(({ code, since }) => [code, since]));

/** Every hook call, as a line. */
async function told(engine: Engine, scenario: Scenario): Promise<readonly string[]> {
  const lines: string[] = [];
  const hooks: Hooks = {
    enter({ kind, depth, from, to, value, gas, input }) {
      const isBorrowed = kind === 'DELEGATECALL';
      lines.push(`enter ${kind} ${depth} ${from} ${to} ${isBorrowed ? '' : value} ${gas} ${bytesToHex(input)}`);
    },
    exit({ halt, gasUsed, output }) {
      const reason = halt === undefined || halt === 'revert' ? halt : 'exceptional halt';
      // What the failing step would have cost, engines work out to a different depth.
      if (reason === 'exceptional halt') lines.push(lines.pop()!.replace(/ costs .*/, ''));
      lines.push(`exit ${reason} ${gasUsed} ${bytesToHex(output)}`);
    },
    log({ address, topics, data }) {
      lines.push(`log ${address} ${topics.join()} ${bytesToHex(data)}`);
    },
    selfDestruct(from, beneficiary, balance) {
      lines.push(`destroy ${from} ${beneficiary} ${balance}`);
    },
    step({ depth, pc, opcode, gas, cost, refund, address, stack, memory, returnData }) {
      // The library does not step on the STOP behind the code's end nor on a REVERT without operands, and takes unknown opcodes
      // for one another.
      if (opcode === 0x00 || (opcode === 0xfd && stack.length < 2)) return;
      // Before London, a destruction's own refund is in the library's counter only afterwards.
      const earned = opcode === 0xff ? '' : ` refund ${refund}`;
      const since = beginnings.get(opcode);
      const name = since !== undefined && isActive(scenario.fork, since) ? opcode.toString(16) : 'unknown';
      lines.push(
        `step ${depth} ${pc} ${name} ${gas} ${address} [${stack.join()}] ${bytesToHex(memory)} ${bytesToHex(returnData)} costs ${cost}${earned}`,
      );
    },
  };
  await observe(engine, scenario, hooks);
  return lines;
}

test.each([createInterpreterEngine(), createEthereumjsEngine()])(
  'a hook that throws ends the run on the engine $name, and the next one is not disturbed',
  async (engine) => {
    const scenario = makeScenario(1);
    const before = await told(engine, scenario);
    const throwing = (): never => {
      throw new RangeError('enough');
    };
    await expect(observe(engine, scenario, { step: throwing })).rejects.toThrow('enough');
    expect(await told(engine, scenario)).toEqual(before);
  },
);

test('both engines tell the same of random programs', { timeout: 3_600_000 }, async () => {
  const ours = createInterpreterEngine();
  const theirs = createEthereumjsEngine();
  for (const { seed, scenario } of fewScenarios(60))
    expect(await told(ours, scenario), `seed ${seed}, ${scenario.fork}`).toEqual(await told(theirs, scenario));
});
