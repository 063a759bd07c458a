import { expect, test } from "vitest";
import { columnsOf } from "./read-table.ts";

test("a header of 10,000 columns is read, and one of 200,000 is refused with the limit", () => {
  const header = Array.from({ length: 200_000 }, (_, i) => `c${i}`);
  expect(columnsOf("wide.csv", header.slice(0, 10_000))).toHaveLength(10_000);
  expect(() => columnsOf("wide.csv", header)).toThrow(
    "wide.csv, line 1: the header is longer than 65536 bytes; a quote may be missing",
  );
});

test("a column that the header names twice is refused", () => {
  expect(() => columnsOf("a.csv", ["id", "text", "id"])).toThrow(
    'a.csv, line 1: two columns are named "id"; rename one',
  );
});
