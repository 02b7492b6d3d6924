/** The side of a lasting connection that belongs to the chain: what its methods may do, and how notifications leave it. */
import type { SubscriptionRequest } from './subscription-request.ts';

/** What a method is given when its client can be told something later. */
export type Connection = {
  /**
   * Starts notifications and returns their id. The first one follows the reply.
   * @throws ChainError `tooManySubscriptions`; InvalidParams for a kind that this chain does not have
   */
  subscribe(request: SubscriptionRequest): string;
  /** Ends them; false for an id that this connection does not have. */
  unsubscribe(id: string): boolean;
  /** Lets the connection's next message begin, because this one waits for time to pass. Replies keep their order. */
  yieldTurn(): void;
};

/** The messages of one event to one subscription. */
export type Notice = {
  readonly subscription: string;
  readonly texts: readonly string[];
  /** Whether they tell of a flashblock; those may be dropped when the client does not keep up. */
  readonly isFlashblock: boolean;
};

export type Session<C> = {
  /** Begins a message. */
  begin(yieldTurn: () => void): Turn<C>;
  /** Ends every subscription. */
  end(): void;
};

/** A message while it is worked on. */
export type Turn<C> = {
  readonly context: C;
  /** The reply is on its way: what the message has subscribed to may be told from now on. */
  answered(): void;
};
