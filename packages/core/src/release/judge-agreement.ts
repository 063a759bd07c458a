import { z } from "zod";
import { mean } from "../statistics/mean.ts";
import { pairAgreement } from "../statistics/pair-agreement.ts";
import type { RatingPair } from "../statistics/rating-pair.ts";
import { weightedKappa } from "../statistics/weighted-kappa.ts";
import type { Scores } from "./scores.ts";

/** How single verdicts of a judge agree with the rest of the jury: the mean of the other judges, rounded to a whole point. */
export const JudgeAgreement = z.object({
  /** number of scores that are compared: one for each answer and criterion */
  n: z.int(),
  /** the share of equal points */
  exact: z.number(),
  /** the share of points that differ by at most 1; absent if no two points differ by more */
  withinOne: z.number().exactOptional(),
  /** Cohen's kappa with quadratic weights, within the run; absent if all points are equal, and for more than 101 points */
  kappa: z.number().exactOptional(),
});
export type JudgeAgreement = z.infer<typeof JudgeAgreement>;

/** Kappa needs points that judges repeat. */
const MOST_POINTS = 101;

/** Compares each judge with the others, by its name. Empty for one judge, and if single verdicts are unknown. */
export function judgeAgreements({ judges, rows }: Pick<Scores, "judges" | "rows">): Map<string, JudgeAgreement> {
  const names = judges?.names ?? [];
  if (names.length < 2) return new Map();
  const pairs = names.map((): RatingPair[] => []);
  for (const row of rows)
    for (const criterion of judges?.criteria.keys() ?? [])
      for (const [judge, own] of pairs.entries()) {
        const score = row.judges?.[judge]?.[criterion] ?? null;
        const others = names.flatMap((_, other) => (other === judge ? [] : (row.judges?.[other]?.[criterion] ?? [])));
        if (score !== null && others.length > 0) own.push([Math.round(score), Math.round(mean(others))]);
      }
  const points = pairs.flat(2);
  const [low, high] = [smallest(points), -smallest(points.map((point) => -point))];
  const categories = Array.from({ length: high - low + 1 }, (_, i) => low + i);
  return new Map(
    names.flatMap((name, judge) => {
      const own = pairs[judge] ?? [];
      const shares = pairAgreement(own);
      if (shares === undefined) return [];
      const kappa = categories.length > MOST_POINTS ? undefined : weightedKappa(own, categories, "quadratic");
      return [
        [
          name,
          {
            n: own.length,
            exact: shares.exactShare,
            ...(categories.length > 2 ? { withinOne: shares.withinOne } : {}),
            ...(kappa === undefined ? {} : { kappa }),
          },
        ] as const,
      ];
    }),
  );
}

/** A spread of all points would be too many arguments. */
const smallest = (points: readonly number[]): number =>
  points.reduce((least, point) => Math.min(least, point), Number.POSITIVE_INFINITY);
