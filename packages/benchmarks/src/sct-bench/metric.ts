import { CORRECT_TAG } from "@medhelm/core/helm/instance";
import { completionsOf } from "@medhelm/core/metrics/general-stats";
import type { MetricFactory } from "@medhelm/core/metrics/metric";
import { strip } from "@medhelm/core/metrics/python-text";
import { valueOf } from "@medhelm/core/reading/reading";
import { z } from "zod";
import { helmRating, RATINGS } from "./rating.ts";
import { readRating } from "./read-rating.ts";

export const SCT_METRIC = "helm.benchmark.metrics.sct_bench_metrics.SCTBenchMetric";

const Panel = z.object({ expert_distribution: z.array(z.number()).length(5) });

/**
 * sct_score: the panel's weight of the reply's rating divided by the panel's greatest weight. sct_expert_set_membership:
 * whether an expert gave that rating. A reply without a rating scores 0 in both (sct_bench_metrics.py of MedHELM's newer
 * library).
 */
export const sctMetric: MetricFactory = () => ({
  ofInstance: (state, { profile }) => {
    const panel = Panel.safeParse(state.instance.extra_data).data?.expert_distribution;
    const [{ text }] = completionsOf(state);
    const rating = profile === "helm" ? helmRating(strip(text)) : valueOf(readRating(text));
    const weight = panel === undefined || rating === undefined ? 0 : (panel[rating + 2] ?? 0);
    const greatest = Math.max(0, ...(panel ?? []));
    return [
      { name: "sct_score", value: panel && (greatest === 0 ? 0 : weight / greatest) },
      { name: "sct_expert_set_membership", value: panel && weight > 0 },
    ];
  },
  closedQuestion: ({ instance }) => {
    const gold = instance.references.find(({ tags }) => tags.includes(CORRECT_TAG))?.output.text;
    return {
      options: RATINGS.map((label) => ({ label, text: label })),
      ...(gold === undefined ? {} : { gold }),
      given: (value) => (typeof value === "number" ? RATINGS[value + 2] : undefined),
    };
  },
  readingsOf: ({ result }, { profile }) => {
    const [first] = result?.success === true ? result.completions : [];
    return profile === "helm" || first === undefined ? [] : [{ reader: "rating", reading: readRating(first.text) }];
  },
});
