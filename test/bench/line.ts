/** What a line of the benchmark is: a name, the moment it belongs to, and a way to measure it once on one node. */
import type { Contestant } from './contestants.ts';

export type Line<Stage> = {
  readonly name: string;
  /** Part of the plain run; the others only with --all or --only. */
  readonly isQuick?: boolean;
  /** The unit that stands for the line where there is room for one: processor time when it is measured, unless given. */
  readonly headline?: Unit;
  /** How often it is measured; the median counts. */
  readonly rounds: number;
  /** One more round at the beginning that does not count, for what runs warm in real life. */
  readonly warmsUp?: boolean;
  /** Measures once; undefined when this node cannot do it. */
  measure(stage: Stage): Promise<Sample | undefined>;
};

/** The figures of one round, by the unit that they are in. */
export type Sample = Readonly<Partial<Record<Unit, number | undefined>>>;

export type Unit = (typeof units)[number];

export const units = ['/s', 'ms', 'µs', 'CPU ms', 'CPU µs', 'MB'] as const;

/** More is better. */
export function isRate(unit: Unit): boolean {
  return unit === '/s';
}

/** Lines that share one server per contestant. */
export type LineGroup = {
  readonly name: string;
  readonly lines: readonly Omit<Line<unknown>, 'measure'>[];
  open(contestant: Contestant): Promise<OpenGroup>;
};

export type OpenGroup = {
  measure(line: number): Promise<Sample | undefined>;
  /** Of the server, in MB. */
  memory(): number | undefined;
  close(): Promise<void>;
};

export type GroupOptions<Stage> = {
  readonly name: string;
  readonly lines: readonly Line<Stage>[];
  /** Starts the server and brings it to the state that the lines measure. */
  open(contestant: Contestant): Promise<Stage>;
  memory?(stage: Stage): number | undefined;
  close(stage: Stage): Promise<void>;
};

/** Closes over the stage, so that the runner needs not know it. */
export function lineGroup<Stage>(options: GroupOptions<Stage>): LineGroup {
  const { name, lines } = options;
  return {
    name,
    lines,
    async open(contestant) {
      const stage = await options.open(contestant);
      return {
        measure: async (line) => lines[line]?.measure(stage),
        memory: () => options.memory?.(stage),
        close: () => options.close(stage),
      };
    },
  };
}
