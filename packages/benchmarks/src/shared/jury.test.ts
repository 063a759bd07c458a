import { readFileSync } from "node:fs";
import { parseJuries } from "@medhelm/core/judge/judges-file";
import { modelsOfJudges } from "@medhelm/core/run/spec/judges";
import { expect, test } from "vitest";
import { benchmark } from "../define.ts";
import demoNotes from "../demo-notes/index.ts";
import { jury, medhelm2025 } from "./jury.ts";
import { basic } from "./metric-specs.ts";
import { noUserFiles, userFilesOf } from "@medhelm/testing/fixtures/benchmarks/files";

const className = "helm.benchmark.annotation.notes_annotator.NotesAnnotator";
const notes = benchmark({
  card: { ...demoNotes.card, name: "notes" },
  scenario: { className: "helm.benchmark.scenarios.notes.Notes", tags: [] },
  instances: () => [],
  prompt: (await demoNotes.settle({}, noUserFiles)).adapterSpec,
  metrics: basic([]),
  jury: jury({ className, name: "notes", task: "Rate it.", criteria: { accuracy: "right", clarity: "clear" } }),
});
const judges = "judges:\n  - {name: one, model: m/one, model_deployment: d/one}\n";

test("the spec of a built-in jury has only HELM's class and the judges, and its metric is last", async () => {
  const run = await notes.settle({}, noUserFiles);
  expect(run.annotators).toEqual([{ class_name: className, args: { annotator_models: medhelm2025 } }]);
  expect(run.metricSpecs.at(-1)).toEqual({
    class_name: "helm.benchmark.metrics.llm_jury_metrics.LLMJuryMetric",
    args: {
      metric_name: "notes_accuracy",
      scenario_name: "notes",
      annotator_models: medhelm2025,
      default_score: 1,
    },
  });
  expect(run.rubrics?.[0]).toMatchObject({ className, name: "notes", origin: "own" });
  expect(run.rubrics?.[0]?.template).toContain("<answer>\n{RESPONSE}\n</answer>");
});

test("jury_config_path names other judges, for the annotator and for the metric", async () => {
  const run = await notes.settle({ jury_config_path: "j.yaml" }, userFilesOf({ "j.yaml": judges }));
  const models = { one: { model_name: "m/one", model_deployment: "d/one" } };
  expect(run.annotators?.[0]?.args).toEqual({ annotator_models: models });
  expect(run.metricSpecs.at(-1)?.args["annotator_models"]).toEqual(models);
  expect(run.scenarioSpec.args).toEqual({});
});

test("jury_prompt_path replaces the template and changes the run's identity", async () => {
  const text = "{QUESTION} {RESPONSE} accuracy and clarity, as JSON";
  const run = await notes.settle({ jury_prompt_path: "p.txt" }, userFilesOf({ "p.txt": text }));
  expect(run.rubrics?.[0]).toMatchObject({ template: text, origin: "custom" });
  expect(run.identityParts["judge prompt"]).not.toBe(
    (await notes.settle({}, noUserFiles)).identityParts["judge prompt"],
  );
});

test.each([
  ["{QUESTION} accuracy clarity", "{RESPONSE} does not occur"],
  ["{RESPONSE} accuracy clarity", "{QUESTION} does not occur"],
  ["{QUESTION} {RESPONSE} accuracy", 'the criterion "clarity" does not occur'],
])("an incomplete judge prompt is refused: %s", async (text, problem) => {
  await expect(notes.settle({ jury_prompt_path: "p.txt" }, userFilesOf({ "p.txt": text }))).rejects.toThrow(problem);
});

test("the default jury is medhelm-2025 of conf/judges.yaml", () => {
  const text = readFileSync(new URL("../../../../conf/judges.yaml", import.meta.url), "utf8");
  expect(modelsOfJudges(parseJuries(text, "conf/judges.yaml")["medhelm-2025"] ?? [])).toEqual(medhelm2025);
});
