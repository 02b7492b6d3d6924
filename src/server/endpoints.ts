/** Which path leads to which chain through which face. */
import type { Context } from '../rpc/context.ts';
import type { FlashblockFeed } from '../rpc/flashblock-feed.ts';
import type { Notice, Session } from '../rpc/session.ts';
import type { Face } from './faces.ts';

/** A chain as the server knows it. */
export type ServedChain<C = Context> = {
  /** As in its paths: `/rpc/mainnet`. */
  readonly name: string;
  /** What methods are given. */
  readonly context: C;
  /** Opens the chain's side of a lasting connection; without it, methods are given `context` there too. */
  readonly connect?: (deliver: (notice: Notice) => void) => Session<C>;
  /** Its flashblocks as they are; `undefined` for a chain without any. */
  readonly feed?: FlashblockFeed | undefined;
};

/** First part of the paths of the raw flashblock feeds. */
export const feedPrefix = '/flashblocks';

export type Endpoint<C = Context> = {
  readonly path: string;
  readonly chain: ServedChain<C>;
  readonly face: Face;
};

/** Every chain through every face; the first chain's first face also answers at `/`. */
export function endpointsOf<C>(chains: readonly ServedChain<C>[], faces: readonly Face[]): readonly Endpoint<C>[] {
  const named = faces.flatMap((face) => chains.map((chain) => ({ path: `${face.prefix}/${chain.name}`, chain, face })));
  const [chain] = chains;
  const [face] = faces;
  return chain === undefined || face === undefined ? named : [{ path: '/', chain, face }, ...named];
}
