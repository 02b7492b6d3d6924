/** The README's tables are printed from the sources; `npm run reprint` prints them anew. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { settingsTable } from '../../src/command-line.ts';
import { methods } from '../../src/rpc/method-table.ts';
import { methodsTable } from '../../src/rpc/openrpc.ts';

const file = fileURLToPath(new URL('../../README.md', import.meta.url));

/** Of each pair of marker comments: what belongs between them. */
const sections = { settings: settingsTable(), methods: methodsTable(methods.values()) };

test('the printed tables are those of the sources', async () => {
  let readme = readFileSync(file, 'utf8');
  for (const [name, table] of Object.entries(sections)) {
    const between = new RegExp(`(?<=<!-- ${name} -->\\n)[^]*?(?=<!-- /${name} -->)`);
    expect(readme).toMatch(between);
    readme = readme.replace(between, () => `\n${table}\n\n`);
  }
  await expect(readme).toMatchFileSnapshot(file);
});
