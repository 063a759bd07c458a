import { ruleWords } from "@medhelm/core/release/pages/scoring-words";
import { expect, test } from "vitest";
import { allCards } from "./registry.ts";

test("the page of an answer says in words how each benchmark without judges scores it", async () => {
  const closed = (await allCards()).filter(({ form }) => form !== "open");
  expect(closed.filter(({ mainMetric }) => ruleWords(mainMetric, false) === undefined)).toEqual([]);
});
