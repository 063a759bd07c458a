import { expect, test } from "vitest";
import { dataOf, noUserFiles, readsBack } from "@medhelm/testing/fixtures/benchmarks/files";
import { workbookOf } from "@medhelm/testing/fixtures/benchmarks/workbook";
import clear from "./index.ts";
import { sample } from "./sample.ts";

const load = async (content: string | Uint8Array, condition = "chronic_pain") =>
  (await clear.settle({ condition }, noUserFiles)).load(dataOf({ "clear/chronic_pain.xlsx": content }));

test("each note is an instance with its condition; empty rows and notes of spaces are skipped; a missing text becomes nan", async () => {
  const { instances } = await load(workbookOf(sample));
  expect(instances.map(({ input }) => input.text.split("Note:\n")[1]?.split("\n\nA.")[0])).toEqual([
    "An invented note:\n<3 drinks a day & more.",
    "Nothing about it.",
    "nan",
  ]);
  expect(instances[1]?.references).toEqual([
    { output: { text: "History of chronic pain" }, tags: [] },
    { output: { text: "No history of chronic pain" }, tags: ["correct"] },
    { output: { text: "Uncertain" }, tags: [] },
  ]);
});

test("the sentences around a note are read back from the instances", async () => {
  expect(
    readsBack(await clear.settle({ condition: "chronic_pain" }, noUserFiles), await load(workbookOf(sample))),
  ).toBe(true);
});

test.for([
  ["an unknown label", workbookOf([...sample, [6, "x", 3]]), /row 7, column result_human: "3" is not 1 /],
  [
    "a missing column",
    workbookOf([["text"], ["x"]]),
    /there is no column "result_human" in the first sheet; it has text;/,
  ],
  ["a truncated file", workbookOf(sample).slice(0, 300), /^clear\/chronic_pain\.xlsx: not a complete ZIP archive/],
  ["a text file", "text,result_human\nx,1\n", /^clear\/chronic_pain\.xlsx: not a complete ZIP archive/],
] as const)("%s is refused in one sentence", async ([, content, sentence]) => {
  await expect(load(content)).rejects.toThrow(sentence);
});

test("an unknown condition is refused with a similar name, and a missing workbook with its own name", async () => {
  await expect(clear.settle({ condition: "chronic_pains" }, noUserFiles)).rejects.toThrow(
    /did you mean chronic_pain\?/,
  );
  await expect(load("", "homelessness")).rejects.toThrow(
    /there is no file homelessness\.xlsx in it; the benchmark needs a folder/,
  );
});
