import { readFileSync } from "node:fs";
import { join } from "node:path";
import { addValue, bareString, stat, takeMean } from "@medhelm/core/helm/stat";
import { AdapterSpec, RunSpec } from "@medhelm/core/helm/run-spec";
import { RequestState } from "@medhelm/core/helm/scenario-state";
import { applyOutputMappingPattern } from "@medhelm/core/metrics/basic-generation";
import { calibration } from "@medhelm/core/metrics/calibration";
import { normalizeText } from "@medhelm/core/metrics/normalize-text";
import { referenceScores } from "@medhelm/core/metrics/reference-scores";
import { rougeTokens } from "@medhelm/core/metrics/rouge";
import { nltkWords } from "@medhelm/core/metrics/text/nltk-words";
import { coreMetrics } from "@medhelm/core/metrics/registry";
import { scoreRun } from "@medhelm/testing/score-run";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { shared, whyNoShared } from "../shared.ts";

const nullable = z.number().nullable();
const Vectors = z.object({
  reference_metrics: z.array(
    z.object({ gold: z.string(), pred: z.string(), norm_gold: z.string(), norm_pred: z.string() }).catchall(z.number()),
  ),
  reference_metrics_from_helm_tests: z.record(z.string(), z.array(z.tuple([z.string(), z.string(), z.number()]))),
  rouge_bleu: z.object({
    cases: z.array(
      z
        .object({
          gold: z.string(),
          pred: z.string(),
          gold_tokens: z.array(z.string()),
          pred_tokens: z.array(z.string()),
          rouge_1: z.tuple([z.number(), z.number(), z.number()]),
        })
        .catchall(z.number()),
    ),
  }),
  rouge_tokens: z.array(z.object({ text: z.string(), tokens: z.array(z.string()) })),
  stat: z.array(
    z.object({
      values: z.array(z.union([z.number(), z.boolean()])),
      count: z.number(),
      sum: z.number(),
      sum_squared: z.number(),
      min: nullable,
      max: nullable,
      mean: nullable,
      variance: nullable,
      stddev: nullable,
      bare_str: z.string(),
      take_mean: z.string(),
    }),
  ),
  output_mapping_pattern: z.array(z.object({ pattern: z.string(), pred: z.string(), result: z.string().nullable() })),
  llm_jury_derived_from_source: z.array(
    z.object({ judges: z.array(z.string()), annotation: z.unknown(), default: z.number(), score: z.number() }),
  ),
  calibration: z.object({ max_probs: z.array(z.number()), correct: z.array(z.number()) }).catchall(z.number()),
});

const NONE = {
  reference_metrics: [],
  reference_metrics_from_helm_tests: {},
  rouge_bleu: { cases: [] },
  rouge_tokens: [],
  stat: [],
  output_mapping_pattern: [],
  llm_jury_derived_from_source: [],
  calibration: { max_probs: [], correct: [] },
};
const read = (root: string) => Vectors.parse(JSON.parse(readFileSync(join(root, "vectors/helm-vectors.json"), "utf8")));

describe.skipIf(shared === undefined)(`metrics against HELM's vectors (${shared ? "found" : whyNoShared})`, () => {
  const vectors = shared === undefined ? Vectors.parse(NONE) : read(shared);

  test("text is normalised and scored as HELM does", () => {
    for (const { gold, pred, norm_gold, norm_pred, ...scores } of vectors.reference_metrics) {
      const ours = Object.fromEntries(Object.keys(scores).map((name) => [name, referenceScores[name]?.(gold, pred)]));
      expect({ gold, pred, ...ours }).toEqual({ gold, pred, ...scores });
      expect([normalizeText(gold), normalizeText(pred)]).toEqual([norm_gold, norm_pred]);
    }
  });

  test("HELM's own test cases of the exact-match family hold", () => {
    for (const name of ["exact_match", "exact_match_indicator", "final_number_exact_match"]) {
      const cases = vectors.reference_metrics_from_helm_tests[name] ?? [];
      expect([name, cases.length > 0]).toEqual([name, true]);
      for (const [gold, pred, score] of cases) {
        expect([name, gold, pred, referenceScores[name]?.(gold, pred)]).toEqual([name, gold, pred, score]);
      }
    }
  });

  test("ROUGE and BLEU are those of rouge-score and NLTK, and so are their tokens", () => {
    for (const { text, tokens } of vectors.rouge_tokens) expect(rougeTokens(text)).toEqual(tokens);
    for (const { gold, pred, gold_tokens, pred_tokens, rouge_1, ...scores } of vectors.rouge_bleu.cases) {
      expect([nltkWords(gold), nltkWords(pred)]).toEqual([gold_tokens, pred_tokens]);
      for (const [name, score] of Object.entries({ ...scores, rouge_1: rouge_1[2] }))
        expect([name, gold, pred, referenceScores[name]?.(gold, pred)]).toEqual([
          name,
          gold,
          pred,
          expect.closeTo(score, 14),
        ]);
    }
    const bleu = vectors.reference_metrics_from_helm_tests["bleu_1"] ?? [];
    expect(bleu.length).toBeGreaterThan(0);
    for (const [gold, pred, score] of bleu) expect(referenceScores["bleu_1"]?.(gold, pred)).toBeCloseTo(score, 14);
  });

  test("a stat has HELM's moments and text", () => {
    for (const { values, bare_str, take_mean, ...moments } of vectors.stat) {
      const ours = values.reduce((sum, value) => addValue(sum, value), stat("x"));
      const { min = null, max = null, mean = null, variance = null, stddev = null, ...sums } = ours;
      expect({ ...sums, min, max, mean, variance, stddev }).toEqual({ name: { name: "x" }, ...moments });
      expect([bareString(ours), bareString(takeMean(ours))]).toEqual([bare_str, take_mean]);
    }
  });

  test("an output mapping pattern gives its first group, the whole match, or nothing", () => {
    for (const { pattern, pred, result } of vectors.output_mapping_pattern) {
      expect(applyOutputMappingPattern({ output_mapping_pattern: pattern }, pred) ?? null).toBe(result);
    }
  });

  test("a jury's score is the mean over judges and criteria, whole numbers only, else the default", async () => {
    for (const { judges, annotation, default: default_score, score } of vectors.llm_jury_derived_from_source) {
      const annotator_models = Object.fromEntries(judges.map((judge) => [judge, {}]));
      const args = { metric_name: "jury_score", scenario_name: "s", annotator_models, default_score };
      const runSpec = RunSpec.parse({
        name: "r",
        scenario_spec: { class_name: "S" },
        adapter_spec: AdapterSpec.parse({}),
        metric_specs: [{ class_name: "helm.benchmark.metrics.llm_jury_metrics.LLMJuryMetric", args }],
      });
      const state = RequestState.parse({
        instance: { input: { text: "q" }, references: [], id: "id0" },
        train_trial_index: 0,
        request: { model_deployment: "d", model: "m", prompt: "p" },
        result: {
          success: true,
          embedding: [],
          completions: [{ text: "a", logprob: 0, tokens: [] }],
          cached: false,
        },
        num_train_instances: 0,
        prompt_truncated: false,
        annotations: { s: annotation },
      });
      const scored = await scoreRun({ runSpec, states: () => [state], profile: "helm", metrics: coreMetrics });
      expect(scored.stats[0]?.mean).toBe(score);
    }
  });

  test("calibration is that of the library that HELM calls; its mixed tie leaves one value undefined", () => {
    const { max_probs, correct, ...expected } = vectors.calibration;
    const ours = calibration(max_probs.map((confidence, i) => ({ confidence, isCorrect: correct[i] === 1 })));
    const { selective_cov_acc_area: _, ...defined } = expected;
    const absent = ours.flatMap((one) => ("absent" in one ? [one.name] : []));
    expect(absent).toEqual(["selective_cov_acc_area"]);
    const values = ours.flatMap((one) => ("absent" in one ? [] : [[one.name, one.value]]));
    expect(Object.fromEntries(values)).toEqual(
      Object.fromEntries(Object.entries(defined).map(([name, value]) => [name, expect.closeTo(value, 9)])),
    );
  });
});
