import { describe, expect, test } from 'vitest';
import type { Chain } from '../../src/chain/chain.ts';
import { alice, bob, carol, createTestChain, lower, sign } from '../support/chain.ts';
import { invoke } from './invoke.ts';

/** Alice has nonces 0, 1 and 3 waiting, bob has 1 alone, carol has 0. */
async function chainWithGaps(): Promise<Chain> {
  const chain = await createTestChain();
  const sent = [
    [alice, 3],
    [alice, 0],
    [alice, 1],
    [bob, 1],
    [carol, 0],
  ] as const;
  for (const [account, nonce] of sent)
    // oxlint-disable-next-line no-await-in-loop -- one after another
    await chain.submit(await sign(account, { to: bob.address, nonce, value: 5n }));
  return chain;
}

type Content = Readonly<Record<'pending' | 'queued', Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;

const noncesIn = (content: Content[keyof Content]) =>
  Object.fromEntries(Object.entries(content).map(([sender, byNonce]) => [sender, Object.keys(byNonce)]));

describe('txpool_content', () => {
  test('tells what could run from what waits behind a gap, by sender in the spelling of EIP-55', async () => {
    const { pending, queued } = await invoke<Content>(await chainWithGaps(), 'txpool_content');
    expect(noncesIn(pending)).toEqual({ [alice.address]: ['0', '1'], [carol.address]: ['0'] });
    expect(noncesIn(queued)).toEqual({ [alice.address]: ['3'], [bob.address]: ['1'] });
    expect(pending[carol.address]?.['0']).toMatchObject({
      from: lower(carol.address),
      nonce: '0x0',
      value: '0x5',
      blockHash: null,
      blockNumber: null,
      blockTimestamp: null,
      transactionIndex: null,
    });
  });

  test('no longer shows what is pre-confirmed, and measures gaps against that', async () => {
    const chain = await chainWithGaps();
    await chain.tick(10, 10);
    const { pending, queued } = await invoke<Content>(chain, 'txpool_content');
    expect([noncesIn(pending), noncesIn(queued)]).toEqual([{}, { [alice.address]: ['3'], [bob.address]: ['1'] }]);
    await chain.submit(await sign(alice, { to: bob.address, nonce: 2 }));
    const filled = await invoke<Content>(chain, 'txpool_content');
    expect(noncesIn(filled.pending)).toEqual({ [alice.address]: ['2', '3'] });
  });

  test('of an empty pool is empty', async () => {
    expect(await invoke(await createTestChain(), 'txpool_content')).toEqual({ pending: {}, queued: {} });
  });
});

test('txpool_contentFrom shows one sender, known or not', async () => {
  const chain = await chainWithGaps();
  const { pending, queued } = await invoke<Readonly<Record<'pending' | 'queued', object>>>(
    chain,
    'txpool_contentFrom',
    lower(alice.address),
  );
  expect([Object.keys(pending), Object.keys(queued)]).toEqual([['0', '1'], ['3']]);
  expect(await invoke(chain, 'txpool_contentFrom', `0x${'00'.repeat(20)}`)).toEqual({ pending: {}, queued: {} });
});

test('txpool_status counts', async () => {
  expect(await invoke(await chainWithGaps(), 'txpool_status')).toEqual({ pending: '0x3', queued: '0x2' });
});

test('txpool_inspect gives one line each', async () => {
  const chain = await chainWithGaps();
  await chain.submit(await sign(carol, { nonce: 1, data: '0x00', gas: 60_000n }));
  const { pending } = await invoke<Content>(chain, 'txpool_inspect');
  expect(pending[carol.address]).toEqual({
    0: `${bob.address}: 5 wei + 21000 gas × 1000000000 wei`,
    1: 'contract creation: 0 wei + 60000 gas × 1000000000 wei',
  });
});
