import { smallPng } from "@medhelm/testing/small-png";
import { expect, test } from "vitest";
import { benchmarkOfTable } from "./benchmark-of-table.ts";
import { findColumns } from "./table-columns.ts";
import type { SourceRow } from "./read-source-rows.ts";

const made = (...rows: readonly SourceRow[]) => benchmarkOfTable("t", rows, findColumns("t", rows, {}));
const lines = (...rows: readonly SourceRow[]) =>
  made(...rows)
    .dataset.trimEnd()
    .split("\n")
    .slice(1)
    .join("\n");
const MCMCQA = { question: "Q?", opa: "w", opb: "x", opc: "y", opd: "z" };
const ROW = '1,Q?,"A. w\nB. x\nC. y\nD. z",B,"[""A"",""C"",""D""]"';

test.each<[string, SourceRow]>([
  [
    "a letter, and an object of options",
    { question: "Q?", options: { A: "w", B: "x", C: "y", D: "z" }, answer_idx: "B" },
  ],
  ["the text of an option", { question: "Q?", options: ["w", "x", "y", "z"], answer: "x" }],
  [
    "a list of keys and values",
    { question: "Q?", options: ["w", "x", "y", "z"].map((value) => ({ key: "?", value })), answer: "x" },
  ],
  [
    "lists of texts and labels",
    { query: "Q?", choices: { text: ["w", "x", "y", "z"], label: ["A", "B", "C", "D"] }, answer: "b" },
  ],
  ["a JSON list in a cell of CSV", { question: "Q?", options: '["w","x","y","z"]', answer: "x" }],
])("options as in Hugging Face's data sets: %s", (_, row) => {
  expect(lines(row)).toBe(ROW);
});

test("numbers count from 0 if one is 0, and from 1 if one is the last option", () => {
  expect(lines({ ...MCMCQA, cop: 1n }, { ...MCMCQA, cop: 0n })).toContain('D. z",B,');
  expect(lines({ ...MCMCQA, cop: 2 }, { ...MCMCQA, cop: 4 })).toContain('D. z",B,');
});

test("numbers that may count from either are refused", () => {
  expect(() => made({ ...MCMCQA, cop: 2 })).toThrow('the numbers in "cop" may count the options from 0 or from 1');
});

test("a row whose answer is not one of its options is left out, and named", () => {
  const { rows, leftOut } = made({ ...MCMCQA, cop: "B" }, { ...MCMCQA, cop: "no" });
  expect([rows, leftOut]).toEqual([1, [{ row: 2, reason: 'its answer "no" is not one of its options' }]]);
});

test("short free answers are compared exactly, and long ones by their words", () => {
  expect(made({ question: "Q", answer: "72.5" })).toMatchObject({ metric: "exact_match", maxTokens: 64 });
  expect(made({ question: "Q", answer: "word ".repeat(20) })).toMatchObject({ metric: "rouge_l", maxTokens: 512 });
});

test("a question that begins with a sign is written as it is", () => {
  expect(lines({ question: "-2 or 2?", answer: "2" })).toBe("1,-2 or 2?,2,[]");
});

test("a table without a usual name asks for the column", () => {
  expect(() => made({ frage: "Q", antwort: "A" })).toThrow("name the one with --question: frage, antwort");
});

test("images get a path below the benchmark's folder, once for equal paths, before the question", () => {
  const { dataset, prompt, images } = made(
    { image: "scans/a.PNG", question: "Q1?", answer: "Yes" },
    { image: "", question: "Q2?", answer: "No" },
    { image: "scans/a.PNG", question: "Q3?", answer: "No" },
  );
  expect(dataset).toBe(
    "id,image,question,correct_answer,incorrect_answers\n1,images/1.png,Q1?,Yes,[]\n2,,Q2?,No,[]\n3,images/1.png,Q3?,No,[]\n",
  );
  expect(prompt).toBe("{image}\n{question}\nAnswer in as few words as possible.\nAnswer:");
  expect([...images]).toEqual([["images/1.png", "scans/a.PNG"]]);
});

test("a column image without paths of images is no image column", () => {
  expect(made({ image: "left lung", question: "Q", answer: "A" }).prompt).not.toContain("{image}");
});

test("images inside a table, as in Hugging Face's files, become files, once for equal bytes", () => {
  const bytes = smallPng(7);
  const { dataset, images } = made(
    { image: { bytes, path: null }, question: "Q1?", answer: "Yes" },
    { image: { bytes, path: "x.png" }, question: "Q2?", answer: "No" },
  );
  expect(dataset).toContain("\n1,images/1.png,Q1?,Yes,[]\n2,images/1.png,Q2?,No,[]\n");
  expect([...images]).toEqual([["images/1.png", bytes]]);
});

const mixed = (i: number): SourceRow => ({ Q: `question ${i}?`, right: "r", bad: "s", worse: "t" });

test("the right answer has no fixed letter if its column is one of the options", () => {
  const rows = Array.from({ length: 12 }, (_, i) => mixed(i));
  const columns = findColumns("t", rows, { question: "Q", answer: "right", options: ["right", "bad", "worse"] });
  const { dataset, onlyLetter } = benchmarkOfTable("t", rows, columns);
  const letters = [...dataset.matchAll(/",([A-C]),/g)].map(([, letter]) => letter).join("");
  expect(letters).toMatch(/^(?=.*A)(?=.*B)(?=.*C)[ABC]{12}$/);
  expect(onlyLetter).toBeUndefined();
});

test("distractors in columns of their own are found", () => {
  const row = {
    question: "Q?",
    distractor1: "x",
    distractor2: "y",
    distractor3: "z",
    correct_answer: "w",
    support: "",
  };
  const { columns, unused } = made(row);
  expect(columns.options).toEqual(["correct_answer", "distractor1", "distractor2", "distractor3"]);
  expect(unused).toEqual(["support"]);
});

test("a letter that is right in every row is named", () => {
  expect(made(...Array.from({ length: 5 }, () => ({ ...MCMCQA, cop: "B" }))).onlyLetter).toBe("B");
  expect(made({ ...MCMCQA, cop: "B" }).onlyLetter).toBeUndefined();
});
