/** A node inside a test's own process: what importing and starting it costs, and what a call costs then. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Contestant } from '../contestants.ts';
import type { EmbedReport } from '../hosts/embed.ts';
import type { Sample } from '../line.ts';
import { lineGroup } from '../line.ts';

export const embedded = lineGroup<Contestant>({
  name: 'in process',
  lines: [
    {
      name: 'in process: import',
      rounds: 7,
      warmsUp: true,
      measure: async (contestant) => figure(contestant, (report) => ({ ms: report.import })),
    },
    {
      name: 'in process: start after the import',
      rounds: 7,
      measure: async (contestant) => figure(contestant, (report) => ({ ms: report.start })),
    },
    {
      name: 'in process: import to first eth_call',
      rounds: 7,
      measure: async (contestant) => figure(contestant, (report) => ({ ms: report.firstCall })),
    },
    {
      name: 'in process: eth_call',
      rounds: 3,
      measure: async (contestant) => figure(contestant, (report) => ({ µs: report.call * 1_000 })),
    },
  ],
  open: async (contestant) => contestant,
  close: async () => undefined,
});

async function figure({ embed, name }: Contestant, read: (report: EmbedReport) => Sample): Promise<Sample | undefined> {
  if (embed === undefined) return undefined;
  const { library } = embed;
  const child = fork(new URL('../hosts/embed.js', import.meta.url), [name, library]);
  const [report] = (await once(child, 'message')) as [EmbedReport];
  await once(child, 'exit');
  return read(report);
}
