import type { PageInstance } from "@medhelm/core/release/page";

/** The main metric of a run page. */
export interface MainMetric {
  readonly name: string;
  readonly profile: "helm" | "corrected";
  /** the run's mean; undefined if it was not measured */
  readonly mean: number | undefined;
  readonly lowerIsBetter: boolean;
}

/** An instance's value of a metric under the release's profile. Without a corrected value, HELM's value is used for both. */
export function mainValue(instance: PageInstance, metric: MainMetric): number | undefined {
  const helm = instance.stats[metric.name];
  return metric.profile === "corrected" ? (instance.corrected[metric.name] ?? helm) : helm;
}

export type Standing = "failed" | "unscored" | "right" | "wrong" | "graded";

/**
 * The result of an instance: right or wrong if the metric is a rate and its value 0 or 1, otherwise graded.
 * A metric is a rate if its mean is from 0 to 1. On a scale to 5 a value of 1 is the worst score, not "right".
 */
export function standing(instance: PageInstance, metric: MainMetric): Standing {
  if (instance.failure !== undefined) return "failed";
  const value = mainValue(instance, metric);
  if (value === undefined) return "unscored";
  const isRate = metric.mean === undefined || (metric.mean >= 0 && metric.mean <= 1);
  if (!isRate || (value !== 0 && value !== 1)) return "graded";
  return (value === 1) === metric.lowerIsBetter ? "wrong" : "right";
}

/** Whether an answer is weak: wrong, or graded worse than the run's mean. */
export function isWeak(instance: PageInstance, metric: MainMetric): boolean {
  const state = standing(instance, metric);
  if (state !== "graded") return state === "wrong";
  const value = mainValue(instance, metric);
  if (value === undefined || metric.mean === undefined) return false;
  return metric.lowerIsBetter ? value > metric.mean : value < metric.mean;
}

export type Filter = "all" | "wrong" | "failed";

/** Whether an instance passes the filter and contains the search text, in any case, in its id, prompt, answer or explanations. */
export function isShown(instance: PageInstance, metric: MainMetric, filter: Filter, search: string): boolean {
  if (filter === "failed" && instance.failure === undefined) return false;
  if (filter === "wrong" && !isWeak(instance, metric)) return false;
  const text = search.trim().toLowerCase();
  return text === "" || texts(instance).some((candidate) => candidate.toLowerCase().includes(text));
}

function texts(instance: PageInstance): string[] {
  return [
    instance.id,
    instance.prompt,
    instance.response ?? "",
    instance.thinking ?? "",
    instance.failure ?? "",
    ...instance.references.map(({ text }) => text),
    ...instance.judgements.flatMap(({ criteria }) => criteria.map(({ explanation }) => explanation)),
  ];
}
