/** What a method's handler is given beside its parameters. */
import type { Chain } from '../chain/chain.ts';
import type { Filters } from './filters.ts';

export type Context = {
  readonly chain: Chain;
  /** What clients poll; each chain has its own. */
  readonly filters: Filters;
  /** Name and version of this program, as web3_clientVersion tells them. */
  readonly clientVersion: string;
  /** How eth_simulateV1 tells failed calls: by text, as specified, or by an error object, as other nodes do. */
  readonly simulateErrorForm: 'string' | 'object';
};
