import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { turns } from "./turns.ts";

/** The items that pass in each turn of the event loop until all have passed. */
async function passesOf(lanes: number, items: number, every: number): Promise<number[]> {
  const next = turns(every);
  const passes: number[] = [];
  let [passed, taken] = [0, 0];
  const lane = async (): Promise<void> => {
    while (taken++ < items) {
      await next();
      passed++;
    }
  };
  let end = turn(); // before the first item, so that each turn is counted before the items of the next one pass
  const all = Promise.all(Array.from({ length: lanes }, lane));
  for (let before = 0; before < items; before = passed) {
    await end;
    end = turn();
    passes.push(passed - before);
  }
  await all;
  return passes;
}

test("one loop passes its items in several turns", async () => {
  expect(await passesOf(1, 10, 4)).toEqual([4, 4, 2]);
});

test("a hundred loops pass no more items in a turn than one", async () => {
  expect(await passesOf(100, 10, 4)).toEqual([4, 4, 2]);
});

test("a loop that ends with the passes of a turn lets the next one begin", async () => {
  expect(await passesOf(2, 4, 4)).toEqual([4]);
});
