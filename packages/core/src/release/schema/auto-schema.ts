import { benchmarkGroup, type CardLookup, JURY_SCORE, runsByBenchmark } from "./benchmark-group.ts";
import type { LoadedRun } from "../runs/loaded-run.ts";
import { type MetricGroup, type ReleaseSchema, RunGroup, type SchemaField } from "./release-schema.ts";

/** The metric groups in HELM's metric metadata. HELM's order comes from a Python set and varies; ours is fixed. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  accuracy: ["exact_match"],
  calibration_detailed: ["max_prob"],
  efficiency_detailed: ["training_co2_cost", "training_energy_cost", "inference_runtime"],
  general_information: ["num_train_trials", "num_prompt_tokens"],
  summarization_metrics: [
    "summarization_coverage",
    "summarization_density",
    "summarization_compression",
    "rouge_1",
    "BERTScore-P",
    "BERTScore-R",
    "BERTScore-F",
    "summac",
  ],
};

/** HELM: the metadata has other names for these ("rouge-2", "rouge-l") and no "@5" metrics, so no automatic schema shows them. */
const WITHOUT_METADATA = new Set(["rouge_2", "rouge_l"]);

/**
 * Makes a schema from the runs, as helm-summarize --auto-generate-schema does (summarize.py: fix_up_schema). It has the
 * metrics of the runs, one run group per scenario and a root group over all of them. The names of metrics and of HELM's
 * benchmarks come from `known`, the packaged schema.
 */
export function autoSchema(runs: readonly LoadedRun[], cards: CardLookup, known: ReleaseSchema): ReleaseSchema {
  const inStats = new Set(runs.flatMap((run) => run.stats.map((stat) => stat.name.name)));
  const metrics = [...known.metrics.map(autoMetric), JURY_SCORE].filter(
    ({ name }, index, all) =>
      inStats.has(name) &&
      !WITHOUT_METADATA.has(name) &&
      !name.includes("@") &&
      all.findIndex((other) => other.name === name) === index,
  );
  const metricGroups = autoMetricGroups(new Set(metrics.map((metric) => metric.name)));
  const metricGroupNames = metricGroups.map((item) => item.name);
  const benchmarks = [...runsByBenchmark(runs, cards)].map(([name, ofBenchmark]) => {
    const group = known.run_groups.find((item) => item.name === name && item.subgroups.length === 0);
    if (group === undefined) return benchmarkGroup(name, ofBenchmark, cards(name), metricGroupNames);
    // HELM's name: a card may spell it differently
    if (cards(name) !== undefined)
      return {
        ...benchmarkGroup(name, ofBenchmark, cards(name), metricGroupNames),
        display_name: group.display_name,
      };
    const { display_name, description, environment, taxonomy } = group;
    return RunGroup.parse({ name, display_name, description, metric_groups: metricGroupNames, environment, taxonomy });
  });
  const root = RunGroup.parse({
    name: "all_scenarios",
    display_name: "All Scenarios",
    description: "All scenarios",
    subgroups: benchmarks.map((group) => group.name),
    category: "Scenario Groups",
  });
  return { metrics, perturbations: [], metric_groups: metricGroups, run_groups: [root, ...benchmarks] };
}

function autoMetric(metric: SchemaField): SchemaField {
  if (metric.short_display_name === "Jury Score") return { ...metric, display_name: "Jury Score" };
  return metric.name === "rouge_1" ? { ...metric, short_display_name: "ROUGE-1" } : metric;
}

const matcher = (name: string) => ({ name, split: "${main_split}" });

function autoMetricGroups(present: ReadonlySet<string>): MetricGroup[] {
  const main: MetricGroup = {
    name: "main_metric",
    display_name: "Main Metric",
    description: "Main Metric",
    metrics: [matcher("${main_name}")],
  };
  const others = Object.entries(GROUPS).flatMap(([name, metrics]): MetricGroup[] => {
    const shown = metrics.filter((metric) => present.has(metric));
    const label = `${name[0]?.toUpperCase()}${name.slice(1).replaceAll("_", " ")}`;
    return shown.length === 0
      ? []
      : [{ name, display_name: label, description: label, metrics: shown.map(matcher), aggregation_strategies: [] }];
  });
  return [main, ...others];
}
