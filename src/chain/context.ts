/** From a header to what code can learn of its block. */
import type { Hash } from '../hex.ts';
import { zeroHash } from '../hex.ts';
import { blobBaseFeeOf } from '../evm/blob-gas.ts';
import type { Header } from '../evm/block.ts';
import type { BlockContext } from '../evm/engine.ts';
import type { History } from './history.ts';
import type { ChainRules } from './rules.ts';

type ContextHeader = Pick<
  Header,
  'number' | 'timestamp' | 'gasLimit' | 'miner' | 'mixHash' | 'difficulty' | 'baseFeePerGas' | 'excessBlobGas'
>;

export function contextOf(header: ContextHeader, rules: ChainRules, history: History): BlockContext {
  const blockRules = rules.schedule(header.number, header.timestamp);
  return {
    fork: blockRules.fork,
    chainId: rules.chainId,
    number: header.number,
    timestamp: header.timestamp,
    gasLimit: header.gasLimit,
    coinbase: header.miner,
    difficulty: header.difficulty,
    prevRandao: header.mixHash,
    baseFee: header.baseFeePerGas ?? 0n,
    blobBaseFee: blobBaseFeeOf(header.excessBlobGas, blockRules),
    l1Fees: rules.rollup?.fees,
    blockHash: (number) => sealedHash(number, history),
  };
}

/** The zero hash for a block that is not sealed. */
export function sealedHash(number: bigint, history: History): Hash {
  return history.byNumber(Number(number))?.hash ?? zeroHash;
}
