/** What a block's header takes from its parent and from the fork it is in. */
import { zeroHash } from '../hex.ts';
import type { Header } from '../evm/block.ts';
import { emptyRequestsHash, nextBaseFee } from '../evm/block.ts';
import { nextExcessBlobGas } from '../evm/blob-gas.ts';
import { isActive } from '../evm/fork.ts';
import { emptyTrieRoot } from '../evm/trie.ts';
import type { ChainRules } from './rules.ts';

/** The base fee of the block after `parent`, in wei per gas; `undefined` before London. */
export function baseFeeAfter(parent: Header, number: bigint, timestamp: bigint, rules: ChainRules): bigint | undefined {
  if (!isActive(rules.schedule(number, timestamp).fork, 'london')) return undefined;
  if (parent.baseFeePerGas === undefined) return rules.baseFee.initial;
  return nextBaseFee(rules.rollup === undefined ? parent : metered(parent), rules.baseFee);
}

/** Of gas and data, what a rollup's block has more of moves the base fee (reference §9.2). */
function metered({ gasUsed, blobGasUsed = 0n, gasLimit, baseFeePerGas }: Header): Parameters<typeof nextBaseFee>[0] {
  return { gasUsed: blobGasUsed > gasUsed ? blobGasUsed : gasUsed, gasLimit, baseFeePerGas };
}

type LaterFields = Pick<
  Header,
  'baseFeePerGas' | 'withdrawalsRoot' | 'blobGasUsed' | 'excessBlobGas' | 'parentBeaconBlockRoot' | 'requestsHash'
>;

/** The fields that exist from some fork on, for a block without content; those of later forks are absent. */
export function laterFields(
  parent: Header | undefined,
  number: bigint,
  timestamp: bigint,
  rules: ChainRules,
  parentBeaconBlockRoot = zeroHash,
): LaterFields {
  const blockRules = rules.schedule(number, timestamp);
  const { fork } = blockRules;
  return {
    ...(isActive(fork, 'london') && {
      baseFeePerGas: parent === undefined ? rules.baseFee.initial : baseFeeAfter(parent, number, timestamp, rules),
    }),
    ...(isActive(fork, 'shanghai') && {
      // Of a rollup, until the state after the block is known.
      withdrawalsRoot: (rules.rollup === undefined ? undefined : parent?.withdrawalsRoot) ?? emptyTrieRoot,
    }),
    ...(isActive(fork, 'cancun') && {
      blobGasUsed: 0n,
      excessBlobGas: parent === undefined ? 0n : nextExcessBlobGas(parent, blockRules),
      parentBeaconBlockRoot,
    }),
    ...(isActive(fork, 'prague') && { requestsHash: emptyRequestsHash }),
  };
}
