/** What a method's handler is given beside its parameters. */
import type { Chain } from '../chain/chain.ts';

export type Context = {
  readonly chain: Chain;
  /** Name and version of this program, as web3_clientVersion tells them. */
  readonly clientVersion: string;
  /** Form of a failed call's error in eth_simulateV1: as specified, or with code and message. */
  readonly simulateErrorForm: 'string' | 'object';
};
