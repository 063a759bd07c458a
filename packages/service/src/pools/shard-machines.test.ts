import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { enqueue, poolOf, prompts, putSubmission, shardOf, waiting } from "@medhelm/testing/fixtures/pool";
import { readLedger } from "@medhelm/testing/fixtures/read-ledger";
import { machinePrices } from "@medhelm/testing/fixtures/machine-prices";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { BudgetFile, takenMicroUsd } from "@medhelm/core/money/budget-file";
import type { Clock } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { expect, test } from "vitest";
import { shardMachines } from "./shard-machines.ts";

const PRICES = machinePrices(1);

/** A worker of a pool whose machine has just started. */
async function worker(limits: Readonly<Record<string, number>> = {}, { startedBeforeMs = 0, isEstimate = false } = {}) {
  const clock = fakeClock();
  const objects = memoryStore({ clock });
  for (const owner of ["ann", "bob"]) await putSubmission(objects, shardOf(owner), limits[owner]);
  const index = sqliteIndex(":memory:");
  const start = { atMs: clock.nowMs() - startedBeforeMs, isEstimate };
  let isDead = false;
  const ownClock: Clock = { ...clock, sleep: (...args) => (isDead ? new Promise(() => {}) : clock.sleep(...args)) };
  const machines = shardMachines({ objects, index, clock: ownClock, prices: PRICES }, { job: "pool-job", start });
  /** Asks a shard of an owner for the given number of seconds. `isKilled`: the worker neither reserves more time nor ends it. */
  const ask = async (owner: string, seconds: number, { isKilled = false, entry = "e0" } = {}) => {
    isDead = isKilled;
    const machine = await machines.open({ entry, of: shardOf(owner) });
    await clock.advance(seconds * 1000);
    if (!isKilled) await machine.close();
    return machine;
  };
  const paid = async (owner: string): Promise<number> =>
    (await readLedger(objects, owner, "2026-11")).reduce(
      (sum, entry) => sum + (entry.kind === "gpu-job" ? entry.seconds : 0),
      0,
    );
  const reserved = async (owner: string): Promise<number> => {
    const file = await getJson(objects, keys.submissionBudget(shardOf(owner).submission), BudgetFile);
    return file === undefined ? 0 : takenMicroUsd(file);
  };
  const wait = (seconds: number) => clock.advance(seconds * 1000);
  return { machines, ask, paid, reserved, wait };
}

test("the seconds that owners pay in the ledger and the operator's waiting are the seconds of the machine", async () => {
  const { machines, ask, paid, wait } = await worker();
  await wait(100); // the model loads
  await ask("ann", 60);
  await wait(30);
  await ask("bob", 40);
  await ask("ann", 15);
  await wait(5);
  expect([await paid("ann"), await paid("bob"), machines.seconds()]).toEqual([
    175,
    40,
    { worked: 250, paid: 215, waited: 35 },
  ]);
});

test.each([
  [false, 360],
  [true, 60],
])("the first shard pays for a start of 300 s, unless that is an estimate (%s)", async (isEstimate, seconds) => {
  const { ask, paid } = await worker({}, { startedBeforeMs: 300_000, isEstimate });
  await ask("ann", 60);
  expect(await paid("ann")).toBe(seconds);
});

test("a shard whose worker is killed pays nothing", async () => {
  const { ask, paid } = await worker();
  await ask("ann", 60, { isKilled: true });
  expect(await paid("ann")).toBe(0);
});

test("the budget frees the time of a killed worker when its shard is asked again", async () => {
  const { ask, reserved } = await worker({ ann: 100 });
  await ask("ann", 30, { isKilled: true, entry: "e1" });
  await ask("ann", 30, { isKilled: true, entry: "e2" });
  expect(await reserved("ann")).toBe(2 * 1_500_000);
  await ask("ann", 36, { entry: "e1" });
  expect(await reserved("ann")).toBe(360_000 + 1_500_000);
});

test("a submission whose budget does not pay for the next minutes of the machine is refused", async () => {
  const { ask } = await worker({ ann: 0.5 });
  const machine = await ask("ann", 0);
  expect([machine.signal.aborted, machine.refused()?.reason]).toEqual([true, "budget"]);
});

test("a run whose budget does not pay for the machine leaves the pool unasked", async () => {
  const pool = poolOf();
  await enqueue(pool, "ann", prompts(3), { limitUsd: 0.5 });
  const { objects, index, clock } = pool;
  const start = { atMs: clock.nowMs(), isEstimate: false };
  const { open: machine } = shardMachines({ objects, index, clock, prices: PRICES }, { job: "pool-job", start });
  await pool.work({ ...pool.worker(1), machine });
  expect([pool.asked, await waiting(objects)]).toEqual([[], []]);
});
