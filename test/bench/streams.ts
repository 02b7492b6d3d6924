/**
 * The streams under load: 50 subscribers, of whom five do not read, while 200 transactions come in per second. Prints what the
 * readers missed or heard twice, what is left in memory afterwards, and how late the ticks were.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Hex } from 'viem';
import type { Collected } from './hosts/streams.ts';
import type { NodeClient } from './node-client.ts';
import { nodeClient } from './node-client.ts';
import { say } from './report.ts';
import { startHost } from './server.ts';
import type { Reader, SealedBlock } from './stream-readers.ts';
import { openReader, roles } from './stream-readers.ts';
import type { Signed } from './transactions.ts';
import { transfers } from './transactions.ts';

const subscribers = 50;
const silent = 5;
const perSecond = 200;
/** In seconds: first without subscribers, which shows what the chain itself keeps of so many transactions. */
const alone = 20;
const together = 60;
/** Transactions of one message. */
const batch = 10;
/** In ms: a block and a tick. */
const untilSealed = 2_500;

export async function streams(engine: string | undefined): Promise<void> {
  const sent = await transfers(perSecond * (alone + together));
  const library = new URL('../../../../dist/index.js', import.meta.url).href;
  const server = await startHost(new URL('hosts/streams.js', import.meta.url), { library, engine });
  const node = await nodeClient(server.port, '/provider/mainnet');
  const collect = async (): Promise<Collected> =>
    ((await server.ask({ collect: true })) as { answer: Collected }).answer;
  // What the first subscriber needs is loaded once.
  for (const role of roles) await (await openReader(server.port, role)).close();
  await pause(untilSealed);
  const before = await collect();

  say(`${alone} s of ${perSecond} transactions per second without subscribers …`);
  await send(node, sent.slice(0, alone * perSecond));
  await pause(untilSealed);
  const between = await collect();

  say(`${together} s of the same with ${subscribers} subscribers, ${silent} of them silent …`);
  const readers: Reader[] = [];
  for (let index = 0; index < subscribers; index += 1)
    readers.push(await openReader(server.port, roles[index % roles.length]!));
  for (const reader of readers.slice(-silent)) reader.stall();
  // They are judged by the blocks that were opened when all of them listened.
  const first = (await blockNumber(node)) + 2;
  await pause(untilSealed);
  const cpu = server.cpu();
  await send(node, sent.slice(alone * perSecond));
  const used = (server.cpu() ?? 0) - (cpu ?? 0);
  await pause(untilSealed);
  const loaded = await collect();
  const blocks = await sealedBlocks(node, first);
  await pause(2 * untilSealed); // what was told of these blocks has long arrived
  report(readers, blocks, sent.slice(alone * perSecond));
  for (const reader of readers) await reader.close();
  await pause(untilSealed);
  const after = await collect();
  await server.stop();

  const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;
  const kept = between.heap - before.heap;
  console.log(`server's processor time: ${((used / together / 1_000) * 100).toFixed(0)} % of a core`);
  console.log(`ticks without subscribers: ${lateness(between)}`);
  console.log(`ticks with them: ${lateness(loaded)}`);
  console.log(
    `heap after collection: ${mebibytes(before.heap)} at the start, ${mebibytes(between.heap)} before the subscribers,`,
  );
  console.log(
    `  ${mebibytes(loaded.heap)} (and ${mebibytes(loaded.external)} outside) while they were there, ${mebibytes(after.heap)} after they left`,
  );
  console.log(
    `  the chain keeps ${(kept / alone / perSecond / 1_024).toFixed(2)} KiB per transaction without subscribers, and`,
  );
  console.log(
    `  ${((after.heap - between.heap) / together / perSecond / 1_024).toFixed(2)} KiB with them: what the streams leave is the difference`,
  );
}

/** Sends at an even pace, each message at its own moment. */
async function send(node: NodeClient, transactions: readonly Signed[]): Promise<void> {
  const start = performance.now();
  for (let index = 0; index < transactions.length; index += batch) {
    const wait = start + (index / perSecond) * 1_000 - performance.now();
    if (wait > 0) await pause(wait);
    const params = transactions.slice(index, index + batch).map(({ raw }) => [raw]);
    const answer = await node.connections[0]!.send(node.batch('eth_sendRawTransaction', params));
    if (answer.includes('"error"')) throw new Error(`A transaction was refused: ${answer.toString('utf8', 0, 300)}`);
  }
}

async function blockNumber(node: NodeClient): Promise<number> {
  return Number(await node.ask('eth_blockNumber', []));
}

async function sealedBlocks(node: NodeClient, first: number): Promise<readonly SealedBlock[]> {
  const blocks: SealedBlock[] = [];
  for (let number = first; number <= (await blockNumber(node)); number += 1) {
    const found = await node.ask('eth_getBlockByNumber', [`0x${number.toString(16)}`, false]);
    const { hash, transactions } = found as { readonly hash: Hex; readonly transactions: readonly Hex[] };
    blocks.push({ number, hash, transactions });
  }
  return blocks;
}

function report(readers: readonly Reader[], blocks: readonly SealedBlock[], sent: readonly Signed[]): void {
  const sealed = new Set(blocks.flatMap(({ transactions }) => transactions));
  const missing = sent.filter(({ hash }) => !sealed.has(hash)).length;
  console.log(`${sent.length} transactions sent, ${missing} of them not sealed; ${blocks.length} blocks`);
  for (const role of roles) {
    const verdicts = readers.slice(0, -silent).flatMap((each) => (each.role === role ? [each.judge(blocks)] : []));
    const sum = (part: 'messages' | 'lost' | 'doubled'): number =>
      verdicts.reduce((total, verdict) => total + verdict[part], 0);
    console.log(
      `${role}: ${verdicts.length} readers, ${sum('messages')} messages, ${sum('lost')} lost, ${sum('doubled')} doubled`,
    );
  }
}

function lateness({ lateness: list }: Collected): string {
  const sorted = list.toSorted((a, b) => a - b);
  const at = (share: number): string => `${(sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1)} ms`;
  return `${sorted.length}, late by ${at(0.5)} at the median, ${at(0.99)} at 99 %, ${at(1)} at most`;
}
