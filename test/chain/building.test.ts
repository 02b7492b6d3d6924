/** Built blocks are held against the blocks that the chain then really seals. */
import { describe, expect, test } from 'vitest';
import { alice, attributesOf, bob, carol, createTestChain, rules, seal, sign } from '../support/chain.ts';

describe('building a block', () => {
  test('with given transactions makes the block that the chain would seal with them', async () => {
    const chain = await createTestChain();
    await seal(chain);
    const transactions = [
      await sign(alice, { to: bob.address, value: 1n }),
      await sign(alice, { to: bob.address, value: 2n, nonce: 1 }),
    ];
    const { block, value } = await chain.build(chain.head.hash, attributesOf(chain), transactions);
    for (const transaction of transactions) await chain.submit(transaction);
    await chain.tick(10, 10);
    await seal(chain);
    expect(block.header).toEqual(chain.head.header);
    expect(block.hash).toBe(chain.head.hash);
    expect(value).toBe(2n * 21_000n * 10n ** 6n);
  });

  test('without transactions takes those of the pool, best tip first, and leaves out what lacks one before it', async () => {
    const chain = await createTestChain();
    await chain.submit(await sign(alice, { to: bob.address, maxPriorityFeePerGas: 10n }));
    await chain.submit(await sign(bob, { to: bob.address, maxPriorityFeePerGas: 20n }));
    await chain.submit(await sign(carol, { to: bob.address, nonce: 1 }));
    const { block } = await chain.build(chain.head.hash, attributesOf(chain), undefined);
    await chain.tick(10, 10);
    await seal(chain);
    expect(block.hash).toBe(chain.head.hash);
    expect(block.transactions.map(({ maxPriorityFeePerGas }) => maxPriorityFeePerGas)).toEqual([20n, 10n]);
  });

  test('of the pool leaves out what tips too little, and what comes after it', async () => {
    const chain = await createTestChain({ pool: { ...rules.pool, minimumTip: 15n } });
    for (const [nonce, maxPriorityFeePerGas] of [20n, 10n, 20n].entries())
      // oxlint-disable-next-line no-await-in-loop -- one nonce after another
      await chain.submit(await sign(alice, { to: bob.address, nonce, maxPriorityFeePerGas }));
    const { block } = await chain.build(chain.head.hash, attributesOf(chain), undefined);
    expect(block.transactions.map(({ nonce }) => nonce)).toEqual([0n]);
  });

  test('changes nothing', async () => {
    const chain = await createTestChain();
    const { head, pending } = chain;
    await chain.build(head.hash, attributesOf(chain), [await sign(alice, { to: bob.address })]);
    expect([chain.head, chain.pending]).toEqual([head, pending]);
    expect(chain.waiting().pending.size).toBe(0);
  });

  test('refuses a transaction that cannot run', async () => {
    const chain = await createTestChain();
    const early = await sign(alice, { to: bob.address, nonce: 9 });
    await expect(chain.build(chain.head.hash, attributesOf(chain), [early])).rejects.toMatchObject({
      kind: 'nonceTooHigh',
      details: { nonce: 9n, expected: 0n },
    });
  });

  test('refuses a parent that is not the head, and a time that is not after its own', async () => {
    const chain = await createTestChain();
    const { hash } = chain.head;
    const attributes = attributesOf(chain);
    const { timestamp } = chain.head.header;
    await expect(chain.build(hash, { ...attributes, timestamp }, [])).rejects.toMatchObject({
      details: { why: `invalid timestamp, parent ${timestamp} given ${timestamp}` },
    });
    await seal(chain);
    await expect(chain.build(hash, attributes, [])).rejects.toMatchObject({
      details: { why: 'parentHash is not current head' },
    });
  });
});
