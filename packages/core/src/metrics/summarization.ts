import { CORRECT_TAG } from "../helm/instance.ts";
import type { RequestState } from "../helm/scenario-state.ts";
import type { Profile } from "../run/profile.ts";
import { outsideThinking } from "../reading/thinking/thinking-places.ts";
import { BERT_SCORES } from "./asks-bert-score.ts";
import { extractiveStats } from "./extractive-fragments.ts";
import { completionsOf } from "./general-stats.ts";
import type { Measurement, Metric, MetricFactory, ScoringContext } from "./metric.ts";
import { strip } from "./python-text.ts";
import { rouge, rougeTokens } from "./rouge.ts";
import { spacyTokens } from "./spacy/tokenizer.ts";

const ROUGE = ["rouge_1", "rouge_2", "rouge_l"] as const;

const NO_ENCODER = "it needs an encoder, and this run was made without one: run it again with --encoder-dir";
const NO_SUMMAC = "SummaC (HELM's with a GPU only) is not built: it needs a second, far larger encoder";

/**
 * helm.benchmark.metrics.summarization_metrics.SummarizationMetric: ROUGE, the copied share of the input, and BERTScore if the run has
 * encoder scores. HELM without a GPU omits BERTScore and SummaC too; they are absent, not 0.
 * `helm` takes the best ROUGE over all references, incorrect ones included; `corrected` over correct references, if any is marked.
 */
export const summarizationMetric: MetricFactory = (): Metric => ({
  absent: { summac: NO_SUMMAC },
  absentIn: ({ encoderScores }) =>
    encoderScores === undefined ? Object.fromEntries(BERT_SCORES.map((name) => [name, NO_ENCODER])) : {},
  ofInstance: (state, context) => {
    const prediction = predictionOf(state, context.profile);
    const stats = extractiveStats(spacyTokens(withoutBraces(state.instance.input.text)), spacyTokens(prediction));
    return [
      ...bestRouge(referencesOf(state, context.profile), prediction),
      { name: "summarization_coverage", value: stats.coverage },
      { name: "summarization_density", value: stats.density },
      { name: "summarization_compression", value: stats.compression },
      ...bertScores(state, context),
    ];
  },
});

/** The text for ROUGE, BERTScore and the extractive statistics: the first completion, not the most likely. */
export function predictionOf(state: RequestState, profile: Profile): string {
  const [{ text }] = completionsOf(state);
  if (profile === "helm") return withoutBraces(strip(text));
  return state.result?.success === false ? "" : withoutBraces(strip(outsideThinking(text)));
}

/** Returns the references for the metrics of this class. It may be empty; HELM stops then. */
export function referencesOf({ instance: { references } }: RequestState, profile: Profile): string[] {
  const right = references.filter(({ tags }) => tags.includes(CORRECT_TAG));
  const used = profile === "corrected" && right.length > 0 ? right : references;
  return used.map(({ output }) => withoutBraces(output.text));
}

/** Removes one leading "{" and one trailing "}". Spaces outside prevent the removal. */
export function withoutBraces(text: string): string {
  return text.replace(/^\{/, "").replace(/\}$/, "");
}

function bestRouge(references: readonly string[], prediction: string): Measurement[] {
  const tokens = rougeTokens(prediction);
  const scores = references.map((reference) => rouge(rougeTokens(reference), tokens));
  return ROUGE.map((name) => ({
    name,
    value: scores.length === 0 ? undefined : Math.max(...scores.map((score) => score[name])),
  }));
}

function bertScores(state: RequestState, { encoderScores, profile }: ScoringContext): Measurement[] {
  if (encoderScores === undefined) return [];
  const scores = encoderScores(state, profile);
  return BERT_SCORES.map((name) => ({ name, value: scores?.[name] }));
}
