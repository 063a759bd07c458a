/** How many objects one request or one submission reads from the store at once. */
export const CONCURRENT_READS = 32;

/**
 * Maps items with at most `limit` concurrent calls and keeps their order. It takes an item only when there is room for a call.
 * A limit that is a function is read after each call, and may only grow.
 * After the first failure it takes no further item, waits for the calls in flight, and rejects with that failure.
 */
export async function mapBounded<T, R>(items: Iterable<T>, limit: Limit, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  await workBounded(items, limit, async (item, index) => {
    results[index] = await work(item);
  });
  return results;
}

type Limit = number | (() => number);

/** As `mapBounded`, and keeps nothing of an item. */
export async function workBounded<T>(
  items: Iterable<T>,
  limit: Limit,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const lanes: Promise<void>[] = [];
  const limitNow = typeof limit === "number" ? () => limit : limit;
  let taken = 0;
  let isDone = false;
  const hasRoom = (): boolean => !isDone && failures.length === 0 && lanes.length < Math.max(1, limitNow());
  const widen = (): void => {
    while (hasRoom()) lanes.push(lane());
  };
  const lane = async (): Promise<void> => {
    while (failures.length === 0) {
      try {
        const next = iterator.next();
        if (next.done === true) {
          isDone = true;
          return;
        }
        await work(next.value, taken++);
      } catch (error) {
        failures.push(error);
      }
      widen();
    }
  };
  widen();
  for (const one of lanes) await one; // also those that started meanwhile
  if (failures.length > 0) throw failures[0];
}

/**
 * The streaming form of `mapBounded`: yields each result in the order of the items, and holds at most `limit` results or calls.
 * A failure is thrown in its turn. When the consumer stops early, or a call fails, it waits for the calls in flight.
 */
export async function* streamBounded<T, R>(
  items: Iterable<T>,
  limit: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R, undefined> {
  const iterator = items[Symbol.iterator]();
  const ahead: Promise<R>[] = [];
  const fill = (): void => {
    while (ahead.length < Math.max(1, limit)) {
      const next = iterator.next();
      if (next.done === true) return;
      const result = work(next.value);
      result.catch(() => undefined); // thrown in its turn, below
      ahead.push(result);
    }
  };
  try {
    for (;;) {
      fill();
      const first = ahead.shift();
      if (first === undefined) return;
      yield await first;
    }
  } finally {
    await Promise.allSettled(ahead);
  }
}

/**
 * Calls `work` for each item with at most `limit` concurrent calls. After the first failure it takes no further item, waits for the calls in
 * flight, and rejects with that failure.
 */
export async function forEachBounded<T>(
  items: AsyncIterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const run = async (item: T): Promise<void> => {
    try {
      await work(item);
    } catch (error) {
      failures.push(error);
    }
  };
  try {
    for await (const item of items) {
      const call = run(item).finally(() => running.delete(call));
      running.add(call);
      if (running.size >= limit) await Promise.race(running);
      if (failures.length > 0) break;
    }
  } finally {
    await Promise.all(running);
  }
  if (failures.length > 0) throw failures[0];
}
