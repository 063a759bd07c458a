import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadFrom } from "@medhelm/testing/fixtures/benchmarks/files";
import starr from "./index.ts";

const sample = readFileSync(new URL("sample.csv", import.meta.url), "utf8");
const load = (content: string | Uint8Array) =>
  loadFrom(starr, { "starr_patient_instructions/dataset_cases_qc.csv": content });

test("a case that passed QC and has every field is one instance with Python's line ends", async () => {
  const { instances } = await load(sample.replaceAll("\n", "\r\n"));
  expect(instances).toEqual([
    {
      input: {
        text: "Diagnosis: Invented hernia\nProcedure: Repair\nHistory & Physical: Well.\nNo pills.\nOperative Report: No trouble.\n\n",
      },
      references: [{ output: { text: "Rest and walk." }, tags: ["correct"] }],
      split: "test",
      id: "id0",
    },
  ]);
});

test.for([
  ["another column", sample.replace(",QC", ",Checked"), /there is no column "QC"/],
  ["a truncated file", sample.slice(0, 150), /line 2: 4 values, but the header names 6 columns/],
  ["another encoding", new Uint8Array([0x61, 0xe9]), /not UTF-8 text/],
] as const)("%s is refused in one sentence", async ([, content, sentence]) => {
  await expect(load(content)).rejects.toThrow(sentence);
});
