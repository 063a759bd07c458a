import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { dataOf, noUserFiles } from "@medhelm/testing/fixtures/benchmarks/files";
import medcalc from "./index.ts";

const sample = readFileSync(new URL("sample.csv", import.meta.url), "utf8");
const load = async (content: string | Uint8Array) =>
  (await medcalc.settle({}, noUserFiles)).load(dataOf({ "medcalc_bench/test_data_2024-06-26.csv": content }));

test("a row has the note, the question, the gold value and its limits", async () => {
  const { instances } = await load(sample);
  expect(instances[1]).toEqual({
    input: {
      text: "Patient note: An invented woman, 51, came for a check.\nBlood pressure 120/90 mm Hg.\n\nQuestion: What is patient's mean arterial pressure in mm Hg?\n",
    },
    references: [{ output: { text: "100.0" }, tags: ["correct"] }],
    split: "test",
    id: "2",
    extra_data: { category: "physical", upper_limit: "105.0", lower_limit: "95.0" },
  });
});

test("ids are the row numbers of the file", async () => {
  const { instances } = await load(sample);
  expect(instances.map(({ id }) => id)).toEqual(["1", "2", "3", "4", "5", "6", "7", "8"]);
});

test("a file without a required column is refused with the column's name", async () => {
  await expect(load(sample.replace("Lower Limit", "Lower"))).rejects.toThrow(
    /^medcalc_bench\/test_data_2024-06-26\.csv: there is no column "Lower Limit"; the file has Row Number, /,
  );
});

test("a truncated file is refused with its line", async () => {
  await expect(load(sample.slice(0, 250))).rejects.toThrow(/^medcalc_bench\/test_data_2024-06-26\.csv, line \d+: /);
});

test("another encoding is refused in one sentence", async () => {
  await expect(load(new Uint8Array([0x61, 0xe9, 0x0a]))).rejects.toThrow(/not UTF-8 text/);
});

test("version=v1.2 reads a Parquet file and says where to get it", async () => {
  const run = await medcalc.settle({ version: "v1.2" }, noUserFiles);
  expect(run.name).toBe("medcalc_bench:version=v1.2");
  await expect(run.load(dataOf({}))).rejects.toThrow(
    /no medcalc_bench\/test-00000-of-00001\.parquet in the folder of --data-dir; the benchmark needs the test split of version 1\.2/,
  );
  await expect(run.load(dataOf({ "medcalc_bench/test-00000-of-00001.parquet": "PAR1 cut off" }))).rejects.toThrow(
    /^medcalc_bench\/test-00000-of-00001\.parquet: not a complete, readable Parquet file/,
  );
});

test("a version that does not exist is refused with those that do", async () => {
  await expect(medcalc.settle({ version: "v9" }, noUserFiles)).rejects.toThrow(
    "medcalc_bench has no version=v9; it is one of v1.0, v1.2",
  );
});
