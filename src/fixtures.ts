/**
 * The chains as data: one folder per chain with `chain.json` and `genesis.json`. Read and checked once, before anything listens;
 * an error names the file, the place in it and what was expected there.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { ConfigError } from './config.ts';
import type { GenesisAccount } from './fixture-schema.ts';
import { Chain, Genesis, quoted } from './fixture-schema.ts';
import type { Address } from './hex.ts';

export type ChainFixture = z.infer<typeof Chain> & {
  /** The name of the chain's folder, which is also its name in paths: `/rpc/mainnet`. */
  readonly key: string;
  readonly alloc: ReadonlyMap<Address, GenesisAccount>;
};

// One folder up from here both in `src` and in `dist`.
export const builtInFixtures = fileURLToPath(new URL('../fixtures', import.meta.url));

/**
 * The chains of a folder, in the order of their names or as asked for.
 *
 * @param options.folder - the built-in one by default
 * @param options.chains - names of the chains to load, all by default
 */
export function loadFixtures(options: {
  readonly folder?: string | undefined;
  readonly chains?: readonly string[] | undefined;
}): readonly ChainFixture[] {
  const { folder = builtInFixtures } = options;
  const keys = foldersIn(folder);
  if (keys.length === 0)
    throw new ConfigError(`${folder}: expected one folder per chain with chain.json and genesis.json.`);
  for (const key of keys)
    if (!/^[\w-]+$/.test(key))
      throw new ConfigError(`${join(folder, key)}: expected a folder name of letters, digits, _ and -.`);
  const fixtures = keys.map((key) => load(folder, key));
  checkDifferent(folder, 'chain id', fixtures, ({ chainId }) => String(chainId));
  checkDifferent(folder, 'name', fixtures, ({ name }) => name);
  return (options.chains ?? keys).map((key) => {
    const fixture = fixtures.find((candidate) => candidate.key === key);
    if (fixture === undefined) throw new ConfigError(`${folder}: has no chain ${key}, only ${keys.join(', ')}.`);
    return fixture;
  });
}

function load(folder: string, key: string): ChainFixture {
  const chain = readFile(join(folder, key, 'chain.json'), Chain);
  const { alloc } = readFile(join(folder, key, 'genesis.json'), Genesis);
  return { key, ...chain, alloc };
}

function readFile<Value>(file: string, schema: z.ZodType<Value>): Value {
  const read = schema.safeParse(parse(file));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? '' : `${placeOf(issue.path)}: `;
  throw new ConfigError(`${file}: ${place}${issue === undefined ? 'is not usable' : messageOf(issue)}.`);
}

function parse(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`${file}: cannot be read (${codeOf(error)}).`, { cause: error });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ConfigError(`${file}: is not JSON: ${error instanceof Error ? error.message : String(error)}.`, {
      cause: error,
    });
  }
}

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.isFile() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .toSorted();
  } catch (error) {
    throw new ConfigError(`${folder}: cannot be read as the folder of fixtures (${codeOf(error)}).`, { cause: error });
  }
}

function checkDifferent(
  folder: string,
  what: string,
  fixtures: readonly ChainFixture[],
  valueOf: (fixture: ChainFixture) => string,
): void {
  const owners = new Map<string, string>();
  for (const fixture of fixtures) {
    const value = valueOf(fixture);
    const owner = owners.get(value);
    if (owner !== undefined)
      throw new ConfigError(
        `${join(folder, fixture.key, 'chain.json')}: expected a ${what} of its own, but ${owner} has ${value} too.`,
      );
    owners.set(value, fixture.key);
  }
}

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `does not know ${issue.keys.map(quoted).join(', ')}`;
  if (issue.code === 'invalid_type') return `expected ${issue.expected === 'record' ? 'object' : issue.expected}`;
  if (issue.code === 'invalid_value') return `expected one of ${issue.values.map(quoted).join(', ')}`;
  return issue.message;
}

function placeOf(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? String(part) : `.${String(part)}`))
    .join('');
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
