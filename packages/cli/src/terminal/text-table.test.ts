import { expect, test } from "vitest";
import { textTable } from "./text-table.ts";

test("columns are as wide as their widest cell, without spaces at the end", () => {
  expect(
    textTable(
      ["name", "n"],
      [
        ["pubmed_qa", "1000"],
        ["x", ""],
      ],
    ),
  ).toBe("name       n\n---------  ----\npubmed_qa  1000\nx\n");
});

test("a table without rows has only its header", () => {
  expect(textTable(["name", "n"], [])).toBe("name  n\n----  -\n");
});

test("characters of a cell that a terminal would obey are shown as marks", () => {
  expect(textTable(["a"], [["\u001B[2J"]])).toBe("a\n-----------\n⟦U+001B⟧[2J\n");
});

test("a cell with a line feed does not look like another row", () => {
  expect(textTable(["key"], [["a\n\tb"]])).toBe("key\n------------------\na⟦U+000A⟧⟦U+0009⟧b\n");
});
