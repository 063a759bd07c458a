import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { gpt4Tokenizer } from "../shared/gpt4-tokens.ts";
import { dataOf, noUserFiles, readsBack } from "@medhelm/testing/fixtures/benchmarks/files";
import ehrshot from "./index.ts";
import { codeLine, drawn } from "./instances.ts";
import { fitsIn } from "./max-length.ts";

const DATA = "ehrshot/data/data.parquet";
const LABELS = "ehrshot/labels/guo_icu/labels.parquet";
const sample = (name: string) => readFileSync(new URL(`sample/${name}`, import.meta.url));
const files = { [DATA]: sample("data/data.parquet"), [LABELS]: sample("labels/guo_icu/labels.parquet") };
const load = async (args: Record<string, string | number> = {}, changed: Record<string, string | Uint8Array> = {}) =>
  (await ehrshot.settle({ subject: "guo_icu", ...args }, noUserFiles)).load(dataOf({ ...files, ...changed }));
const asked = async (args: Record<string, string | number>) =>
  (await load(args)).instances.map(({ input, references }) => [
    input.text.split("Patient EHR:\n")[1],
    references[0]?.tags.length === 1,
  ]);

// patients 2, 1 and 3; patient 3 has no event; one event has no time, and one is after the prediction time
test("HELM's prompts have the order of the patients, and its labels the order of the file", async () => {
  expect(await asked({})).toEqual([
    ["- Visit/OP\n- LOINC/1-1\n- Visit/IP\n\n", true],
    ["- ICD10CM/Z99\n\n", false],
    ["\n\n", false],
  ]);
});

test("with instances=corrected, each label belongs to its own patient, and the run name shows the argument", async () => {
  expect(await asked({ instances: "corrected" })).toEqual([
    ["- ICD10CM/Z99\n\n", true],
    ["- Visit/OP\n- LOINC/1-1\n- Visit/IP\n\n", false],
    ["\n\n", false],
  ]);
  const run = await ehrshot.settle({ subject: "guo_icu", instances: "corrected" }, noUserFiles);
  expect(run.name).toBe("ehrshot:subject=guo_icu,instances=corrected");
});

test("prompts with more than max_length tokens are skipped; the tokens of the codes add up to those of the prompt", async () => {
  const codes = ["ICD10CM/I10", "OMOP Extension/OMOP5166017", "X/(", "é日/9", "- ", "ICD10CM/I10"];
  const before = "\n# Your Task\nPatient EHR:\n";
  const { encode } = await gpt4Tokenizer();
  const tokens = encode(`${before}${codes.map(codeLine).join("\n")}\n\n`).length;
  expect((await fitsIn(tokens))(before, codes)).toBe(true);
  expect((await fitsIn(tokens - 1))(before, codes)).toBe(false);
  const shortest = (await load()).instances.at(-1)?.input.text ?? "";
  expect((await load({ max_length: encode(shortest).length })).instances.map(({ input }) => input.text)).toEqual([
    shortest,
  ]);
});

test("the sentences above the codes are read back from the instances", async () => {
  expect(readsBack(await ehrshot.settle({ subject: "guo_icu" }, noUserFiles), await load())).toBe(true);
});

test("a laboratory task draws 10,000 labels; fewer keep the order of the file", () => {
  const labels = Array.from({ length: 10_001 }, (_, i) => ({ subject: BigInt(i), time: 0, isYes: true }));
  expect(drawn(labels, "lab_anemia")).toHaveLength(10_000);
  expect(drawn(labels, "lab_anemia")[0]).not.toBe(labels[0]);
  expect(drawn(labels, "guo_los")).toBe(labels);
  expect(drawn(labels.slice(0, 5), "lab_anemia")).toEqual(labels.slice(0, 5));
});

test.for([
  [
    "a truncated file",
    { [DATA]: files[DATA].subarray(0, 300) },
    /^ehrshot\/data\/data\.parquet: not a complete, readable Parquet/,
  ],
  [
    "another file",
    { [LABELS]: files[DATA] },
    /there is no column "prediction_time"; the file has subject_id, time, code/,
  ],
] as const)("%s is refused in one sentence", async ([, changed, sentence]) => {
  await expect(load({}, changed)).rejects.toThrow(sentence);
});

test("the error about missing labels or a missing folder says what is needed and where to get it", async () => {
  await expect(load({ subject: "guo_los" })).rejects.toThrow(
    /there is no file labels\/guo_los\/labels\.parquet in it; the benchmark needs the MEDS folder of EHRSHOT: .*redivis\.com/,
  );
  await expect(ehrshot.settle({ subject: "guo" }, noUserFiles)).rejects.toThrow(
    /no subject=guo; it is one of new_acutemi/,
  );
});
