import { type MarkedMetric, markOf } from "@medhelm/core/release/mark";
import type { PageInstance } from "@medhelm/core/release/page";

/** Whether an answer is weak: wrong, or graded worse than the run's mean. */
export function isWeak(instance: PageInstance, metric: MarkedMetric): boolean {
  const mark = markOf(instance, metric);
  if (mark.kind !== "graded") return mark.kind === "wrong";
  if (metric.mean === undefined) return false;
  return metric.lowerIsBetter ? mark.value > metric.mean : mark.value < metric.mean;
}

export type Filter = "all" | "wrong" | "unknown";

/** Whether an instance passes the filter and contains the search text, in any case, in its id, prompt, answer or explanations. */
export function isShown(instance: PageInstance, metric: MarkedMetric, filter: Filter, search: string): boolean {
  if (filter === "unknown" && markOf(instance, metric).kind !== "unknown") return false;
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
