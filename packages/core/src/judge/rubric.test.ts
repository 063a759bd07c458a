import { expect, test } from "vitest";
import { sha256Hex } from "../store/canonical.ts";
import { judgesOf, LLM_JURY_CLASS } from "./jury-spec.ts";
import { judgePrompts, juryReader, type Rubric } from "./rubric.ts";

const criteria = { accuracy: ["score"] };
const rubric: Rubric = {
  className: "x.NotesAnnotator",
  name: "notes",
  template: "Judge {RESPONSE}",
  criteria,
  scale: { min: 1, max: 5 },
  origin: "own",
};
const plain: Rubric = { className: "x.PlainAnnotator", name: "plain", template: "Plain", criteria, origin: "helm" };
const judges = { annotator_models: { gpt: { model_name: "o/gpt", model_deployment: "d/gpt" } } };
const read = [{ name: "gpt", model: "o/gpt", modelDeployment: "d/gpt" }];
const general = (template: string, scale?: { min: number; max: number }) => ({
  class_name: LLM_JURY_CLASS,
  args: { name: "own", prompt_template: template, annotation_criteria: criteria, ...judges, ...(scale && { scale }) },
});

test("an annotator of a rubric's class has the rubric's template, criteria and scale", () => {
  const reader = juryReader([plain, rubric]);
  expect(reader({ class_name: "x.NotesAnnotator", args: judges })).toEqual({
    name: "notes",
    template: "Judge {RESPONSE}",
    criteria,
    judges: read,
    scale: { min: 1, max: 5 },
  });
  expect(reader({ class_name: "x.PlainAnnotator", args: judges })).toEqual({
    name: "plain",
    template: "Plain",
    criteria,
    judges: read,
  });
});

test("HELM's general jury has the scale of its spec, else that of the rubric with the same template", () => {
  const reader = juryReader([plain, rubric]);
  expect(reader(general("Judge {RESPONSE}", { min: 0, max: 1 })).scale).toEqual({ min: 0, max: 1 });
  expect(reader(general("Judge {RESPONSE}")).scale).toEqual({ min: 1, max: 5 });
  expect(reader(general("Another"))).toEqual({ name: "own", template: "Another", criteria, judges: read });
});

test("an annotator of an unknown class, or a general jury without a template, is refused", () => {
  expect(() => juryReader()({ class_name: "x.NotesAnnotator", args: judges })).toThrow("x.NotesAnnotator");
  expect(() => juryReader()({ ...general("x"), class_name: "x.Other" })).toThrow("x.Other");
  expect(() => juryReader()({ class_name: LLM_JURY_CLASS, args: judges })).toThrow(LLM_JURY_CLASS);
});

test("an annotator without models has no judge, and one with a model without a name is refused", () => {
  expect(judgesOf({ class_name: "x", args: {} })).toEqual([]);
  expect(() => judgesOf({ class_name: "x.A", args: { annotator_models: { gpt: {} } } })).toThrow("x.A");
});

test("the manifest names the origin of each jury's template and its hash, and no other annotator", () => {
  const specs = [
    { class_name: "x.NotesAnnotator", args: judges },
    { class_name: "x.PlainAnnotator", args: judges },
    { class_name: "x.SqlAnnotator", args: {} },
    general("Another"),
  ];
  const prompts = (elsewhere?: "helm" | "custom") => judgePrompts(specs, [rubric, plain], elsewhere);
  expect(prompts()).toEqual({
    notes: `own ${sha256Hex("Judge {RESPONSE}")}`,
    plain: `helm ${sha256Hex("Plain")}`,
    own: `custom ${sha256Hex("Another")}`,
  });
  expect(prompts("helm")["own"]).toBe(`helm ${sha256Hex("Another")}`);
  expect(judgePrompts([{ class_name: "x.SqlAnnotator", args: {} }])).toEqual({});
});
