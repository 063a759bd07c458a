import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findBenchmark } from "@medhelm/benchmarks/registry";
import { rowGroups } from "@medhelm/core/scoring/row-groups";
import { dataOf, noUserFiles } from "@medhelm/testing/fixtures/benchmarks/files";
import { expect, test } from "vitest";
import { shared } from "../shared.ts";

/** The number of rows, of clusters, and of rows without a cluster, in the real data. */
async function counts(name: string, files: Readonly<Record<string, string>>, args: Record<string, string> = {}) {
  const bytes = Object.entries(files).map(
    ([path, file]) => [path, readFileSync(join(shared ?? "", "datasets", file))] as const,
  );
  const run = await (await findBenchmark(name)).settle(args, noUserFiles);
  const { instances, groups } = await run.load(dataOf(Object.fromEntries(bytes)));
  const clusters = instances.map(
    (one) => rowGroups(one, run.card, run.scenarioSpec.args, groups?.get(one.id ?? "")).cluster,
  );
  return {
    rows: instances.length,
    clusters: new Set(clusters).size,
    without: clusters.filter((one) => one === undefined).length,
  };
}

test.skipIf(shared === undefined)("MedCalc-Bench has 612 notes among 1,047 questions", async () => {
  const files = { "medcalc_bench/test_data_2024-06-26.csv": "medcalc_bench/test_data_2024-06-26.csv" };
  expect(await counts("medcalc_bench", files)).toEqual({ rows: 1047, clusters: 612, without: 0 });
});

test.skipIf(shared === undefined)("RaceBias has nine questions among 167 answers", async () => {
  const path = "race_based_med/41746_2023_939_MOESM1_ESM.docx";
  expect(await counts("race_based_med", { [path]: path })).toEqual({ rows: 167, clusters: 9, without: 0 });
});

test.skipIf(shared === undefined)("EHRSQL has 165 templates of questions with an answer, and 53 others", async () => {
  const files = {
    "ehr_sql/eicu.sql": "ehr_sql/eicu.sql",
    "ehr_sql/valid.json": "ehr_sql/valid.json",
    "ehr_sql/test.json": "ehr_sql/test.json",
  };
  expect(await counts("ehr_sql", files)).toEqual({ rows: 2909, clusters: 218, without: 0 });
});

test.skipIf(shared === undefined)("HeadQA has twelve exams", async () => {
  const path = "head_qa/HEAD_EN.json";
  expect(await counts("head_qa", { [path]: path })).toMatchObject({ clusters: 12, without: 0 });
});
