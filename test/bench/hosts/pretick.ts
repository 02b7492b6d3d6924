/** Pretick with its time in the benchmark's hand. */
import { accountCount } from '../transactions.ts';
import { hostOptions, serve } from './host.ts';
import type { PretickLibrary } from './pretick-library.ts';

const { library, port, engine } = hostOptions();
const { startPretick } = (await import(library)) as PretickLibrary;
const emulator = await startPretick({
  port,
  ticking: 'manual',
  accounts: accountCount,
  poolLimit: 200_000,
  engine,
});
serve(async (message) => ('advance' in message ? emulator.advance(message.advance) : undefined));
