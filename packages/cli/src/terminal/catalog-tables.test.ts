import { expect, test } from "vitest";
import { catalogTables } from "./catalog-tables.ts";

test("every benchmark of the leaderboard's schema is listed, and so is its main metric", async () => {
  const { rows: groups } = await catalogTables.groups();
  const { rows: benchmarks } = await catalogTables.benchmarks();
  const names = benchmarks.map(([name]) => name);
  const leaves = groups.flatMap(([name, , , holds]) => (holds === "" ? [name] : []));
  expect(leaves).toHaveLength(37);
  expect(leaves.filter((name) => !names.includes(name))).toEqual([]);

  const { items } = await catalogTables.metrics();
  expect(items).toContainEqual(expect.objectContaining({ name: "medcalc_bench_accuracy", mainOf: ["medcalc_bench"] }));
});

test("the list has the metrics that a run computes, and none that only the schema names", async () => {
  const { rows } = await catalogTables.metrics();
  const named = (name: string) => rows.find(([first]) => first === name);
  expect(named("ehr_sql_execution_accuracy")).toEqual([
    "ehr_sql_execution_accuracy",
    "Execution accuracy for Generated Query",
    "higher",
    "ehr_sql",
    "ehr_sql",
  ]);
  expect(named("BERTScore-F")?.at(-1)).toMatch(/^\d+ benchmarks$/);
  expect(["live_qa_score", "perplexity", "summac"].flatMap((name) => named(name) ?? [])).toEqual([]);
});

test("a deployment of a provider has its context and its dated price, and a served one its class of GPUs", async () => {
  const { rows } = await catalogTables.deployments();
  expect(rows).toContainEqual([
    "anthropic/claude-haiku-4-5",
    "anthropic/claude-haiku-4-5",
    "200000",
    "1",
    "5",
    "2026-07-02",
    "yes",
    "hosted",
    "",
    "",
  ]);
  expect(rows.find(([name]) => name === "local/qwen3-8b")?.slice(2)).toEqual([
    "16384",
    "",
    "",
    "",
    "yes",
    "covered",
    "gpu-24",
    "",
  ]);
});

test("each row has a cell for each column", async () => {
  for (const list of Object.values(catalogTables)) {
    const { header, rows } = await list();
    expect(rows.every((row) => row.length === header.length)).toBe(true);
  }
});
