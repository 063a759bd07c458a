import { expect, test } from "vitest";
import { chooseJudges, parseJudges, parseJuries, retirementOf } from "./judges-file.ts";

const HELM = `judges:
  - {name: gpt, model: openai/gpt-x, model_deployment: hospital/gpt-x}
  - {name: llama, model: meta/llama, model_deployment: local/llama}
`;
const juries = parseJuries(
  `juries:
  old:
    - {name: gpt, model: openai/gpt-x, model_deployment: openai/gpt-x, retired: 2026-02-19, substitute: openai/gpt-y}
  local:
    - {name: llama, model: meta/llama, model_deployment: local/llama}
`,
  "conf/judges.yaml",
);
const nobody = () => undefined;

test("HELM's judges file is read unchanged", () => {
  expect(parseJudges(HELM, "jury.yaml")).toEqual([
    { name: "gpt", model: "openai/gpt-x", modelDeployment: "hospital/gpt-x" },
    { name: "llama", model: "meta/llama", modelDeployment: "local/llama" },
  ]);
});

test.each([
  ["judges: []", "at least one judge"],
  ["judges: [{name: a, model: m/a}]", "model_deployment"],
  [
    "judges: [{name: a, model: m/a, model_deployment: d/a}, {name: a, model: m/b, model_deployment: d/b}]",
    "two judges have the same name",
  ],
  ["judges: [{name: a, model: m/a, model_deployment: d/a, retired: 2026-01-01}]", "must be given together"],
])("a file that is wrong is named with the key: %s", (text, problem) => {
  expect(() => parseJudges(text, "jury.yaml")).toThrow("jury.yaml");
  expect(() => parseJudges(text, "jury.yaml")).toThrow(problem);
});

test("--judges accepts one jury with its names, or deployments under their own names", () => {
  expect(chooseJudges(["local"], juries, nobody)).toEqual(juries["local"]);
  expect(chooseJudges(["a/b", "c/d"], juries, (name) => (name === "c/d" ? "m/d" : undefined))).toEqual([
    { name: "a/b", model: "a/b", modelDeployment: "a/b" },
    { name: "c/d", model: "m/d", modelDeployment: "c/d" },
  ]);
  expect(() => chooseJudges(["lokal"], juries, nobody)).toThrow("the known ones are old, local");
  expect(() => chooseJudges(["local", "a/b"], juries, nobody)).toThrow("either one jury or only deployments");
  expect(() => chooseJudges(["a/b", "a/b"], juries, nobody)).toThrow("a/b is named twice");
});

test("a judge is retired from its date on, in any file, by model or deployment", () => {
  const hosted = { model: "openai/gpt-x", modelDeployment: "elsewhere/gpt-x" };
  expect(retirementOf(hosted, juries, "2026-02-18")).toBe(undefined);
  expect(retirementOf(hosted, juries, "2026-02-19")).toContain("use openai/gpt-y instead");
  expect(retirementOf({ model: "meta/llama", modelDeployment: "local/llama" }, juries, "2030-01-01")).toBe(undefined);
});
