import { gwet } from "../statistics/gwet.ts";
import { icc, type IccForm } from "../statistics/icc.ts";
import { krippendorffAlpha } from "../statistics/krippendorff-alpha.ts";
import { isWithinOne, pairAgreement } from "../statistics/pair-agreement.ts";
import type { RatingPair } from "../statistics/rating-pair.ts";
import { spearman } from "../statistics/spearman.ts";
import { undefinedBecause } from "../statistics/undefined.ts";
import { type KappaWeight, weightedKappa } from "../statistics/weighted-kappa.ts";
import { averaged, type Measure, type Measures, measureOf, shareOf } from "./measure.ts";
import { pointsOf, type Scale, toPoint } from "./rating.ts";

/** One item: the ratings of its clinicians, and the judge's score. */
export interface JudgedItem {
  readonly humans: readonly number[];
  readonly judge: number;
}

const NO_VARIANCE = "the ratings and scores do not differ between items";
const NO_ITEMS = "no rated item has a score of the judge";
const ONE_ITEM = "one item alone has no correlation";

type Estimate = (pairs: readonly RatingPair[]) => number | undefined;

/** All measures of a judge against each single rating. The intervals treat items as drawn, each with all of its ratings. */
export function judgeAgainstHumans(items: readonly JudgedItem[], scale: Scale): Measures {
  const points = pointsOf(scale);
  const reason = items.length === 0 ? NO_ITEMS : items.length === 1 ? ONE_ITEM : NO_VARIANCE;
  const about = (estimate: Estimate, of?: "difference"): Measure =>
    measureOf({ items, estimate: (some) => estimate(pairsOf(some)), ...(of && { of }) }, reason);
  const several = (estimate: Estimate): Measure => (items.length < 2 ? undefinedBecause(reason) : about(estimate));
  const onPoints = (pairs: readonly RatingPair[]): RatingPair[] =>
    pairs.map(([a, b]) => [toPoint(a, scale), toPoint(b, scale)]);
  const categories = (estimate: Estimate): Measure => several((pairs) => estimate(onPoints(pairs)));
  const flat = whyFlat(pairsOf(items));
  const flatPoints = whyFlat(onPoints(pairsOf(items)));
  // without variance in one of the columns the formulas give 0, which would look like a measurement
  const correlation = (estimate: Estimate): Measure =>
    items.length < 2 || flat === undefined ? several(estimate) : undefinedBecause(flat);
  const kappa = (weight: KappaWeight): Measure =>
    items.length < 2 || flatPoints === undefined
      ? categories((pairs) => weightedKappa(pairs, points, weight))
      : undefinedBecause(`on whole points, ${flatPoints}`);
  const form = (name: IccForm): Measure => correlation((pairs) => icc(pairs)?.forms[name]?.icc);
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
    "Krippendorff's alpha, ordinal": several((pairs) => krippendorffAlpha(pairs, "ordinal")),
    "Krippendorff's alpha, interval": several((pairs) => krippendorffAlpha(pairs, "interval")),
    "Gwet's AC1": categories((pairs) => gwet(pairs, points, "identity")?.coefficient),
    "Gwet's AC2, quadratic": categories((pairs) => gwet(pairs, points, "quadratic")?.coefficient),
    "weighted kappa, linear": kappa("linear"),
    "weighted kappa, quadratic": kappa("quadratic"),
    "Spearman's rho": correlation((pairs) => spearman(pairs)?.rho),
    exact: share(([a, b]) => toPoint(a, scale) === toPoint(b, scale)),
    "within one point": share(isWithinOne),
    "bias, judge less clinician": about((pairs) => pairAgreement(pairs)?.meanBias, "difference"),
  };
}

const pairsOf = (items: readonly JudgedItem[]): RatingPair[] =>
  items.flatMap(({ humans, judge }) => humans.map((human) => [human, judge] as const));

/** The reason why the pairs cannot correlate; undefined if both columns differ between items. */
function whyFlat(pairs: readonly RatingPair[]): string | undefined {
  const isFlat = (column: 0 | 1): boolean => new Set(pairs.map((pair) => pair[column])).size < 2;
  if (isFlat(0) && isFlat(1)) return NO_VARIANCE;
  if (isFlat(1)) return "the judge gave all items the same score";
  return isFlat(0) ? "the clinicians gave all items the same rating" : undefined;
}
