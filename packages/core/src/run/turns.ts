/** For a loop whose items are requests: each takes up to a millisecond, and several with a long prompt. */
export const REQUESTS_A_TURN = 16;

/**
 * Returns a function that a loop over many items awaits once per item. After `every` items the event loop turns, so that timers, replies and signals
 * have their turn. Concurrent callers all wait for the same turn.
 */
export function turns(every = 1024): () => Promise<void> | undefined {
  let items = 0;
  let next: Promise<void> | undefined;
  return () => {
    if (next === undefined && ++items % every === 0)
      next = new Promise((resolve) =>
        setImmediate(() => {
          next = undefined;
          resolve();
        }),
      );
    return next;
  };
}
