/**
 * Runs `work` over `items` with at most `width` at once, taking the next item only when there is room. The first error
 * stops the taking of further items, waits for those in flight, and is thrown.
 */
export async function pool<T>(items: Iterable<T>, width: number, work: (item: T) => Promise<void>): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const lane = async (): Promise<void> => {
    while (failures.length === 0) {
      const next = iterator.next();
      if (next.done === true) return;
      try {
        await work(next.value);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, width) }, lane));
  if (failures.length > 0) throw failures[0];
}
