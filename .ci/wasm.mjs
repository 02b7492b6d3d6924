/**
 * Makes the WebAssembly modules that are kept, as text, with the sources: the core of the interpreter from its AssemblyScript, and
 * keccak from its assembler. A test holds what is kept against what this makes.
 *
 * Usage: node .ci/wasm.mjs
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';
import { build } from 'rolldown';

const evm = fileURLToPath(new URL('../src/evm', import.meta.url));

/** The text of each file, by its path in `src/evm`. */
export async function makeModules() {
  return {
    'interpreter/core/compiled.ts': moduleText('compiled', 'core of the interpreter', await compileCore()),
    'crypto/keccak-module.ts': moduleText('keccakModule', 'inner part of keccak256', await assembleKeccak()),
  };
}

async function compileCore() {
  const output = {};
  const options = ['-O3', '--runtime', 'stub', '--importMemory', '--initialMemory', '16', '--noAssert'];
  const source = ['run.ts', '--baseDir', `${evm}/interpreter/core/assembly`, '-o', 'core.wasm'];
  const { error } = await asc.main([...source, ...options], {
    writeFile(name, contents) {
      output[name] = contents;
    },
  });
  if (error) throw new Error('AssemblyScript refuses the core', { cause: error });
  return output['core.wasm'];
}

/** Node 20 does not run TypeScript itself. */
async function assembleKeccak() {
  const { output } = await build({ input: `${evm}/crypto/keccak-assembly.ts`, write: false, logLevel: 'warn' });
  const assembler = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
  return assembler.assembleKeccak();
}

function moduleText(name, what, bytes) {
  const lines = Buffer.from(bytes)
    .toString('base64')
    .match(/.{1,110}/g);
  return [
    `/** The ${what} as a WebAssembly module, in base64: made by \`npm run wasm\`. */`,
    `export const ${name} =`,
    ...lines.map((line, index) => `  '${line}'${index < lines.length - 1 ? ' +' : ';'}`),
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, text] of Object.entries(await makeModules())) writeFileSync(`${evm}/${path}`, text);
