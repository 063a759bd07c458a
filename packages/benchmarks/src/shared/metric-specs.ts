import type { ObjectSpec } from "@medhelm/core/helm/run-spec";
import type { JudgeModels } from "@medhelm/core/run/spec/judges";

/** HELM's dotted class names for run_spec.json (helm/benchmark/metrics/common_metric_specs.py). */
const BASIC = "helm.benchmark.metrics.basic_metrics";
export const BASIC_GENERATION = `${BASIC}.BasicGenerationMetric`;
export const LLM_JURY = "helm.benchmark.metrics.llm_jury_metrics.LLMJuryMetric";

/** The named reference metrics and the general statistics. */
export const basic = (names: readonly string[]): ObjectSpec[] => [
  { class_name: BASIC_GENERATION, args: { names: [...names] } },
  { class_name: `${BASIC}.BasicReferenceMetric`, args: {} },
  { class_name: `${BASIC}.InstancesPerSplitMetric`, args: {} },
];

export const exactMatch = (): ObjectSpec[] =>
  basic(["exact_match", "quasi_exact_match", "prefix_exact_match", "quasi_prefix_exact_match"]);

/** ROUGE, extractive statistics and BERTScore. `device` is "cpu", as HELM writes it on machines without a GPU. */
export const summarization = (task: string): ObjectSpec[] => [
  {
    class_name: "helm.benchmark.metrics.summarization_metrics.SummarizationMetric",
    args: { task, device: "cpu", bertscore_model: "distilbert-base-uncased", rescale_with_baseline: false },
  },
  ...basic([]),
];

export type { JudgeModels };

/** The mean over every judge and criterion. `annotation` is the annotation that it reads. */
export const juryScore = (options: {
  readonly name: string;
  readonly annotation: string;
  readonly judges: JudgeModels;
  /** HELM: the score if no judge could be read: 1.0 in the built-in benchmarks, 0.0 (absent) in custom ones. */
  readonly whenNone?: number;
  /** Ours: the score of a candidate without an answer in `corrected`, if it differs from `whenNone`. */
  readonly floor?: number | undefined;
}): ObjectSpec => ({
  class_name: LLM_JURY,
  args: {
    metric_name: options.name,
    scenario_name: options.annotation,
    annotator_models: { ...options.judges },
    ...(options.whenNone === undefined ? {} : { default_score: options.whenNone }),
    ...(options.floor === undefined ? {} : { floor: options.floor }),
  },
});
