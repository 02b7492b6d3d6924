/** The block before the first: its state, its header, and the fields of the chain that every header carries. */
import { zeroHash } from '../hex.ts';
import type { BaseFeeRule, Header } from '../evm/block.ts';
import { emptyBloom, emptyUnclesHash } from '../evm/block.ts';
import type { StateReader } from '../evm/state/account.ts';
import type { Commitment } from '../evm/state/commitment.ts';
import { createOverlay } from '../evm/state/overlay.ts';
import type { Changes } from '../evm/state/overlay.ts';
import { emptyTrieRoot } from '../evm/trie.ts';
import { noWithdrawals, sealedBody, stateFields } from './content.ts';
import { laterFields } from './next-header.ts';
import type { ChainRules, Genesis } from './rules.ts';
import type { Block } from './view.ts';

const nothing: StateReader = {
  account: () => undefined,
  code: () => new Uint8Array(0),
  storage: () => 0n,
  hasStorage: () => false,
};

export function genesisChanges(genesis: Genesis): Changes {
  const overlay = createOverlay(nothing);
  for (const [address, { nonce, balance, code, storage }] of genesis.accounts) {
    overlay.setCode(address, code);
    overlay.setAccount(address, { ...overlay.account(address)!, nonce, balance });
    for (const [slot, value] of storage) overlay.setStorage(address, slot, value);
  }
  return overlay.changes;
}

/** @param commitment to the state after {@link genesisChanges} */
export function genesisBlock(rules: ChainRules, genesis: Genesis, commitment: Commitment): Block {
  const { header: given } = genesis;
  const header: Header = {
    parentHash: zeroHash,
    sha3Uncles: emptyUnclesHash,
    ...given,
    transactionsRoot: emptyTrieRoot,
    receiptsRoot: emptyTrieRoot,
    logsBloom: emptyBloom,
    number: 0n,
    gasUsed: 0n,
    ...laterFields(undefined, 0n, given.timestamp, rules),
    ...stateFields(commitment, rules),
  };
  return { ...sealedBody({ header, transactions: [], uncles: [], withdrawals: noWithdrawals(header) }), receipts: [] };
}

/**
 * The 17 bytes in which a header tells the base fee rule of the block after it: version 1, denominator and elasticity in four
 * bytes each, minimum base fee in eight (reference §9.1).
 */
export function extraData({ denominator, elasticity, minimum }: BaseFeeRule): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(17));
  bytes.setUint8(0, 1);
  bytes.setUint32(1, Number(denominator));
  bytes.setUint32(5, Number(elasticity));
  bytes.setBigUint64(9, minimum);
  return new Uint8Array(bytes.buffer);
}
