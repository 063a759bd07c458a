import { readFile } from "node:fs/promises";
import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { memoryQueue } from "@medhelm/testing/queues/memory-queue";
import { keys } from "@medhelm/core/store/object-keys";
import { readYaml } from "@medhelm/core/text/read-yaml";
import { GpuClasses } from "@medhelm/core/jobs/gpu-class";
import { expect, test } from "vitest";
import { S3_LATENCY_MS } from "../../../../bench/scale/assumptions.ts";
import { totalOfIndex } from "../../../../bench/scale/counted-index.ts";
import { countedStore, minus, totalOf } from "../../../../bench/scale/counted-store.ts";
import { measureRun } from "../../../../bench/scale/measure-run.ts";
import { measureRunCosts } from "../../../../bench/scale/run-costs.ts";
import { simulatedClock } from "../../../../bench/scale/simulated-clock.ts";
import { simulate } from "../../../../bench/scale/simulate.ts";
import { createSubmission } from "../index/submission-record.ts";
import { sweep } from "../sweep/sweep.ts";

// S3 requests cost money, and a service stops if its requests grow with all stored objects (docs/operate.md, "Cost and scale").

const RUNS = 1480;

/** Sweeps over submissions of 1,480 open runs on 40 deployments with running jobs. */
async function sweepOf(submissions: number): Promise<{ readonly requests: number; readonly seconds: number }> {
  const clock = simulatedClock(Date.UTC(2026, 10, 21));
  const store = countedStore(clock, S3_LATENCY_MS);
  const index = sqliteIndex(":memory:");
  const deployments = Array.from({ length: 40 }, (_, i) => `m/${i}`);
  for (let i = 0; i < submissions; i++) {
    const id = `${String(i).padStart(12, "0")}-000000000000`;
    const runs = Array.from({ length: RUNS }, (_, r) => {
      const modelDeployment = deployments[r % 40] ?? "";
      const run = `b${r}:model=${modelDeployment}`;
      return { run, description: run, benchmark: `b${r}`, model: modelDeployment, modelDeployment };
    });
    const submission = {
      formatVersion: 1 as const,
      id,
      owner: "o",
      createdAt: "2025-01-01T00:00:00.000Z",
      request: { suite: id, entries: [{ description: "b" }] },
      runs,
    };
    store.place(keys.submission(id), JSON.stringify(submission));
    await createSubmission(index, submission, 0);
    for (const deployment of deployments) {
      const record = {
        formatVersion: 1,
        submission: id,
        deployment,
        role: "candidate",
        attempt: 1,
        faults: 0,
        id: "j",
      };
      store.place(keys.job(id, deployment, "candidate"), JSON.stringify(record));
    }
  }
  const queue = memoryQueue({ clock, visibilityMs: 30_000 });
  const before = { ...store.requests };
  const startMs = clock.nowMs();
  const report = await clock.runToEnd(
    sweep({
      objects: store,
      index,
      dispatchQueue: queue,
      aggregateQueue: queue,
      releaseQueue: queue,
      clock,
      compute: { describeAll: async (ids) => new Map(ids.map((id) => [id, { id, name: id, state: "running" }])) },
      report: (error) => {
        throw error;
      },
    }),
  );
  expect(report).toMatchObject({ submissions, dispatched: 0, aggregated: 0 });
  return { requests: totalOf(minus(store.requests, before)), seconds: (clock.nowMs() - startMs) / 1000 };
}

test("a sweep over 100 submissions with running jobs sends under 50 requests per submission within a simulated minute", async () => {
  const { requests, seconds } = await sweepOf(100);
  expect(requests).toBeLessThan(5000);
  expect(seconds).toBeLessThan(60);
});

/** The index counts states of runs, not instances. */
const isFew = (counts: readonly number[]): boolean => counts.every((count) => count > 0 && count < 20);

test("a run of 100 instances sends this number of requests to the store and the index, without judges and with three judges", async () => {
  // while a module is loaded for the first time, simulated time passes in which the lease is renewed
  for (const kind of ["closed", "served"] as const) await measureRun({ kind, instances: 1, answerMs: 0 });
  const closed = await measureRun({ kind: "closed", instances: 100, answerMs: 0 });
  expect(closed.jobs.map(({ requests }) => totalOf(requests))).toEqual([355]);
  expect(closed.jobs.map(({ index }) => totalOfIndex(index))).toSatisfy(isFew);
  const served = await measureRun({ kind: "served", instances: 100, answerMs: 0 });
  expect(served.jobs.map(({ requests }) => totalOf(requests))).toEqual([532, 635, 957]);
  expect(served.jobs.map(({ index }) => totalOfIndex(index))).toSatisfy(isFew);
  expect(totalOf(served.aggregate.requests)).toBe(42);
  expect(totalOfIndex(served.aggregate.index)).toBeLessThan(10);
});

test("the real API, dispatcher and sweep complete 37 benchmarks of one model with this number of requests", {
  timeout: 120_000,
}, async () => {
  const file = new URL("../../../../conf/gpu_classes.yaml", import.meta.url);
  const { gpuClasses } = readYaml(await readFile(file, "utf8"), "conf/gpu_classes.yaml", GpuClasses);
  const costs = {
    closed: await measureRunCosts("closed"),
    hosted: await measureRunCosts("hosted"),
    served: await measureRunCosts("served"),
  };
  const { runs, sealed, failed, jobs, bill } = await simulate({
    submissions: 1,
    mix: { name: "one model", models: () => 1 },
    seed: 1,
    costs,
    gpuClasses,
    sweepGrowth: 1,
    dispatched: 1,
  });
  expect({ runs, sealed, failed, jobs }).toEqual({ runs: 37, sealed: 37, failed: 0, jobs: 4 });
  expect({
    api: totalOf(bill.s3.api),
    dispatch: totalOf(bill.s3.dispatch),
    sweep: totalOf(bill.s3.sweep),
    sent: bill.sqs.send,
  }).toEqual({ api: 7, dispatch: 230, sweep: 244, sent: 44 });
});
