/**
 * Loads the files of the bundle, in `dist`, each with the code that V8 made of it when it was built (`.ci/warm-up.mjs`): compiling
 * them anew takes longer than everything else in a start. Another version of Node refuses that code and compiles as usual.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

type Module = { exports: unknown };
/** What the wrapper below makes of a file. `importModule` stands for `import()`, which kept code does not bring along. */
type Run = (
  exports: unknown,
  require: (id: string) => unknown,
  module: Module,
  __filename: string,
  importModule: (id: string) => Promise<unknown>,
) => void;

const folder = dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url) as (id: string) => unknown;
const modules = new Map<string, Module>();

/** What has run so far, by file name: its compiled code can be kept. */
export const scripts = new Map<string, Script>();

/**
 * What a file of the bundle exports; it runs once.
 * @param name its file name, in the folder of this one
 */
export function load(name: string): unknown {
  const known = modules.get(name);
  if (known !== undefined) return known.exports;
  const module: Module = { exports: {} };
  modules.set(name, module);
  const filename = join(folder, name);
  const cachedData = compiledCode(`${filename}.compiled`);
  // The bundle is of ASCII alone, which is read fastest as this.
  const source = readFileSync(filename, 'latin1');
  const script = new Script(`(function (exports, require, module, __filename, importModule) {${source}\n})`, {
    // Kept code keeps its name, and the folder is another one during the build.
    filename: `dist/${name}`,
    ...(cachedData !== undefined && { cachedData }),
  });
  scripts.set(name, script);
  const run = script.runInThisContext() as Run; // as written above
  run(
    module.exports,
    (id) => (id.startsWith('./') ? load(id.slice(2)) : require(id)),
    module,
    filename,
    async (id) => import(id),
  );
  return module.exports;
}

/** `undefined` where none was kept, as during the build. */
function compiledCode(filename: string): Buffer | undefined {
  try {
    return readFileSync(filename);
  } catch {
    return undefined;
  }
}
