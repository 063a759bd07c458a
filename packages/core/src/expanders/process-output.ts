import { outputProcessor } from "../run/asking/output-processors.ts";
import type { Expander } from "./expander.ts";

export const OUTPUT_PROCESSING_METRIC = "helm.benchmark.metrics.output_processing_metric.OutputProcessingMetric";

/** Processes completions before the metrics read them. The stored completions stay as the model wrote them. */
export const processOutput: Expander = {
  apply(draft, value) {
    const processor = String(value);
    outputProcessor(processor); // throws for an unknown processor
    const args = { processor, metric_specs: [...draft.metricSpecs] };
    return { ...draft, metricSpecs: [{ class_name: OUTPUT_PROCESSING_METRIC, args }] };
  },
};
