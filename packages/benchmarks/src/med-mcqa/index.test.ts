import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadFrom, outline } from "@medhelm/testing/fixtures/benchmarks/files";
import medMcqa from "./index.ts";

const sample = readFileSync(new URL("sample.jsonl", import.meta.url), "utf8");

test("cop counts the right option from 1; dev.json is the split valid", async () => {
  const { instances } = await loadFrom(medMcqa, { "med_mcqa/dev.json": sample });
  expect(instances.map(outline)).toEqual([
    ["Which invented cup is best?", ["Red", "Blue", "Green", "White"], [2]],
    ["Tea is made of", ["Leaves", "Beans", "Milk", "Ice"], [0]],
  ]);
  expect(instances.map(({ split }) => split)).toEqual(["valid", "valid"]);
});

test("the training questions, used as examples, come first", async () => {
  const { instances } = await loadFrom(medMcqa, { "med_mcqa/dev.json": sample, "med_mcqa/train.json": sample });
  expect(instances.map(({ split }) => split)).toEqual(["train", "train", "valid", "valid"]);
});

test("missing and broken files are named in one sentence", async () => {
  await expect(loadFrom(medMcqa, { "med_mcqa/train.json": sample })).rejects.toThrow(
    /there is no file dev\.json in it/,
  );
  await expect(loadFrom(medMcqa, { "med_mcqa/dev.json": sample.replace('"cop": 1', '"cop": 5') })).rejects.toThrow(
    /^med_mcqa\/dev\.json, line 2: cop: /,
  );
  await expect(loadFrom(medMcqa, { "med_mcqa/dev.json": "" })).rejects.toThrow(/the file is empty/);
});
