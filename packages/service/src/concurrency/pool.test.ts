import { expect, test } from "vitest";
import { pool } from "./pool.ts";

test("no more items are in flight than the width", async () => {
  let inFlight = 0;
  let most = 0;
  await pool([1, 2, 3, 4, 5, 6, 7], 3, async () => {
    most = Math.max(most, ++inFlight);
    await Promise.resolve();
    inFlight--;
  });
  expect(most).toBe(3);
});

test("the first error stops the taking of items and is thrown", async () => {
  const taken: number[] = [];
  const run = pool([1, 2, 3, 4], 1, async (item) => {
    taken.push(item);
    if (item === 2) throw new Error("second");
  });
  await expect(run).rejects.toThrow("second");
  expect(taken).toEqual([1, 2]);
});
