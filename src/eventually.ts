/**
 * Values that are there at once in nearly every case, and later in some: one engine answers in the same turn and another does
 * not. What is there need not wait for a turn of its own, as `await` would make it.
 */

/** A value, or the promise of one. */
export type Eventually<Value> = Value | Promise<Value>;

/** What follows from a value: at once, if the value is there. */
export function whenThere<Value, Result>(
  value: Eventually<Value>,
  follow: (value: Value) => Eventually<Result>,
): Eventually<Result> {
  return value instanceof Promise ? value.then(follow) : follow(value);
}
