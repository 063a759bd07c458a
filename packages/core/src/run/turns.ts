/** For a loop whose items are requests: each takes up to a millisecond, and several with a long prompt. */
export const REQUESTS_A_TURN = 16;

/**
 * Returns a function that a loop over many items awaits once per item. It lets `every` items pass in one turn of the event loop, so that timers, replies
 * and signals have their turn. Concurrent callers share these passes, and wait in their order: a hundred callers that waited for one turn would all pass in the next.
 */
export function turns(every = 1024): () => Promise<void> | undefined {
  let left = every;
  let isArmed = false;
  const waiting: (() => void)[] = [];
  const arm = (): void => {
    if (isArmed) return;
    isArmed = true;
    setImmediate(() => {
      isArmed = false;
      const passing = waiting.splice(0, every);
      left = every - passing.length;
      for (const pass of passing) pass();
      if (waiting.length > 0) arm();
    });
  };
  return () => {
    if (left > 0 && waiting.length === 0) {
      left--;
      return undefined;
    }
    arm();
    return new Promise((resolve) => waiting.push(resolve));
  };
}
