import type { Ratings } from "./ratings.ts";

export type AlphaMetric = "nominal" | "ordinal" | "interval";

/**
 * Krippendorff's alpha from the coincidences of ratings within items. Items with fewer than two ratings do not count. Undefined if no item
 * has two ratings, or if all ratings are equal. The ordinal metric counts the ratings between two values, so it needs no list of categories.
 * Source: Krippendorff 2011, Computing Krippendorff's alpha-reliability.
 */
export function krippendorffAlpha(ratings: Ratings, metric: AlphaMetric): number | undefined {
  const items = ratings.map((row) => row.filter((value) => value !== null)).filter((row) => row.length >= 2);
  const counts = new Map<number, number>();
  for (const value of items.flat()) counts.set(value, (counts.get(value) ?? 0) + 1);
  const values = [...counts.keys()].toSorted((a, b) => a - b);
  const total = items.reduce((sum, row) => sum + row.length, 0);
  const distance = distances(values, counts, metric);

  let observed = 0;
  for (const row of items)
    for (const [i, a] of row.entries())
      for (const b of row.slice(i + 1)) observed += (2 * distance(a, b)) / (row.length - 1);
  let expected = 0;
  for (const [i, a] of values.entries())
    for (const b of values.slice(i + 1)) expected += 2 * (counts.get(a) ?? 0) * (counts.get(b) ?? 0) * distance(a, b);
  return expected === 0 ? undefined : 1 - (observed * (total - 1)) / expected;
}

/** The squared distance of two values. `values` are ascending. */
function distances(
  values: readonly number[],
  counts: ReadonlyMap<number, number>,
  metric: AlphaMetric,
): (a: number, b: number) => number {
  if (metric === "nominal") return (a, b) => (a === b ? 0 : 1);
  if (metric === "interval") return (a, b) => (a - b) ** 2;
  // the place of a value: the ratings below it, and half of the ratings that equal it
  const places = new Map<number, number>();
  let below = 0;
  for (const value of values) {
    const count = counts.get(value) ?? 0;
    places.set(value, below + count / 2);
    below += count;
  }
  return (a, b) => ((places.get(a) ?? 0) - (places.get(b) ?? 0)) ** 2;
}
