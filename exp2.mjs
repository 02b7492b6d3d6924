import { build } from 'rolldown';
const r = await build({
  cwd: '/tmp/wt-start',
  input: { cli: 'src/cli2.ts', index: 'src/index.ts' },
  platform: 'node',
  external: [
    /^@ethereumjs\//,
    /^ethereum-cryptography/,
    'secp256k1',
    'tiny-secp256k1',
    'pino-pretty',
    /^@paulmillr\//,
    /^micro-eth-signer/,
  ],
  output: {
    dir: 'exp2',
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  },
  logLevel: 'warn',
});
console.log(r.output.map((o) => o.fileName + ' ' + ((o.code?.length / 1000) | 0)).join('\n'));
