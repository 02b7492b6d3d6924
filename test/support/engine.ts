/** The engine that the tests run on: our own, or with TEST_ENGINE=ethereumjs its judge. Tests of both name them themselves. */
import { createEthereumjsEngine } from '../../src/evm/ethereumjs/engine.ts';
import type { Engine } from '../../src/evm/engine.ts';
import { createInterpreterEngine } from '../../src/evm/interpreter/engine.ts';

export const engineName = process.env['TEST_ENGINE'] === 'ethereumjs' ? 'ethereumjs' : 'pretick';

export function createEngine(): Engine {
  return engineName === 'ethereumjs' ? createEthereumjsEngine() : createInterpreterEngine();
}
