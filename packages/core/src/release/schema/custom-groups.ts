import {
  benchmarkGroup,
  benchmarkOf,
  type CardLookup,
  JURY_SCORE,
  mainMetricOf,
  runsByBenchmark,
} from "./benchmark-group.ts";
import type { LoadedRun } from "../runs/loaded-run.ts";
import { type ReleaseSchema, RunGroup } from "./release-schema.ts";

/** The name of the group over all benchmarks that are not in the schema. */
export const CUSTOM_GROUP = "custom_benchmarks";

/**
 * Adds a run group for each benchmark of the runs that is not in the schema. These groups are under "Custom benchmarks", a
 * second root, so a custom benchmark never changes the mean win rate of the others. Without custom benchmarks, returns the
 * schema unchanged.
 */
export function withCustomGroups(schema: ReleaseSchema, runs: readonly LoadedRun[], cards: CardLookup): ReleaseSchema {
  const known = new Set(schema.run_groups.map((group) => group.name));
  const unknown = runs.filter((run) => !run.runSpec.groups.some((group) => known.has(group)));
  const custom = [...runsByBenchmark(unknown, cards)].filter(([name]) => !known.has(name));
  if (custom.length === 0) return schema;
  const metricGroups = schema.run_groups.find((group) => group.metric_groups.length > 0)?.metric_groups ?? [];
  const leaves = custom.map(([name, ofBenchmark]) => benchmarkGroup(name, ofBenchmark, cards(name), metricGroups));
  const mains = custom.map(([name, ofBenchmark]) => mainMetricOf(ofBenchmark, cards(name)).name);
  const named = new Set(schema.metrics.map((metric) => metric.name));
  const added = [...new Set(mains)].filter((name) => !named.has(name));
  return {
    ...schema,
    metrics: [
      ...schema.metrics,
      ...added.map((name) => (name === JURY_SCORE.name ? JURY_SCORE : { name, lower_is_better: false })),
    ],
    run_groups: [
      ...schema.run_groups,
      RunGroup.parse({
        name: CUSTOM_GROUP,
        display_name: "Custom benchmarks",
        description: "Benchmarks that are not part of MedHELM.",
        category: "Custom benchmarks",
        subgroups: leaves.map((leaf) => leaf.name),
      }),
      ...leaves,
    ],
  };
}

/** The names of the benchmarks in the runs that are in no group of the schema, without duplicates. */
export function benchmarksOutside(schema: ReleaseSchema, runs: readonly LoadedRun[], cards: CardLookup): string[] {
  const known = new Set(schema.run_groups.map((group) => group.name));
  const outside = runs.filter((run) => !run.runSpec.groups.some((group) => known.has(group)));
  return [...new Set(outside.map((run) => benchmarkOf(run, cards)))];
}
