/** The settings of sockets and streams reach them, and a plain Ethereum chain has no flashblocks in any form. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startPretick } from '../../src/index.ts';
import { createTestEmulator, flashblock, zeroHash } from '../support/emulator.ts';
import { readFeed } from '../support/feed.ts';
import { listenTo } from '../support/socket.ts';

const webSocket = (url: string): string => url.replace('http', 'ws');

describe('settings', () => {
  it('bound connections, subscriptions and readers of the feed', async () => {
    const { main } = await createTestEmulator({ connectionLimit: 1, subscriptionLimit: 1, feedReaderLimit: 1 });
    const client = await listenTo(webSocket(main.rpc));
    expect(await client.ask('eth_subscribe', ['newHeads'])).toMatchObject({ result: expect.any(String) });
    expect(await client.ask('eth_subscribe', ['newHeads'])).toMatchObject({ error: { code: -32006 } });
    const second = await listenTo(webSocket(main.provider));
    expect(await second.closed).toEqual({ code: 1013, reason: 'too many connections: max 1' });
    await readFeed(main.flashblocks!);
    const reader = await listenTo(main.flashblocks!);
    expect(await reader.closed).toEqual({ code: 1013, reason: 'too many readers: max 1' });
  });

  it('make newHeads tell a head per flashblock', async () => {
    const { main, advance } = await createTestEmulator({ headPerFlashblock: true });
    const client = await listenTo(webSocket(main.rpc));
    await client.ask('eth_subscribe', ['newHeads']);
    await advance(flashblock);
    expect(await client.next()).toMatchObject({ params: { result: { number: '0x1', hash: zeroHash } } });
  });
});

describe('a plain Ethereum chain', () => {
  it('knows no flashblock subscriptions and has no feed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pretick-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const genesis = join(folder, 'genesis.json');
    writeFileSync(
      genesis,
      JSON.stringify({
        config: { chainId: 7, terminalTotalDifficulty: 0 },
        gasLimit: '0x1c9c380',
        difficulty: '0x0',
        alloc: {},
      }),
    );
    const emulator = await startPretick({ port: 0, genesis, headPerFlashblock: true });
    onTestFinished(() => emulator.stop());
    const [chain] = emulator.chains;
    expect(chain!.flashblocks).toBeUndefined();
    await expect(readFeed(`${webSocket(emulator.url)}/flashblocks/ethereum`)).rejects.toThrow('404');
    const client = await listenTo(webSocket(emulator.url));
    for (const kind of ['newFlashblocks', 'pendingLogs', 'newFlashblockTransactions'])
      expect(await client.ask('eth_subscribe', [kind])).toMatchObject({ error: { code: -32602 } });
    expect(await client.ask('eth_subscribe', ['newHeads'])).toMatchObject({ result: expect.any(String) });
  });
});
