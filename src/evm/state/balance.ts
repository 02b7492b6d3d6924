/** Movements of wei. */
import type { Address } from '../../hex.ts';
import { emptyAccount } from './account.ts';
import type { Overlay } from './overlay.ts';

/**
 * Adds to a balance, or takes from it. A balance is a 256-bit word and wraps like one, which only an overridden one can come to.
 */
export function addBalance(overlay: Overlay, address: Address, difference: bigint): void {
  const { nonce, balance, codeHash } = overlay.account(address) ?? emptyAccount;
  overlay.setAccount(address, { nonce, balance: BigInt.asUintN(256, balance + difference), codeHash });
}
