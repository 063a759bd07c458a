import { expect, test } from "vitest";
import { indexKeys, ordinalOf } from "./index-keys.ts";

test("the states of a submission's runs sort in the order of the runs", () => {
  const sorts = [10, 2, 100_000].map((ordinal) => indexKeys.runState("id", ordinal).sort);
  expect(sorts.toSorted()).toEqual(["run/000002", "run/000010", "run/100000"]);
});

test("the ordinal of a run is read back from its key", () => {
  expect(ordinalOf(indexKeys.runState("id", 1479).sort)).toBe(1479);
});

test("work that is due now sorts before the end of the query, and later work does not", () => {
  const [now, later] = [1_700_000_000_000, 1_700_000_000_001].map((ms) => indexKeys.openItem(ms, "id").sort);
  const before = indexKeys.dueBefore(1_700_000_000_000);
  expect([now, later].map((sort) => String(sort) < before)).toEqual([true, false]);
});
