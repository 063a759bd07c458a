import { expect, test } from "vitest";
import type { Table } from "@medhelm/core/release/leaderboard/leaderboard";
import { wordingTables } from "./wording-tables.ts";

const row = { modelDeployment: "m", meanWinRate: null, winRateColumns: 0, cells: [] };
const table: Table = { group: "g", title: "G", description: "", columns: [], rows: [] };
const views = (part: Table) =>
  wordingTables(part, ({ rows }) => ({
    id: "table-g",
    title: "G",
    note: "Note.",
    columns: [],
    rows: rows.map(({ model }) => ({ head: { kind: "model", model, deployment: undefined }, cells: [] })),
    downloads: { group: "g", title: "G" },
  }));

test("rows of two wordings are in two tables, and the last one has the downloads", () => {
  const rows = [
    { ...row, model: "a", wording: "own" },
    { ...row, model: "b", wording: "own" },
    { ...row, model: "a", wording: "helm" },
  ];
  const [first, second, ...others] = views({ ...table, wordings: ["own", "helm"], rows });
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    id: "table-g",
    title: "G, own (this software's words, not HELM's)",
    note: "Note. Prompts: own (this software's words, not HELM's).",
  });
  expect(first?.rows).toHaveLength(2);
  expect(first).not.toHaveProperty("downloads");
  expect(second).toMatchObject({ id: "table-g-2", title: "G, HELM's wording", downloads: { group: "g" } });
  expect(second?.rows).toHaveLength(1);
});

test("a table in which each benchmark has one wording names them, and a table of an older release names none", () => {
  const rows = [{ ...row, model: "a" }];
  expect(views({ ...table, wordings: ["own", "custom"], rows })).toMatchObject([
    { title: "G", note: "Note. Prompts: own (this software's words, not HELM's), custom wording." },
  ]);
  expect(views({ ...table, rows })).toMatchObject([{ title: "G", note: "Note." }]);
});
