import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadFrom, noUserFiles, outline } from "@medhelm/testing/fixtures/benchmarks/files";
import headQa from "./index.ts";

const sample = readFileSync(new URL("sample.json", import.meta.url), "utf8");
const load = (content: string, args = {}) => loadFrom(headQa, { "head_qa/HEAD_EN.json": content }, args);

test("the instances are the trimmed questions of 2016 and 2017 without a picture", async () => {
  const { instances } = await load(sample);
  expect(instances.map(outline)).toEqual([
    ["The invented cell organelle that makes tea is:", ["The kettle", "The samovar", "The spoon"], [1]],
    ["Which invented drug helps?", ["Teacillin", "Cupidol"], [0]],
  ]);
  expect(instances.map(({ id, extra_data }) => [id, extra_data])).toEqual([
    ["id0", { id: 1, name: "Invented_2016_B", category: "biology", year: "2016" }],
    ["id1", { id: 9, name: "Invented_2017_M", category: "medicine", year: "2017" }],
  ]);
});

test("category= selects questions and appears in the run name; in the run spec None is null, as in HELM", async () => {
  expect((await load(sample, { category: "medicine" })).instances).toHaveLength(1);
  expect((await headQa.settle({ category: "medicine" }, noUserFiles)).name).toBe(
    "head_qa:language=en,category=medicine",
  );
  const run = await headQa.settle({}, noUserFiles);
  expect(run.name).toBe("head_qa:language=en,category=None");
  expect(run.scenarioSpec.args).toEqual({ language: "en", category: null });
  await expect(headQa.settle({ category: "medicin" }, noUserFiles)).rejects.toThrow(
    "head_qa has no category=medicin (did you mean medicine?)",
  );
});

test("language=es reads the authors' Spanish file", async () => {
  const { instances } = await loadFrom(headQa, { "head_qa/HEAD.json": sample }, { language: "es" });
  expect(instances).toHaveLength(2);
  await expect(loadFrom(headQa, {}, { language: "es" })).rejects.toThrow("HEAD.json, the authors' exams in Spanish");
});

test("an incomplete file and another layout are refused in one sentence", async () => {
  await expect(load(sample.slice(0, 200))).rejects.toThrow(/^head_qa\/HEAD_EN\.json: not complete, readable JSON/);
  await expect(load(sample.replaceAll('"ra"', '"right"'))).rejects.toThrow(
    /^head_qa\/HEAD_EN\.json: exams\.Invented_2015_B\.data\.0\.ra: /,
  );
});
