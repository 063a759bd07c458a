export type AgreementWeight = "identity" | "linear" | "quadratic" | "ordinal";

/**
 * How far two categories count as agreement, between 0 and 1. `categories` are ascending numbers. Linear and quadratic weights use the
 * numbers themselves; ordinal ones use the pairs of categories between two categories. Source: Gwet 2014, Handbook of Inter-Rater Reliability.
 */
export function agreementWeights(categories: readonly number[], weight: AgreementWeight): number[][] {
  const range = (categories.at(-1) ?? 0) - (categories[0] ?? 0);
  const pairsOfAll = pairs(categories.length);
  const of: Readonly<Record<AgreementWeight, (distance: number, steps: number) => number>> = {
    identity: (distance) => (distance === 0 ? 1 : 0),
    linear: (distance) => 1 - distance / range,
    quadratic: (distance) => 1 - (distance / range) ** 2,
    ordinal: (_, steps) => 1 - pairs(steps + 1) / pairsOfAll,
  };
  return categories.map((a, i) => categories.map((b, j) => of[weight](Math.abs(a - b), Math.abs(i - j))));
}

const pairs = (count: number): number => (count * (count - 1)) / 2;
