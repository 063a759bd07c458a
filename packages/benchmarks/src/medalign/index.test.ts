import { expect, test } from "vitest";
import { dataOf, noUserFiles, readsBack } from "@medhelm/testing/fixtures/benchmarks/files";
import medalign from "./index.ts";
import { sample } from "./sample.ts";

const load = async (changed: Readonly<Record<string, string | Uint8Array>> = {}, maxLength = 100_000) =>
  (await medalign.settle({ max_length: maxLength }, noUserFiles)).load(dataOf({ ...sample, ...changed }));
const QUESTIONS = "medalign/clinician-reviewed-model-responses.tsv";
const ANSWERS = "medalign/clinician-instruction-responses.tsv";
const PATIENT = "medalign/medalign_ehr_xml/7.xml";

test("the instances are the first annotator's answers in file order, each with the last question of its instruction", async () => {
  const { instances } = await load();
  expect(instances.map(({ input, references }) => [input.text, references[0]?.output.text])).toEqual([
    [
      "\nQuestion: Instruction: Below is a patient's record. Answer the question that follows it from what the record says.\n\nEHR: <ehr/>\n\nQuestion: When?\n\nAnswer:",
      "Never.",
    ],
    [
      `\nQuestion: Instruction: Below is a patient's record. Answer the question that follows it from what the record says.\n\nEHR: <ehr>\n<note>日本 {question}</note>\n</ehr>\n\nQuestion: Who "is"\nthis?\n\nAnswer:`,
      "Nobody.",
    ],
  ]);
});

test("a long record keeps its last tokens, with U+FFFD for half a character; without room it keeps no token", async () => {
  const record = async (maxLength: number, text: string) =>
    (await load({ [PATIENT]: text }, maxLength)).instances[1]?.input.text.split("EHR: ")[1]?.split("\n\nQuestion")[0];
  expect(await record(298, sample[PATIENT])).toBe("ehr>");
  expect(await record(297, "𝕏")).toMatch(/^\uFFFD+$/);
  expect(await record(296, "𝕏")).toBe("");
});

test("the task is read back from the instances", async () => {
  expect(readsBack(await medalign.settle({}, noUserFiles), await load())).toBe(true);
});

test.for([
  [
    "an empty answer",
    { [ANSWERS]: sample[ANSWERS].replace("Nobody.", "") },
    /line 3, column clinician_response: it is empty/,
  ],
  ["another column", { [QUESTIONS]: sample[QUESTIONS].replace("question", "q") }, /there is no column "question"/],
  [
    "a truncated file",
    { [QUESTIONS]: sample[QUESTIONS].slice(0, 80) },
    /tsv, line 3: 2 values, but the header names 4 columns/,
  ],
  ["another encoding", { [PATIENT]: new Uint8Array([0x61, 0xe9]) }, /medalign_ehr_xml\/7\.xml, line 1: not UTF-8 text/],
  [
    "a missing record",
    { [QUESTIONS]: sample[QUESTIONS].replaceAll("\t8\t", "\t80\t") },
    /there is no file medalign_ehr_xml\/80\.xml in it; the benchmark needs .*redivis/,
  ],
] as const)("%s is refused in one sentence", async ([, changed, sentence]) => {
  await expect(load(changed)).rejects.toThrow(sentence);
});
