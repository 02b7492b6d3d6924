/**
 * The peers are fetched when the benchmark first asks for them, into a folder outside the repository: they are nobody's
 * dependency.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { say } from './report.ts';

export const peerNames = ['anvil', 'hardhat'] as const;

export type PeerName = (typeof peerNames)[number];

const packages: Record<PeerName, string> = { anvil: '@foundry-rs/anvil@1', hardhat: 'hardhat@3' };

/** Where everything lives that a later run can use again. */
export const cacheFolder = join(tmpdir(), 'pretick-bench');

/** Gives the folder whose node_modules hold the peer. */
export async function fetchPeer(name: PeerName): Promise<URL> {
  const folder = join(cacheFolder, name);
  const packageFolder = join(folder, 'node_modules', packages[name].replace(/@\d+$/, ''));
  if (!existsSync(packageFolder)) {
    say(`Fetching ${name} into ${folder} …`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
    install(folder, packages[name]);
    if (name === 'hardhat') install(folder, nativePartOfHardhat(folder));
  }
  return pathToFileURL(`${folder}/`);
}

/** npm leaves it out on a Node older than Hardhat asks for, although it runs there. */
function nativePartOfHardhat(folder: string): string {
  const edr = '@nomicfoundation/edr';
  const manifest = readFileSync(join(folder, 'node_modules', edr, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const suffix = { linux: '-gnu', win32: '-msvc' }[process.platform as string] ?? '';
  return `${edr}-${process.platform}-${process.arch}${suffix}@${version}`;
}

function install(folder: string, name: string): void {
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', name];
  const { status } = spawnSync('npm', args, {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`Installing ${name} failed; see above.`);
}
