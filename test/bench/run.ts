/**
 * The benchmark: Pretick, and on request its peers, on the same work in the same minutes. Every line is measured in rounds that
 * alternate between the contestants, so that a noisy moment of the machine hits all of them; medians are what counts.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Contestant } from './contestants.ts';
import { contestants as contestantsOf } from './contestants.ts';
import type { Line, LineGroup, OpenGroup, Sample } from './line.ts';
import { blocks } from './lines/blocks.ts';
import { embedded } from './lines/embedded.ts';
import { history } from './lines/history.ts';
import { logs } from './lines/logs.ts';
import { onTime } from './lines/on-time.ts';
import { reads } from './lines/reads.ts';
import { start } from './lines/start.ts';
import { transfers } from './lines/transfers.ts';
import type { PeerName } from './peers.ts';
import { peerNames } from './peers.ts';
import type { Result } from './report.ts';
import { headlinesOf, jsonReport, markdownTable, rowsOf, say, textTable } from './report.ts';
import { streams } from './streams.ts';

const usage = `npm run bench -- [options]

  --peers anvil,hardhat   measure these beside Pretick; fetched from npm on first use
  --all                   every line; with peers this takes half an hour
  --only NAME             lines whose name holds this; can be given several times
  --engine NAME           Pretick's engine
  --json FILE             write all figures and samples there
  --markdown              print one figure for each line, as a Markdown table
  --streams               in place of all lines: 50 subscribers and 200 transactions per second, for a minute and a half
  --list                  print the names of the lines`;

const groups: readonly LineGroup[] = [start, embedded, reads, transfers, onTime, blocks, logs, history];

const options = readOptions();
if (options.help === true) console.log(usage);
else if (options.list === true) console.log(groups.flatMap(({ lines }) => lines.map(({ name }) => name)).join('\n'));
else if (options.streams === true) await streams(options.engine);
else await bench();
process.exit();

async function bench(): Promise<void> {
  const contestants = await contestantsOf(peersOf(options.peers), options.engine);
  const results: Result[] = [];
  for (const group of groups) {
    const chosen = [...group.lines.entries()].filter(([, line]) => isChosen(line));
    if (chosen.length === 0) continue;
    results.push(...(await measureGroup(group, chosen, contestants)));
    // After each group, so that a run that is cut short leaves what it has.
    if (options.json !== undefined) writeFileSync(options.json, jsonReport(results, contestants, new Date()));
  }
  if (results.length === 0) throw new Error('No line has such a name; --list prints them.');
  const rows = rowsOf(results, contestants);
  console.log(options.markdown === true ? markdownTable(headlinesOf(rows), contestants) : textTable(rows, contestants));
}

async function measureGroup(
  group: LineGroup,
  lines: readonly (readonly [number, Pick<Line<unknown>, 'name' | 'headline' | 'rounds' | 'warmsUp'>])[],
  contestants: readonly Contestant[],
): Promise<Result[]> {
  const opened: (readonly [string, OpenGroup])[] = [];
  for (const contestant of contestants) opened.push([contestant.name, await group.open(contestant)]);
  const results: Result[] = [];
  for (const [index, { name: line, headline, rounds, warmsUp }] of lines) {
    say(`${line} …`);
    const failed = new Set<string>();
    const samples: Record<string, Sample[]> = Object.fromEntries(opened.map(([name]) => [name, []]));
    for (let round = warmsUp === true ? -1 : 0; round < rounds; round += 1)
      for (const [name, stage] of opened) {
        if (failed.has(name)) continue;
        try {
          const sample = await stage.measure(index);
          if (sample !== undefined && round >= 0) samples[name]?.push(sample);
        } catch (error) {
          // The other contestants go on; a figure of this one would mean nothing.
          say(`${name} failed at ${line}: ${error instanceof Error ? error.message : String(error)}`);
          failed.add(name);
          samples[name] = [];
        }
      }
    results.push({ line, headline, samples });
  }
  const memory = opened.map(([name, stage]) => [name, [{ MB: stage.memory() }]] as const);
  results.push({
    line: `memory after the lines on ${group.name}`,
    headline: undefined,
    samples: Object.fromEntries(memory),
  });
  for (const [, stage] of opened) await stage.close();
  return results;
}

function isChosen({ name, isQuick }: Pick<Line<unknown>, 'name' | 'isQuick'>): boolean {
  const { only, all } = options;
  if (only === undefined) return all === true || isQuick === true;
  return only.some((part) => name.toLowerCase().includes(part.toLowerCase()));
}

function peersOf(list: string | undefined): PeerName[] {
  return (list ?? '')
    .split(',')
    .filter((name) => name !== '')
    .map((name) => {
      const peer = peerNames.find((known) => known === name.trim());
      if (peer === undefined) throw new Error(`No peer is called ${name}: choose from ${peerNames.join(', ')}.`);
      return peer;
    });
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      peers: { type: 'string' },
      all: { type: 'boolean' },
      only: { type: 'string', multiple: true },
      engine: { type: 'string' },
      json: { type: 'string' },
      markdown: { type: 'boolean' },
      streams: { type: 'boolean' },
      list: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  return values;
}
