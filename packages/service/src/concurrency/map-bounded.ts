/** Reads of the store at once, for one submission or one owner. */
export const CONCURRENT_READS = 32;

/** Maps with at most `limit` calls at a time; results in the order of the items. The first failure ends it. */
export async function mapBounded<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}
