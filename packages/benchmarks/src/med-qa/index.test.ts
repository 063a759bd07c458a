import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadFrom, noUserFiles, outline } from "@medhelm/testing/fixtures/benchmarks/files";
import medQa from "./index.ts";

const sample = readFileSync(new URL("sample.jsonl", import.meta.url), "utf8");
const at = (split: string) => `med_qa/data_clean/questions/US/4_options/phrases_no_exclude_${split}.jsonl`;

test("options lose a stray quote and the space before it", async () => {
  const { instances } = await loadFrom(medQa, { [at("test")]: sample });
  expect(instances.map(outline)).toEqual([
    ["An invented patient drinks tea. What is the next step?", ["Coffee", "Wait", "Water", "Milk"], [1]],
    ["Which invented cup is best?", ["Red", "Blue", "White", "Green"], [3]],
  ]);
});

test("train, dev and test follow one another with consecutive ids; dev is HELM's valid", async () => {
  const { instances } = await loadFrom(medQa, { [at("test")]: sample, [at("dev")]: sample, [at("train")]: sample });
  expect(instances.map(({ id, split }) => `${id} ${split}`)).toEqual([
    "id0 train",
    "id1 train",
    "id2 valid",
    "id3 valid",
    "id4 test",
    "id5 test",
  ]);
});

test("the run name is HELM's med_qa, under both names of the benchmark", async () => {
  expect(medQa.names).toEqual(["med_qa", "medhelm_med_qa"]);
  expect((await medQa.settle({}, noUserFiles)).name).toBe("med_qa");
});

test("missing and broken files are named in one sentence", async () => {
  await expect(loadFrom(medQa, { [at("train")]: sample })).rejects.toThrow(
    /med_qa: .*: there is no file data_clean.*_test\.jsonl in it; the benchmark needs/,
  );
  await expect(loadFrom(medQa, { [at("test")]: sample.slice(0, -40) })).rejects.toThrow(
    /_test\.jsonl, line 2: not complete, readable JSON/,
  );
  await expect(loadFrom(medQa, { [at("test")]: sample.replaceAll("options", "choices") })).rejects.toThrow(
    /_test\.jsonl, line 1: options: is missing/,
  );
});
