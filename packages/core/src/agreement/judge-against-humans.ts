import { gwet } from "../statistics/gwet.ts";
import { icc, type IccForm } from "../statistics/icc.ts";
import { krippendorffAlpha } from "../statistics/krippendorff-alpha.ts";
import { isWithinOne, pairAgreement } from "../statistics/pair-agreement.ts";
import type { RatingPair } from "../statistics/rating-pair.ts";
import { spearman } from "../statistics/spearman.ts";
import { weightedKappa } from "../statistics/weighted-kappa.ts";
import { averaged, type Measure, type Measures, measureOf, shareOf } from "./measure.ts";
import { pointsOf, type Scale, toPoint } from "./rating.ts";

/** One item: the ratings of its clinicians, and the judge's score. */
export interface JudgedItem {
  readonly humans: readonly number[];
  readonly judge: number;
}

const NO_VARIANCE = "the ratings and scores do not differ between items";
const NO_ITEMS = "no rated item has a score of the judge";
const TWO_ITEMS = "one item alone has no correlation";
const ONE_POINT = "all ratings and scores lie on one point of the scale";

/** All measures of a judge against each single rating. The intervals treat items as drawn, each with all of its ratings. */
export function judgeAgainstHumans(items: readonly JudgedItem[], scale: Scale): Measures {
  const points = pointsOf(scale);
  const reason = items.length === 0 ? NO_ITEMS : items.length === 1 ? TWO_ITEMS : NO_VARIANCE;
  const about = (estimate: (pairs: readonly RatingPair[]) => number | undefined, of?: "difference"): Measure =>
    measureOf({ items, estimate: (some) => estimate(pairsOf(some)), ...(of && { of }) }, reason);
  const onPoints = (estimate: (pairs: readonly RatingPair[]) => number | undefined): Measure =>
    measureOf(
      { items, estimate: (some) => estimate(pairsOf(some).map(([a, b]) => [toPoint(a, scale), toPoint(b, scale)])) },
      items.length === 0 ? NO_ITEMS : ONE_POINT,
    );
  const form = (name: IccForm): Measure => about((pairs) => icc(pairs)?.forms[name]?.icc);
  const share = (holds: (pair: RatingPair) => boolean): Measure =>
    shareOf(
      items.map((item) => pairsOf([item]).map(holds)),
      NO_ITEMS,
    );
  const [one, agreement, consistency] = [form("ICC(1,1)"), form("ICC(A,1)"), form("ICC(C,1)")];
  return {
    "ICC(A,1)": agreement,
    "ICC(C,1)": consistency,
    "ICC(1,1)": one,
    "ICC(A,k)": averaged(agreement, 2),
    "ICC(C,k)": averaged(consistency, 2),
    "ICC(1,k)": averaged(one, 2),
    "Krippendorff's alpha, ordinal": about((pairs) => krippendorffAlpha(pairs, "ordinal")),
    "Krippendorff's alpha, interval": about((pairs) => krippendorffAlpha(pairs, "interval")),
    "Gwet's AC1": onPoints((pairs) => gwet(pairs, points, "identity")?.coefficient),
    "Gwet's AC2, quadratic": onPoints((pairs) => gwet(pairs, points, "quadratic")?.coefficient),
    "weighted kappa, linear": onPoints((pairs) => weightedKappa(pairs, points, "linear")),
    "weighted kappa, quadratic": onPoints((pairs) => weightedKappa(pairs, points, "quadratic")),
    "Spearman's rho": about((pairs) => spearman(pairs)?.rho),
    exact: share(([a, b]) => toPoint(a, scale) === toPoint(b, scale)),
    "within one point": share(isWithinOne),
    "bias, judge less clinician": about((pairs) => pairAgreement(pairs)?.meanBias, "difference"),
  };
}

const pairsOf = (items: readonly JudgedItem[]): RatingPair[] =>
  items.flatMap(({ humans, judge }) => humans.map((human) => [human, judge] as const));
