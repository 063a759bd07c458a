import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { dataOf, loadFrom, noUserFiles } from "@medhelm/testing/fixtures/benchmarks/files";
import bhc from "./index.ts";

const sample = readFileSync(new URL("sample.jsonl", import.meta.url), "utf8");
const load = (content: string | Uint8Array) => loadFrom(bhc, { "mimic_bhc/mimic_iv_bhc.json": content });

test("each line with a note and a course is an instance", async () => {
  expect((await load(sample)).instances).toEqual([
    {
      input: { text: "<SEX> F <SERVICE> NONE Invented." },
      references: [{ output: { text: "She was invented and went home." }, tags: ["correct"] }],
      split: "test",
      id: "id0",
    },
    {
      input: { text: "Spaces are text." },
      references: [{ output: { text: "   " }, tags: ["correct"] }],
      split: "test",
      id: "id1",
    },
  ]);
});

test("the published CSV file gives the same instances", async () => {
  const run = await bhc.settle({ data_path: "/mine/mimic-iv-bhc.csv" }, noUserFiles);
  const csv = "note_id,input,target,input_tokens\n1,Invented.,Went home.,2\n2,,x,0\n";
  const { instances } = await run.load(dataOf({ "/mine/mimic-iv-bhc.csv": csv }));
  expect(instances.map(({ input, references }) => [input.text, references[0]?.output.text])).toEqual([
    ["Invented.", "Went home."],
  ]);
});

test.for([
  ["a truncated file", sample.slice(0, 150), /^mimic_bhc\/mimic_iv_bhc\.json, line 2: not complete, readable JSON/],
  ["another key", sample.replace("target", "bhc"), /^mimic_bhc\/mimic_iv_bhc\.json, line 1: target: /],
  ["another encoding", new Uint8Array([0x7b, 0xe9]), /not UTF-8 text/],
] as const)("%s is refused in one sentence", async ([, content, sentence]) => {
  await expect(load(content)).rejects.toThrow(sentence);
});
