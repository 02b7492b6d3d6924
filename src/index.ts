/** The public API: an emulator in your own process. */
export { startPretick } from './emulator.ts';
export type { Pretick, PretickChain, PretickOptions } from './emulator.ts';
export { createManualClock } from './clock.ts';
export type { Clock, ManualClock } from './clock.ts';
export { ConfigError } from './config.ts';
export { RequestError } from './rpc/dispatcher.ts';
