/** A process that does what a test does: imports a node, starts it, calls it, and reports how long each took, in ms. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chainId } from '../chain-id.ts';
import type { HardhatNetwork } from './hardhat-network.ts';
import type { PretickLibrary } from './pretick-library.ts';

export type EmbedReport = {
  readonly import: number;
  readonly start: number;
  readonly firstCall: number;
  /** One call once many were made. */
  readonly call: number;
};

type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>;

const [name, library] = process.argv.slice(2) as [string, string]; // given by lines/embedded.ts
/** The identity precompile: every chain has it. */
const call = { to: '0x0000000000000000000000000000000000000004', data: '0x01' };

const begin = performance.now();
const starts = name === 'pretick' ? await importPretick() : await importHardhat();
const imported = performance.now();
const ask = await starts();
const started = performance.now();
await ask('eth_call', [call, 'latest']);
const called = performance.now();

const [warmUps, calls] = [1_000, 2_000];
for (let count = 0; count < warmUps; count += 1) await ask('eth_call', [call, 'latest']);
const before = performance.now();
for (let count = 0; count < calls; count += 1) await ask('eth_call', [call, 'latest']);

const report: EmbedReport = {
  import: imported - begin,
  start: started - imported,
  firstCall: called - begin,
  call: (performance.now() - before) / calls,
};
process.send?.(report, () => process.exit(0));

async function importPretick(): Promise<() => Promise<Ask>> {
  const { startPretick } = (await import(library)) as PretickLibrary;
  return async () => {
    const [chain] = (await startPretick({ port: 0 })).chains;
    return async (method, params) => chain!.request({ method, params });
  };
}

async function importHardhat(): Promise<() => Promise<Ask>> {
  const project = mkdtempSync(join(tmpdir(), 'pretick-bench-'));
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  process.chdir(project); // it looks for one around itself
  const { createHardhatRuntimeEnvironment } = (await import(library)) as {
    createHardhatRuntimeEnvironment(config: object): Promise<{ readonly network: HardhatNetwork }>;
  };
  return async () => {
    const node = { type: 'edr-simulated', chainId };
    const { network } = await createHardhatRuntimeEnvironment({ networks: { node } });
    const { provider } = await network.create('node');
    return (method, params) => provider.request({ method, params });
  };
}
