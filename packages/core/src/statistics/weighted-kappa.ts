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
  const distance = (i: number, j: number): number => {
    if (weight === "none") return i === j ? 0 : 1;
    return weight === "linear" ? Math.abs(i - j) : (i - j) ** 2;
  };
  const ascending = categories.toSorted((a, b) => a - b);
  const places = pairs.map(([a, b]) => [ascending.indexOf(a), ascending.indexOf(b)] as const);
  const observed = places.reduce((sum, [i, j]) => sum + distance(i, j), 0);
  const countsA = ascending.map((_, k) => places.filter(([i]) => i === k).length);
  const countsB = ascending.map((_, k) => places.filter(([, j]) => j === k).length);
  let expected = 0;
  for (const [i, a] of countsA.entries()) for (const [j, b] of countsB.entries()) expected += a * b * distance(i, j);
  return expected === 0 ? undefined : 1 - (observed * pairs.length) / expected;
}
