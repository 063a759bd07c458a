import { type AgreementWeight, agreementWeights } from "./agreement-weights.ts";
import type { Ratings } from "./ratings.ts";

export interface GwetCoefficient {
  readonly coefficient: number;
  /** the standard error for the items, conditional on the raters; undefined for one item */
  readonly se?: number;
  /** the share of agreement, and the share that chance explains */
  readonly observed: number;
  readonly expected: number;
}

/**
 * Gwet's AC1 (weight "identity") or AC2 (other weights) of ratings in `categories`. Items with one rating count for the chance agreement
 * only. Undefined if no item has two ratings, or for fewer than two categories. Every rating must be one of the categories.
 * Source: Gwet 2008, 2014; the standard error as in irrCAC.
 */
export function gwet(
  ratings: Ratings,
  categories: readonly number[],
  weight: AgreementWeight,
): GwetCoefficient | undefined {
  const ascending = categories.toSorted((a, b) => a - b);
  const weights = agreementWeights(ascending, weight);
  const items = ratings
    .map((row) => row.filter((value) => value !== null))
    .filter((row) => row.length > 0)
    .map((row) => itemOf(row, ascending, weights));
  const n = items.length;
  const rated = items.filter((item) => item.raters >= 2).length;
  const q = ascending.length;
  if (rated === 0 || q < 2) return undefined;

  const observed = items.reduce((sum, item) => sum + item.agreement, 0) / rated;
  const shares = ascending.map((_, k) => items.reduce((sum, item) => sum + (item.shares[k] ?? 0), 0) / n);
  const scale = weights.flat().reduce((sum, value) => sum + value, 0) / (q * (q - 1));
  const expected = scale * shares.reduce((sum, share) => sum + share * (1 - share), 0);
  if (expected === 1) return undefined;
  const coefficient = (observed - expected) / (1 - expected);
  if (n < 2) return { coefficient, observed, expected };

  const squares = items.reduce((sum, item) => {
    const chance = item.raters >= 2 ? expected : 0;
    const own = ((n / rated) * (item.agreement - chance)) / (1 - expected);
    const ownChance = scale * item.shares.reduce((total, share, k) => total + share * (1 - (shares[k] ?? 0)), 0);
    const value = own - (2 * (1 - coefficient) * (ownChance - expected)) / (1 - expected);
    return sum + (value - coefficient) ** 2;
  }, 0);
  return { coefficient, se: Math.sqrt(squares / (n * (n - 1))), observed, expected };
}

interface Item {
  readonly raters: number;
  /** the share of its raters in each category */
  readonly shares: readonly number[];
  /** the weighted share of agreeing pairs of raters; 0 for one rater */
  readonly agreement: number;
}

function itemOf(row: readonly number[], categories: readonly number[], weights: readonly (readonly number[])[]): Item {
  const raters = row.length;
  const counts = categories.map((category) => row.filter((value) => value === category).length);
  const weighted = weights.map((line) => line.reduce((sum, weight, j) => sum + weight * (counts[j] ?? 0), 0));
  const pairs = counts.reduce((sum, count, k) => sum + count * ((weighted[k] ?? 0) - 1), 0);
  return {
    raters,
    shares: counts.map((count) => count / raters),
    agreement: raters < 2 ? 0 : pairs / (raters * (raters - 1)),
  };
}
