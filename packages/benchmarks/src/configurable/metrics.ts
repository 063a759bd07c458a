import type { ObjectSpec } from "@medhelm/core/helm/run-spec";
import { basic, exactMatch, juryScore, summarization } from "../shared/metric-specs.ts";
import { type Config, type MetricConfig, SUMMARIZATION } from "./config.ts";
import { judgeModels } from "./jury.ts";

/**
 * Returns the metric_specs in HELM's order. All ROUGE and BERTScore names form one metric, at the position of the first
 * (benchmark_config.py).
 */
export function metricSpecs({ name: benchmark, metrics }: Config): ObjectSpec[] {
  const first = metrics.find(isSummarization);
  return metrics.flatMap((metric) => {
    if (metric.name === "exact_match") return exactMatch();
    if (metric.name === "jury_score") {
      const judges = judgeModels(metric);
      const jury = juryScore({ name: "jury_score", annotation: benchmark, judges, floor: metric.scale?.min });
      return metrics.length === 1 ? [jury, ...basic([])] : [jury];
    }
    return metric === first ? summarization(benchmark) : [];
  });
}

const isSummarization = ({ name }: MetricConfig): boolean => SUMMARIZATION.some((known) => known === name);
