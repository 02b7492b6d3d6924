/** The one writer: everything that changes the chain goes through here, one after another. Readers never wait for it. */

export type Writer = <Result>(task: () => Result | Promise<Result>) => Promise<Result>;

export function createWriter(): Writer {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    // A task that failed is its caller's matter; the next one runs all the same.
    last = result.catch(() => {});
    return result;
  };
}
