/** A node as its client sees it: single questions for setting the stage, serialised requests and a few connections for the load. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from './client.ts';
import { load, openConnection, serializeRequest } from './client.ts';
import type { Sample } from './line.ts';
import type { Server } from './server.ts';

export type NodeClient = {
  readonly connections: readonly Connection[];
  /** Asks once; throws when the answer is an error. */
  ask(method: string, params: readonly unknown[]): Promise<unknown>;
  request(method: string, params: readonly unknown[]): Buffer;
  batch(method: string, params: readonly (readonly unknown[])[]): Buffer;
};

/** As many as keep a server busy on a core of its own. */
const connectionCount = 4;

export async function nodeClient(port: number, path: string): Promise<NodeClient> {
  const connections = await Promise.all(Array.from({ length: connectionCount }, () => openConnection(port)));
  const message = (method: string, params: readonly unknown[]) => ({ jsonrpc: '2.0', id: 1, method, params });
  const request = (method: string, params: readonly unknown[]): Buffer =>
    serializeRequest(path, JSON.stringify(message(method, params)));
  return {
    connections,
    request,
    batch: (method, params) => serializeRequest(path, JSON.stringify(params.map((each) => message(method, each)))),
    async ask(method, params) {
      const body = await connections[0]!.send(request(method, params));
      const { result, error } = JSON.parse(body.toString()) as { result?: unknown; error?: unknown };
      if (error !== undefined) throw new Error(`${method} was refused: ${JSON.stringify(error)}`);
      return result;
    },
  };
}

type Busy = NodeClient & { readonly server: Server };

/** Requests as fast as they are answered: answers per second, and the server's processor time for each. */
export async function underLoad(node: Busy, requests: readonly Buffer[], count: number): Promise<Sample> {
  const { ms, cpu } = await costOf(node, () => load(node.connections, requests, count));
  return { '/s': count / (ms / 1_000), 'CPU µs': perItem(cpu, count) };
}

/** One request after another: the time of one, and the server's processor time for it. */
export async function oneByOne(node: Busy, requests: readonly Buffer[], count: number): Promise<Sample> {
  const { ms, cpu } = await costOf(node, () => load(node.connections.slice(0, 1), requests, count));
  return { ms: ms / count, 'CPU ms': cpu === undefined ? undefined : cpu / count };
}

/** Whether the node has the method at all; asks it once. */
export async function knows({ connections }: NodeClient, request: Buffer): Promise<boolean> {
  const answer = (await connections[0]!.send(request)).toString('utf8', 0, 1_000);
  return !/"error".*(-32601|-32004|not (supported|found|exist))/is.test(answer);
}

/** What some work costs: time, and the server's processor time, both in ms. */
export async function costOf(
  { server }: { readonly server: Server },
  work: () => Promise<unknown>,
): Promise<{ readonly ms: number; readonly cpu: number | undefined }> {
  const cpuBefore = server.cpu();
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  const cpu = server.cpu();
  return { ms, cpu: cpu === undefined || cpuBefore === undefined ? undefined : cpu - cpuBefore };
}

/** Microseconds for each of `count`. */
export function perItem(cpu: number | undefined, count: number): number | undefined {
  return cpu === undefined ? undefined : (cpu * 1_000) / count;
}

/** In ms: a node that seals a block per transaction may have thousands to go. */
const longestWait = 600_000;

/** Waits for what a node does by its own clock. */
export async function until(isReached: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + longestWait;
  while (!(await isReached())) {
    if (performance.now() > end) throw new Error('The node did not get there in ten minutes.');
    await pause(5);
  }
}
