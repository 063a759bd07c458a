import { isEmptyText } from "../../text/is-empty-text.ts";
import { ofExample } from "../../metrics/metric.ts";
import type { MainRange } from "../../run/spec/main-range.ts";
import { isFilterText } from "../../text/filter-text.ts";
import type { PageInstance } from "./page.ts";
import { readingTexts, shortReadingText } from "./reading-text.ts";

/** The main metric of a run under the profile that is shown. */
export interface MarkedMetric {
  readonly name: string;
  readonly profile: "helm" | "corrected";
  /** the run's mean; undefined if it was not measured */
  readonly mean: number | undefined;
  /** the possible values; undefined: unbounded, or unknown, as in HELM's folders */
  readonly range?: MainRange | undefined;
  readonly lowerIsBetter: boolean;
  /** whether judges score the answers */
  readonly isJudged: boolean;
}

/** The mark of an answer. `why` says how the reply was read, or why the outcome is unknown. */
export type Mark =
  | { readonly kind: "right" | "wrong" | "graded"; readonly value: number; readonly why?: string }
  | { readonly kind: "unknown"; readonly why: string };

/**
 * Marks an answer under the metric's profile. It is right or wrong if the metric is a rate and the value is 0 or 1, otherwise graded. If the
 * request failed or no judge scored, the outcome is unknown, also where HELM's files have a number for it.
 */
export function markOf(instance: PageInstance, metric: MarkedMetric): Mark {
  const value = valueOf(instance, metric);
  const unknown = whyUnknown(instance, metric, value);
  if (unknown !== undefined) return { kind: "unknown", why: unknown + helmsNumber(metric, value) };
  if (value === undefined) return { kind: "unknown", why: `the run has no ${metric.name} of this answer` };
  const why = whyOf(instance, metric, value);
  return { kind: kindOfScore(value, metric), value, ...(why === undefined ? {} : { why }) };
}

/** Whether the outcome is unknown. The run's mean does not matter. */
export function isUnknown(
  instance: PageInstance,
  metric: Omit<MarkedMetric, "mean" | "range" | "lowerIsBetter">,
): boolean {
  const value = valueOf(instance, metric);
  return value === undefined || whyUnknown(instance, metric, value) !== undefined;
}

const valueOf = (
  instance: PageInstance,
  { name, profile }: Pick<MarkedMetric, "name" | "profile">,
): number | undefined => valueIn(instance[profile === "helm" ? "stats" : "corrected"], name);

/** The value of an answer. A metric that is no plain mean has its values under another name. */
export const valueIn = (stats: Readonly<Record<string, number>>, name: string): number | undefined =>
  stats[name] ?? stats[ofExample(name)];

/** The facts that decide whether a score of one answer is right or wrong, or a grade. */
export type MarkScale = Pick<MarkedMetric, "mean" | "range" | "lowerIsBetter" | "isJudged">;

export function kindOfScore(value: number, metric: MarkScale): "right" | "wrong" | "graded" {
  const { lowerIsBetter } = metric;
  if (!isRate(metric) || (value !== 0 && value !== 1)) return "graded";
  return (value === 1) === lowerIsBetter ? "wrong" : "right";
}

/** On a scale to 5, a value of 1 is the worst score and not "right". Without a range the mean decides. */
function isRate({ mean, range, isJudged }: MarkScale): boolean {
  if (range !== undefined) return range.min === 0 && range.max === 1;
  return mean === undefined ? !isJudged : mean >= 0 && mean <= 1;
}

function whyUnknown(
  instance: PageInstance,
  metric: Pick<MarkedMetric, "isJudged" | "name">,
  value: number | undefined,
): string | undefined {
  if (instance.failure !== undefined && !isFilterText(instance.failure)) return "the request failed";
  if (isUnjudged(instance, metric)) return "no judge scored the answer";
  if (value !== undefined || Object.keys(instance.stats).length > 0) return undefined;
  return "the run folder has no scores of its answers";
}

/** A value of profile corrected shows that the outcome is known, e.g. the floor of the scale for an empty reply. */
const isUnjudged = (
  { response = "", judgements, corrected }: PageInstance,
  { isJudged, name }: Pick<MarkedMetric, "isJudged" | "name">,
): boolean =>
  isJudged &&
  !isEmptyText(response) &&
  valueIn(corrected, name) === undefined &&
  !judgements.some(({ criteria }) => criteria.length > 0);

const helmsNumber = ({ profile }: MarkedMetric, value: number | undefined): string =>
  profile === "helm" && value !== undefined ? `; HELM scoring counts it as ${value}` : "";

function whyOf(instance: PageInstance, { name, profile }: MarkedMetric, value: number): string | undefined {
  if (instance.failure !== undefined) return "the provider's content filter refused the answer";
  if (instance.response !== undefined && isEmptyText(instance.response)) return "the reply is empty";
  const readings = (instance.readings ?? []).filter(({ reader }) => reader !== "refusal");
  if (readings.length === 0) return undefined;
  const read = readingTexts(readings, shortReadingText).join(" ");
  const corrected = valueIn(instance.corrected, name);
  if (profile === "corrected" || corrected === undefined) return read;
  const compared = corrected === value ? "the same" : corrected;
  return `HELM's own rule gives ${value}; corrected scoring gives ${compared}. ${read}`;
}
