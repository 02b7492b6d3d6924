/** What `npm start`, `npm test` and `npm run check` do first: a package that is missing is installed. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** Prepares a project of one package, with an npm that leaves a mark in place of installing; tells whether it was called. */
function prepares({ isThere, recorded }: { isThere: boolean; recorded: string }): boolean {
  const root = mkdtempSync(join(tmpdir(), 'pretick-prepare-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (file: string, content: unknown) =>
    writeFileSync(join(root, file), typeof content === 'string' ? content : JSON.stringify(content));
  mkdirSync(join(root, 'node_modules', ...(isThere ? ['some'] : [])), { recursive: true });
  cpSync('.ci/prepare.mjs', join(root, '.ci', 'prepare.mjs'));
  write('package.json', { engines: { node: '>=20.19' } });
  write('package-lock.json', { packages: { '': {}, 'node_modules/some': { version: '1.0.0', integrity: 'x' } } });
  write('node_modules/.package-lock.json', {
    packages: { 'node_modules/some': { version: recorded, integrity: 'x' } },
  });
  write('npm.cjs', `require('node:fs').writeFileSync(${JSON.stringify(join(root, 'called'))}, '')`);
  const { status } = spawnSync(process.execPath, [join(root, '.ci', 'prepare.mjs'), '--install'], {
    env: { ...process.env, npm_execpath: join(root, 'npm.cjs') },
  });
  expect(status).toBe(0);
  return existsSync(join(root, 'called'));
}

test.each([
  ['nothing', 'all is there', { isThere: true, recorded: '1.0.0' }, false],
  ['a package', 'another version is there', { isThere: true, recorded: '0.9.0' }, true],
  ['a package', 'its folder is missing, although npm has a record of it', { isThere: false, recorded: '1.0.0' }, true],
])('installs %s when %s', (_what, _when, project, isInstalled) => {
  expect(prepares(project)).toBe(isInstalled);
});
