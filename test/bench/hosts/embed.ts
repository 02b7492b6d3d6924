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
const call = { to: '0x4e59b44847b379578588920cA78FbF26c0B4956C', data: '0x' };

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

/** Over a socket, since that is the only way in that a test has. */
async function importPretick(): Promise<() => Promise<Ask>> {
  const { startPretick } = (await import(library)) as PretickLibrary;
  return async () => {
    const { port } = new URL((await startPretick({ port: 0 })).url);
    const { openConnection, serializeRequest } = await import('../client.ts');
    const connection = await openConnection(Number(port));
    return async (method, params) => {
      const body = await connection.send(
        serializeRequest('/', JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })),
      );
      return JSON.parse(body.toString()) as unknown;
    };
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
