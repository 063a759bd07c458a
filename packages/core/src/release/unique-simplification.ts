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
  return rest.map((item) => {
    const keys = [
      ...priorityKeys.filter((key) => key in item),
      ...Object.keys(item).filter((key) => !priorityKeys.includes(key)),
    ];
    const enough = keys.findIndex((_, last) => {
      const shown = keys.slice(0, last + 1);
      return rest.filter((other) => shown.every((key) => textOf(other[key]) === textOf(item[key]))).length === 1;
    });
    return enough < 0 ? item : Object.fromEntries(keys.slice(0, enough + 1).map((key) => [key, item[key]]));
  });
}

const textOf = (value: unknown): string => JSON.stringify(value) ?? "";
