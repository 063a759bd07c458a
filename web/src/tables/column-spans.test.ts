import { expect, it } from "vitest";
import { columnSpans } from "./column-spans.ts";

it("neighbouring columns of one category share a heading, and a category that appears again starts a new heading", () => {
  expect(columnSpans(["a", "a", "b", undefined, "a"])).toEqual([
    { group: "a", span: 2 },
    { group: "b", span: 1 },
    { group: undefined, span: 1 },
    { group: "a", span: 1 },
  ]);
});
