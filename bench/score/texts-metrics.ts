import { AdapterSpec } from "@medhelm/core/helm/run-spec";
import { RequestState } from "@medhelm/core/helm/scenario-state";
import { referenceScores } from "@medhelm/core/metrics/reference-scores";
import { rouge, rougeTokens } from "@medhelm/core/metrics/rouge";
import { spacyTokens } from "@medhelm/core/metrics/spacy/tokenizer";
import { summarizationMetric } from "@medhelm/core/metrics/summarization";
import type { Pair } from "../made-texts.ts";
import { type MeasuredMetric, measureMetric } from "./measured-metric.ts";

const context = {
  adapterSpec: AdapterSpec.parse({ method: "generation", num_outputs: 1, model: "m", model_deployment: "d" }),
  profile: "corrected",
  countTokens: () => 1,
} as const;

const stateOf = ({ reference, answer }: Pair): RequestState =>
  RequestState.parse({
    instance: {
      input: { text: `${reference} ${answer}` },
      references: [{ output: { text: reference }, tags: ["correct"] }],
      id: "id0",
      split: "test",
    },
    train_trial_index: 0,
    request: { model: "m", model_deployment: "d", prompt: "" },
    result: { success: true, embedding: [], completions: [{ text: answer, logprob: 0, tokens: [] }], cached: false },
    num_train_instances: 0,
    prompt_truncated: false,
  });

/** The metrics that compare an answer with a reference, each with all pairs in turn. */
export function measureTextMetrics(pairs: readonly Pair[], instances: number): MeasuredMetric[] {
  const pairOf = (i: number): Pair => pairs[i % pairs.length] ?? { reference: "", answer: "" };
  const metric = summarizationMetric({});
  const states = pairs.map(stateOf);
  return [
    ...Object.entries(referenceScores).map(([name, score]) =>
      measureMetric(name, instances, (i) => score(pairOf(i).reference, pairOf(i).answer)),
    ),
    measureMetric("ROUGE-1, -2 and -L together", instances, (i) =>
      rouge(rougeTokens(pairOf(i).reference), rougeTokens(pairOf(i).answer)),
    ),
    measureMetric("spaCy's tokens", instances, (i) => spacyTokens(pairOf(i).answer)),
    measureMetric("summarization (ROUGE and copied share)", instances, (i) => {
      const state = states[i % states.length];
      if (state !== undefined) metric.ofInstance?.(state, context);
    }),
  ];
}
