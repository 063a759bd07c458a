import { tableFromArrays, tableToIPC, list, utf8 } from "@uwdata/flechette";
import { expect, test } from "vitest";
import { dataOf, noUserFiles } from "@medhelm/testing/fixtures/benchmarks/files";
import billing from "./index.ts";

/** Invented data in the layout of the licensed file. */
const sample = (columns: Record<string, unknown[]>): Uint8Array => {
  const types = { text: utf8(), target: list(utf8()) };
  const bytes = tableToIPC(tableFromArrays(columns, { types }), { format: "file" });
  if (bytes === null) throw new Error("no bytes");
  return bytes;
};
const good = sample({
  text: ["An invented note of high blood pressure.", null, "An invented note of a fall."],
  target: [["I10", "E11.9"], ["I10"], null],
});
const load = async (bytes: Uint8Array | string) =>
  (await billing.settle({ data_path: "mine.feather" }, noUserFiles)).load(dataOf({ "mine.feather": bytes }));

test("an instance has the note's text, and the note's codes joined by commas", async () => {
  const { instances } = await load(good);
  expect(instances).toEqual([
    {
      input: { text: "An invented note of high blood pressure." },
      references: [{ output: { text: "I10,E11.9" }, tags: ["correct"] }],
      split: "test",
      id: "id0",
    },
    { input: { text: "" }, references: [{ output: { text: "I10" }, tags: ["correct"] }], split: "test", id: "id1" },
    {
      input: { text: "An invented note of a fall." },
      references: [{ output: { text: "None" }, tags: ["correct"] }],
      split: "test",
      id: "id2",
    },
  ]);
});

test("data_path is in the scenario's arguments and not in the run's name", async () => {
  const run = await billing.settle({ data_path: "mine.feather" }, noUserFiles);
  expect(run.name).toBe("mimiciv_billing_code");
  expect(run.scenarioSpec.args).toEqual({ data_path: "mine.feather" });
});

test("the error for a missing file names the file, its columns and its owner in one sentence", async () => {
  const run = await billing.settle({}, noUserFiles);
  await expect(run.load(dataOf({}))).rejects.toThrow(
    /no mimiciv_billing_code\/mimiciv_icd10\.feather .*columns text .* and target .*PhysioNet/,
  );
});

test("a file of another kind, an incomplete file, and other columns are refused in one sentence", async () => {
  await expect(load("text,target\n")).rejects.toThrow(/^mine\.feather: not a complete, readable Feather file/);
  await expect(load(good.subarray(0, 60))).rejects.toThrow(/^mine\.feather: not a complete, readable Feather file/);
  await expect(load(sample({ text: ["x"] }))).rejects.toThrow(
    'mine.feather: there is no column "target"; the file has text',
  );
});
