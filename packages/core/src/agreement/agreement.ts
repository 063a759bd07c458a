import { type AltTest, altTest } from "../statistics/alt-test.ts";
import { type Undefined, undefinedBecause } from "../statistics/undefined.ts";
import { type HumanAgreement, humansAmongThemselves, type RatedItem } from "./humans-among-themselves.ts";
import { judgeAgainstHumans } from "./judge-against-humans.ts";
import type { Measures } from "./measure.ts";
import { pointsOf, type Rating, type Scale, toPoint } from "./rating.ts";

export interface AgreementInput {
  readonly ratings: readonly Rating[];
  /** the judge's score of each item, on the scale of the ratings */
  readonly judge: ReadonlyMap<string, number>;
  readonly scale: Scale;
  /** see AltTestInput */
  readonly epsilon: number;
}

export interface Agreement {
  readonly ratings: number;
  readonly items: number;
  readonly raters: number;
  readonly itemsPerRater: { readonly min: number; readonly max: number };
  /** ratings whose item has a score of the judge */
  readonly judged: number;
  /** the headline is ICC(A,1): each single rating against the judge */
  readonly judgeHuman: Measures;
  readonly humanHuman: HumanAgreement;
  /** whether the judge is comparable with clinicians */
  readonly alternative: AltTest | Undefined;
  /** ratings and scores on each whole point; means are rounded */
  readonly histogram: {
    readonly points: readonly number[];
    readonly humans: readonly number[];
    readonly judge: readonly number[];
  };
}

/** The numbers of Calderon et al. 2025: two humans an item, 30 items a human, a false discovery rate of 5 %. */
const RULES = { score: "negative RMSE", q: 0.05, minHumansPerItem: 2, minItemsPerHuman: 30 } as const;

/** Compares a judge's scores with clinicians' ratings, and the clinicians with each other. */
export function agreementOf({ ratings, judge, scale, epsilon }: AgreementInput): Agreement {
  const byItem = grouped(ratings, "item", "rater");
  const byRater = grouped(ratings, "rater", "item");
  const counts = [...byRater.values()].map((items) => items.size);
  const judged = [...byItem].flatMap(([item, values]) => {
    const score = judge.get(item);
    return score === undefined ? [] : [{ humans: [...values.values()], judge: score }];
  });
  const points = pointsOf(scale);
  const histogram = (values: readonly number[]): number[] =>
    points.map((point) => values.filter((value) => toPoint(value, scale) === point).length);
  return {
    ratings: ratings.length,
    items: byItem.size,
    raters: byRater.size,
    itemsPerRater: { min: Math.min(...counts), max: Math.max(...counts) },
    judged: judged.reduce((sum, { humans }) => sum + humans.length, 0),
    judgeHuman: judgeAgainstHumans(judged, scale),
    humanHuman: humansAmongThemselves([...byItem.values()], scale),
    alternative: alternativeOf(byRater, judge, epsilon),
    histogram: {
      points,
      humans: histogram(ratings.map(({ value }) => value)),
      judge: histogram(judged.map((item) => item.judge)),
    },
  };
}

function grouped(
  ratings: readonly Rating[],
  key: "item" | "rater",
  inner: "item" | "rater",
): ReadonlyMap<string, RatedItem> {
  const groups = new Map<string, Map<string, number>>();
  for (const rating of ratings) {
    const group = groups.get(rating[key]) ?? new Map<string, number>();
    groups.set(rating[key], group.set(rating[inner], rating.value));
  }
  return groups;
}

function alternativeOf(
  humans: ReadonlyMap<string, RatedItem>,
  judge: ReadonlyMap<string, number>,
  epsilon: number,
): AltTest | Undefined {
  const test = altTest({ humans, judge, epsilon, ...RULES });
  if (test.raters.length > 0) return test;
  const shared = [...humans].map(
    ([rater, items]) =>
      [...items.keys()].filter(
        (item) => judge.has(item) && [...humans].some(([other, theirs]) => other !== rater && theirs.has(item)),
      ).length,
  );
  const [min, max] = [Math.min(...shared), Math.max(...shared)];
  const range = min === max ? `${max}` : `${min} to ${max}`;
  return undefinedBecause(
    `each clinician has ${range} judged ${range === "1" ? "item" : "items"} that another clinician rated too, and the alternative-annotator test needs 30`,
  );
}
