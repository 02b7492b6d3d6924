/** Rules about modules that the linter has no word for. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const src = new URL('../../src/', import.meta.url);
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const textOf = (file: string): string => readFileSync(new URL(file, src), 'utf8');

test('index.ts alone passes on what another file exports', () => {
  const passing = files.filter((file) => /^export (type )?(\{[^}]*\}|\*[^;]*) from '/m.test(textOf(file)));
  expect(passing.filter((file) => file !== 'index.ts')).toEqual([]);
});

/** The command, which opens with its interpreter, and methods, which say it in their summary. */
const itself = /^(cli\.ts$|rpc.methods.)/;

test('a file opens with why it exists', () => {
  expect(files.filter((file) => !itself.test(file) && !textOf(file).startsWith('/**'))).toEqual([]);
});

/** One switch over all opcodes, which is fast only as one; what opcodes do beyond a few lines is in files beside it. */
const dispatch = join('evm', 'interpreter', 'dispatch.ts');

test('no file is the place where things land', () => {
  const long = files.filter((file) => textOf(file).split('\n').length > 500);
  expect(long.filter((file) => file !== dispatch)).toEqual([]);
});
