export interface OverlapOptions<T> {
  /** Items of one group share a server. */
  readonly groupOf: (item: T) => string;
  /** Two keep a server busy while one ends and the next one starts. */
  readonly perGroup: number;
  readonly atOnce: number;
}

/**
 * Works on items in their order, several at once. An item waits only for its own group. After the first failure no further item starts; the
 * failure is thrown when those in progress have ended.
 */
export async function overlap<T>(
  items: readonly T[],
  { groupOf, perGroup, atOnce }: OverlapOptions<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const active = new Map<T, Promise<void>>();
  const failures: unknown[] = [];
  const startOne = (): boolean => {
    const counts = Map.groupBy(active.keys(), groupOf);
    const next = waiting.findIndex((item) => (counts.get(groupOf(item))?.length ?? 0) < perGroup);
    const [item] = next < 0 || active.size >= atOnce || failures.length > 0 ? [] : waiting.splice(next, 1);
    if (item === undefined) return false;
    const ended = work(item)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => active.delete(item));
    active.set(item, ended);
    return true;
  };
  for (;;) {
    while (startOne());
    if (active.size === 0) break;
    await Promise.race(active.values());
  }
  if (failures.length > 0) throw failures[0];
}
