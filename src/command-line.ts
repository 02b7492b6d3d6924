/** Settings as a user of the command line gives them: flags before environment variables before defaults. */
import { parseArgs } from 'node:util';
import type { Options, Setting, SettingName } from './config.ts';
import { ConfigError, badValue, settingNames, settings, suggestion } from './config.ts';

export type Command =
  | { readonly action: 'start'; readonly options: Options; readonly warnings: readonly string[] }
  | { readonly action: 'help' }
  | { readonly action: 'version' };

type Environment = Readonly<Record<string, string | undefined>>;

/** What the flags and the variables ask for; a {@link ConfigError} when they are not understood. */
export function readCommandLine(args: readonly string[], environment: Environment): Command {
  const options: Partial<Record<SettingName, unknown>> = {};
  for (const name of settingNames) {
    const text = environment[variableOf(name)];
    if (text !== undefined && text !== '') options[name] = valueOf(name, text, variableOf(name));
  }

  const { tokens } = parseArgs({ args: [...args], options: flagTypes, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'positional')
      throw new ConfigError(`pretick takes flags only, not ${JSON.stringify(token.value)}.${seeHelp}`);
    if (token.kind === 'option-terminator') continue;
    if (token.rawName === '-h' || token.rawName === '--help') return { action: 'help' };
    if (token.rawName === '-v' || token.rawName === '--version') return { action: 'version' };
    const off = negated.get(token.rawName);
    const name = off ?? byFlag.get(token.rawName);
    if (name === undefined) throw unknownFlag(token.rawName);
    if (off !== undefined && token.value !== undefined) throw new ConfigError(`${token.rawName} takes no value.`);
    options[name] = off !== undefined ? false : valueOf(name, token.value ?? bareValue(name), token.rawName);
  }
  return { action: 'start', options: options as Options, warnings: nearMisses(environment) }; // each value is of its own kind
}

/** What `pretick --help` prints. */
export function helpText(): string {
  const rows: readonly Row[] = [
    ...settingNames.map(helpRow),
    { left: '-h, --help', meaning: 'Print this text.' },
    { left: '-v, --version', meaning: 'Print the version.' },
  ];
  const width = Math.max(...rows.filter(({ left }) => left.length <= 30).map(({ left }) => left.length));
  const lines = rows.flatMap(({ left, meaning }) => {
    const [first = '', ...rest] = wrap(meaning, 96 - width);
    const head =
      left.length <= width ? [`  ${left.padEnd(width)}  ${first}`] : [`  ${left}`, ' '.repeat(width + 4) + first];
    return [...head, ...rest.map((line) => ' '.repeat(width + 4) + line)];
  });
  return [
    'Usage: pretick [flags]',
    '',
    'Runs a local emulator of a tokenized-stock chain: the reference REST service and JSON-RPC',
    'with pre-confirmations, on one port.',
    '',
    ...lines,
    '',
    'Each flag is also an environment variable: --block-time is PRETICK_BLOCK_TIME. A flag wins.',
    '',
  ].join('\n');
}

/** The settings as a table in Markdown, for the README. */
export function settingsTable(): string {
  const rows = settingNames.map((name) => {
    const setting: Setting<unknown> = settings[name];
    const flag = `${flagOf(name)}${setting.kind.placeholder === undefined ? '' : ` <${setting.kind.placeholder}>`}`;
    const cells = [
      `\`${flag.replaceAll('|', '\\|')}\``,
      `\`${variableOf(name)}\``,
      defaultOf(setting, '`'),
      setting.meaning,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return ['| Flag | Variable | Default | Meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

type Row = { readonly left: string; readonly meaning: string };

const seeHelp = ' See --help.';
const wordsOf = (name: SettingName): readonly string[] => name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
const flagOf = (name: SettingName): string => `--${wordsOf(name).join('-')}`;
const variableOf = (name: SettingName): string => `PRETICK_${wordsOf(name).join('_').toUpperCase()}`;
const standsAlone = (name: SettingName): boolean => settings[name].kind.placeholder === undefined;

const byFlag = new Map(settingNames.map((name) => [flagOf(name), name]));
const negated = new Map(settingNames.filter(standsAlone).map((name) => [`--no-${flagOf(name).slice(2)}`, name]));
const flagTypes = Object.fromEntries(
  settingNames.map((name) => [
    flagOf(name).slice(2),
    { type: standsAlone(name) ? ('boolean' as const) : ('string' as const) },
  ]),
);

function valueOf(name: SettingName, text: string, source: string): unknown {
  const { kind }: Setting<unknown> = settings[name];
  const value = kind.fromText(text);
  if (!kind.accepts(value)) throw badValue(source, JSON.stringify(text), kind);
  return value;
}

function bareValue(name: SettingName): string {
  if (standsAlone(name)) return 'true';
  throw new ConfigError(`${flagOf(name)} needs a value: ${settings[name].kind.expectation}.`);
}

function unknownFlag(rawName: string): ConfigError {
  return new ConfigError(
    `There is no flag ${rawName}.${suggestion(rawName, [...byFlag.keys(), ...negated.keys()])}${seeHelp}`,
  );
}

/** Variables that look like a misspelt setting. Others are left alone: orchestrators set names with our prefix too. */
function nearMisses(environment: Environment): readonly string[] {
  const variables = settingNames.map(variableOf);
  return Object.keys(environment)
    .filter((variable) => variable.startsWith('PRETICK_') && !variables.includes(variable))
    .map((variable) => ({ variable, hint: suggestion(variable, variables) }))
    .filter(({ hint }) => hint !== '')
    .map(({ variable, hint }) => `${variable} is not a setting and was ignored.${hint}`);
}

function helpRow(name: SettingName): Row {
  const setting: Setting<unknown> = settings[name];
  const { placeholder } = setting.kind;
  const left =
    placeholder === undefined ? `${flagOf(name)}, --no-${flagOf(name).slice(2)}` : `${flagOf(name)} <${placeholder}>`;
  return { left, meaning: `${setting.meaning} [${defaultOf(setting, '')}]` };
}

function defaultOf(setting: Setting<unknown>, quote: string): string {
  return setting.otherwise ?? `${quote}${String(setting.default)}${quote}`;
}

function wrap(text: string, width: number): readonly string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
