import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

test('the kept WebAssembly modules are made of their sources', { timeout: 120_000 }, async () => {
  const { makeModules } = (await import(pathToFileURL('.ci/wasm.mjs').href)) as {
    makeModules(): Promise<Record<string, string>>;
  };
  for (const [path, made] of Object.entries(await makeModules())) {
    const kept = readFileSync(`src/evm/${path}`, 'utf8');
    expect(kept.replaceAll(/\s/g, ''), `${path}: npm run wasm`).toBe(made.replaceAll(/\s/g, ''));
  }
});
