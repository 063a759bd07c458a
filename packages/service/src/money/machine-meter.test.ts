import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { type FakeClock, fakeClock } from "@medhelm/testing/clock/fake-clock";
import { type Fault, faultyStore } from "@medhelm/testing/stores/faulty-store";
import { machinePrices } from "@medhelm/testing/fixtures/machine-prices";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { BudgetFile, takenMicroUsd } from "@medhelm/core/money/budget-file";
import { entryMicroUsd } from "@medhelm/core/money/ledger-entry";
import { machinePrice } from "@medhelm/core/money/machine-price";
import { machineName } from "@medhelm/core/money/machine-time";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { Clock, ObjectStore } from "@medhelm/core/ports";
import { acquireLease } from "@medhelm/core/jobs/lease";
import type { StoredSubmission } from "@medhelm/core/submission";
import { expect, test } from "vitest";
import { dispatchPorts, testCompute } from "@medhelm/testing/fixtures/dispatch";
import { dispatch } from "../dispatch/dispatch.ts";
import type { EndedJob } from "../failure/job-event.ts";
import { submissionRunState } from "@medhelm/testing/fixtures/run-state";
import { workWithinBudget } from "../work/work-within-budget.ts";
import {
  MODELS,
  MONTH,
  OWNER,
  ports,
  provider,
  putSubmission,
  storedMicroUsd,
  work,
} from "@medhelm/testing/fixtures/money";
import { openMachineMeter } from "./machine-meter.ts";
import { readLedger } from "@medhelm/testing/fixtures/read-ledger";
import { recordGpuJob } from "./record-gpu-job.ts";
import { reserveStart } from "./reserve-start.ts";

const [DEPLOYMENT] = MODELS;
const PRICES = machinePrices(2);
const found = machinePrice(PRICES, DEPLOYMENT);
if (found === undefined) throw new Error("no price");
const PRICE = found;

const takenOf = async (objects: ObjectStore): Promise<number> =>
  takenMicroUsd(
    (await getJson(objects, keys.submissionBudget("a1"), BudgetFile)) ?? {
      formatVersion: 1,
      limitMicroUsd: 0,
      slices: [],
    },
  );
const machinesOf = async (objects: ObjectStore) =>
  (await getJson(objects, keys.submissionBudget("a1"), BudgetFile))?.machines;
const chargedOf = async (objects: ObjectStore): Promise<number> =>
  (await readLedger(objects, OWNER, MONTH)).reduce((sum, entry) => sum + entryMicroUsd(entry), 0);

type Period = EndedJob["periods"][number];
const seconds = (from: number, to: number): Period => ({ startedAtMs: from * 1000, stoppedAtMs: to * 1000 });

async function bench(budgetUsd: number | undefined) {
  const clock = fakeClock(0);
  const objects = memoryStore({ clock });
  const submission = await putSubmission(objects, budgetUsd === undefined ? {} : { budgetUsd });
  const meter = (
    job: string,
    {
      attempt = 1,
      startedAtMs = clock.nowMs(),
      on = clock,
    }: { attempt?: number; startedAtMs?: number; on?: Clock } = {},
  ) =>
    openMachineMeter({ objects, clock: on }, submission, {
      of: { job, attempt, name: `${job} as named` },
      price: PRICE,
      startedAtMs,
    });
  const event = (jobId: string, ...periods: Period[]) =>
    recordGpuJob(
      { objects, index: sqliteIndex(":memory:"), prices: PRICES },
      { jobId, name: `${jobId} as named`, submission: "a1", deployment: DEPLOYMENT, role: "candidate", periods },
    );
  return { clock, objects, submission, meter, event, taken: () => takenOf(objects), charged: () => chargedOf(objects) };
}

/** A clock that stops at the kill. */
function mortal(clock: FakeClock) {
  let isDead = false;
  const never = new Promise<never>(() => undefined);
  const sleep: Clock["sleep"] = async (ms, signal) => {
    await clock.sleep(ms, signal);
    if (isDead) await never;
  };
  return { on: { ...clock, sleep }, kill: () => void (isDead = true) };
}

test("a machine's time and start are reserved before use, and refused while the reserved time still lasts", async () => {
  const { clock, meter, event, taken, charged } = await bench(10);
  await clock.advance(100_000);
  const metered = await meter("j", { startedAtMs: 0 });
  expect(await taken()).toBe(2_500_000); // 100 s since the start, 90 s in advance, 60 s to stop
  await clock.advance(779_000);
  expect([await taken(), metered.refused()]).toEqual([9_700_000, undefined]);
  await clock.advance(1000);
  expect(metered.refused()?.message).toBe(
    "the budget is used up: $9.7000 of at most $10 are spent or reserved, and the next minutes of a machine (gpu-test, $36 an hour) would exceed it: raise it to continue; no answer is lost",
  );
  expect([metered.refused()?.reason, metered.signal.aborted]).toEqual(["budget", false]);
  await clock.advance(20_000);
  expect(metered.signal.reason).toBe(metered.refused());
  await metered.close();
  expect(await taken()).toBe(9_300_000); // 900 s, and 30 s until the machine is released
  await event("j", seconds(0, 925));
  expect([await taken(), await charged()]).toEqual([9_250_000, 9_250_000]);
});

test("without a limit nothing is refused and nothing is written", async () => {
  const { clock, objects, meter } = await bench(undefined);
  const metered = await meter("j");
  await clock.advance(86_400_000);
  await metered.close();
  expect([metered.refused(), metered.signal.aborted, await machinesOf(objects)]).toEqual([undefined, false, undefined]);
});

test("a killed worker's slice counts until Batch reports the times of all attempts", async () => {
  const { clock, objects, meter, event, taken, charged } = await bench(100);
  const first = mortal(clock);
  await meter("j", { on: first.on });
  await clock.advance(130_000);
  first.kill();
  await clock.advance(120_000);
  expect(await taken()).toBe(2_700_000);
  const second = await meter("j", { attempt: 2, startedAtMs: 200_000 });
  await clock.advance(60_000);
  expect(await taken()).toBe(2_700_000 + 2_600_000);
  await second.close();
  expect(await machinesOf(objects)).toEqual([
    { state: "running", job: "j", attempt: 1, microUsd: 2_700_000 },
    { state: "ended", job: "j", attempt: 2, microUsd: 1_400_000 },
  ]);
  await event("j", seconds(0, 131), seconds(200, 318));
  expect(await machinesOf(objects)).toEqual([{ state: "charged", job: "j", microUsd: 2_490_000 }]);
  expect([await taken(), await charged()]).toEqual([2_490_000, 2_490_000]);
});

test("repeated, late or unordered events do not change the budget or the charge", async () => {
  const { clock, meter, event, taken, charged } = await bench(100);
  await (await meter("j")).close();
  await event("j", seconds(0, 50), seconds(60, 100));
  await event("j", seconds(0, 50)); // older
  await event("j", seconds(0, 50), seconds(60, 100));
  await event("never started");
  expect([await taken(), await charged()]).toEqual([900_000, 900_000]);
  // a worker that does not know of the end reserves nothing more
  await expect(meter("j", { attempt: 2 })).rejects.toThrow("job j has ended, as Batch reports");
  const late = await meter("k");
  await event("k", seconds(0, 10));
  await clock.advance(60_000);
  expect([late.signal.aborted, late.refused()]).toEqual([true, undefined]);
  await late.close();
  expect([await taken(), await charged()]).toEqual([1_000_000, 1_000_000]);
});

test("a short store failure does not stop a machine; a long one stops it before its time is unpaid", async () => {
  const { clock, objects, submission } = await bench(100);
  let isDown = false;
  const fault = (): Fault | undefined => (isDown ? "throw before" : undefined);
  const of = { job: "j", attempt: 1, name: "j" };
  const metered = await openMachineMeter({ objects: faultyStore(objects, fault), clock }, submission, {
    of,
    price: PRICE,
    startedAtMs: 0,
  });
  isDown = true;
  await clock.advance(70_000);
  isDown = false;
  await clock.advance(60_000);
  expect(metered.signal.aborted).toBe(false);
  isDown = true;
  await clock.advance(95_000);
  expect(metered.refused()).toBeUndefined();
  expect(() => metered.signal.throwIfAborted()).toThrow(
    "the budget of a1 cannot be written, and its machine is no longer paid for",
  );
  await metered.close();
});

/** A repeatable random sequence. */
function dice(seed: number) {
  let state = seed * 7919 + 1;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Two children of one array, each retried when killed, with a budget that is too small and with repeated and late events. */
async function disorder(seed: number) {
  const chance = dice(seed);
  const limitUsd = 10 + Math.floor(30 * chance());
  const { clock, objects, submission, event, taken, charged } = await bench(limitUsd);
  const seen = { kills: 0, refusals: 0 };
  const start = { name: "array", arraySize: 2 };
  if ((await reserveStart({ objects }, submission, start, PRICE)) !== undefined) throw new Error("no start");

  const child = async (index: number): Promise<void> => {
    const job = `id:${index}`;
    const periods: Period[] = [];
    for (let attempt = 1; attempt < 10; attempt++) {
      const startedAtMs = clock.nowMs();
      await clock.sleep(1000 + Math.floor(119_000 * chance())); // before a worker runs
      const { on, kill } = mortal(clock);
      const of = { job, attempt, name: machineName("array", index) };
      const meter = await openMachineMeter({ objects, clock: on }, submission, { of, price: PRICE, startedAtMs });
      const isKilled = chance() < 0.6;
      const lifeMs = isKilled ? Math.floor(600_000 * chance()) : 3_600_000;
      const end = new AbortController();
      await clock.sleep(lifeMs, AbortSignal.any([meter.signal, end.signal])).catch(() => undefined);
      const isRefused = meter.refused() !== undefined;
      if (isKilled && !isRefused) {
        kill();
        seen.kills++;
      } else {
        await meter.close();
        await clock.sleep(Math.floor(30_000 * chance()));
      }
      periods.push({ startedAtMs, stoppedAtMs: clock.nowMs() });
      if (isRefused) seen.refusals++;
      if (isRefused || !isKilled) break;
    }
    await clock.sleep(Math.floor(300_000 * chance()));
    for (let i = 0; i < 2; i++)
      await recordGpuJob(
        { objects, index: sqliteIndex(":memory:"), prices: PRICES },
        {
          jobId: job,
          name: machineName("array", index),
          submission: "a1",
          deployment: DEPLOYMENT,
          role: "candidate",
          periods,
        },
      );
  };
  const both = Promise.all([child(0), child(1)]);
  await clock.advance(20 * 3_600_000);
  await both;
  await event("id:0", seconds(0, 1)); // older
  return { ...seen, limit: limitUsd * 1e6, taken: await taken(), charged: await charged() };
}

test("two children that are killed and retried cost at most the budget and one slice, and the budget ends equal to the charge", async () => {
  const slice = 1_500_000;
  let [kills, refusals, most] = [0, 0, 0];
  for (let seed = 0; seed < 30; seed++) {
    const end = await disorder(seed);
    expect(end.taken).toBe(end.charged);
    expect(end.charged).toBeLessThanOrEqual(end.limit + slice);
    kills += end.kills;
    refusals += end.refusals;
    most = Math.max(most, end.charged / end.limit);
  }
  expect([kills > 30, refusals > 30, most > 0.9]).toEqual([true, true, true]);
});

const MESSAGE = { submission: "a1", deployment: DEPLOYMENT, role: "candidate" } as const;
const states = (objects: ObjectStore, submission: StoredSubmission) =>
  Promise.all(
    submission.runs.slice(0, 1).map(async ({ run }) => {
      const state = await submissionRunState(objects, submission, run);
      return state.state === "failed" ? state.reason : state.state;
    }),
  );

function dispatcher(objects: ObjectStore) {
  const compute = testCompute();
  const told = { ...dispatchPorts(objects, compute), machinePrice: () => PRICE };
  return { compute, send: () => dispatch(told, MESSAGE) };
}

test("a job starts if the budget covers its machine's start, which is reserved once and passed to the worker", async () => {
  const { objects, clock, submission, taken } = await bench(10);
  const { compute, send } = dispatcher(objects);
  await send();
  await send();
  const [name = ""] = compute.jobs.map((job) => job.name);
  expect(await machinesOf(objects)).toEqual([{ state: "starting", job: name, microUsd: 4_500_000 }]);
  const of = { job: "id", attempt: 1, name };
  await openMachineMeter({ objects, clock }, submission, { of, price: PRICE, startedAtMs: 0 });
  expect([compute.jobs.length, await taken()]).toEqual([1, 1_500_000]);
});

test("a job that never had a machine frees its reservation", async () => {
  const { objects, submission, event, taken } = await bench(10);
  await reserveStart({ objects }, submission, { name: "id as named" }, PRICE);
  expect(await taken()).toBe(4_500_000);
  await event("id");
  expect(await taken()).toBe(0);
});

test("a budget below a machine's start prevents the job, and the runs state the reason", async () => {
  const { objects, submission } = await bench(4.49);
  const { compute, send } = dispatcher(objects);
  await send();
  expect(compute.jobs).toEqual([]);
  expect(await states(objects, submission)).toEqual([
    "the budget is used up: $0.0000 of at most $4.49 are spent or reserved, and the next minutes of a machine (gpu-test, $36 an hour) would exceed it: raise it to continue; no answer is lost",
  ]);
});

test("a job without budget for its machine ends: its runs fail with the reason, answers stay, and no job restarts", async () => {
  const { objects, clock, taken, charged, event } = await bench(10);
  const submission = await putSubmission(objects, { budgetUsd: 10, maxEvalInstances: 14 });
  const { compute, send } = dispatcher(objects);
  await send();
  const name = compute.jobs[0]?.name ?? "";
  const meter = await openMachineMeter({ objects, clock }, submission, {
    of: { job: "id", attempt: 1, name },
    price: PRICE,
    startedAtMs: 0,
  });
  const sold = provider();
  let later: Promise<void> | undefined;
  sold.onSale = async () => {
    if (sold.requests >= 9) await (later ??= clock.advance(905_000));
  };
  const job = { ...MESSAGE, signal: new AbortController().signal };
  let isAborted = true;
  const oneByOne = ports(objects, sold, "a1", 1, meter, undefined, 1);
  await workWithinBudget(objects, meter, job, (signal) =>
    work(oneByOne, submission, DEPLOYMENT, { signal, concurrency: 1 }).finally(() => {
      isAborted = signal.aborted;
    }),
  );
  expect(isAborted).toBe(false); // no request in flight was aborted
  expect(await states(objects, submission)).toEqual([expect.stringContaining("the budget is used up: $9.")]);
  expect(sold.requests).toBe(10); // the ninth, and the one to the other deployment that was in flight
  expect(await storedMicroUsd(objects)).toBe(sold.microUsd);
  compute.end("job-1", "succeeded");
  await event("id", seconds(0, 905));
  await send();
  expect(compute.jobs).toHaveLength(1);
  expect([await taken(), await charged()]).toEqual([9_050_000 + sold.microUsd, 9_050_000 + sold.microUsd]);
});

test("a worker that is refused at its start fails its runs without a request, except runs that a sibling works on", async () => {
  const { objects, clock, submission } = await bench(2);
  const run = submission.runs[0]?.run ?? "";
  const meter = await openMachineMeter({ objects, clock }, submission, {
    of: { job: "id:0", attempt: 1, name: "array:0" },
    price: PRICE,
    startedAtMs: -100_000,
  });
  expect(await machinesOf(objects)).toEqual([{ state: "running", job: "id:0", attempt: 1, microUsd: 1_600_000 }]);
  const job = { ...MESSAGE, signal: new AbortController().signal };
  const refuse = () => workWithinBudget(objects, meter, job, () => Promise.reject(new Error("it is not started")));
  const lease = await acquireLease({
    objects,
    clock,
    key: keys.lease("s", run),
    ttlMs: 60_000,
    holder: { host: "sibling", pid: 1, startedAt: "" },
  });
  await refuse();
  expect(await states(objects, submission)).toEqual(["queued"]);
  if (lease.kind === "held") await lease.lease.release();
  await refuse();
  expect(await states(objects, submission)).toEqual([expect.stringContaining("the budget is used up: $1.6000 of")]);
});

test("work that does not end in time is aborted while the machine is paid for, and a stopped job reports the stop itself", async () => {
  const { objects, clock, submission } = await bench(5);
  const of = { job: "id", attempt: 1, name: "id" };
  const meter = await openMachineMeter({ objects, clock }, submission, { of, price: PRICE, startedAtMs: 0 });
  const told = new AbortController();
  const job = { ...MESSAGE, signal: told.signal };
  const working = workWithinBudget(objects, meter, job, (signal) => clock.sleep(86_400_000, signal));
  await clock.advance(3_600_000);
  await working;
  expect(await states(objects, submission)).toEqual([expect.stringContaining("the budget is used up: $4.5000 of")]);

  const other = await bench(5);
  const stopped = await openMachineMeter(other, submission, { of, price: PRICE, startedAtMs: 0 });
  const stopping = workWithinBudget(other.objects, stopped, job, (signal) => other.clock.sleep(1000, signal));
  told.abort(new Error("SIGTERM"));
  await expect(stopping).rejects.toThrow("SIGTERM");
  expect(await states(other.objects, submission)).toEqual(["queued"]);
  expect(await other.taken()).toBe(300_000);
});

test("the runs of a machine's job fail with the reason if the budget cannot be read", async () => {
  const { objects, submission } = await bench(10);
  await objects.put(keys.submissionBudget("a1"), "{");
  const { compute, send } = dispatcher(objects);
  await send();
  expect(await states(objects, submission)).toEqual([
    expect.stringContaining(`${keys.submissionBudget("a1")}: not valid JSON`),
  ]);
  expect(compute.jobs).toEqual([]);
});
