/** The debug_trace methods and eth_createAccessList as clients call them. */
import { describe, expect, test } from 'vitest';
import { ChainError } from '../../src/chain/errors.ts';
import { bigIntToHash, bytesToHex, zeroHash } from '../../src/hex.ts';
import { specified, wireErrorOf } from '../../src/rpc/errors.ts';
import { ethereum } from '../../src/rpc/ethereum-wording.ts';
import { assemble, returnWord } from '../support/assembly.ts';
import { alice, createTestChain, lower, seal, sign } from '../support/chain.ts';
import { invoke } from './invoke.ts';

const contract = '0x00000000000000000000000000000000000c0de1';
const reverting = '0x00000000000000000000000000000000000c0de2';
const contracts = [
  [contract, assemble(1, 'SLOAD', 7, ...returnWord)],
  [reverting, assemble(0, 0, 'REVERT')],
] as const;

async function chainWithCall() {
  const chain = await createTestChain({}, contracts);
  const hash = await chain.submit(await sign(alice, { to: contract, gas: 60_000n, nonce: 0 }));
  await chain.tick(10, 10);
  await seal(chain);
  return { chain, hash };
}

const gasUsed = 21_000 + 2100 + 3 * 5 + 2 * 2;

test('a transaction and its block are traced alike', async () => {
  const { chain, hash } = await chainWithCall();
  const trace = await invoke(chain, 'debug_traceTransaction', hash);
  expect(trace).toMatchObject({ failed: false, returnValue: bigIntToHash(7n) });
  const block = [{ txHash: hash, result: trace }];
  expect(await invoke(chain, 'debug_traceBlockByNumber', '0x1')).toEqual(block);
  expect(await invoke(chain, 'debug_traceBlockByNumber', 'latest', {})).toEqual(block);
  expect(await invoke(chain, 'debug_traceBlockByHash', chain.head.hash)).toEqual(block);
  expect(await invoke(chain, 'debug_traceBlockByNumber', 'pending')).toEqual([]);
});

test('a call is traced with its overrides', async () => {
  const { chain } = await chainWithCall();
  const options = {
    tracer: 'callTracer',
    stateOverrides: { [contract]: { code: assemble('TIMESTAMP', ...returnWord) } },
    blockOverrides: { time: '0x1234' },
  };
  const call = { from: alice.address, to: contract, gas: '0x10000' };
  expect(await invoke(chain, 'debug_traceCall', call, 'latest', options)).toMatchObject({
    from: lower(alice.address),
    to: contract,
    gas: '0x10000',
    input: '0x',
    output: bigIntToHash(0x1234n),
    value: '0x0',
    type: 'CALL',
  });
});

test('an access list is told with its gas and, if the call fails, with the reason', async () => {
  const { chain } = await chainWithCall();
  const accessList = [{ address: contract, storageKeys: [bigIntToHash(1n)] }];
  expect(await invoke(chain, 'eth_createAccessList', { to: contract }, 'latest')).toEqual({
    accessList,
    // The list costs 4,300, and the slot is warm then.
    gasUsed: `0x${(gasUsed + 4300 - 2000).toString(16)}`,
  });
  const failed = await invoke(chain, 'eth_createAccessList', { to: reverting, data: bytesToHex(new Uint8Array(3)) });
  expect(failed).toMatchObject({ accessList: [], error: 'execution reverted' });
});

describe('what cannot be traced', () => {
  test.each([
    ['debug_traceTransaction', [zeroHash], 'transaction not found'],
    ['debug_traceBlockByNumber', ['0x0'], 'genesis is not traceable'],
    ['debug_traceBlockByNumber', ['earliest'], 'genesis is not traceable'],
  ])('%s %j', async (name, params, message) => {
    const { chain } = await chainWithCall();
    const error: unknown = await invoke(chain, name, ...params).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ChainError);
    for (const dialect of [specified, ethereum])
      expect(wireErrorOf(error as ChainError, dialect)).toEqual({ code: -32000, message });
  });

  test.each([
    ['debug_traceBlockByNumber', ['3']],
    ['debug_traceBlockByHash', ['0x1']],
    ['debug_traceTransaction', []],
    ['debug_traceCall', [{}, 'latest', { tracer: 'muxTracer' }]],
  ])('%s %j is malformed', async (name, params) => {
    const { chain } = await chainWithCall();
    await expect(invoke(chain, name, ...params)).rejects.toMatchObject({ name: 'InvalidParams' });
  });
});
