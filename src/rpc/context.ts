/** What a method's handler is given beside its parameters. */
import type { Chain } from '../chain/chain.ts';
import type { Clock } from '../clock.ts';
import type { Filters } from './filters.ts';
import type { Connection } from './session.ts';

export type Context = {
  readonly chain: Chain;
  /** The chain's time. */
  readonly clock: Clock;
  /** Where notifications can go; `undefined` over HTTP. */
  readonly connection?: Connection | undefined;
  /** What clients poll; each chain has its own. */
  readonly filters: Filters;
  /** Name and version of this program, as web3_clientVersion tells them. */
  readonly clientVersion: string;
  /** How eth_simulateV1 tells failed calls: by text, as specified, or by an error object, as other nodes do. */
  readonly simulateErrorForm: 'string' | 'object';
};
