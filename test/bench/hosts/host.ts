/** What the two hosts share: a host is a process that uses a node as a library, for what no command line offers. */
import type { Mining } from '../contestants.ts';
import type { HostMessage } from '../server.ts';

export type HostOptions = {
  /** Address of the module that the library is. */
  readonly library: string;
  readonly mining?: Mining;
  readonly engine?: string | undefined;
  readonly cwd?: string;
};

/** Of this process. */
export function hostOptions(): HostOptions & { readonly port: number } {
  return JSON.parse(process.argv[2] ?? '{}') as HostOptions & { readonly port: number }; // written by startHost
}

/** Obeys the benchmark until it ends. */
export function serve(obey: (message: HostMessage) => Promise<unknown>): void {
  process.on('message', (message: HostMessage) => {
    void obey(message).then((answer) => process.send?.({ answer }));
  });
  process.on('disconnect', () => process.exit(0));
  process.on('SIGTERM', () => process.exit(0));
}
