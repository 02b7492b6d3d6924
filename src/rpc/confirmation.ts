/** Waiting until a transaction is pre-confirmed or sealed. */
import type { Chain } from '../chain/chain.ts';
import { ChainError } from '../chain/errors.ts';
import type { Place } from '../chain/view.ts';
import type { Clock } from '../clock.ts';
import type { Hash } from '../hex.ts';

/**
 * Resolves with the place of a transaction as soon as it has one.
 * @param timeout - ms of the chain's time
 * @throws ChainError `notConfirmedInTime`
 */
export async function confirmation(chain: Chain, clock: Clock, hash: Hash, timeout: number): Promise<Place> {
  const known = chain.place(hash);
  if (known !== undefined) return known;
  return new Promise((resolve, reject) => {
    const stopListening = chain.subscribe(() => {
      const place = chain.place(hash);
      if (place === undefined) return;
      stopListening();
      cancel();
      resolve(place);
    });
    const cancel = clock.at(clock.now() + timeout, () => {
      stopListening();
      reject(new ChainError('notConfirmedInTime', { hash, timeout }));
    });
  });
}
