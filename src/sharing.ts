/** What several listen to, made once: the source is listened to only while somebody listens to what comes of it. */

/** Begins to tell, and returns the end of it. */
export type Source<Value> = (deliver: (value: Value) => void) => () => void;

/**
 * A source whose values are made of another's, each once for all who listen.
 * @param make - makes no value of what is not for them: `undefined`
 */
export function share<From, To extends {}>(source: Source<From>, make: (from: From) => To | undefined): Source<To> {
  const listeners = new Set<(value: To) => void>();
  let stop: (() => void) | undefined;
  return (deliver) => {
    // Somebody of his own, also when the same function listens twice.
    const listener = (value: To): void => deliver(value);
    listeners.add(listener);
    stop ??= source((from) => {
      const value = make(from);
      if (value !== undefined) for (const each of listeners) each(value);
    });
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      stop?.();
      stop = undefined;
    };
  };
}
