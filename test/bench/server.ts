/** A server under test as a process: how it starts and ends, and what it costs the machine meanwhile. */
import type { ChildProcess } from 'node:child_process';
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { openConnection, serializeRequest } from './client.ts';

export type Server = {
  readonly port: number;
  /** From the start of the process to its first answer, in ms. */
  readonly firstAnswer: number;
  /** Processor time so far over all threads, in ms; undefined where the system does not tell. */
  cpu(): number | undefined;
  /** Resident memory in MB; undefined where the system does not tell. */
  memory(): number | undefined;
  /** Asks a host of `hosts/` for something, and waits until it is done. */
  ask(message: HostMessage): Promise<unknown>;
  stop(): Promise<void>;
};

/** What a host does on demand. */
export type HostMessage = { readonly advance: number } | { readonly collect: true };

export type Command = {
  readonly command: string;
  readonly args: readonly string[];
};

/** Starts a program that listens on the port it is given. */
export async function startServer(commandFor: (port: number) => Command): Promise<Server> {
  const port = await freePort();
  const { command, args } = commandFor(port);
  const start = performance.now();
  return serverOf(spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }), port, start);
}

/** Starts a module of `hosts/` in a process of its own, with a line to it besides the port. */
export async function startHost(module: URL, options: object): Promise<Server> {
  const port = await freePort();
  const start = performance.now();
  return serverOf(fork(module, [JSON.stringify({ ...options, port })], { silent: false }), port, start);
}

async function serverOf(child: ChildProcess, port: number, start: number): Promise<Server> {
  const ended = once(child, 'exit');
  const cleanUp = (): void => void child.kill('SIGKILL');
  process.once('exit', cleanUp);
  await firstAnswer(child, port);
  const threads = new Map<string, number>();
  let waiting = Promise.resolve<unknown>(undefined);
  return {
    port,
    firstAnswer: performance.now() - start,
    cpu: () => processorTime(child.pid!, threads),
    memory: () => residentMemory(child.pid!),
    ask(message) {
      waiting = waiting.then(async () => {
        child.send(message);
        const [answer] = (await once(child, 'message')) as [unknown];
        return answer;
      });
      return waiting;
    },
    async stop() {
      child.kill('SIGTERM');
      const cut = setTimeout(cleanUp, 2_000);
      await ended;
      clearTimeout(cut);
      process.off('exit', cleanUp);
    },
  };
}

async function firstAnswer(child: ChildProcess, port: number): Promise<void> {
  const request = serializeRequest('/', '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}');
  const end = performance.now() + 30_000;
  while (performance.now() < end) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}.`);
    try {
      const connection = await openConnection(port);
      await connection.send(request);
      connection.close();
      return;
    } catch {
      await pause(1);
    }
  }
  child.kill('SIGKILL');
  throw new Error('The server did not answer within 30 s.');
}

/**
 * From the scheduler's own count in ns, thread by thread, because /proc/<pid>/stat counts in steps of 10 ms; from that one where
 * the kernel keeps no such count. What a thread had when it was last seen stays in the sum after its end.
 */
function processorTime(pid: number, threads: Map<string, number>): number | undefined {
  if (process.platform !== 'linux') return undefined;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
      threads.set(thread, Number(nanoseconds) / 1e6);
    } catch {
      // It has just ended.
    }
  }
  if (threads.size > 0) return [...threads.values()].reduce((sum, time) => sum + time, 0);
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10; // utime and stime in hundredths of a second
}

function residentMemory(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1_024;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server that listens has such an address
  server.close();
  await once(server, 'close');
  return port;
}
