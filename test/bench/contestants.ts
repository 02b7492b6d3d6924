/** Who takes part: Pretick and its peers, each started with the same chain id, accounts and balances. */
import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';
import type { HostOptions } from './hosts/host.ts';
import type { NodeClient } from './node-client.ts';
import { nodeClient } from './node-client.ts';
import type { PeerName } from './peers.ts';
import { fetchPeer } from './peers.ts';
import type { Server } from './server.ts';
import { startHost, startServer } from './server.ts';
import { chainId, gasLimit } from './chain-id.ts';
import { accountCount } from './transactions.ts';

/**
 * When a transaction is executed and can be read: `atOnce` on arrival (Pretick's `--ticking instant` pre-confirms, automining
 * peers seal a block each), `onTime` by the clock with a block every 2 s, `held` when the benchmark says so.
 */
export type Mining = 'atOnce' | 'onTime' | 'held';

export type Contestant = {
  readonly name: 'pretick' | PeerName;
  readonly version: string;
  start(mining: Mining): Promise<Node>;
  /** As a user starts it, with nothing but a port. */
  startBare(): Promise<Server>;
  /** Into a process that uses it as a library; undefined for what is no library. */
  readonly embed: EmbedOptions | undefined;
};

export type EmbedOptions = { readonly module: URL; readonly library: string };

/** A running node with the commands that its kind has for making blocks. */
export type Node = NodeClient & {
  readonly server: Server;
  /** Makes what was sent readable at `pending`; where there is no such thing, this seals. Only when `held`. */
  preconfirm(): Promise<void>;
  /** Seals a block, and further ones when asked. Only when `held`. */
  seal(count?: number): Promise<void>;
  stop(): Promise<void>;
};

/** The root of the repository, seen from node_modules/.cache/bench/bench. */
const root = new URL('../../../../', import.meta.url);

export async function contestants(peers: readonly PeerName[], engine: string | undefined): Promise<Contestant[]> {
  const found: Contestant[] = [pretick(engine)];
  for (const peer of peers)
    found.push(peer === 'anvil' ? anvil(await fetchPeer(peer)) : hardhat(await fetchPeer(peer)));
  return found;
}

function pretick(engine: string | undefined): Contestant {
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string };
  const cli = fileURLToPath(new URL('dist/cli.cjs', root));
  const library = new URL('dist/index.js', root).href;
  const module = new URL('hosts/pretick.js', import.meta.url);
  const engineFlags = engine === undefined ? [] : ['--engine', engine];
  const command = (port: number, flags: readonly string[]) => ({
    command: process.execPath,
    args: [cli, '--port', `${port}`, '--log-level', 'silent', ...engineFlags, ...flags],
  });
  // Room for what a line queues at once.
  const flags = ['--accounts', `${accountCount}`, '--pool-limit', '200000'];
  return {
    name: 'pretick',
    version: engine === undefined ? version : `${version}, --engine ${engine}`,
    startBare: () => startServer((port) => command(port, [])),
    embed: { module, library },
    async start(mining) {
      const ticking = mining === 'atOnce' ? 'instant' : 'auto';
      const options: HostOptions = { library, engine };
      const server =
        mining === 'held'
          ? await startHost(module, options)
          : await startServer((port) => command(port, [...flags, '--ticking', ticking]));
      const advance = async (ms: number): Promise<void> => {
        await server.ask({ advance: ms });
        sinceSeal = (sinceSeal + ms) % 2_000;
      };
      let sinceSeal = 0;
      return {
        ...(await nodeClient(server.port, '/provider/mainnet')),
        server,
        preconfirm: () => advance(200),
        seal: (count = 1) => advance(2_000 * count - sinceSeal),
        stop: server.stop,
      };
    },
  };
}

function anvil(folder: URL): Contestant {
  const platform = { linux: 'linux', darwin: 'darwin', win32: 'win32' }[process.platform as string] ?? process.platform;
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const binary = `@foundry-rs/anvil-${platform}-${arch}/bin/anvil${process.platform === 'win32' ? '.exe' : ''}`;
  const command = fileURLToPath(new URL(`node_modules/${binary}`, folder)); // npm's wrapper would count as anvil's start
  const miningFlags = { atOnce: [], onTime: ['--block-time', '2'], held: ['--no-mining'] };
  const flags = ['--chain-id', `${chainId}`, '--accounts', `${accountCount}`, '--gas-limit', `${gasLimit}`];
  return {
    name: 'anvil',
    version: versionOf('@foundry-rs/anvil', folder),
    startBare: () => startServer((port) => ({ command, args: ['--silent', '--port', `${port}`] })),
    embed: undefined,
    async start(mining) {
      const args = ['--silent', ...flags, ...miningFlags[mining]];
      const server = await startServer((port) => ({ command, args: ['--port', `${port}`, ...args] }));
      return blocksByRequest(server, 'anvil_mine');
    },
  };
}

function hardhat(folder: URL): Contestant {
  const module = new URL('hosts/hardhat.js', import.meta.url);
  const library = new URL('node_modules/hardhat/dist/src/hre.js', folder).href;
  const options: HostOptions = { library, cwd: fileURLToPath(folder) };
  return {
    name: 'hardhat',
    version: versionOf('hardhat', folder),
    startBare: () => startHost(module, { ...options, mining: 'atOnce' }),
    embed: { module, library },
    start: async (mining) => blocksByRequest(await startHost(module, { ...options, mining }), 'hardhat_mine'),
  };
}

async function blocksByRequest(server: Server, method: string): Promise<Node> {
  const client = await nodeClient(server.port, '/');
  const seal = async (count = 1): Promise<void> =>
    void (await (count === 1 ? client.ask('evm_mine', []) : client.ask(method, [`0x${count.toString(16)}`])));
  return { ...client, server, preconfirm: () => seal(), seal, stop: server.stop };
}

function versionOf(name: string, folder: URL): string {
  const file = new URL(`node_modules/${name}/package.json`, folder);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
