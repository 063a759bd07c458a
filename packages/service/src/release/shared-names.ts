import type { MetricName, Stat } from "@medhelm/core/helm/stats";
import type { LoadedRun } from "@medhelm/core/release/loaded-run";

/**
 * Returns a function that replaces equal names of stats by one object. Thousands of runs have the same metrics, and a name with its
 * perturbation takes more memory than the numbers of a stat.
 */
export function sharedNames(): (run: LoadedRun) => LoadedRun {
  const names = new Map<string, MetricName>();
  const shared = (name: MetricName): MetricName => {
    const text = JSON.stringify(name);
    const known = names.get(text);
    if (known !== undefined) return known;
    names.set(text, name);
    return name;
  };
  return (run) => ({ ...run, stats: run.stats.map((stat): Stat => ({ ...stat, name: shared(stat.name) })) });
}
