import type { RunSpec } from "../helm/run-spec.ts";
import type { FindMetric, MetricRegistry } from "../metrics/metric.ts";
import { metricClasses } from "./score-plan.ts";

/** Loads every metric that a run spec names. Scoring itself is synchronous. */
export async function loadMetrics(
  runSpec: Pick<RunSpec, "name" | "scenario_spec" | "metric_specs">,
  findMetric: FindMetric,
): Promise<MetricRegistry> {
  const classes = new Set(metricClasses(runSpec.metric_specs));
  const found = new Map(
    await Promise.all([...classes].map(async (name) => [name, await findMetric(name, runSpec)] as const)),
  );
  return (className) => found.get(className);
}
