import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { mainScores } from "./main-scores.ts";

const row = (id: string, ...values: readonly number[]) => ({ id, trial: 0, values });
const scores = {
  formatVersion: 1,
  suite: "s",
  run: "r",
  benchmark: "b",
  model: "m",
  modelDeployment: "m",
  split: "test",
  metrics: [
    { name: "score", profile: "helm", main: true },
    { name: "score", profile: "corrected", main: true },
  ],
  rows: [row("a", 0.5, -0.5), row("b", 1, 0.25)],
};
const stat = (mean: number, name: object = {}) => ({ name: { name: "score", split: "test", ...name }, mean });

test("a clipped mean is that of the stats, and a plain one that of the rows", async () => {
  const objects = memoryStore();
  const put = (key: string, value: unknown) => objects.put(key, new TextEncoder().encode(JSON.stringify(value)));
  await put("scores.json", scores);
  await put("stats.json", [stat(0.75)]);
  await put("corrected/stats.json", [stat(9, { sub_split: "x" }), stat(0)]);
  const facts = { mainMetric: "score", mainSplit: "test" };
  expect(await mainScores(objects, facts, (file) => file)).toEqual([
    { profile: "helm", mean: 0.75, n: 2 },
    { profile: "corrected", mean: 0, n: 2 },
  ]);
});

test("one score has no interval", async () => {
  const objects = memoryStore();
  const one = { ...scores, metrics: scores.metrics.slice(0, 1), rows: [row("a", 1)] };
  await objects.put("scores.json", new TextEncoder().encode(JSON.stringify(one)));
  const facts = { mainMetric: "score", mainSplit: "test", mainRange: { min: 0, max: 1 } };
  expect(await mainScores(objects, facts, (file) => file)).toEqual([{ profile: "helm", mean: 1, n: 1 }]);
});
