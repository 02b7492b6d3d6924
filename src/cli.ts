/** The process: settings in, emulator up, signals, exit code. */
import { banner } from './banner.ts';
import { systemClock } from './clock.ts';
import { helpText, readCommandLine } from './command-line.ts';
import type { Config } from './config.ts';
import { ConfigError, resolveConfig } from './config.ts';
import { version } from './version.ts';

/** A stop that takes longer is cut short, in ms. */
const longestStop = 900;

/** Runs the command with the arguments and variables of this process. */
export async function main(): Promise<void> {
  try {
    const command = readCommandLine(process.argv.slice(2), process.env);
    if (command.action === 'help') process.stdout.write(helpText());
    else if (command.action === 'version') process.stdout.write(`${version}\n`);
    else {
      for (const warning of command.warnings) process.stderr.write(`pretick: ${warning}\n`);
      await run(resolveConfig(command.options));
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`pretick: ${error.message}\n`);
    process.exit(1);
  }
}

async function run(config: Config): Promise<void> {
  const { start } = await import('./emulator.ts'); // late, so that help and bad settings are answered at once
  const starting = start(config);
  stopOnSignals(async () => (await starting).stop());
  try {
    const emulator = await starting;
    if (talksToPerson(config)) process.stdout.write(banner({ ...config, ...emulator, version }, hasColours()));
  } catch (error) {
    throw listenError(error, config) ?? error;
  }
}

/** The first signal stops gracefully, the second one at once. */
function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    systemClock.at(systemClock.now() + longestStop, () => process.exit(0));
    void stop().then(() => process.exit(0));
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
}

function talksToPerson({ logFormat }: Config): boolean {
  return logFormat === 'pretty' || (logFormat === 'auto' && process.stdout.isTTY);
}

function hasColours(): boolean {
  return process.stdout.isTTY && process.stdout.hasColors();
}

/** Why nothing listens, in one line with a way out; `undefined` for any other error. */
function listenError(error: unknown, { host, port }: Config): ConfigError | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} of ${host} is taken. Choose another with --port, or --port 0 for a free one.`,
    EACCES: `Port ${port} may not be opened by this user. Choose one above 1023 with --port.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Choose another with --host.`,
    ENOTFOUND: `There is no host ${host}. Choose another with --host.`,
  };
  const reason = typeof code === 'string' ? reasons[code] : undefined;
  return reason === undefined ? undefined : new ConfigError(reason, { cause: error });
}
