import { tCdf } from "./distributions.ts";
import { benjaminiYekutieli } from "./multiple-testing.ts";

/** Ratings by item. */
type ByItem = ReadonlyMap<string, number>;

export interface AltTestInput {
  readonly humans: ReadonlyMap<string, ByItem>;
  readonly judge: ByItem;
  readonly score: AltTestScore;
  /** the advantage that a human has over a judge that costs less; the paper recommends 0.2 for experts, 0.15 for skilled and 0.1 for crowd workers */
  readonly epsilon: number;
  /** the false discovery rate */
  readonly q: number;
  readonly minHumansPerItem: number;
  readonly minItemsPerHuman: number;
}
export type AltTestScore = "negative RMSE" | "accuracy";

export interface AltTest {
  /** the humans with enough items, in the order given */
  readonly raters: readonly string[];
  /** for each of them, the one-sided p-value of "the judge is as good as this human" */
  readonly p: readonly number[];
  /** for each of them, the share of items on which the judge is at least as near to the other humans */
  readonly advantage: readonly number[];
  /** the share of humans that the judge can replace; undefined: no human has enough items, so nothing can be decided */
  readonly winningRate?: number;
  /** whether the winning rate is at least one half */
  readonly passes?: boolean;
}

/**
 * The alternative-annotator test: compares the judge with each human, by the agreement of either with the other humans. Items without a
 * rating of the judge and items with too few humans do not count. Source: Calderon et al. 2025, arXiv 2501.10970.
 */
export function altTest({
  humans,
  judge,
  score,
  epsilon,
  q,
  minHumansPerItem,
  minItemsPerHuman,
}: AltTestInput): AltTest {
  const raters: string[] = [];
  const p: number[] = [];
  const advantage: number[] = [];
  for (const [rater, ratings] of humans) {
    const differences: number[] = [];
    let wins = 0;
    for (const [item, own] of ratings) {
      const judged = judge.get(item);
      const others = [...humans].flatMap(([name, theirs]) => (name === rater ? [] : (theirs.get(item) ?? [])));
      if (judged === undefined || others.length + 1 < minHumansPerItem) continue;
      const [byHuman, byJudge] = [scores[score](own, others), scores[score](judged, others)];
      differences.push(Number(byHuman >= byJudge) - Number(byJudge >= byHuman));
      wins += Number(byJudge >= byHuman);
    }
    if (differences.length < minItemsPerHuman) continue;
    raters.push(rater);
    p.push(lessThan(differences, epsilon));
    advantage.push(wins / differences.length);
  }
  if (raters.length === 0) return { raters, p, advantage };
  const won = benjaminiYekutieli(p).filter((adjusted) => adjusted <= q).length;
  const winningRate = won / raters.length;
  return { raters, p, advantage, winningRate, passes: winningRate >= 0.5 };
}

/** How near a rating is to the others. */
const scores: Readonly<Record<AltTestScore, (rating: number, others: readonly number[]) => number>> = {
  "negative RMSE": (rating, others) =>
    -Math.sqrt(others.reduce((sum, other) => sum + (rating - other) ** 2, 0) / others.length),
  accuracy: (rating, others) => others.filter((other) => other === rating).length / others.length,
};

/** The one-sided p-value of a t-test of "the mean is below the limit". */
function lessThan(values: readonly number[], limit: number): number {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  if (variance === 0) return mean < limit ? 0 : 1;
  return tCdf((mean - limit) / Math.sqrt(variance / n), n - 1);
}
