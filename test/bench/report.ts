/** What the runner tells: progress while it works, and its figures as a table, as Markdown and as JSON. */
import { cpus, release, type } from 'node:os';
import type { Contestant } from './contestants.ts';
import { isRate, units } from './line.ts';
import type { Sample, Unit } from './line.ts';

/** The samples of one line, by contestant; an empty list for one that cannot do it. */
export type Result = {
  readonly line: string;
  readonly headline: Unit | undefined;
  readonly samples: Readonly<Record<string, readonly Sample[]>>;
};

export type Row = {
  readonly line: string;
  readonly unit: Unit;
  readonly isHeadline: boolean;
  readonly figures: readonly (Figure | undefined)[];
  /** Pretick's cost over each peer's: below 1 is better, also where the unit is a rate. */
  readonly ratios: readonly (number | undefined)[];
};

type Figure = { readonly median: number; readonly min: number; readonly max: number };

/** Progress, apart from the figures that go to stdout. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

export function rowsOf(results: readonly Result[], contestants: readonly Contestant[]): Row[] {
  return results.flatMap(({ line, headline, samples }) => {
    const measured = units.filter((unit) => Object.values(samples).some((list) => figureOf(list, unit) !== undefined));
    const chosen = headline ?? measured.find((unit) => unit.startsWith('CPU')) ?? measured[0];
    return measured.map((unit): Row => {
      const figures = contestants.map(({ name }) => figureOf(samples[name] ?? [], unit));
      const [own, ...peers] = figures;
      return { line, unit, isHeadline: unit === chosen, figures, ratios: peers.map((peer) => ratio(own, peer, unit)) };
    });
  });
}

/** One row for each line. */
export function headlinesOf(rows: readonly Row[]): Row[] {
  return rows.filter(({ isHeadline }) => isHeadline);
}

/** For a terminal. */
export function textTable(rows: readonly Row[], contestants: readonly Contestant[]): string {
  const cells = cellsOf(rows, contestants);
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => pad(cell, widths[column]!, column < 2))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function markdownTable(rows: readonly Row[], contestants: readonly Contestant[]): string {
  const [head, ...body] = cellsOf(rows, contestants);
  const rule = head!.map((_, column) => (column < 2 ? '---' : '---:'));
  return [head!, rule, ...body].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

export function jsonReport(results: readonly Result[], contestants: readonly Contestant[], date: Date): string {
  const names = contestants.map(({ name }) => name);
  const report = {
    date: date.toISOString(),
    node: process.version,
    machine: { system: `${type()} ${release()}`, cores: cpus().length, model: cpus()[0]?.model },
    contestants: contestants.map(({ name, version }) => ({ name, version })),
    rows: rowsOf(results, contestants).map(({ line, unit, figures, ratios }) => ({
      line,
      unit,
      ...Object.fromEntries(names.map((name, index) => [name, figures[index] ?? null])),
      ratios: Object.fromEntries(ratios.map((ratio, index) => [names[index + 1], ratio ?? null])),
    })),
    samples: results,
  };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

function cellsOf(rows: readonly Row[], contestants: readonly Contestant[]): string[][] {
  const [own, ...peers] = contestants.map(({ name }) => name);
  const head = ['', 'unit', ...contestants.map(({ name, version }) => `${name} ${version}`)];
  return [
    [...head, ...peers.map((peer) => `${own}/${peer}`)],
    ...rows.map(({ line, unit, figures, ratios }, index) => [
      rows[index - 1]?.line === line ? '' : line,
      unit,
      ...figures.map(figureText),
      ...ratios.map((ratio) => (ratio === undefined ? '' : ratio.toFixed(2))),
    ]),
  ];
}

function figureOf(samples: readonly Sample[], unit: Unit): Figure | undefined {
  const values = samples.map((sample) => sample[unit]).filter((value) => value !== undefined);
  if (values.length === 0) return undefined;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const median = (sorted[Math.floor(middle - 0.5)]! + sorted[Math.floor(middle)]!) / 2;
  return { median, min: sorted[0]!, max: sorted.at(-1)! };
}

function ratio(own: Figure | undefined, peer: Figure | undefined, unit: Unit): number | undefined {
  if (own === undefined || peer === undefined || own.median === 0 || peer.median === 0) return undefined;
  return isRate(unit) ? peer.median / own.median : own.median / peer.median;
}

function figureText(figure: Figure | undefined): string {
  if (figure === undefined) return 'none';
  const { median, min, max } = figure;
  return min === max ? short(median) : `${short(median)} (${short(min)}–${short(max)})`;
}

/** Three digits that count. */
function short(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function pad(cell: string, width: number, isText: boolean): string {
  return isText ? cell.padEnd(width) : cell.padStart(width);
}
