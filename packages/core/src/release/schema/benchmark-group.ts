import type { Card } from "../../run/card.ts";
import type { LoadedRun } from "../runs/loaded-run.ts";
import { RunGroup, type SchemaField } from "./release-schema.ts";

/** Looks up the card of a run group. A custom benchmark has no card. */
export type CardLookup = (group: string) => Card | undefined;

export const JURY_SCORE: SchemaField = {
  name: "jury_score",
  display_name: "Jury Score",
  short_display_name: "Jury Score",
  description: "Mean over all criteria of all judges of the jury.",
  lower_is_better: false,
};

/**
 * Chooses the benchmark among a run's groups, because HELM's groups also contain tags such as "clinical". The first match
 * wins: the benchmark in the manifest, the group in the run's name, the first group with a card, the first group.
 */
export function benchmarkOf(run: LoadedRun, cards: CardLookup): string {
  const { groups, name } = run.runSpec;
  const base = name.split(/[:,]/, 1)[0] ?? name;
  const named = [run.manifest?.benchmark, base].find((group) => group !== undefined && groups.includes(group));
  return named ?? groups.find((group) => cards(group) !== undefined) ?? groups[0] ?? base;
}

/** Groups runs by benchmark, in the order of the first run of each benchmark. */
export function runsByBenchmark(runs: readonly LoadedRun[], cards: CardLookup): Map<string, LoadedRun[]> {
  return Map.groupBy(runs, (run) => benchmarkOf(run, cards));
}

const MAIN_METRICS = /^(jury_score|exact_match|rouge_[12l]|BERTScore-[PRF]|f1_score|.+_accuracy|.+_f1)$/;

/**
 * Finds the metric and split that rank a benchmark: those of a manifest or of the card, or the first ranking metric in a run's stats. Stats have the
 * order in which the benchmark lists its metrics.
 */
export function mainMetricOf(runs: readonly LoadedRun[], card: Card | undefined): { name: string; split: string } {
  const manifest = runs.find((run) => run.manifest !== undefined)?.manifest;
  if (manifest !== undefined) return { name: manifest.mainMetric, split: manifest.mainSplit };
  if (card !== undefined) return { name: card.mainMetric, split: card.mainSplit };
  for (const run of runs) {
    const stat = run.stats.find(({ name }) => name.perturbation === undefined && MAIN_METRICS.test(name.name));
    if (stat !== undefined) return { name: stat.name.name, split: stat.name.split ?? "test" };
  }
  return { name: "exact_match", split: "test" };
}

/** Makes the run group of a benchmark that the schema does not have. */
export function benchmarkGroup(
  name: string,
  runs: readonly LoadedRun[],
  card: Card | undefined,
  metricGroups: readonly string[],
): RunGroup {
  const main = mainMetricOf(runs, card);
  return RunGroup.parse({
    name,
    display_name: card?.displayName ?? name,
    description:
      card?.description ??
      runs.find((run) => run.scenarioDescription !== undefined)?.scenarioDescription ??
      "A custom benchmark.",
    metric_groups: metricGroups,
    environment: { main_name: main.name, main_split: main.split },
    ...(card === undefined ? {} : { taxonomy: card.facets }),
  });
}
