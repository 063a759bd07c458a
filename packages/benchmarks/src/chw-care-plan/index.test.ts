import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadFrom, noUserFiles, readsBack } from "@medhelm/testing/fixtures/benchmarks/files";
import chw from "./index.ts";

const sample = readFileSync(new URL("sample.csv", import.meta.url), "utf8");
const load = (content: string | Uint8Array) => loadFrom(chw, { "chw_care_plan/CHW_Dataset.csv": content });

test("the note follows the task and is also the reference, with its line ends; missing notes are skipped", async () => {
  const { instances } = await load(sample.replaceAll("\n", "\r\n"));
  const note = "Invented: cough for two days,\r\nbetter at night.";
  expect(instances).toHaveLength(2);
  expect(instances[0]?.references).toEqual([{ output: { text: note }, tags: ["correct"] }]);
  expect(instances[0]?.input.text.endsWith(`\n\nClinical Note:\n${note}\n`)).toBe(true);
  expect(instances[1]?.references[0]?.output.text).toBe(" ");
});

test("the sentences above a note are read back from the instances", async () => {
  expect(readsBack(await chw.settle({}, noUserFiles), await load(sample))).toBe(true);
});

test.for([
  ["another column", sample.replace("MO Note", "Note"), /there is no column "MO Note"; the file has Visit, Note, Age/],
  ["a truncated file", sample.slice(0, 40), /line 2: a quote is opened and not closed/],
  ["another encoding", new Uint8Array([0x61, 0xe9]), /not UTF-8 text/],
] as const)("%s is refused in one sentence", async ([, content, sentence]) => {
  await expect(load(content)).rejects.toThrow(sentence);
});
