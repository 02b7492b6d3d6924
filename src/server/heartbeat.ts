/** Finds out which WebSocket clients are gone: they do not answer pings. */
import type { Cancel, Clock } from '../clock.ts';

export type Beating = {
  /** Pings, unless the last ping was not answered: then ends the connection. */
  beat(): void;
};

/**
 * Pings at an interval, and asks the clock only while somebody is connected.
 * @param interval - in ms
 * @returns a function that adds a client, and returns one that takes it away
 */
export function createHeartbeat(clock: Clock, interval: number): (client: Beating) => () => void {
  const clients = new Set<Beating>();
  let cancel: Cancel | undefined;

  function keepBeating(): void {
    if (clients.size === 0) {
      cancel?.();
      cancel = undefined;
    } else {
      cancel ??= clock.at(clock.now() + interval, () => {
        cancel = undefined;
        for (const client of clients) client.beat();
        keepBeating();
      });
    }
  }

  return (client) => {
    clients.add(client);
    keepBeating();
    return () => {
      clients.delete(client);
      keepBeating();
    };
  };
}
