/** General state tests as they are written, and their entries as something to run. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Address, Hash, Hex } from '../../src/hex.ts';
import type { Fork } from '../../src/evm/fork.ts';

export type AccountText = {
  readonly balance: Hex;
  readonly nonce: Hex;
  readonly code: Hex;
  readonly storage: Record<Hex, Hex>;
};

export type Environment = {
  readonly currentCoinbase: Address;
  readonly currentDifficulty: Hex;
  readonly currentGasLimit: Hex;
  readonly currentNumber: Hex;
  readonly currentTimestamp: Hex;
  readonly currentBaseFee?: Hex;
  readonly currentRandom?: Hash;
};

type Post = {
  readonly hash: Hash;
  readonly logs: Hash;
  readonly txbytes: Hex;
  readonly expectException?: string;
  readonly indexes: { readonly data: number; readonly gas: number; readonly value: number };
};

type Test = {
  readonly env: Environment;
  readonly pre: Record<Address, AccountText>;
  readonly post: Record<string, readonly Post[]>;
};

/** One transaction at one fork, with what must come of it. */
export type StateCase = {
  readonly name: string;
  readonly fork: Fork;
  readonly environment: Environment;
  readonly pre: Record<Address, AccountText>;
  readonly transaction: Hex;
  readonly expected: { readonly root: Hash; readonly logs: Hash; readonly exception: string | undefined };
};

/** The suite's names of forks; its ConstantinopleFix is Petersburg, and it knows no fork between Homestead and Byzantium by others. */
const forks: Partial<Record<string, Fork>> = {
  Frontier: 'frontier',
  Homestead: 'homestead',
  EIP150: 'tangerineWhistle',
  EIP158: 'spuriousDragon',
  Byzantium: 'byzantium',
  Constantinople: 'constantinople',
  ConstantinopleFix: 'petersburg',
  Istanbul: 'istanbul',
  Berlin: 'berlin',
  London: 'london',
  Paris: 'paris',
  Shanghai: 'shanghai',
  Cancun: 'cancun',
  Prague: 'prague',
};

export type StateFile = { readonly folder: string; readonly path: string };

/** The suite's files below a folder, in order of name. */
export function stateFiles(root: string): readonly StateFile[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => ({ folder: relative(root, entry.parentPath), path: join(entry.parentPath, entry.name) }))
    .sort((left, right) => (left.path < right.path ? -1 : 1));
}

/** Every entry of a file. */
export function readCases(path: string): readonly StateCase[] {
  // The suite's own format.
  const tests = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Test>;
  return Object.entries(tests).flatMap(([test, { env, pre, post }]) =>
    Object.entries(post).flatMap(([name, entries]) =>
      entries.map(({ hash, logs, txbytes, expectException, indexes }): StateCase => {
        const fork = forks[name];
        if (fork === undefined) throw new Error(`${path}: no fork is called ${name}`);
        return {
          name: `${test} ${name} data ${indexes.data} gas ${indexes.gas} value ${indexes.value}`,
          fork,
          environment: env,
          pre,
          transaction: txbytes,
          expected: { root: hash, logs, exception: expectException },
        };
      }),
    ),
  );
}
