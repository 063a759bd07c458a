import { expect, test } from "vitest";
import { listings } from "./listings.ts";

test("every benchmark of the leaderboard's schema can be run, and its main metric is listed as its", async () => {
  const { rows: groups } = await listings.groups();
  const { rows: benchmarks } = await listings.benchmarks();
  const names = benchmarks.map(([name]) => name);
  const leaves = groups.flatMap(([name, , , holds]) => (holds === "" ? [name] : []));
  expect(leaves).toHaveLength(37);
  expect(leaves.filter((name) => !names.includes(name))).toEqual([]);

  const { items } = await listings.metrics();
  expect(items).toContainEqual(expect.objectContaining({ name: "medcalc_bench_accuracy", mainOf: ["medcalc_bench"] }));
});

test("each listing has a cell for each column of its head", async () => {
  for (const list of Object.values(listings)) {
    const { header, rows } = await list();
    expect(rows.every((row) => row.length === header.length)).toBe(true);
  }
});
