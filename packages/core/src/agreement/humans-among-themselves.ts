import { gwet } from "../statistics/gwet.ts";
import { icc, type IccForm } from "../statistics/icc.ts";
import { pooledIcc } from "../statistics/intraclass.ts";
import { krippendorffAlpha } from "../statistics/krippendorff-alpha.ts";
import { isWithinOne } from "../statistics/pair-agreement.ts";
import type { RatingPair } from "../statistics/rating-pair.ts";
import { spearman } from "../statistics/spearman.ts";
import { undefinedBecause } from "../statistics/undefined.ts";
import { weightedKappa } from "../statistics/weighted-kappa.ts";
import { averaged, type Measure, type Measures, measureOf, shareOf } from "./measure.ts";
import { pointsOf, type Scale, toPoint } from "./rating.ts";

/** The ratings of one item by rater. */
export type RatedItem = ReadonlyMap<string, number>;

export interface HumanAgreement {
  /** how the ratings were collected, which decides the forms that exist */
  readonly design: "all items by the same raters" | "items by different raters" | "no item by two raters";
  /** the form to quote */
  readonly headline: "ICC(A,1)" | "ICC(1,1)";
  readonly itemsWithTwo: number;
  readonly measures: Measures;
}

const NO_TWO = "no item was rated by two clinicians";
const OTHER_RATERS =
  "the items have different raters, so that no rater can be a column; ICC(1,1) is the form of this design";
const TWO_COLUMNS = "it compares two raters who rated the same items";
const NO_VARIANCE = "the ratings do not differ between items";
const FLAT = "a clinician gave all items the same rating";
const ONE_ITEM = "one item alone has no correlation";

/** All measures of clinicians among themselves that the design allows, on the items that at least two of them rated. */
export function humansAmongThemselves(all: readonly RatedItem[], scale: Scale): HumanAgreement {
  const items = all.filter((item) => item.size >= 2);
  const names = new Set(items.flatMap((item) => [...item.keys()]));
  const isCrossed = items.every((item) => item.size === names.size);
  const itemsWithTwo = items.length;
  if (itemsWithTwo === 0)
    return {
      design: "no item by two raters",
      headline: "ICC(1,1)",
      itemsWithTwo,
      measures: Object.fromEntries(NAMES.map((name) => [name, undefinedBecause(NO_TWO)])),
    };
  const raters = [...names].toSorted();
  const reason = itemsWithTwo === 1 ? ONE_ITEM : NO_VARIANCE;
  const points = pointsOf(scale);
  const rounded = (item: RatedItem): RatedItem =>
    new Map([...item].map(([rater, value]) => [rater, toPoint(value, scale)]));
  const about = (estimate: (some: readonly RatedItem[]) => number | undefined): Measure =>
    items.length < 2 ? undefinedBecause(ONE_ITEM) : measureOf({ items, estimate }, reason);
  // without variance in one of two columns the formulas give 0, which would look like a measurement
  const isFlat =
    items.length > 1 &&
    raters.length === 2 &&
    raters.some((rater) => new Set(items.map((item) => item.get(rater))).size < 2);
  const table = (some: readonly RatedItem[]) => some.map((item) => raters.map((rater) => item.get(rater) ?? null));
  const crossed = (form: IccForm): Measure => {
    if (!isCrossed) return undefinedBecause(OTHER_RATERS);
    return isFlat
      ? undefinedBecause(FLAT)
      : about((some) => icc(some.map((item) => raters.map((rater) => item.get(rater) ?? 0)))?.forms[form]?.icc);
  };
  const byPair = (estimate: (pairs: readonly RatingPair[]) => number | undefined): Measure => {
    if (!isCrossed || raters.length !== 2) return undefinedBecause(TWO_COLUMNS);
    return isFlat ? undefinedBecause(FLAT) : about((some) => estimate(some.flatMap((item) => allPairs(item))));
  };
  const sizes = new Set(items.map((item) => item.size));
  const [one, agreement, consistency] = [about(oneWay), crossed("ICC(A,1)"), crossed("ICC(C,1)")];
  const measures: Record<(typeof NAMES)[number], Measure> = {
    "ICC(A,1)": agreement,
    "ICC(C,1)": consistency,
    "ICC(1,1)": one,
    "ICC(A,k)": averaged(agreement, raters.length),
    "ICC(C,k)": averaged(consistency, raters.length),
    "ICC(1,k)":
      sizes.size === 1
        ? averaged(one, [...sizes][0] ?? 2)
        : undefinedBecause("the items have different numbers of raters"),
    "Krippendorff's alpha, ordinal": about((some) => krippendorffAlpha(table(some), "ordinal")),
    "Krippendorff's alpha, interval": about((some) => krippendorffAlpha(table(some), "interval")),
    "Gwet's AC1": about((some) => gwet(table(some.map(rounded)), points, "identity")?.coefficient),
    "Gwet's AC2, quadratic": about((some) => gwet(table(some.map(rounded)), points, "quadratic")?.coefficient),
    "weighted kappa, linear": byPair((pairs) => weightedKappa(pairs.map(onPoints(scale)), points, "linear")),
    "weighted kappa, quadratic": byPair((pairs) => weightedKappa(pairs.map(onPoints(scale)), points, "quadratic")),
    "Spearman's rho": byPair((pairs) => spearman(pairs)?.rho),
    exact: shareOf(
      items.map((item) => allPairs(rounded(item)).map(([a, b]) => a === b)),
      reason,
    ),
    "within one point": shareOf(
      items.map((item) => allPairs(item).map(isWithinOne)),
      reason,
    ),
  };
  return {
    design: isCrossed ? "all items by the same raters" : "items by different raters",
    headline: isCrossed ? "ICC(A,1)" : "ICC(1,1)",
    itemsWithTwo,
    measures,
  };
}

const NAMES = [
  "ICC(A,1)",
  "ICC(C,1)",
  "ICC(1,1)",
  "ICC(A,k)",
  "ICC(C,k)",
  "ICC(1,k)",
  "Krippendorff's alpha, ordinal",
  "Krippendorff's alpha, interval",
  "Gwet's AC1",
  "Gwet's AC2, quadratic",
  "weighted kappa, linear",
  "weighted kappa, quadratic",
  "Spearman's rho",
  "exact",
  "within one point",
] as const;

/** ICC(1,1) of items with any number of ratings. */
function oneWay(items: readonly RatedItem[]): number | undefined {
  const values = items.flatMap((item) => [...item.values()]);
  const clusters = items.flatMap((item, i) => [...item].map(() => i));
  return pooledIcc([values], clusters)?.icc;
}

/** Every two ratings of an item, in the order of the raters' names. */
function allPairs(item: RatedItem): RatingPair[] {
  const values = [...item].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
  return values.flatMap((a, i) => values.slice(i + 1).map((b) => [a, b] as const));
}

const onPoints =
  (scale: Scale) =>
  ([a, b]: RatingPair): RatingPair => [toPoint(a, scale), toPoint(b, scale)];
