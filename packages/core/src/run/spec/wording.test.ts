import { expect, test } from "vitest";
import { wordingOf } from "./wording.ts";

const SHA = "a".repeat(64);

test.each([
  ["own prompts without judges are own", { prompts: "own 1" }, [], "own"],
  [
    "own prompts and an own rubric are own",
    { prompts: "own 1", judgePrompts: { notes: `own ${SHA}` } },
    ["gpt"],
    "own",
  ],
  [
    "HELM's prompts and rubric are HELM's",
    { prompts: `helm ${SHA}`, judgePrompts: { n: `helm ${SHA}` } },
    ["gpt"],
    "helm",
  ],
  [
    "HELM's prompts with our rubric are custom",
    { prompts: `helm ${SHA}`, judgePrompts: { n: `own ${SHA}` } },
    [],
    "custom",
  ],
  [
    "own prompts with a user's rubric are custom",
    { prompts: "own 1", judgePrompts: { n: `custom ${SHA}` } },
    [],
    "custom",
  ],
  ["a user's prompts are custom", { prompts: `custom ${SHA}` }, ["gpt"], "custom"],
  ["judges without a recorded rubric are unknown", { prompts: `helm ${SHA}` }, ["gpt"], undefined],
  ["another text is unknown", { prompts: "v1" }, [], undefined],
] as const)("%s", (_, recorded, judges, mark) => {
  expect(wordingOf(recorded, judges)).toBe(mark);
});
