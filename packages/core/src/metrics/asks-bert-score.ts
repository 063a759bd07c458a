import type { ObjectSpec } from "../helm/run-spec.ts";

export const BERT_SCORES = ["BERTScore-P", "BERTScore-R", "BERTScore-F"] as const;

const SUMMARIZATION_METRIC = "helm.benchmark.metrics.summarization_metrics.SummarizationMetric";

/** The encoder in every MedHELM run spec. HELM's default for other specs is a different encoder, which this build lacks. */
export const BERT_MODEL = "distilbert-base-uncased";

/** Whether these specs ask for BERTScore with the supported encoder. */
export function asksBertScore(specs: readonly ObjectSpec[]): boolean {
  return specs.some(
    ({ class_name, args }) =>
      class_name === SUMMARIZATION_METRIC &&
      args["bertscore_model"] === BERT_MODEL &&
      args["rescale_with_baseline"] === false,
  );
}
