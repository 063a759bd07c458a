import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { dataOf, noUserFiles } from "@medhelm/testing/fixtures/benchmarks/files";
import medec from "./index.ts";

const FILE = "medec/MEDEC-MS-TestSet-with-GroundTruth-and-ErrorType.csv";
const sample = readFileSync(new URL("sample.csv", import.meta.url), "utf8");
const load = async (content: string | Uint8Array) =>
  (await medec.settle({}, noUserFiles)).load(dataOf({ [FILE]: content }));

test("a text has its numbered sentences; the reference is the sentence's ID and correction, or CORRECT; blank rows are skipped", async () => {
  const { instances } = await load(sample.replaceAll("\n", "\r\n"));
  expect(instances).toEqual([
    {
      input: { text: "0 An invented man has a sprained ankle.\n1 He is given an antibiotic for it." },
      references: [{ output: { text: "1 He is told to rest and cool the ankle." }, tags: ["correct"] }],
      split: "test",
      id: "id0",
    },
    {
      input: { text: "0 An invented woman has a cold.\n1 She is told to rest." },
      references: [{ output: { text: "CORRECT" }, tags: ["correct"] }],
      split: "test",
      id: "id1",
    },
  ]);
});

test("a file without a required column is refused with the column's name", async () => {
  await expect(load(sample.replace("Error Flag", "Flag"))).rejects.toThrow(/there is no column "Error Flag"/);
});

test("a truncated file is refused with its line", async () => {
  await expect(load(sample.slice(0, 220))).rejects.toThrow(/^medec\/.*\.csv, line \d+: /);
});

test("a flag that is neither 0 nor 1 is refused with its line", async () => {
  await expect(load(sample.replace(",0,NA,-1", ",maybe,NA,-1"))).rejects.toThrow(
    /line 6, column Error Flag: "maybe" is neither 0 nor 1/,
  );
});

test("another encoding is refused in one sentence", async () => {
  await expect(load(new Uint8Array([0x61, 0xe9, 0x0a]))).rejects.toThrow(/not UTF-8 text/);
});
