import { CORRECT_TAG } from "@medhelm/core/helm/instance";
import { completionsOf } from "@medhelm/core/metrics/general-stats";
import type { MetricFactory } from "@medhelm/core/metrics/metric";
import { readVerdict } from "./read-verdict.ts";
import { helmVerdict, verdict } from "./verdict.ts";

export const MEDEC_METRIC = "helm.benchmark.metrics.medec_metrics.MedecMetric";

/** medec_error_flag_accuracy and medec_error_sentence_accuracy of the first completion (docs/scoring.md, "MEDEC"). */
export const medecMetric: MetricFactory = () => ({
  ofInstance: (state, { profile }) => {
    const gold = state.instance.references.find(({ tags }) => tags.includes(CORRECT_TAG));
    if (gold === undefined) return [];
    const judge = profile === "helm" ? helmVerdict : verdict;
    const { flag, sentence } = judge(completionsOf(state)[0].text, gold.output.text, state.instance.input.text);
    return [
      { name: "medec_error_flag_accuracy", value: flag },
      { name: "medec_error_sentence_accuracy", value: sentence },
    ];
  },
  readingsOf: ({ instance, result }, { profile }) => {
    const [first] = result?.success === true ? result.completions : [];
    return profile === "helm" || first === undefined
      ? []
      : [{ reader: "sentence", reading: readVerdict(first.text, instance.input.text) }];
  },
});
