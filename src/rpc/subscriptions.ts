/**
 * The subscriptions of all connections to one chain. The chain is listened to once, and only while somebody is subscribed; what
 * an event has to say is encoded once for everybody. Knows neither sockets nor time.
 */
import type { Chain } from '../chain/chain.ts';
import { ChainError } from '../chain/errors.ts';
import type { ChainEvent } from '../chain/events.ts';
import type { Announcement } from './announcements.ts';
import { announcementsOf } from './announcements.ts';
import type { Context } from './context.ts';
import { InvalidParams } from './errors.ts';
import type { Connection, Notice, Session } from './session.ts';
import type { Kind, SubscriptionRequest } from './subscription-request.ts';
import { unknownKind } from './subscription-request.ts';

export type Subscriptions = {
  /** Opens a session whose notifications go to `deliver`, which must not throw. */
  connect(deliver: (notice: Notice) => void): Session<Context>;
};

export type SubscriptionsOptions = {
  readonly chain: Chain;
  /** What methods are given everywhere. */
  readonly context: Context;
  /** What can be subscribed to. */
  readonly kinds: readonly Kind[];
  /** Most subscriptions of one connection. */
  readonly limit: number;
  /** Whether newHeads tells the pending block's header with each flashblock, besides that of each sealed block. */
  readonly headPerFlashblock: boolean;
  /** Told of what cannot be encoded; the chain goes on all the same. */
  readonly onBug: (error: unknown, kind: string) => void;
};

type Subscription = {
  readonly id: string;
  readonly request: SubscriptionRequest;
  tell(results: readonly string[], isFlashblock: boolean): void;
};

export function createSubscriptions(options: SubscriptionsOptions): Subscriptions {
  const { chain, context, kinds, limit, headPerFlashblock, onBug } = options;
  const subscriptions = new Set<Subscription>();
  let count = 0;
  let stopListening: (() => void) | undefined;

  function listen(event: ChainEvent): void {
    for (const announcement of announcementsOf(event, headPerFlashblock)) announce(announcement);
  }

  function announce({ kind, isFlashblock, results }: Announcement): void {
    try {
      for (const { request, tell } of subscriptions) if (request.kind === kind) tell(results(request), isFlashblock);
    } catch (error) {
      onBug(error, kind);
    }
  }

  function add(subscription: Subscription): void {
    subscriptions.add(subscription);
    stopListening ??= chain.subscribe(listen);
  }

  function remove(subscription: Subscription): void {
    subscriptions.delete(subscription);
    if (subscriptions.size > 0) return;
    stopListening?.();
    stopListening = undefined;
  }

  return {
    connect(deliver) {
      const own = new Map<string, Subscription>();
      let isEnded = false;

      function begin(yieldTurn: () => void) {
        /** What is to be told once the message is answered; `undefined` from then on. */
        let held: Notice[] | undefined = [];

        const connection: Connection = {
          subscribe(request) {
            if (!kinds.includes(request.kind))
              throw new InvalidParams({ kind: 'refused', reason: unknownKind(request.kind, kinds) });
            if (own.size >= limit) throw new ChainError('tooManySubscriptions', { limit });
            count += 1;
            const id = `0x${count.toString(16).padStart(32, '0')}`;
            const subscription: Subscription = {
              id,
              request,
              tell(results, isFlashblock) {
                if (results.length === 0) return;
                const notice = { subscription: id, texts: results.map((result) => message(id, result)), isFlashblock };
                if (held === undefined) deliver(notice);
                else held.push(notice);
              },
            };
            // Who asks about syncing is told how it stands; it never changes here.
            if (request.kind === 'syncing') subscription.tell(['false'], false);
            if (!isEnded) {
              own.set(id, subscription);
              add(subscription);
            }
            return id;
          },
          unsubscribe(id) {
            const subscription = own.get(id);
            if (subscription === undefined) return false;
            own.delete(id);
            remove(subscription);
            return true;
          },
          yieldTurn,
        };
        return {
          context: { ...context, connection },
          answered() {
            const notices = held ?? [];
            held = undefined;
            for (const notice of notices) if (own.has(notice.subscription)) deliver(notice);
          },
        };
      }

      return {
        begin,
        end() {
          isEnded = true;
          for (const subscription of own.values()) remove(subscription);
          own.clear();
        },
      };
    },
  };
}

function message(id: string, result: string): string {
  return `{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${id}","result":${result}}}`;
}
