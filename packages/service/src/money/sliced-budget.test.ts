import { setImmediate as turn } from "node:timers/promises";
import { type Call, type Fault, faultyStore } from "@medhelm/testing/stores/faulty-store";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { BudgetFile, sliceSize, takenMicroUsd } from "@medhelm/core/money/budget-file";
import { slicedBudget } from "@medhelm/core/money/sliced-budget";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { costing } from "@medhelm/testing/fixtures/money";
import { expect, test } from "vitest";

const fileOf = async (objects: ObjectStore): Promise<BudgetFile> =>
  (await getJson(objects, keys.submissionBudget("a1"), BudgetFile)) ?? {
    formatVersion: 1,
    limitMicroUsd: 0,
    slices: [],
  };

const open = (objects: ObjectStore, run: string, sliceId: string, limitMicroUsd = 1_000_000) =>
  slicedBudget({ objects, key: keys.submissionBudget("a1"), run, limitMicroUsd, sliceId, holder: `worker ${sliceId}` });

test("a slice covers several requests and is small compared with the limit and the rest", () => {
  const file: BudgetFile = { formatVersion: 1, limitMicroUsd: 100_000_000, slices: [] };
  expect(sliceSize(file, 10_000)).toBe(390_625);
  expect(sliceSize(file, 1_000_000)).toBe(12_500_000);
  const taken = (micro: number): BudgetFile => ({
    ...file,
    slices: [{ id: "a", holder: "h", run: "r", reservedMicroUsd: micro }],
  });
  expect(sliceSize(taken(99_900_000), 10_000)).toBe(12_500);
  expect(sliceSize(taken(99_990_000), 10_000)).toBe(10_000);
  expect(sliceSize(taken(99_990_001), 10_000)).toBeUndefined();
});

test("a worker's unspent reservation is freed when it ends, and settled slices of finished runs are merged", async () => {
  const objects = memoryStore();
  const first = open(objects, "r1", "a");
  (await first.reserve(400_000))?.settle(costing(100_000));
  expect(await open(objects, "r2", "b").reserve(700_000)).toBeUndefined();
  await first.settle(true);
  const second = open(objects, "r2", "b");
  (await second.reserve(700_000))?.settle(costing(700_000));
  await second.settle(true);
  expect((await fileOf(objects)).slices).toEqual([
    { id: "a", holder: "worker a", run: "*", reservedMicroUsd: 800_000, spentMicroUsd: 800_000 },
  ]);
});

test("a killed worker's slice counts as spent until the next worker at that run reconciles it", async () => {
  const objects = memoryStore();
  const killed = open(objects, "r1", "a");
  (await killed.reserve(900_000))?.settle(costing(200_000));
  const next = open(objects, "r1", "b");
  expect(await next.reserve(500_000)).toBeUndefined();
  expect(await next.hasOpenSlices()).toBe(true);
  await next.reconcile(200_000);
  expect(await next.hasOpenSlices()).toBe(false);
  (await next.reserve(800_000))?.settle(costing(800_000));
  expect(await next.reserve(10_000)).toBeUndefined();
  expect(next.spent()).toEqual({ microUsd: 1_000_000, requests: 1 });
  await killed.settle(true); // a late settlement has no effect
  expect(takenMicroUsd(await fileOf(objects))).toBe(1_000_000);
});

/** Twenty tokens at a cent a million: a fifth of a millionth of a dollar. */
const TINY = {
  price: { inputUsdPerMillion: 0.01, outputUsdPerMillion: 0.01 },
  usage: { promptTokens: 10, completionTokens: 10 },
};

test("starts that each cost less than half a millionth use up a budget", async () => {
  const objects = memoryStore();
  for (const start of ["a", "b", "c"]) {
    const worker = open(objects, "r1", start, 3);
    (await worker.reserve(1))?.settle(TINY);
    await worker.settle(true);
  }
  expect(await open(objects, "r1", "d", 3).reserve(1)).toBeUndefined();
});

test("ten workers that spend parts of a millionth at once stop before the budget is spent", async () => {
  const objects = memoryStore();
  let requests = 0;
  const work = async (id: string): Promise<void> => {
    const worker = open(objects, id, id, 40);
    for (let reservation = await worker.reserve(1); reservation !== undefined; reservation = await worker.reserve(1)) {
      requests++;
      reservation.settle(TINY);
      await turn();
    }
    await worker.settle(true);
  };
  await Promise.all(Array.from({ length: 10 }, (_, i) => work(`w${i}`)));
  expect(requests).toBeGreaterThan(100);
  expect(requests * 0.2).toBeLessThanOrEqual(40);
  expect(takenMicroUsd(await fileOf(objects))).toBeLessThanOrEqual(40);
});

test("a worker waits for its requests in flight before it refuses", async () => {
  const worker = open(memoryStore(), "r1", "a");
  const first = await worker.reserve(600_000);
  const second = worker.reserve(600_000);
  first?.settle(costing(100_000));
  expect(await second).toBeDefined();
});

test("an answer without token counts costs its whole reservation", async () => {
  const objects = memoryStore();
  const worker = open(objects, "r1", "a");
  (await worker.reserve(600_000))?.settle({ ...costing(1), usage: {} });
  await worker.settle(true);
  expect(takenMicroUsd(await fileOf(objects))).toBe(600_000);
});

test("a worker that ends refuses the requests that wait", async () => {
  const worker = open(memoryStore(), "r1", "a");
  await worker.reserve(600_000);
  const second = worker.reserve(600_000);
  await worker.settle(false);
  expect(await second).toBeUndefined();
});

/** A repeatable random sequence. */
function dice(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Eight concurrent runs, each with workers that are killed and replaced. Returns counts of what happened. */
async function disorder(seed: number) {
  const chance = dice(seed + 1);
  const objects = memoryStore();
  const fault = ({ operation }: Call): Fault | undefined => {
    if (operation !== "put" && operation !== "get") return undefined;
    const thrown = chance();
    if (thrown < 0.1 && operation === "put") return "lose reply";
    return thrown < 0.2 ? "throw before" : undefined;
  };
  const faulty = faultyStore(objects, fault);
  /** cost of a run's stored answers, in microUsd */
  const paid = new Map<string, number>();
  const total = () => [...paid.values()].reduce((sum, one) => sum + one, 0);
  const seen = { mostPaid: 0, refused: 0, killed: 0 };

  const life = async (run: string, id: string): Promise<"killed" | "interrupted" | "over"> => {
    const budget = open(faulty, run, id, LIMIT);
    if (await budget.hasOpenSlices()) await budget.reconcile(paid.get(run) ?? 0);
    for (let request = 0; request < 30; request++) {
      const worst = 1 + Math.floor(chance() * 2000);
      const reservation = await budget.reserve(worst);
      if (reservation === undefined) {
        seen.refused++;
        break;
      }
      await turn();
      const cost = Math.floor(worst * chance());
      if (chance() < 0.8) {
        reservation.settle(costing(cost));
        paid.set(run, (paid.get(run) ?? 0) + cost);
      } else reservation.release();
      seen.mostPaid = Math.max(seen.mostPaid, total());
      if (chance() < 0.05) return "killed";
    }
    const isOver = chance() < 0.5;
    await budget.settle(isOver);
    return isOver ? "over" : "interrupted";
  };
  const worker = async (run: string): Promise<void> => {
    for (let lives = 0; lives < 20; lives++) {
      const end = await life(run, `${run}-${lives}`).catch(() => "killed" as const);
      if (end === "killed") seen.killed++;
      if (end === "over") break;
    }
    const last = open(objects, run, `${run}-last`, LIMIT);
    if (await last.hasOpenSlices()) await last.reconcile(paid.get(run) ?? 0);
  };
  await Promise.all(Array.from({ length: 8 }, (_, run) => worker(`r${run}`)));
  return { ...seen, paid: total(), taken: takenMicroUsd(await fileOf(objects)), faults: faulty.faults.length };
}
const LIMIT = 200_000;

test("killed workers and lost replies never exceed the limit, and unspent money is free in the end", async () => {
  const all = await Promise.all(Array.from({ length: 40 }, (_, seed) => disorder(seed)));
  for (const { mostPaid, paid, taken, faults, killed } of all) {
    expect(mostPaid).toBeLessThanOrEqual(LIMIT);
    expect(taken).toBe(paid);
    expect(Math.min(faults, killed)).toBeGreaterThan(0);
  }
  expect(all.filter(({ refused }) => refused > 0).length).toBeGreaterThan(10);
});
