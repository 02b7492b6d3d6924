/** The side of a lasting connection that belongs to the chain: what its methods may do, and how notifications reach it. */

/** What a message of a connection is given beside what every message is given. */
export type Connection = {
  /** Starts notifications; returns their id. */
  readonly subscribe: (source: Source) => string;
  /** Ends them; false for an id that this connection does not have. */
  readonly unsubscribe: (id: string) => boolean;
  /** Lets the next message of the connection begin, because this one waits for time to pass. Replies keep their order. */
  readonly yieldTurn: () => void;
};

/** Something that speaks until it is stopped. */
export type Source = {
  /** Starts speaking; returns the end. */
  readonly open: (speak: Speak) => () => void;
};

/** Takes the results of one event, each JSON text, for a message each. */
export type Speak = (results: readonly string[], isFlashblock: boolean) => void;

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
  /** The reply is on its way: what the message has subscribed may speak from now on. */
  answered(): void;
};
