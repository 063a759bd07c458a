import { expect, onTestFinished, test } from "vitest";
import { inputBuffers, type TaskCall } from "@medhelm/core/inference/tasks";
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
const tests = (): TaskCall => ({
  task: "testPairs",
  input: { values: Float64Array.of(1, 0), replicates: Float64Array.of(1, 0, 0.9, 0.2), clusters: 3 },
});
const calls = (): TaskCall[] => [benchmark("a"), tests(), benchmark("b"), benchmark("c"), benchmark("d")];

const bytes = (results: readonly Float64Array[]): string[] =>
  results.map(({ buffer }) => Buffer.from(buffer).toString("base64"));

test.each([2, 3])("%i threads give the bytes of one thread, in the order of the calls", async (threads) => {
  const alone = bytes(await threadMap(1)(calls()));
  expect(bytes(await threadMap(threads, 0)(calls()))).toEqual(alone);
  // one call here and the others on threads
  expect(bytes(await threadMap(threads, 1000)(calls()))).toEqual(alone);
});

test.each([1, 2])(
  "a map of %i threads takes a call only when a thread is free, and frees its input",
  async (threads) => {
    const made: TaskCall[] = [];
    const unfreed: number[] = [];
    function* oneByOne() {
      for (const call of [tests(), tests(), tests()]) {
        unfreed.push(made.flatMap(inputBuffers).filter(({ detached }) => !detached).length);
        made.push(call);
        yield call;
      }
    }
    await threadMap(threads, 0)(oneByOne());
    expect(unfreed).toEqual([0, 0, 0]);
  },
);

test.each([
  [0, 1],
  [Number.MAX_SAFE_INTEGER, 0],
])("with %i steps in this thread the calls start %i other thread", async (stepsHere, count) => {
  let started = 0;
  const add = (): void => void started++;
  process.on("worker", add);
  onTestFinished(() => void process.off("worker", add));
  await threadMap(2, stepsHere)(calls());
  expect(started).toBe(count);
});

test("no calls give no results", async () => {
  expect(await threadMap(2)([])).toEqual([]);
});
