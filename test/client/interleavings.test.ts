/**
 * Random interleavings of sends, ticks, seals and reads against the public interface. Whatever the order, what a client reads and
 * what it is told are the same story: nothing pre-confirmed is lost, doubled or changed by the seal but for the block's hash.
 * A failure prints a seed and a path; `INTERLEAVINGS_SEED` and `INTERLEAVINGS_RUNS` choose others.
 */
import fc from 'fast-check';
import type { Hex } from 'viem';
import { encodeFunctionData, getContractAddress, keccak256, numberToHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, it } from 'vitest';
import type { Pretick } from '../../src/index.ts';
import { startPretick } from '../../src/index.ts';
import { testToken } from '../support/contracts.ts';
import { engineName } from '../support/engine.ts';
import { flashblock, zeroHash } from '../support/emulator.ts';
import { listenTo } from '../support/socket.ts';

type Fields = Record<string, unknown>;
type Transaction = Fields & { readonly hash: Hex; readonly from: Hex; readonly type: Hex };
type Block = Fields & { readonly number: Hex; readonly hash: Hex; readonly transactions: readonly Transaction[] };
type Log = Fields & { readonly blockNumber: Hex; readonly transactionHash: Hex; readonly logIndex: Hex };
type Receipt = Fields & { readonly transactionHash: Hex; readonly blockHash: Hex; readonly logs: readonly Log[] };

/** One thing that somebody does. */
type Step =
  /** Sends the next transaction, or the one after it, so that a gap stays until somebody fills it. */
  | { readonly does: 'send'; readonly account: number; readonly what: 'transfer' | 'log'; readonly isAhead: boolean }
  | { readonly does: 'wait'; readonly ticks: number }
  /** Time passes while the same things are asked again and again. */
  | { readonly does: 'race'; readonly ticks: number; readonly account: number };

const account = fc.nat({ max: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('send' as const),
      account,
      what: fc.constantFrom('transfer' as const, 'log' as const),
      isAhead: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
    }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('wait' as const), ticks: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('wait' as const), ticks: fc.integer({ min: 10, max: 25 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('race' as const), ticks: fc.integer({ min: 1, max: 12 }), account }),
  },
);

const seed = Number(process.env['INTERLEAVINGS_SEED'] ?? 20_261_121);
const numRuns = Number(process.env['INTERLEAVINGS_RUNS'] ?? 12);

it(
  'tells the same story in any order of sends, ticks, seals and reads',
  { timeout: 60_000 + numRuns * 5_000 },
  async () => {
    expect.hasAssertions();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }), async (steps) => {
        const emulator = await startPretick({ port: 0, ticking: 'manual', chains: ['mainnet'], engine: engineName });
        try {
          const world = await open(emulator);
          for (const each of steps) {
            await world.carryOut(each);
            await world.check();
          }
          await world.finish();
        } finally {
          await emulator.stop();
        }
      }),
      { seed, numRuns, endOnFailure: numRuns > 12 },
    );
  },
);

/** Signing takes longer than all the rest, and every run begins with the same accounts. */
const signed = new Map<string, Hex>();

async function open(emulator: Pretick) {
  const [chain] = emulator.chains;
  const keys = emulator.accounts.slice(0, 4).map(({ privateKey }) => privateKeyToAccount(privateKey));
  const token = getContractAddress({ from: keys[0]!.address, nonce: 0n });
  const data = encodeFunctionData({ abi: testToken.abi, functionName: 'transfer', args: [token, 0n] });
  const books = keys.map(({ address }) => ({ address, next: 0, gap: undefined as number | undefined }));
  const sent = new Set<Hex>();
  /** What was seen of the past, to which the present must only add. */
  const seen = { number: 0, logs: [] as string[], receipts: new Map<Hex, string>() };

  const ask = async <Result>(method: string, ...params: readonly unknown[]): Promise<Result> =>
    (await chain!.request({ method, params })) as Result;

  async function submit(index: number, nonce: number, kind: 'deploy' | 'transfer' | 'log'): Promise<void> {
    const name = `${index}/${nonce}/${kind}`;
    const fees = { chainId: 8453, gas: kind === 'deploy' ? 3_000_000n : 100_000n, maxFeePerGas: 10n ** 9n };
    const fields = {
      deploy: { data: testToken.bytecode },
      transfer: { to: token, value: 0n, data: '0x' as const },
      log: { to: token, data },
    };
    const target = kind === 'transfer' ? { to: keys[3]!.address, value: 1n } : fields[kind];
    const raw =
      signed.get(name) ?? (await keys[index]!.signTransaction({ type: 'eip1559', nonce, ...fees, ...target }));
    signed.set(name, raw);
    expect(await ask('eth_sendRawTransaction', raw)).toBe(keccak256(raw));
    sent.add(keccak256(raw));
  }

  await submit(0, 0, 'deploy');
  books[0]!.next = 1;
  await emulator.advance(flashblock);

  const socket = await listenTo(chain!.rpc.replace('http', 'ws'));
  const told: { readonly kind: string; readonly result: unknown }[] = [];
  const kinds = new Map<string, string>();
  for (const kind of ['newHeads', 'logs', 'newFlashblocks', 'newFlashblockTransactions', 'pendingLogs']) {
    const { result } = (await socket.ask('eth_subscribe', [kind])) as { result: string };
    kinds.set(result, kind);
  }
  /** Subscriptions begin here: what is pre-confirmed already was told before. */
  const begin = await ask<Block>('eth_getBlockByNumber', 'pending', true);

  /** Everything that was told so far: what comes before the reply to a question. */
  async function listen(): Promise<void> {
    socket.socket.send(JSON.stringify({ jsonrpc: '2.0', id: 'now', method: 'eth_chainId', params: [] }));
    for (;;) {
      const message = (await socket.next()) as { id?: string; params: { subscription: string; result: unknown } };
      if (message.id === 'now') return;
      told.push({ kind: kinds.get(message.params.subscription)!, result: message.params.result });
    }
  }

  async function carryOut(each: Step): Promise<void> {
    if (each.does === 'wait') {
      await emulator.advance(each.ticks * flashblock);
      return;
    }
    const { account: index } = each;
    const book = books[index]!;
    if (each.does === 'send') {
      if (each.isAhead && book.gap === undefined) {
        book.gap = book.next;
        book.next += 2;
        await submit(index, book.gap + 1, each.what);
      } else if (book.gap === undefined) {
        await submit(index, book.next, each.what);
        book.next += 1;
      } else {
        await submit(index, book.gap, each.what);
        book.gap = undefined;
      }
      return;
    }
    const passing = { isOver: false };
    const time = emulator.advance(each.ticks * flashblock).finally(() => (passing.isOver = true));
    let last = { number: 0, nonce: 0 };
    while (!passing.isOver) {
      const [number, nonce, block] = [
        Number(await ask<Hex>('eth_blockNumber')),
        Number(await ask<Hex>('eth_getTransactionCount', book.address, 'pending')),
        await ask<Block>('eth_getBlockByNumber', 'pending', true),
      ];
      expect(number).toBeGreaterThanOrEqual(last.number);
      expect(nonce).toBeGreaterThanOrEqual(last.nonce);
      // Asked after the number, so it is the next block or one that came later.
      expect(Number(block.number)).toBeGreaterThan(number);
      expect(block.transactions[0]).toMatchObject({ type: '0x7e', blockNumber: block.number });
      last = { number, nonce };
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    await time;
  }

  /** One moment, in which nothing moves, seen from all sides. */
  async function check(): Promise<void> {
    const number = Number(await ask<Hex>('eth_blockNumber'));
    expect(number).toBeGreaterThanOrEqual(seen.number);
    const pending = await ask<Block>('eth_getBlockByNumber', 'pending', true);
    expect(Number(pending.number)).toBe(number + 1);
    for (const { address } of books) {
      const preconfirmed = pending.transactions.filter(({ from }) => from === address.toLowerCase()).length;
      const sealed = Number(await ask<Hex>('eth_getTransactionCount', address, 'latest'));
      expect(Number(await ask<Hex>('eth_getTransactionCount', address, 'pending'))).toBe(sealed + preconfirmed);
    }
    const receipts = await ask<Receipt[]>('eth_getBlockReceipts', 'pending');
    expect(receipts.map(({ transactionHash }) => transactionHash)).toEqual(
      pending.transactions.map(({ hash }) => hash),
    );
    for (let sealed = seen.number + 1; sealed <= number; sealed += 1)
      receipts.push(...(await ask<Receipt[]>('eth_getBlockReceipts', numberToHex(sealed))));
    for (const receipt of receipts) {
      expect(await ask('eth_getTransactionReceipt', receipt.transactionHash)).toEqual(receipt);
      const before = seen.receipts.get(receipt.transactionHash);
      if (before !== undefined) expect(withoutHash(receipt)).toBe(before);
      seen.receipts.set(receipt.transactionHash, withoutHash(receipt));
    }
    const all = await ask<Log[]>('eth_getLogs', { fromBlock: '0x0', toBlock: 'pending' });
    const [sealedLogs, pendingLogs] = [
      await ask<Log[]>('eth_getLogs', { fromBlock: '0x0', toBlock: 'latest' }),
      await ask<Log[]>('eth_getLogs', { fromBlock: 'pending', toBlock: 'pending' }),
    ];
    expect(all).toEqual([...sealedLogs, ...pendingLogs]);
    expect(pendingLogs).toEqual(pending.transactions.flatMap(({ hash }) => receiptOf(receipts, hash).logs));
    const texts = all.map(withoutHash);
    expect(texts.slice(0, seen.logs.length)).toEqual(seen.logs);
    expect(new Set(all.map(({ blockNumber, logIndex }) => `${blockNumber}/${logIndex}`)).size).toBe(all.length);
    seen.number = number;
    seen.logs = texts;
  }

  /** What the subscriber heard from the beginning is what can be read now. */
  async function finish(): Promise<void> {
    for (const [index, { gap }] of books.entries()) if (gap !== undefined) await submit(index, gap, 'transfer');
    await emulator.advance(20 * flashblock);
    await check();
    await listen();
    for (const hash of sent)
      expect(await ask('eth_getTransactionReceipt', hash)).not.toMatchObject({ blockHash: zeroHash });
    const results = <Result>(kind: string) =>
      told.filter((each) => each.kind === kind).map(({ result }) => result as Result);
    const blocks: Block[] = [];
    for (let number = 1; number <= seen.number; number += 1)
      blocks.push(await ask<Block>('eth_getBlockByNumber', numberToHex(number), true));
    expect(results<Block>('newHeads').map(({ hash }) => hash)).toEqual(blocks.map(({ hash }) => hash));
    const logs = await ask<Log[]>('eth_getLogs', { fromBlock: '0x1', toBlock: 'latest' });
    expect(results('logs')).toEqual(logs);

    // What came before the subscriptions were there is the beginning of the pending block of that time.
    const known = new Set(begin.transactions.map(({ hash }) => hash));
    const pending = await ask<Block>('eth_getBlockByNumber', 'pending', true);
    const hashes = [...blocks, pending].flatMap(({ transactions }) => transactions.map(({ hash }) => hash));
    expect(results('newFlashblockTransactions')).toEqual(hashes.filter((hash) => !known.has(hash)));
    const later = seen.logs.filter((text) => !known.has((JSON.parse(text) as Log).transactionHash));
    expect(results('pendingLogs').map(withoutHash)).toEqual(later);

    const grown = new Map<Hex, readonly Hex[]>();
    for (const { number, transactions } of results<Block>('newFlashblocks')) {
      const list = transactions.map(({ hash }) => hash);
      const before = grown.get(number) ?? [];
      expect(list.slice(0, before.length)).toEqual(before);
      grown.set(number, list);
    }
    for (const { number, transactions } of blocks)
      expect(grown.get(number)).toEqual(transactions.map(({ hash }) => hash));
    expectOrder(told);
  }

  return { carryOut, check, finish };
}

/** A transaction's logs never come before its flashblock, nor a sealed head before its last flashblock or after the next. */
function expectOrder(told: readonly { readonly kind: string; readonly result: unknown }[]): void {
  const inFlashblocks = new Set<Hex>();
  const heads = new Set<Hex>();
  const begun: Hex[] = [];
  for (const { kind, result } of told) {
    if (kind === 'newFlashblocks') {
      const { number, transactions } = result as Block;
      if (begun.at(-1) !== number) begun.push(number);
      for (const { hash } of transactions) inFlashblocks.add(hash);
      expect(heads.has(number)).toBe(false);
    } else if (kind === 'newHeads') {
      heads.add((result as Block).number);
      expect(begun.at(-1)).toBe((result as Block).number);
    } else if (kind === 'logs') {
      expect(heads.has((result as Log).blockNumber)).toBe(true);
    } else {
      expect(inFlashblocks.has(kind === 'pendingLogs' ? (result as Log).transactionHash : (result as Hex))).toBe(true);
    }
  }
  expect(begun).toEqual([...new Set(begun)]);
}

function receiptOf(receipts: readonly Receipt[], hash: Hex): Receipt {
  return receipts.find(({ transactionHash }) => transactionHash === hash)!;
}

/** The text of a log or receipt, blind to the block's hash. */
function withoutHash(value: unknown): string {
  return JSON.stringify(value, (key, part: unknown) => (key === 'blockHash' ? undefined : part));
}
