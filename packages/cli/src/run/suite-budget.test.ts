import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { costing } from "@medhelm/testing/fixtures/money";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { suiteBudget } from "./suite-budget.ts";

/** Starts that share a folder. */
function folder(objects = memoryStore()) {
  const ports = { objects, clock: fakeClock() };
  return (budgetUsd: number, suite = "s") => suiteBudget({ suite, budgetUsd }, ports);
}

test("a second start of a suite has what the first one left", async () => {
  const start = folder();
  const first = await start(1);
  (await first.budget.reserve(900_000))?.settle(costing(700_000));
  await first.close();
  const second = await start(1);
  expect(await second.budget.reserve(300_001)).toBeUndefined();
  expect(second.budget.spent().microUsd).toBe(700_000);
  expect(await second.budget.reserve(300_000)).toBeDefined();
});

test("a larger budget continues the suite", async () => {
  const start = folder();
  const first = await start(1);
  (await first.budget.reserve(1_000_000))?.settle(costing(1_000_000));
  await first.close();
  expect(await (await start(2)).budget.reserve(1_000_000)).toBeDefined();
});

test("a killed start counts as much as it had reserved", async () => {
  const start = folder();
  await (await start(1)).budget.reserve(900_000);
  expect(await (await start(1)).budget.reserve(200_000)).toBeUndefined();
});

test("another suite has a budget of its own", async () => {
  const start = folder();
  const first = await start(1);
  (await first.budget.reserve(1_000_000))?.settle(costing(1_000_000));
  await first.close();
  expect(await (await start(1, "other")).budget.reserve(1_000_000)).toBeDefined();
});

test.each(["", '{"formatVersion":1,"lim', '{"formatVersion":1,"limitMicroUsd":1,"slices":[{"id":"a"}]}'])(
  "a damaged record of earlier starts stops a start before its first request: %j",
  async (body) => {
    const objects = memoryStore();
    await objects.put("work/.budgets/s.json", body);
    await expect(folder(objects)(1)).rejects.toThrow(
      "work/.budgets/s.json: the record of what suite s has cost is damaged; delete it to start with the whole budget again, or leave out --budget-usd",
    );
  },
);
