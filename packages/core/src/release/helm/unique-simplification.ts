type Item = Readonly<Record<string, unknown>>;

/**
 * Reduces each item to the keys that distinguish it from the others (helm/common/general.py: unique_simplification). First it
 * removes the entries that all items share. Then it orders the keys, priority keys first, and keeps the shortest prefix that
 * no other item matches. If every prefix matches another item, it keeps all keys.
 */
export function uniqueSimplification(items: readonly Item[], priorityKeys: readonly string[]): Item[] {
  const [first] = items;
  if (first === undefined) return [];
  const common = new Set(
    Object.keys(first).filter((key) => items.every((item) => textOf(item[key]) === textOf(first[key]))),
  );
  const rest = items.map((item) => Object.fromEntries(Object.entries(item).filter(([key]) => !common.has(key))));
  const countOf = countsByValues(rest);
  return rest.map((item) => {
    const keys = [
      ...priorityKeys.filter((key) => key in item),
      ...Object.keys(item).filter((key) => !priorityKeys.includes(key)),
    ];
    const enough = keys.findIndex((_, last) => countOf(item, keys.slice(0, last + 1)) === 1);
    return enough < 0 ? item : Object.fromEntries(keys.slice(0, enough + 1).map((key) => [key, item[key]]));
  });
}

/** Returns a function that counts the items with the same values of some keys as an item. It counts once per set of keys. */
function countsByValues(items: readonly Item[]): (item: Item, keys: readonly string[]) => number {
  const counted = new Map<string, Map<string, number>>();
  const valuesOf = (item: Item, keys: readonly string[]): string => textOf(keys.map((key) => textOf(item[key])));
  return (item, keys) => {
    const name = textOf(keys);
    let counts = counted.get(name);
    if (counts === undefined) {
      counts = new Map();
      counted.set(name, counts);
      for (const other of items) {
        const values = valuesOf(other, keys);
        counts.set(values, (counts.get(values) ?? 0) + 1);
      }
    }
    return counts.get(valuesOf(item, keys)) ?? 0;
  };
}

const textOf = (value: unknown): string => JSON.stringify(value) ?? "";
