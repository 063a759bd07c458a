import type { MetricName, Stat } from "@medhelm/core/helm/stats";
import type { LoadedRun } from "@medhelm/core/release/runs/loaded-run";

/**
 * Returns a function that replaces equal parts of runs by one object. Thousands of runs have the same metrics, and the runs of a benchmark differ in their model
 * and in few stats only.
 */
export function sharedParts(): (run: LoadedRun) => LoadedRun {
  const names = sharedByText<MetricName>();
  const last = new Map<MetricName, Stat>();
  const sharedStat = (own: Stat): Stat => {
    const name = names(own.name);
    const before = last.get(name);
    if (before !== undefined && hasSameNumbers(own, before)) return before;
    const stat = { ...own, name };
    last.set(name, stat);
    return stat;
  };
  const spec = {
    scenario: sharedByText<LoadedRun["runSpec"]["scenario_spec"]>(),
    metrics: sharedByText<LoadedRun["runSpec"]["metric_specs"]>(),
    augmenter: sharedByText<LoadedRun["runSpec"]["data_augmenter_spec"]>(),
    groups: sharedByText<LoadedRun["runSpec"]["groups"]>(),
  };
  return (run) => ({
    ...run,
    stats: run.stats.map(sharedStat),
    runSpec: {
      ...run.runSpec,
      scenario_spec: spec.scenario(run.runSpec.scenario_spec),
      metric_specs: spec.metrics(run.runSpec.metric_specs),
      data_augmenter_spec: spec.augmenter(run.runSpec.data_augmenter_spec),
      groups: spec.groups(run.runSpec.groups),
    },
  });
}

function sharedByText<T>(): (part: T) => T {
  const known = new Map<string, T>();
  return (part) => {
    const text = JSON.stringify(part, exactZero);
    const found = known.get(text);
    if (found === undefined) known.set(text, part);
    return found ?? part;
  };
}

/** JSON writes -0 as 0, and Python does not. */
const exactZero = (_key: string, value: unknown): unknown => (Object.is(value, -0) ? "-0" : value);

const NUMBERS = ["count", "sum", "sum_squared", "min", "max", "mean", "variance", "stddev"] as const;

const hasSameNumbers = (stat: Stat, other: Stat): boolean =>
  NUMBERS.every((field) => Object.is(stat[field], other[field]));
