import { CORRECT_TAG } from "@medhelm/core/helm/instance";
import { z } from "zod";
import { completionsOf } from "@medhelm/core/metrics/general-stats";
import type { MetricFactory } from "@medhelm/core/metrics/metric";
import { readVerdict } from "./read-verdict.ts";
import { helmVerdict, readReference, verdict } from "./verdict.ts";

export const MEDEC_METRIC = "helm.benchmark.metrics.medec_metrics.MedecMetric";

/** The part of a reading (readVerdict) that says whether the reply finds an error. */
const Said = z.object({ error: z.boolean() });

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
  closedQuestion: ({ instance }) => {
    const gold = instance.references.find(({ tags }) => tags.includes(CORRECT_TAG))?.output.text;
    const claim = gold === undefined ? undefined : readReference(gold).kind;
    return {
      options: [
        { label: "0", text: "error" },
        { label: "CORRECT", text: "no error" },
      ],
      ...(claim === "error" ? { gold: "0" } : {}),
      ...(claim === "correct" ? { gold: "CORRECT" } : {}),
      given: (value) => {
        const said = Said.safeParse(value).data;
        return said === undefined ? undefined : said.error ? "0" : "CORRECT";
      },
    };
  },
  readingsOf: ({ instance, result }, { profile }) => {
    const [first] = result?.success === true ? result.completions : [];
    return profile === "helm" || first === undefined
      ? []
      : [{ reader: "sentence", reading: readVerdict(first.text, instance.input.text) }];
  },
});
