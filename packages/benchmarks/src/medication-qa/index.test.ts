import { expect, test } from "vitest";
import { loadFrom, outline } from "@medhelm/testing/fixtures/benchmarks/files";
import { workbookOf } from "@medhelm/testing/fixtures/benchmarks/workbook";
import medicationQa from "./index.ts";

const HEADER = ["Question", "Focus (Drug)", "Question Type", "Answer"];
const load = (content: string | Uint8Array) =>
  loadFrom(medicationQa, { "medication_qa/MedInfo2019-QA-Medications.xlsx": content });

test("each row with an answer is a question; cells that pandas reads as empty are not answers", async () => {
  const { instances } = await load(
    workbookOf([
      HEADER,
      ["may I halve an inventol?", "inventol", "usage", "Only along its score line."],
      ["is inventol blue?", "inventol", "look", "n/a"],
      ["what is fictamide?", "fictamide", "information", ""],
      ["how is fictamide stored", "fictamide", "storage", " "],
    ]),
  );
  expect(instances.map(outline)).toEqual([
    ["may I halve an inventol?", ["Only along its score line."], [0]],
    ["how is fictamide stored", [" "], [0]],
  ]);
  expect(instances.map(({ id }) => id)).toEqual(["id0", "id1"]);
});

test("another column, a cut file and another kind of file are refused in one sentence", async () => {
  const whole = workbookOf([HEADER, ["q", "f", "t", "a"]]);
  await expect(load(workbookOf([["Question", "Reply"]]))).rejects.toThrow(/there is no column "Answer"/);
  await expect(load(whole.slice(0, 300))).rejects.toThrow(/not a complete ZIP archive/);
  await expect(load("Question,Answer\n")).rejects.toThrow(/not a complete ZIP archive/);
});
