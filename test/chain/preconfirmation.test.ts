/** The pending block: gas budgets of flashblocks, immutable views, and what of it the seal keeps. */
import type { Hex } from 'viem';
import { parseEther, parseGwei } from 'viem';
import { describe, expect, it } from 'vitest';
import type { Chain } from '../../src/chain/chain.ts';
import type { ChainEvent } from '../../src/chain/events.ts';
import type { Layer } from '../../src/chain/preconfirmation.ts';
import { addLayer } from '../../src/chain/preconfirmation.ts';
import type { ChainRules } from '../../src/chain/rules.ts';
import type { View } from '../../src/chain/view.ts';
import { accountAt, codeAt, firstLogIndex } from '../../src/chain/view.ts';
import { encodeHeader, hashHeader } from '../../src/evm/block.ts';
import { encodeReceipt } from '../../src/evm/receipt-rlp.ts';
import { beaconRootsAddress, historyStorageAddress } from '../../src/evm/system-calls.ts';
import type { Address } from '../../src/hex.ts';
import { bytesToHex, zeroHash } from '../../src/hex.ts';
import { assemble, deploying } from '../support/assembly.ts';
import { alice, bob, carol, createTestChain, genesisTimestamp, lower, rules, seal, sign } from '../support/chain.ts';
import { callOf, number, pending, tag } from '../support/requests.ts';

const emitter: Address = `0x${'ee'.repeat(20)}`;
/** Counts in slot 0 and emits a log. */
const counter = assemble(1, 0, 'SLOAD', 'ADD', 'DUP1', 0, 'SSTORE', 0, 'MSTORE', 32, 0, 'LOG0', 'STOP');

/** A contract that burns as much gas as it is given, so that used gas is the gas limit. */
const burner: Address = `0x${'bb'.repeat(20)}`;

const create = (overrides: Partial<ChainRules> = {}): Promise<Chain> =>
  createTestChain(overrides, [
    [emitter, counter],
    [burner, assemble('INVALID')],
  ]);

async function transfers(chain: Chain, count: number, from = alice): Promise<void> {
  for (let nonce = 0; nonce < count; nonce += 1)
    // oxlint-disable-next-line no-await-in-loop -- the order of arrival matters
    await chain.submit(await sign(from, { to: carol.address, value: 1n, nonce }));
}

describe('the gas budget of flashblock j of 10', () => {
  /** 42,000 gas for each flashblock: two transfers. */
  const small = { gasLimit: 420_000n };

  it('is j tenths of the block, cumulative', async () => {
    const chain = await create(small);
    await transfers(chain, 9);
    const counts: number[] = [];
    for (let index = 1; index <= 5; index += 1) {
      // oxlint-disable-next-line no-await-in-loop -- ticks follow one another
      await chain.tick(index, 10);
      counts.push(chain.pending.transactions.length);
    }
    expect(counts).toEqual([2, 4, 6, 8, 9]);
  });

  it('carries over what earlier flashblocks left', async () => {
    const chain = await create(small);
    await chain.tick(1, 10);
    await chain.tick(2, 10);
    await transfers(chain, 9);
    await chain.tick(3, 10);
    expect(chain.pending.transactions).toHaveLength(6);
  });

  it('makes a big transaction wait for a later one, with its sender’s next, while others go on', async () => {
    const chain = await create(small);
    const big = await chain.submit(
      await sign(alice, { to: bob.address, nonce: 0, gas: 100_000n, maxPriorityFeePerGas: parseGwei('1') }),
    );
    const after = await chain.submit(await sign(alice, { to: bob.address, nonce: 1 }));
    const other = await chain.submit(await sign(bob, { to: carol.address, nonce: 0 }));
    const order = (): Hex[] => chain.pending.transactions.map(({ hash }) => hash);
    await chain.tick(1, 10);
    expect(order()).toEqual([other]);
    await chain.tick(2, 10);
    expect(order()).toEqual([other]);
    await chain.tick(3, 10);
    expect(order()).toEqual([other, big, after]);
  });

  it('counts the gas that was used, not the gas that was asked for', async () => {
    const chain = await create(small);
    await chain.submit(await sign(alice, { to: bob.address, nonce: 0, gas: 42_000n }));
    await chain.submit(await sign(bob, { to: alice.address, nonce: 0 }));
    await chain.tick(1, 10);
    expect(chain.pending.receipts.map(({ cumulativeGasUsed }) => cumulativeGasUsed)).toEqual([21_000n, 42_000n]);
  });

  it('keeps a transaction that no block can hold any more for the next block', async () => {
    const chain = await create(small);
    await transfers(chain, 21);
    await chain.tick(10, 10);
    expect(chain.pending.transactions).toHaveLength(20);
    await seal(chain);
    expect(chain.pending.transactions).toHaveLength(0);
    await chain.tick(1, 10);
    expect(chain.pending.transactions).toHaveLength(1);
  });
});

describe('the order within a block', () => {
  it('is by tip within a flashblock, and never changes what an earlier one fixed', async () => {
    const chain = await create();
    const cheap = await chain.submit(await sign(alice, { to: carol.address, nonce: 0, maxPriorityFeePerGas: 1n }));
    await chain.tick(1, 10);
    const middle = await chain.submit(await sign(bob, { to: carol.address, nonce: 0, maxPriorityFeePerGas: 2n }));
    const dear = await chain.submit(await sign(carol, { to: bob.address, nonce: 0, maxPriorityFeePerGas: 3n }));
    await chain.tick(2, 10);
    await seal(chain);
    expect(chain.head.transactions.map(({ hash }) => hash)).toEqual([cheap, dear, middle]);
  });
});

describe('a pending view', () => {
  it('has the number, time, base fee and parent of its block, and neither hash nor state root', async () => {
    const chain = await create();
    await seal(chain);
    expect(chain.pending).toMatchObject({ hash: zeroHash, isSealed: false, transactions: [], receipts: [] });
    expect(chain.pending.header).toMatchObject({
      number: 2n,
      parentHash: chain.head.hash,
      timestamp: genesisTimestamp + 4n,
      stateRoot: zeroHash,
      gasUsed: 0n,
      gasLimit: rules.gasLimit,
    });
  });

  it('stays what it was when later flashblocks and seals follow', async () => {
    const chain = await create();
    const address = lower(alice.address);
    const told = (view: View): unknown => ({
      transactions: view.transactions.length,
      receipts: view.receipts.length,
      nonce: accountAt(view.state, address).nonce,
      count: view.state.storage(emitter, 0n),
      header: bytesToHex(encodeHeader(view.header)),
    });
    const views: View[] = [];
    const then: unknown[] = [];
    for (let nonce = 0; nonce < 6; nonce += 1) {
      views.push(chain.pending, chain.head);
      then.push(...[chain.pending, chain.head].map(told));
      // oxlint-disable-next-line no-await-in-loop -- blocks follow one another
      await chain.submit(await sign(alice, { to: emitter, nonce, gas: 60_000n }));
      // oxlint-disable-next-line no-await-in-loop
      await chain.tick(nonce + 1, 10);
      // oxlint-disable-next-line no-await-in-loop
      if (nonce % 2 === 1) await seal(chain);
    }
    expect(views.map(told)).toEqual(then);
    expect(chain.head.state.storage(emitter, 0n)).toBe(6n);
  });

  it('is the same value after a tick that found nothing', async () => {
    const chain = await create();
    const before = chain.pending;
    await chain.tick(1, 10);
    expect(chain.pending).toBe(before);
  });

  it('shows code, storage, balance, nonce, receipts and places before the seal, and latest does not', async () => {
    const chain = await create();
    const code = assemble(7, 0, 'SSTORE', 'STOP');
    const creation = await chain.submit(
      await sign(alice, { data: deploying(code), nonce: 0, gas: 200_000n, value: 0n }),
    );
    await chain.submit(await sign(bob, { to: emitter, nonce: 0, gas: 60_000n }));
    await chain.tick(1, 10);
    const { block, index } = chain.place(creation)!;
    expect(block).toBe(chain.pending);
    const created = block.receipts[index]!.contractAddress!;
    expect(bytesToHex(codeAt(chain.pending.state, created))).toBe(code);
    expect(bytesToHex(codeAt(chain.head.state, created))).toBe('0x');
    expect([chain.pending, chain.head].map(({ state }) => state.storage(emitter, 0n))).toEqual([1n, 0n]);
    expect([chain.pending, chain.head].map(({ state }) => accountAt(state, lower(alice.address)).nonce)).toEqual([
      1n,
      0n,
    ]);
    expect(chain.head.header.number).toBe(0n);
  });

  it('executes on its own block: number, time, base fee, randomness and the parent’s hash', async () => {
    const context: Address = `0x${'cc'.repeat(20)}`;
    const code = assemble(
      ...([
        'NUMBER',
        0,
        'SSTORE',
        'TIMESTAMP',
        1,
        'SSTORE',
        'BASEFEE',
        2,
        'SSTORE',
        'PREVRANDAO',
        3,
        'SSTORE',
      ] as const),
      ...([1, 'NUMBER', 'SUB', 'BLOCKHASH', 4, 'SSTORE', 'COINBASE', 5, 'SSTORE', 'GASLIMIT', 6, 'SSTORE'] as const),
    );
    const chain = await createTestChain({}, [[context, code]]);
    await seal(chain);
    await chain.submit(await sign(alice, { to: context, nonce: 0, gas: 300_000n }));
    await chain.tick(1, 10);
    const { header, state } = chain.pending;
    expect([0n, 1n, 2n, 3n, 4n, 5n, 6n].map((slot) => state.storage(context, slot))).toEqual([
      2n,
      header.timestamp,
      header.baseFeePerGas,
      BigInt(header.mixHash),
      BigInt(chain.head.hash),
      BigInt(rules.feeRecipient),
      rules.gasLimit,
    ]);
  });
});

describe('the seal', () => {
  async function sealedAndPending(): Promise<{ chain: Chain; before: View; sealed: View }> {
    const chain = await create();
    await chain.submit(await sign(alice, { to: emitter, nonce: 0, gas: 60_000n }));
    await chain.submit(await sign(bob, { to: burner, nonce: 0, gas: 50_000n }));
    await chain.submit(
      await sign(carol, {
        data: deploying('0x00'),
        nonce: 0,
        gas: 100_000n,
        type: 'legacy',
        gasPrice: parseGwei('1'),
        chainId: 8453,
      }),
    );
    await chain.tick(1, 10);
    await chain.submit(await sign(alice, { to: emitter, nonce: 1, gas: 60_000n }));
    await chain.tick(2, 10);
    const before = chain.pending;
    await seal(chain);
    return { chain, before, sealed: chain.head };
  }

  it('keeps transactions and receipts as they were pre-confirmed', async () => {
    const { before, sealed } = await sealedAndPending();
    expect(sealed.transactions).toEqual(before.transactions);
    expect(sealed.receipts).toEqual(before.receipts);
    expect(sealed.receipts.map(({ status }) => status).sort((a, b) => a - b)).toEqual([0, 1, 1, 1]);
    expect(sealed.receipts.map((_, index) => firstLogIndex(sealed, index))).toEqual(
      before.receipts.map((_, index) => firstLogIndex(before, index)),
    );
  });

  it('changes nothing of the header but the state root', async () => {
    const { before, sealed } = await sealedAndPending();
    expect({ ...sealed.header, stateRoot: zeroHash }).toEqual(before.header);
    expect(sealed.header.stateRoot).not.toBe(zeroHash);
    expect(sealed.hash).toBe(hashHeader(sealed.header));
  });

  it('moves places to the sealed block, which is found by number and hash', async () => {
    const { chain, before, sealed } = await sealedAndPending();
    for (const [index, { hash }] of before.transactions.entries())
      expect(chain.place(hash)).toEqual({ block: sealed, index });
    expect(chain.find(number(1))).toBe(sealed);
    expect(chain.find({ kind: 'hash', hash: sealed.hash, requireCanonical: false })).toBe(sealed);
    expect(chain.find({ kind: 'hash', hash: zeroHash, requireCanonical: false })).toBeUndefined();
    expect(chain.find(number(2))).toBeUndefined();
    expect(chain.find(number(2n ** 64n - 1n))).toBeUndefined();
  });

  it('links each block to the one before, with the time that it was opened with', async () => {
    const chain = await create();
    await chain.seal(genesisTimestamp + 10n);
    await chain.seal(genesisTimestamp + 12n);
    const [genesis, first, second] = [0, 1, 2].map((height) => chain.at(number(height)));
    expect([first!.header.timestamp, second!.header.timestamp, chain.pending.header.timestamp]).toEqual([
      genesisTimestamp + 2n,
      genesisTimestamp + 10n,
      genesisTimestamp + 12n,
    ]);
    expect([first!.header.parentHash, second!.header.parentHash]).toEqual([genesis!.hash, first!.hash]);
  });

  it('lets safe and finalized follow at their distances, and not below genesis', async () => {
    const chain = await create();
    const heights = (): bigint[] =>
      (['earliest', 'finalized', 'safe', 'latest', 'pending'] as const).map(
        (name) => chain.at(tag(name)).header.number,
      );
    const seen = [heights()];
    for (let block = 1; block <= 5; block += 1) {
      // oxlint-disable-next-line no-await-in-loop -- blocks follow one another
      await seal(chain);
      seen.push(heights());
    }
    expect(seen).toEqual([
      [0n, 0n, 0n, 0n, 1n],
      [0n, 0n, 0n, 1n, 2n],
      [0n, 0n, 0n, 2n, 3n],
      [0n, 0n, 1n, 3n, 4n],
      [0n, 0n, 2n, 4n, 5n],
      [0n, 1n, 3n, 5n, 6n],
    ]);
  });

  it('leaves state readable at every block since genesis', async () => {
    const chain = await create();
    for (let nonce = 0; nonce < 5; nonce += 1) {
      // oxlint-disable-next-line no-await-in-loop -- blocks follow one another
      await chain.submit(await sign(alice, { to: emitter, value: 0n, nonce, gas: 60_000n }));
      // oxlint-disable-next-line no-await-in-loop
      await chain.tick(1, 10);
      // oxlint-disable-next-line no-await-in-loop
      await seal(chain);
    }
    expect([0, 1, 2, 3, 4, 5].map((height) => chain.at(number(height)).state.storage(emitter, 0n))).toEqual([
      0n,
      1n,
      2n,
      3n,
      4n,
      5n,
    ]);
    expect([0, 3, 5].map((height) => accountAt(chain.at(number(height)).state, lower(alice.address)).nonce)).toEqual([
      0n,
      3n,
      5n,
    ]);
  });

  it('pays tips to the fee recipient and takes base fee and tip from the sender', async () => {
    const chain = await create();
    await chain.submit(await sign(alice, { to: bob.address, value: 5n, nonce: 0 }));
    await chain.tick(1, 10);
    await seal(chain);
    const { effectiveGasPrice } = chain.head.receipts[0]!;
    const baseFee = chain.head.header.baseFeePerGas!;
    expect(effectiveGasPrice).toBe(baseFee + 1_000_000n);
    const balanceOf = (address: Address): bigint => accountAt(chain.head.state, address).balance;
    expect(balanceOf(rules.feeRecipient)).toBe(21_000n * 1_000_000n);
    expect(balanceOf(lower(alice.address))).toBe(parseEther('10000') - 5n - 21_000n * effectiveGasPrice);
  });
});

describe('the base fee', () => {
  const baseFee = { elasticity: 2n, denominator: 8n, minimum: 100n, initial: 1_000n };
  const fees = async (fill: bigint): Promise<bigint[]> => {
    const chain = await create({ baseFee, gasLimit: 1_000_000n });
    const seen: bigint[] = [];
    for (let nonce = 0; nonce < 3; nonce += 1) {
      // oxlint-disable-next-line no-await-in-loop -- blocks follow one another
      if (fill > 0n) await chain.submit(await sign(alice, { to: burner, nonce, gas: fill }));
      // oxlint-disable-next-line no-await-in-loop
      await chain.tick(10, 10);
      // oxlint-disable-next-line no-await-in-loop
      await seal(chain);
      seen.push(chain.pending.header.baseFeePerGas!);
    }
    return seen;
  };

  it('rises by an eighth after a full block', async () => {
    expect(await fees(1_000_000n)).toEqual([984n, 1_107n, 1_245n]);
  });

  it('stays after a block at the target', async () => {
    expect(await fees(500_000n)).toEqual([875n, 875n, 875n]);
  });

  it('falls by an eighth after an empty block', async () => {
    expect(await fees(0n)).toEqual([766n, 671n, 588n]);
  });

  it('never falls below the minimum', async () => {
    const chain = await create({ baseFee: { ...baseFee, initial: 110n } });
    await seal(chain);
    await seal(chain);
    expect(chain.pending.header.baseFeePerGas).toBe(100n);
  });
});

describe('the start of a block', () => {
  const history =
    '0x3373fffffffffffffffffffffffffffffffffffffffe14604657602036036042575f35600143038111604257611fff81430311604257611fff9006545f5260205ff35b5f5ffd5b5f35611fff60014303065500' as const;
  const beaconRoots =
    '0x3373fffffffffffffffffffffffffffffffffffffffe14604d57602036146024575f5ffd5b5f35801560495762001fff810690815414603c575f5ffd5b62001fff01545f5260205ff35b5f5ffd5b62001fff42064281555f359062001fff015500' as const;

  it('stores the parent’s hash (EIP-2935) and the beacon root (EIP-4788) before any transaction', async () => {
    const chain = await createTestChain({}, [
      [historyStorageAddress, history],
      [beaconRootsAddress, beaconRoots],
    ]);
    await seal(chain);
    await seal(chain);
    const { state, header } = chain.pending;
    expect(state.storage(historyStorageAddress, header.number - 1n)).toBe(BigInt(chain.head.hash));
    expect(state.storage(historyStorageAddress, header.number - 2n)).toBe(BigInt(chain.at(number(1)).hash));
    const index = header.timestamp % 8_191n;
    expect(state.storage(beaconRootsAddress, index)).toBe(header.timestamp);
    expect(state.storage(beaconRootsAddress, index + 8_191n)).toBe(BigInt(header.parentBeaconBlockRoot!));
    const data = `0x${(1).toString(16).padStart(64, '0')}` as const;
    const answer = await chain.call(
      callOf({ to: historyStorageAddress, data: Buffer.from(data.slice(2), 'hex') }),
      pending,
      {},
    );
    expect(bytesToHex(answer)).toBe(chain.at(number(1)).hash);
  });

  it('pays nothing, counts no gas, and creates nothing where the contracts are missing', async () => {
    const chain = await create();
    expect(chain.pending.state.account(historyStorageAddress)).toBeUndefined();
    expect(chain.pending.state.account('0xfffffffffffffffffffffffffffffffffffffffe')).toBeUndefined();
    const filled = await createTestChain({}, [[historyStorageAddress, history]]);
    expect(filled.pending.header.gasUsed).toBe(0n);
    expect(filled.pending.state.account('0xfffffffffffffffffffffffffffffffffffffffe')).toBeUndefined();
  });
});

describe('the same seed and the same inputs', () => {
  async function run(overrides: Partial<ChainRules> = {}): Promise<string[]> {
    const chain = await create(overrides);
    const bytes: string[] = [];
    const tell = (view: View): number =>
      bytes.push(
        view.hash,
        bytesToHex(encodeHeader(view.header)),
        ...view.receipts.map((receipt) => bytesToHex(encodeReceipt(receipt))),
      );
    tell(chain.head);
    for (let block = 0; block < 3; block += 1) {
      // oxlint-disable-next-line no-await-in-loop -- blocks follow one another
      for (const [index, account] of [alice, bob, carol].entries()) {
        // oxlint-disable-next-line no-await-in-loop
        await chain.submit(
          await sign(account, {
            to: emitter,
            nonce: block,
            gas: 60_000n,
            maxPriorityFeePerGas: BigInt(index % 2),
            chainId: Number(chain.rules.chainId),
          }),
        );
        // oxlint-disable-next-line no-await-in-loop
        if (index > 0) await chain.tick(index, 10);
        tell(chain.pending);
      }
      // oxlint-disable-next-line no-await-in-loop
      await seal(chain);
      tell(chain.head);
    }
    return bytes;
  }

  it('make the same chain, byte for byte', async () => {
    expect(await run()).toEqual(await run());
  });

  it('make another chain as soon as the seed or the chain id differs', async () => {
    const [genesis, ...blocks] = await run();
    const [otherGenesis, ...otherBlocks] = await run({ seed: 'other' });
    expect(otherGenesis).toBe(genesis);
    expect(otherBlocks.at(-1)).toBe(blocks.at(-1)); // The receipts do not show randomness …
    expect(otherBlocks).not.toEqual(blocks); // … but the headers do.
    expect(await run({ chainId: 84_532n })).not.toEqual([genesis, ...blocks]);
  });

  it('give every block a randomness of its own', async () => {
    const chain = await create();
    const seen = new Set<string>();
    for (let block = 0; block < 5; block += 1) {
      seen.add(chain.pending.header.mixHash).add(chain.pending.header.parentBeaconBlockRoot!);
      // oxlint-disable-next-line no-await-in-loop -- blocks follow one another
      await seal(chain);
    }
    expect(seen.size).toBe(10);
  });
});

describe('the chain tells', () => {
  it('what came into the pool, what each flashblock added, and what was sealed', async () => {
    const chain = await create();
    const events: ChainEvent[] = [];
    const unsubscribe = chain.subscribe((event) => events.push(event));
    await chain.submit(await sign(alice, { to: bob.address, nonce: 0 }));
    await chain.tick(1, 10);
    await chain.tick(2, 10);
    await chain.submit(await sign(alice, { to: bob.address, nonce: 1 }));
    await chain.tick(3, 10);
    await seal(chain);
    unsubscribe();
    const atOpening = chain.pending.transactions.length;
    await seal(chain);
    const told = events.map((event) => {
      if (event.kind === 'preconfirmed') return [event.kind, event.index, event.first, event.block.transactions.length];
      return event.kind === 'sealed' ? [event.kind, event.block.header.number] : [event.kind];
    });
    expect(told).toEqual([
      ['pooled'],
      ['preconfirmed', 1, 0, 1],
      ['preconfirmed', 2, 1, 1],
      ['pooled'],
      ['preconfirmed', 3, 1, 2],
      ['sealed', 1n],
      ['preconfirmed', 0, 0, atOpening],
    ]);
  });

  it('flashblocks with consecutive indexes, also where the ticker skips some', async () => {
    const chain = await create();
    const indexes: number[] = [];
    chain.subscribe((event) => {
      if (event.kind === 'preconfirmed') indexes.push(event.index);
    });
    await chain.tick(1, 10);
    await chain.tick(7, 10);
    await chain.tick(10, 10);
    await seal(chain);
    await chain.tick(1, 10);
    expect(indexes).toEqual([1, 2, 3, 0, 1]);
  });

  it('nothing of a transaction that was refused', async () => {
    const chain = await create();
    const kinds: string[] = [];
    chain.subscribe(({ kind }) => kinds.push(kind));
    await expect(chain.submit(await sign(alice, { to: bob.address, nonce: 0, gas: 1n }))).rejects.toMatchObject({
      kind: 'intrinsicGasTooLow',
    });
    expect(kinds).toEqual([]);
  });
});

describe('pre-confirmation on arrival', () => {
  it('shows a transaction as soon as it was accepted', async () => {
    const chain = await create({ preconfirmsOnArrival: true });
    const hash = await chain.submit(await sign(alice, { to: emitter, nonce: 0, gas: 60_000n }));
    expect(chain.place(hash)).toMatchObject({ index: 0, block: { isSealed: false } });
  });

  it('makes a flashblock of each arrival that it includes, between those of the clock', async () => {
    const chain = await create({ preconfirmsOnArrival: true });
    const told: unknown[] = [];
    chain.subscribe((event) => {
      if (event.kind === 'preconfirmed') told.push([event.index, event.block.transactions.length - event.first]);
    });
    await chain.submit(await sign(alice, { to: bob.address, nonce: 0 }));
    await chain.submit(await sign(alice, { to: bob.address, nonce: 2 }));
    await chain.tick(1, 10);
    await chain.submit(await sign(alice, { to: bob.address, nonce: 1 }));
    expect(told).toEqual([
      [1, 1],
      [2, 0],
      [3, 2],
    ]);
  });

  it('runs a gap when it closes, in nonce order', async () => {
    const chain = await create({ preconfirmsOnArrival: true });
    const later = await chain.submit(await sign(alice, { to: emitter, nonce: 1, gas: 60_000n }));
    expect(chain.place(later)).toBeUndefined();
    const first = await chain.submit(await sign(alice, { to: emitter, nonce: 0, gas: 60_000n }));
    expect(chain.pending.transactions.map(({ hash }) => hash)).toEqual([first, later]);
  });

  it('lays few layers on one another, however many flashblocks a block has', () => {
    let layers: readonly Layer[] = [];
    for (let flashblock = 1n; flashblock <= 1_000n; flashblock += 1n) {
      const changes = { accounts: new Map(), storage: new Map([[emitter, new Map([[0n, flashblock]])]]) };
      layers = addLayer(layers, { ...changes, cleared: new Set(), codes: new Map() });
      expect(layers.at(-1)!.changes.storage.get(emitter)!.get(0n)).toBe(flashblock);
      expect(layers.length).toBeLessThanOrEqual(10);
    }
    expect(layers.reduce((sum, layer) => sum + layer.flashblocks, 0)).toBe(1_000);
  });

  it('has state that is right after any number of flashblocks', async () => {
    const chain = await create({ preconfirmsOnArrival: true });
    for (let nonce = 0; nonce < 70; nonce += 1) {
      // oxlint-disable-next-line no-await-in-loop -- transactions follow one another
      await chain.submit(await sign(alice, { to: emitter, nonce, gas: 60_000n }));
      expect(chain.pending.state.storage(emitter, 0n)).toBe(BigInt(nonce + 1));
    }
    const { stateRoot } = (await seal(chain), chain.head.header);
    const atOnce = await create();
    for (let nonce = 0; nonce < 70; nonce += 1)
      // oxlint-disable-next-line no-await-in-loop -- transactions follow one another
      await atOnce.submit(await sign(alice, { to: emitter, nonce, gas: 60_000n }));
    await atOnce.tick(10, 10);
    await seal(atOnce);
    expect(atOnce.head.header.stateRoot).toBe(stateRoot);
  });
});
