import { sum } from "./mean.ts";
import type { RatingPair } from "./rating-pair.ts";

export type KappaWeight = "none" | "linear" | "quadratic";

/**
 * Cohen's kappa of two raters, unweighted or weighted by the distance between the places of two categories in `categories`. Undefined
 * without pairs, and if chance alone explains full agreement, e.g. when both raters gave one category only. Every rating must be one of
 * the categories. Source: Cohen 1968; equal to scikit-learn's cohen_kappa_score.
 */
export function weightedKappa(
  pairs: readonly RatingPair[],
  categories: readonly number[],
  weight: KappaWeight,
): number | undefined {
  const ascending = categories.toSorted((a, b) => a - b);
  const table = ascending.map(() => ascending.map(() => 0));
  for (const [a, b] of pairs) {
    const row = table[ascending.indexOf(a)];
    const place = ascending.indexOf(b);
    if (row !== undefined) row[place] = (row[place] ?? 0) + 1;
  }
  return kappaOfTable(table, weight);
}

/** The same from the number of pairs of each two categories. The row is the first rater's category, and the column the second rater's. */
export function kappaOfTable(table: readonly (readonly number[])[], weight: KappaWeight): number | undefined {
  const distance = (i: number, j: number): number => {
    if (weight === "none") return i === j ? 0 : 1;
    return weight === "linear" ? Math.abs(i - j) : (i - j) ** 2;
  };
  const countsA = table.map((row) => sum(row));
  const countsB = table.map((_, k) => sum(table.map((row) => row[k] ?? 0)));
  let [observed, expected] = [0, 0];
  for (const [i, a] of countsA.entries())
    for (const [j, b] of countsB.entries()) {
      observed += (table[i]?.[j] ?? 0) * distance(i, j);
      expected += a * b * distance(i, j);
    }
  return expected === 0 ? undefined : 1 - (observed * sum(countsA)) / expected;
}
