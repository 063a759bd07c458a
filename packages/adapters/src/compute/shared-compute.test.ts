import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ObjectStore } from "@medhelm/core/ports";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { computeContract, job } from "@medhelm/testing/contract/compute";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { systemClock } from "../system-clock.ts";
import { childProcessCompute } from "./child-process.ts";
import { sharedCompute } from "./shared-compute.ts";
import { workSharedJobs } from "./work-shared-jobs.ts";

const program = fileURLToPath(new URL("../../../testing/src/contract/compute-program.ts", import.meta.url));

/** A worker of its own folder, as on another machine. */
function startWorker(objects: ObjectStore, home = "h1") {
  const dir = mkdtempSync(join(tmpdir(), "medhelm-shared-"));
  const compute = childProcessCompute({
    dir,
    programs: { worker: { command: process.execPath, args: [program] } },
  });
  const stop = new AbortController();
  const errors: unknown[] = [];
  const working = workSharedJobs({
    objects,
    clock: systemClock,
    compute,
    worker: "host",
    home,
    maxJobs: 2,
    signal: stop.signal,
    pollMs: 10,
    notice: () => undefined,
    report: (error) => errors.push(error),
  });
  return {
    async close() {
      stop.abort();
      await working;
      await compute.close();
      rmSync(dir, { recursive: true });
      expect(errors).toEqual([]);
    },
  };
}

computeContract(
  "shared workers",
  () => {
    const objects = memoryStore();
    const workers = [startWorker(objects, "h1"), startWorker(objects, "h2")];
    return {
      compute: sharedCompute(objects, systemClock),
      async dispose() {
        for (const worker of workers) await worker.close();
      },
    };
  },
  { arrays: false },
);

test("a stopped worker gives its job back as interrupted", async () => {
  const objects = memoryStore();
  const compute = sharedCompute(objects, systemClock);
  const worker = startWorker(objects);
  const { id } = await compute.submit(job("a", "hang"));
  while ((await compute.describe(id))?.state !== "running") await systemClock.sleep(5);
  await worker.close();
  expect(await compute.describe(id)).toMatchObject({
    state: "failed",
    reason: "interrupted: run again (the worker was stopped)",
  });
});

test("owners take turns, so that one with many jobs holds back nobody", async () => {
  const objects = memoryStore();
  const compute = sharedCompute(objects, systemClock);
  for (const name of ["1", "2"]) await compute.submit(job(name, "hang", { owner: "hog" }));
  const last = await compute.submit(job("3", "hang", { owner: "hog" }));
  const { id } = await compute.submit(job("4", "hang", { owner: "ann" }));
  const worker = startWorker(objects);
  while ((await compute.describe(id))?.state !== "running") await systemClock.sleep(5);
  expect((await compute.describe(last.id))?.state).toBe("waiting");
  await worker.close();
});

test("the first worker of a pool starts before further workers of another one that wait for longer", async () => {
  const objects = memoryStore();
  const compute = sharedCompute(objects, systemClock);
  for (const name of ["1", "2"])
    await compute.submit(job(name, "hang", { pool: { deployment: "a", isFurther: true } }));
  const last = await compute.submit(job("3", "hang", { pool: { deployment: "a", isFurther: true } }));
  const { id } = await compute.submit(job("4", "hang", { pool: { deployment: "b", isFurther: false } }));
  const worker = startWorker(objects);
  while ((await compute.describe(id))?.state !== "running") await systemClock.sleep(5);
  expect((await compute.describe(last.id))?.state).toBe("waiting");
  await worker.close();
});

/** A job whose worker took it and was killed. */
async function abandonedJob() {
  const clock = fakeClock();
  const objects = memoryStore({ clock });
  const compute = sharedCompute(objects, clock);
  const { id } = await compute.submit(job("a", "hang"));
  const killed = new AbortController();
  void workSharedJobs({
    objects,
    clock: { ...clock, sleep: () => new Promise(() => undefined) },
    compute: {
      submit: async () => ({ id: "1" }),
      describe: async () => ({ id: "1", name: "a", state: "running" }),
      cancel: async () => undefined,
    },
    worker: "gpu1",
    home: "h3",
    maxJobs: 1,
    signal: killed.signal,
    notice: () => undefined,
    report: () => undefined,
  });
  while ((await compute.describe(id))?.state !== "running") await new Promise(setImmediate);
  return { clock, objects, compute, id };
}

test("a job whose worker is silent for half a minute fails as interrupted, and names the machine", async () => {
  const { clock, compute, id } = await abandonedJob();
  await clock.advance(30_001);
  expect(await compute.describe(id)).toMatchObject({
    state: "failed",
    reason: "interrupted: run again (the worker on gpu1 was lost)",
  });
});

test("a job whose worker was silent for a shorter time is running", async () => {
  const { clock, compute, id } = await abandonedJob();
  await clock.advance(29_000);
  expect(await compute.describe(id)).toMatchObject({ state: "running" });
});

test("a worker that is started again in the folder of a killed one gives its job back at once", async () => {
  const { objects, compute, id } = await abandonedJob();
  const worker = startWorker(objects, "h3");
  while ((await compute.describe(id))?.state === "running") await systemClock.sleep(5);
  expect(await compute.describe(id)).toMatchObject({
    state: "failed",
    reason: "interrupted: run again (the worker on host was started again)",
  });
  await worker.close();
});

test("old jobs are forgotten", async () => {
  const objects = memoryStore();
  const compute = sharedCompute(objects, { ...systemClock, nowMs: () => 1000 });
  const { id } = await compute.submit(job("a", "succeed"));
  await compute.forget(1001);
  expect(await compute.describe(id)).toBeUndefined();
});
