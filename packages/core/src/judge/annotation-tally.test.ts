import { expect, test } from "vitest";
import { annotationReader } from "./annotation-reader.ts";
import { annotationTally } from "./annotation-tally.ts";
import { isJuryMetric } from "./jury-metrics.ts";

const model = { model_name: "m", model_deployment: "m" };
const JURY = [{ class_name: "LLMAsJuryAnnotator", args: { annotator_models: { gpt: model, llama: model } } }];
const EARLIER = [{ class_name: "helm.benchmark.annotation.aci_bench_annotator.ACIBenchAnnotator", args: {} }];
const scored = { accuracy: { score: 4, explanation: "" } };

function tallied(annotators: typeof JURY | typeof EARLIER, annotations: readonly Record<string, unknown>[]) {
  const tally = annotationTally(annotationReader({ annotators }));
  for (const notes of annotations) tally.add({ annotations: notes });
  return tally.found();
}

test("each judge has the number of the answers that it scored", () => {
  const found = tallied(JURY, [
    { notes: { prompt_text: "P", gpt: scored, llama: scored } },
    { notes: { prompt_text: "P", gpt: { accuracy: { score: "none", explanation: "" } }, llama: scored } },
    { notes: { prompt_text: "P", llama: null } },
  ]);
  expect(found).toEqual({ answers: 3, scoredBy: { gpt: 1, llama: 2 } });
});

test("a judge without one verdict has the number 0", () => {
  expect(tallied(JURY, [{ notes: { prompt_text: "P" } }])).toEqual({ answers: 1, scoredBy: { gpt: 0, llama: 0 } });
});

test("an empty answer, which no judge received, and an annotation without judges do not count", () => {
  const empty = { notes: { prompt_text: null, empty_output_equivalence_judgement: false } };
  expect(tallied(JURY, [empty, { ehr_sql: { predicted_result: "" } }, {}])).toBeUndefined();
});

test("the judges of HELM's earlier juries are those in the annotations", () => {
  expect(tallied(EARLIER, [{ aci_bench: { prompt_text: "P", gpt: scored } }])).toEqual({
    answers: 1,
    scoredBy: { gpt: 1 },
  });
});

test.each([
  ["aci_bench_accuracy", true],
  ["rouge_l", false],
])("%s is the metric of HELM's earlier jury: %s", (metric, expected) => {
  expect(isJuryMetric({ metric_specs: [], annotators: EARLIER }, metric)).toBe(expected);
});
