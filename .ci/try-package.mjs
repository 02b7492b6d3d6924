/**
 * Packs the package, installs it in an empty folder beside nothing of ours, and uses it as a stranger would: its types compile,
 * `startPretick` answers a request, and the command knows its version.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'pretick-package-'));

/** What the command prints; the error shows it too. */
function run(command, args, cwd = folder) {
  const { status, stdout } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}`);
  return stdout;
}

try {
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--loglevel=error', '--pack-destination', folder], root));
  for (const wanted of [
    'dist/cli.cjs',
    'dist/index.d.ts',
    'fixtures/mainnet/chain.json',
    'fixtures/testnet/genesis.json',
    'LICENSE',
  ])
    if (!packed.files.some(({ path }) => path === wanted)) throw new Error(`The package lacks ${wanted}.`);
  for (const { path } of packed.files)
    if (
      !/^(dist\/.+\.(c?js|d\.ts|cjs\.compiled)|fixtures\/.+\.json|LICENSE|README\.md|CHANGELOG\.md|package\.json)$/.test(
        path,
      )
    )
      throw new Error(`The package should not hold ${path}.`);

  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'stranger', private: true, type: 'module' }));
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', join(folder, packed.filename)]);

  writeFileSync(
    join(folder, 'stranger.ts'),
    `import { startPretick } from '${name}';
const emulator = await startPretick({ port: 0, ticking: 'manual' });
const answer = await fetch(emulator.stocks);
console.log(await answer.text());
await emulator.advance(200);
await emulator.stop();
`,
  );
  symlinkSync(join(root, 'node_modules', '@types'), join(folder, 'node_modules', '@types'));
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const settings = ['--module', 'nodenext', '--target', 'es2023', '--strict', '--types', 'node'];
  run(process.execPath, [compiler, ...settings, 'stranger.ts']);
  const answer = run(process.execPath, ['stranger.js']);
  if (!answer.includes('"chain_id":"8453"')) throw new Error(`The installed package answered ${answer}`);

  const told = run(join(folder, 'node_modules', '.bin', 'pretick'), ['--version']).trim();
  if (told !== version) throw new Error(`The installed command says it is ${told}, not ${version}.`);
  console.log(
    `${packed.filename}: ${packed.files.length} files, ${Math.round(packed.size / 1024)} KiB; works where it is installed.`,
  );
} finally {
  rmSync(folder, { recursive: true });
}
