import { expect, test } from "vitest";
import { counted } from "./counted.ts";

test("one thing is named in the singular, none and several in the plural", () => {
  expect([counted(1, "run"), counted(0, "run"), counted(2, "query", "queries")]).toEqual([
    "1 run",
    "0 runs",
    "2 queries",
  ]);
});
