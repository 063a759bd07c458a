import { completionsOf } from "@medhelm/core/metrics/general-stats";
import type { MetricFactory } from "@medhelm/core/metrics/metric";
import { goldOf } from "./gold.ts";
import { helmVerdict } from "./helm-verdict.ts";
import { readAnswer, verdict } from "./verdict.ts";

export const MEDCALC_METRIC = "helm.benchmark.metrics.medcalc_bench_metrics.MedCalcBenchMetric";

/** medcalc_bench_accuracy: 1 if the first completion gives the right value (docs/scoring.md, "MedCalc-Bench"). */
export const medcalcMetric: MetricFactory = () => ({
  ofInstance: (state, { profile }) => {
    const gold = goldOf(state.instance);
    const reply = completionsOf(state)[0].text;
    const judge = profile === "helm" ? helmVerdict : verdict;
    return [{ name: "medcalc_bench_accuracy", value: gold && judge(reply, gold) }];
  },
  readingsOf: ({ instance, result }, { profile }) => {
    const gold = goldOf(instance);
    const [completion] = result?.success === true ? result.completions : [];
    if (profile === "helm" || gold === undefined || completion === undefined) return [];
    return [{ reader: "number", reading: readAnswer(completion.text, gold) }];
  },
});
