/**
 * Compiles the WebAssembly core of the interpreter from its AssemblyScript into a module of text, which is kept with the sources
 * so that they run as they are. A test holds the one against the other.
 *
 * Usage: node .ci/core.mjs
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const folder = fileURLToPath(new URL('../src/evm/interpreter/core', import.meta.url));

/** The text of `compiled.ts`. */
export async function compileCore() {
  const output = {};
  const options = ['-O3', '--runtime', 'stub', '--importMemory', '--initialMemory', '16', '--noAssert'];
  const { error } = await asc.main(['run.ts', '--baseDir', `${folder}/assembly`, '-o', 'core.wasm', ...options], {
    writeFile(name, contents) {
      output[name] = contents;
    },
  });
  if (error) throw new Error('AssemblyScript refuses the core', { cause: error });
  const lines = Buffer.from(output['core.wasm'])
    .toString('base64')
    .match(/.{1,110}/g);
  return [
    '/** The core as a WebAssembly module, in base64: made from `assembly/` by `node .ci/core.mjs`. */',
    'export const compiled =',
    ...lines.map((line, index) => `  '${line}'${index < lines.length - 1 ? ' +' : ';'}`),
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(`${folder}/compiled.ts`, await compileCore());
