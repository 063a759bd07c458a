import { expect, test } from "vitest";
import type { TaskCall } from "@medhelm/core/inference/tasks";
import { threadMap } from "./thread-map.ts";

const benchmark = (name: string): TaskCall => ({
  task: "replicateColumn",
  input: {
    seed: 0,
    name,
    replicates: 50,
    models: 2,
    runs: [{ clusters: 3, sums: Float64Array.of(0, 1, 1, 0, 1, 0), counts: Float64Array.of(1, 1, 1, 1, 1, 1) }],
  },
});
const tests: TaskCall = {
  task: "testPairs",
  input: { values: Float64Array.of(1, 0), replicates: Float64Array.of(1, 0, 0.9, 0.2) },
};
const calls = [benchmark("a"), tests, benchmark("b"), benchmark("c"), benchmark("d")];

const bytes = (results: readonly Float64Array[]): string[] =>
  results.map(({ buffer }) => Buffer.from(buffer).toString("base64"));

test.each([2, 3])("%i threads give the bytes of one thread, in the order of the calls", async (threads) => {
  expect(bytes(await threadMap(threads)(calls))).toEqual(bytes(await threadMap(1)(calls)));
});

test("no calls give no results", async () => {
  expect(await threadMap(2)([])).toEqual([]);
});
