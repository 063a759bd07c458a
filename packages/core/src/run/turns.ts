/** Up to 0.1 seconds of work, if each item takes 0.1 ms. */
const ITEMS = 1024;

/**
 * Returns a function that a loop over many items awaits once per item. After every 1024 items the event loop turns, so that timers, replies and signals
 * have their turn. Concurrent callers all wait for the same turn.
 */
export function turns(): () => Promise<void> | undefined {
  let items = 0;
  let next: Promise<void> | undefined;
  return () => {
    if (next === undefined && ++items % ITEMS === 0)
      next = new Promise((resolve) =>
        setImmediate(() => {
          next = undefined;
          resolve();
        }),
      );
    return next;
  };
}
