/**
 * Puts the sources and the packages that every start needs into few files, which load several times faster than hundreds. What
 * only some runs need, and what holds native code, stays a package of its own.
 *
 * Usage: node .ci/bundle.mjs FOLDER
 */
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

await build({
  absWorkingDir: root,
  entryPoints: ['src/index.ts', 'src/cli.ts'],
  outdir: process.argv[2],
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  external: ['@ethereumjs/*', 'ethereum-cryptography', 'secp256k1', 'tiny-secp256k1', 'pino-pretty'],
  // Fastify and pino are CommonJS and call `require`, which a module does not have.
  banner: { js: "import { createRequire as r } from 'node:module';const require = r(import.meta.url);" },
  // Half the text to read; names stay, for stack traces.
  minifyWhitespace: true,
  minifySyntax: true,
  sourcemap: true,
  legalComments: 'linked',
  logLevel: 'warning',
});
