/** How long one waits for a node: each round is a new process, from its start to its first answer. */
import type { Contestant } from '../contestants.ts';
import type { Sample } from '../line.ts';
import { lineGroup } from '../line.ts';

export const start = lineGroup<Contestant>({
  name: 'start',
  lines: [
    {
      name: 'start to first answer',
      isQuick: true,
      headline: 'ms',
      rounds: 7,
      warmsUp: true, // the files come from the disk only once
      async measure(contestant): Promise<Sample> {
        const server = await contestant.startBare();
        const cpu = server.cpu();
        await server.stop();
        return { ms: server.firstAnswer, 'CPU ms': cpu };
      },
    },
    {
      name: 'memory after start',
      isQuick: true,
      rounds: 3,
      async measure(contestant) {
        const server = await contestant.startBare();
        const memory = server.memory();
        await server.stop();
        return { MB: memory };
      },
    },
  ],
  open: async (contestant) => contestant,
  close: async () => undefined,
});
