/**
 * `work` over `items`, `width` at once, its results in the items' order. Whoever leaves off early, or meets an error, waits for what is
 * in flight: nothing goes on unseen.
 */
export async function* mapInOrder<T, R>(
  items: Iterable<T>,
  width: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R, undefined> {
  const iterator = items[Symbol.iterator]();
  const ahead: Promise<R>[] = [];
  const fill = (): void => {
    while (ahead.length < Math.max(1, width)) {
      const next = iterator.next();
      if (next.done === true) return;
      const result = work(next.value);
      result.catch(() => undefined); // seen when its turn comes
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
