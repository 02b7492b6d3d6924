import { describe, expect, it } from 'vitest';
import { keccak256, parseEther } from 'viem';
import { accountAt } from '../../src/chain/view.ts';
import { alice, bob, createTestChain, lower, seal, sign } from '../support/chain.ts';

describe('the life of a transaction', () => {
  it('is known at once, pre-confirmed by the next tick and sealed with a real hash', async () => {
    const chain = await createTestChain();
    const raw = await sign(alice, { to: bob.address, value: parseEther('1'), nonce: 0 });
    const hash = await chain.submit(raw);
    expect(hash).toBe(keccak256(raw));
    expect(chain.transaction(hash)?.place).toBeUndefined();
    expect(chain.place(hash)).toBeUndefined();

    await chain.tick(1, 10);
    expect(chain.pending.transactions).toHaveLength(1);
    expect(chain.pending.receipts[0]).toMatchObject({ status: 1, gasUsed: 21_000n, cumulativeGasUsed: 21_000n });
    expect(accountAt(chain.pending.state, lower(alice.address)).nonce).toBe(1n);
    expect(accountAt(chain.head.state, lower(alice.address)).nonce).toBe(0n);
    expect(chain.head.header.number).toBe(0n);

    await seal(chain);
    expect(chain.head.header.number).toBe(1n);
    expect(chain.head.hash).not.toMatch(/^0x0+$/);
    expect(chain.place(hash)?.block.hash).toBe(chain.head.hash);
    expect(accountAt(chain.head.state, lower(bob.address)).balance).toBe(parseEther('10001'));
    expect(accountAt(chain.at({ kind: 'number', number: 0n }).state, lower(bob.address)).balance).toBe(
      parseEther('10000'),
    );
  });
});

describe('a history window', () => {
  it('bounds how far back state is read, and says so beyond; blocks stay', async () => {
    const chain = await createTestChain({ historyWindow: 2 });
    for (let block = 0; block < 4; block += 1) await seal(chain);
    const balance = (number: bigint): bigint =>
      accountAt(chain.at({ kind: 'number', number }).state, lower(bob.address)).balance;
    expect(balance(3n)).toBe(parseEther('10000'));
    expect(() => balance(2n)).toThrow(
      expect.objectContaining({ kind: 'historyPruned', details: { block: 2n, oldest: 3n } }),
    );
    expect(chain.at({ kind: 'number', number: 1n }).header.number).toBe(1n);
  });
});
