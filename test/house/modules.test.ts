/** Rules about modules that the linter has no word for. */
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

const src = new URL('../../src/', import.meta.url);
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const textOf = (file: string): string => readFileSync(new URL(file, src), 'utf8');

test('index.ts alone passes on what another file exports', () => {
  const passing = files.filter((file) => /^export (type )?(\{[^}]*\}|\*[^;]*) from '/m.test(textOf(file)));
  expect(passing.filter((file) => file !== 'index.ts')).toEqual([]);
});

test('a file opens with why it exists', () => {
  expect(files.filter((file) => file !== 'cli.ts' && !textOf(file).startsWith('/**'))).toEqual([]);
});

test('no file is the place where things land', () => {
  expect(files.filter((file) => textOf(file).split('\n').length > 500)).toEqual([]);
});
