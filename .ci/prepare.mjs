/**
 * Brings a clone to the point where the emulator can run: installs when the packages are not those of the lock file, builds when
 * `dist` is not made of the sources as they are. Does nothing, fast, when both are right. Needs Node and npm alone.
 *
 * Flags: --install stops after installing; --build builds in any case.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (...parts) => join(root, ...parts);
const flags = process.argv[1] === fileURLToPath(import.meta.url) ? process.argv.slice(2) : [];

/** Beside the packages, so that a fresh install means a fresh build. */
const stamp = at('node_modules', '.pretick-build');

checkNode();
if (!isInstalled()) install();
if (!flags.includes('--install') && (flags.includes('--build') || !isBuilt())) build();

function checkNode() {
  const { engines } = readJson(at('package.json'));
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [leastMajor, leastMinor] = engines.node.match(/\d+/g).map(Number);
  if (major < leastMajor || (major === leastMajor && minor < leastMinor))
    stop(`Pretick needs Node ${leastMajor}.${leastMinor} or newer; this is ${process.versions.node}.`);
}

/** Whether npm's own record of what it installed agrees with the lock file, and with the folders that are there. */
function isInstalled() {
  const record = at('node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = readJson(record).packages;
  return Object.entries(readJson(at('package-lock.json')).packages).every(([path, wanted]) => {
    if (path === '' || wanted.link === true) return true;
    const found = installed[path];
    if (found === undefined) return wanted.optional === true || wanted.devOptional === true;
    return found.version === wanted.version && found.integrity === wanted.integrity && existsSync(at(path));
  });
}

/** Not `npm ci`: it insists that the lock file lists the binaries of all platforms, and a registry may hold those of one. */
function install() {
  say('Installing packages; this takes up to a minute …');
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  run(npm(), ['install', '--no-save', '--include=dev', ...quiet], 'Installing the packages failed; see above.');
}

function isBuilt() {
  return existsSync(at('dist')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint();
}

/** What was built before stays in place until the new build is whole. */
function build() {
  say('Building …');
  const sources = fingerprint();
  const fresh = at(`.dist-${process.pid}`);
  const compiler = [process.execPath, at('node_modules', 'typescript', 'bin', 'tsc')];
  const failure = 'The build failed; see above.';
  run(compiler, ['-p', at('.tsconfig.build.json'), '--outDir', fresh], failure);
  run([process.execPath, at('.ci', 'bundle.mjs')], [fresh], failure);
  rmSync(at('dist'), { recursive: true, force: true });
  renameSync(fresh, at('dist'));
  writeFileSync(stamp, sources);
}

/** Changes whenever a source, the compiler's settings or the lock file do. */
function fingerprint() {
  const hash = createHash('sha256');
  const add = (path) => {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${path} ${mtimeMs} ${size}\n`);
  };
  for (const file of [
    'package-lock.json',
    'tsconfig.json',
    '.tsconfig.build.json',
    '.ci/bundle.mjs',
    '.ci/warm-up.mjs',
  ])
    add(at(file));
  for (const entry of readdirSync(at('src'), { recursive: true, withFileTypes: true }))
    if (entry.isFile()) add(join(entry.parentPath, entry.name));
  return hash.digest('hex');
}

/** The npm that runs this script, or the one on the path. */
function npm() {
  const path = process.env.npm_execpath;
  return path === undefined ? ['npm'] : [process.execPath, path];
}

function run([command, ...first], args, failure) {
  const { status, error } = spawnSync(command, [...first, ...args], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: command === 'npm' && process.platform === 'win32',
  });
  if (status !== 0) stop(error === undefined ? failure : `${failure} (${error.message})`);
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

function stop(line) {
  say(line);
  process.exit(1);
}
