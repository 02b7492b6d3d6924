/** What a method's handler is given beside its parameters. */
import type { Chain } from '../chain/chain.ts';

export type Context = {
  readonly chain: Chain;
  /** Name and version of this program, as web3_clientVersion tells them. */
  readonly clientVersion: string;
  /** How eth_simulateV1 tells failed calls: by text, as specified, or by an error object, as other nodes do. */
  readonly simulateErrorForm: 'string' | 'object';
};
