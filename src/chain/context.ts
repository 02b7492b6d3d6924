/** From a header to what code can learn of its block. */
import type { Hash } from '../hex.ts';
import { zeroHash } from '../hex.ts';
import type { Header } from '../evm/block.ts';
import type { BlockContext } from '../evm/engine.ts';
import type { History } from './history.ts';
import type { ChainRules } from './rules.ts';

/** Wei per blob gas on a chain without blobs. */
export const blobBaseFee = 1n;

type ContextHeader = Pick<Header, 'number' | 'timestamp' | 'gasLimit' | 'miner' | 'mixHash' | 'baseFeePerGas'>;

export function contextOf(header: ContextHeader, rules: ChainRules, history: History): BlockContext {
  return {
    fork: rules.fork,
    chainId: rules.chainId,
    number: header.number,
    timestamp: header.timestamp,
    gasLimit: header.gasLimit,
    coinbase: header.miner,
    difficulty: 0n,
    prevRandao: header.mixHash,
    baseFee: header.baseFeePerGas ?? 0n,
    blobBaseFee,
    blockHash: (number) => sealedHash(number, history),
  };
}

/** The zero hash for a block that is not sealed. */
export function sealedHash(number: bigint, history: History): Hash {
  return history.byNumber(Number(number))?.hash ?? zeroHash;
}
