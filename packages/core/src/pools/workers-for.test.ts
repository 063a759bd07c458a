import { expect, test } from "vitest";
import { workersFor } from "./workers-for.ts";

/** Shards of 500 requests of a run in a lane. */
const shards = (count: number, lane: string, run = lane) =>
  Array.from({ length: count }, () => ({ requests: 500, lane, run }));

test.each([
  [0, 0],
  [1, 1],
  [16, 1],
  [17, 2],
  [32, 2],
  [33, 3],
  [100, 4],
])("%i shards of 500 requests pay for %i workers of at most 4", (count, workers) => {
  expect(workersFor(shards(count, "a"), { most: 4 })).toBe(workers);
});

test("a deployment without replicas has one worker, however long the queue is", () => {
  expect(workersFor(shards(100, "a"), { most: 1 })).toBe(1);
});

test("runs of one benchmark, which are asked one after another, pay for one worker", () => {
  const queue = Array.from({ length: 40 }, (_, i) => shards(1, "a", `run ${i}`)).flat();
  expect(workersFor(queue, { most: 4 })).toBe(1);
});

test("a second benchmark pays for a second worker", () => {
  const queue = [...shards(10, "a", "one"), ...shards(10, "a", "two"), ...shards(10, "b")];
  expect(workersFor(queue, { most: 2 })).toBe(2);
});
