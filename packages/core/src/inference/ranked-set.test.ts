import { expect, test } from "vitest";
import { rankedSet } from "./ranked-set.ts";

const of = (table: readonly string[]) =>
  rankedSet([...table.keys()], table[0]?.length ?? 0, (row, column) => table[row]?.[column] === "x");

test("a column that one of many rows lacks is left out", () => {
  expect(of(["xxx", "xx.", "xxx"])).toEqual({ rows: [0, 1, 2], columns: [0, 1] });
});

test("a row that lacks most columns is left out", () => {
  expect(of(["xxxx", "x...", "xxxx"])).toEqual({ rows: [0, 2], columns: [0, 1, 2, 3] });
});

test("rows without a common column give an empty set", () => {
  expect(of(["...", "..."])).toEqual({ rows: [], columns: [] });
});
