/** The contracts of this folder as the compiler makes them: the same bytes on every machine, without anything that names a file. */
import { readFileSync, readdirSync } from 'node:fs';
import type { Hex } from 'viem';
import solc from 'solc';

const sources = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.sol'));

const settings = {
  // No part of the code depends on a later upgrade; the chains of a user may begin at this one.
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 200 },
  metadata: { appendCBOR: false, bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } },
};

/** The package has no types of its own for it. */
const compiler = solc as { readonly compile: (input: string) => string };

type Output = {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Record<
    string,
    Record<string, { readonly evm: { readonly deployedBytecode: { object: string } } }>
  >;
};

/**
 * The code that each contract has once it is deployed, by the contract's name.
 *
 * @throws with the compiler's text when a source is not right
 */
export function compile(): ReadonlyMap<string, Hex> {
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(
      sources.map((file) => [file, { content: readFileSync(`${import.meta.dirname}/${file}`, 'utf8') }]),
    ),
    settings,
  };
  const output = JSON.parse(compiler.compile(JSON.stringify(input))) as Output; // as the compiler's documentation has it
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return new Map(
    Object.values(output.contracts).flatMap((contracts) =>
      Object.entries(contracts).map(([name, { evm }]): [string, Hex] => [name, `0x${evm.deployedBytecode.object}`]),
    ),
  );
}
