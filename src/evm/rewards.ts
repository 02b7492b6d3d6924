/** What a block pays out after its transactions: mining rewards before the merge, withdrawals after it. */
import type { Address } from '../hex.ts';
import type { Header } from './block.ts';
import type { Fork } from './fork.ts';
import { isActive } from './fork.ts';
import { addBalance } from './state/balance.ts';
import type { Overlay } from './state/overlay.ts';

/** A payment from the beacon chain (EIP-4895). */
export type Withdrawal = {
  readonly index: bigint;
  readonly validatorIndex: bigint;
  readonly address: Address;
  /** Gwei. */
  readonly amount: bigint;
};

const ether = 10n ** 18n;
const weiPerGwei = 10n ** 9n;

/** Pays the miner, and those of the uncles; nobody from Paris on. */
export function payMiners(overlay: Overlay, header: Header, uncles: readonly Header[], fork: Fork): void {
  if (isActive(fork, 'paris')) return;
  const reward = ether * (isActive(fork, 'constantinople') ? 2n : isActive(fork, 'byzantium') ? 3n : 5n);
  for (const uncle of uncles) addBalance(overlay, uncle.miner, (reward * (8n + uncle.number - header.number)) / 8n);
  addBalance(overlay, header.miner, reward + (reward / 32n) * BigInt(uncles.length));
}

export function payWithdrawals(overlay: Overlay, withdrawals: readonly Withdrawal[]): void {
  for (const { address, amount } of withdrawals) addBalance(overlay, address, amount * weiPerGwei);
}
