/**
 * Puts the sources and the packages that every start needs into few files, keeps what V8 compiles of them, and writes the two doors:
 * `cli.cjs`, the command, and `index.js`, the package. What only some runs need, and what holds native code, stays a package.
 *
 * Usage: node .ci/bundle.mjs FOLDER
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = resolve(process.argv[2]);

const { output: loader } = await bundle({ load: 'src/load.ts' });
const { output } = await bundle({ command: 'src/cli.ts', library: 'src/index.ts' });
mkdirSync(folder, { recursive: true });
write(loader[0].fileName, loader[0].code);
for (const { fileName, code } of output) write(fileName, code.replaceAll(/\bimport\((?=")/g, 'importModule(')); // see src/load.ts

const { exports } = output.find(({ name }) => name === 'library');
write('cli.cjs', "#!/usr/bin/env node\nrequire('./load.cjs').load('command.cjs').main();\n");
chmodSync(join(folder, 'cli.cjs'), 0o755);
write(
  'index.js',
  `import { load } from './load.cjs';\nexport const { ${exports.join(', ')} } = load('library.cjs');\n`,
);

const { status } = spawnSync(process.execPath, [join(root, '.ci', 'warm-up.mjs'), folder], { stdio: 'inherit' });
process.exitCode = status;

async function bundle(input) {
  return build({
    cwd: root,
    input,
    platform: 'node',
    external: [
      /^@ethereumjs\//,
      /^@paulmillr\//,
      /^ethereum-cryptography/,
      /^micro-eth-signer/,
      /secp256k1$/,
      'pino-pretty',
    ],
    write: false,
    output: {
      // V8 gives no compiled code of modules.
      format: 'cjs',
      entryFileNames: '[name].cjs',
      chunkFileNames: '[name].cjs',
      // Licences stay beside what they are about.
      comments: { legal: true, annotation: false, jsdoc: false },
    },
    logLevel: 'warn',
  });
}

/** Text of ASCII alone takes half the memory and is read several times faster. */
function write(fileName, code) {
  const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  writeFileSync(join(folder, fileName), code.replaceAll(/[\u0080-\uffff]/g, escaped));
}
