import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadFrom, outline } from "@medhelm/testing/fixtures/benchmarks/files";
import medxpert from "./index.ts";

const sample = readFileSync(new URL("sample.jsonl", import.meta.url), "utf8");
const load = (content: string) => loadFrom(medxpert, { "medxpert_qa_text/test.jsonl": content });

test("a question has ten options, the last one may be right, and its facets are kept", async () => {
  const [first] = (await load(sample)).instances;
  if (first === undefined) throw new Error("no instance");
  expect(outline(first)[1]).toHaveLength(10);
  expect(outline(first)[2]).toEqual([9]);
  expect(first.extra_data).toEqual({
    id: "Text-0",
    medical_task: "Diagnosis",
    body_system: "Invented",
    question_type: "Reasoning",
  });
});

test("missing and broken files are named in one sentence", async () => {
  await expect(loadFrom(medxpert, {})).rejects.toThrow(
    /there is no medxpert_qa_text\/test\.jsonl in the folder of --data-dir/,
  );
  await expect(load(sample.slice(0, 100))).rejects.toThrow(/test\.jsonl, line 1: not complete, readable JSON/);
  await expect(load(sample.replace('"label"', '"answer"'))).rejects.toThrow(/test\.jsonl, line 1: label: is missing/);
});
