import { recordsTally } from "@medhelm/core/agents/records-tally";
import { imagesOf } from "@medhelm/core/helm/media";
import type { RunSpec } from "@medhelm/core/helm/run-spec";
import type { RequestState } from "@medhelm/core/helm/scenario-state";
import { judgeTally } from "@medhelm/core/judge/coverage";
import type { FindMetric } from "@medhelm/core/metrics/metric";
import type { TokenUsage } from "@medhelm/core/ports";
import type { Assembly } from "@medhelm/core/run/assembly";
import { hasTokenCounter, tokenCounter } from "@medhelm/core/run/requests/window";
import type { EncoderScoresOf } from "@medhelm/core/scoring/encoder-scores";
import { latencyTally } from "@medhelm/core/scoring/latency-tally";
import { loadMetrics } from "@medhelm/core/scoring/load-metrics";
import { runScorer } from "@medhelm/core/scoring/score";
import { runBaselines } from "./run-baselines.ts";
import { judgeScores, survey } from "./survey.ts";

/** A pass over the requests needs this before the first one. */
export interface PassOf {
  readonly runSpec: RunSpec;
  readonly assembly: Pick<Assembly, "mainMetric" | "mainSplit" | "tokenizer"> & {
    readonly judges: readonly { readonly name: string }[];
  };
  readonly encoderScores?: EncoderScoresOf | undefined;
}

/** Scores the requests and counts what the second pass over them needs. Add them in the order of scenario_state.json. */
export type FirstPass = Awaited<ReturnType<typeof firstPass>>;

export async function firstPass({ runSpec, assembly, encoderScores }: PassOf, metrics: FindMetric) {
  let current: { readonly state: RequestState; readonly tokens: TokenUsage } | undefined;
  const scorer = runScorer(
    {
      runSpec,
      metrics: await loadMetrics(runSpec, metrics),
      countTokens: tokenCounter(assembly.tokenizer),
      hasTokenizer: hasTokenCounter(assembly.tokenizer),
      tokensOf: (state) => (current?.state === state ? current.tokens : {}),
      encoderScores,
    },
    ["helm", "corrected"],
  );
  const tally = judgeTally();
  const surveyed = survey(assembly.judges.map(({ name }) => name));
  const baselines = runBaselines(runSpec, assembly, scorer);
  const latency = latencyTally();
  const records = recordsTally();
  const images = new Map<string, string>();
  return {
    scorer,
    tally,
    surveyed,
    baselines,
    latency,
    records,
    /** the hashes of the images by their path in the run */
    images,
    add(state: RequestState, tokens: TokenUsage): void {
      current = { state, tokens };
      scorer.add(state);
      tally.add(state);
      latency.add(state);
      records.add(state);
      for (const { file, sha256 } of imagesOf(state.request)) images.set(file, sha256);
      surveyed.add(judgeScores(state), scorer.closedQuestion(state));
      baselines.add(state);
    },
  };
}
