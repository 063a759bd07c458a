import { manifestOf } from "@medhelm/testing/fixtures/manifest";
import { expect, test } from "vitest";
import { RunSpec } from "../../helm/run-spec.ts";
import type { LoadedRun } from "../runs/loaded-run.ts";
import type { Manifest } from "../runs/manifest.ts";
import { scoreNotices } from "./score-notices.ts";

function run(model: string, more: Partial<Manifest>): LoadedRun {
  const args = { metric_name: "notes_accuracy", annotator_models: { gpt: {} } };
  const runSpec = RunSpec.parse({
    name: `notes:model=${model}`,
    scenario_spec: { class_name: "S", args: {} },
    adapter_spec: { model, model_deployment: model },
    metric_specs: [{ class_name: "Jury", args }],
    groups: ["notes"],
  });
  const manifest = manifestOf({
    run: runSpec.name,
    benchmark: "notes",
    model,
    modelDeployment: model,
    mainMetric: "notes_accuracy",
    coverage: { instances: 1, requests: 1, answered: 1, failed: 0, verdictsAsked: 3, verdictsScored: 3 },
    ...more,
  });
  return { suite: "s", folder: runSpec.name, runSpec, stats: [], manifest };
}

const judge = { name: "gpt", model: "openai/gpt-4o", modelDeployment: "openai/gpt-4o", standIn: false };
const coverage = { instances: 1, requests: 1, answered: 1, failed: 0, verdictsAsked: 3, verdictsScored: 0 };
const replies = { cut: 0, empty: 0, onlyThinking: 0, filtered: 0, lostByCut: 0, withThinking: 1 };

test("a model that judged its own answers is named", () => {
  expect(scoreNotices([run("m/a", { judges: [{ ...judge, isCandidate: true }] }), run("m/b", {})], "helm")).toEqual([
    "These models judged their own answers: m/a. Their judged scores cannot be compared with others.",
  ]);
});

test("a run without a verdict is named under both profiles", () => {
  const without = run("m/a", { coverage });
  const notice =
    "No judge gave a verdict, so that there is no score: notes:model=m/a. Run them again with other judges.";
  expect([scoreNotices([without], "helm"), scoreNotices([without], "corrected")]).toEqual([[notice], [notice]]);
});

test("a folder that HELM wrote is named if no judge scored one of its answers", () => {
  const { manifest: _, ...helms } = run("m/a", {});
  expect(scoreNotices([{ ...helms, verdicts: { answers: 2, scoredBy: { gpt: 0 } } }], "helm")).toEqual([
    "No judge gave a verdict, so that there is no score: notes:model=m/a. Run them again with other judges.",
  ]);
  expect(scoreNotices([{ ...helms, verdicts: { answers: 2, scoredBy: { gpt: 1 } } }], "helm")).toEqual([]);
});

test("thinking in the text of answers is named under HELM scoring only", () => {
  const runs = [run("m/a", { replies: { ...replies, thinkingInText: 1 } }), run("m/b", { replies })];
  expect(scoreNotices(runs, "helm")).toEqual([
    "HELM scoring reads thinking as a part of the answer, which may lower the scores of m/a. Corrected scoring leaves the thinking out; medhelm summarize --profile corrected ranks by it.",
  ]);
  expect(scoreNotices(runs, "corrected")).toEqual([]);
});
