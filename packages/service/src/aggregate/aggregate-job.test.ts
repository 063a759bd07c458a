import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { metricFor } from "@medhelm/benchmarks/registry";
import { keys } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";
import { expect, test } from "vitest";
import { testCompute } from "@medhelm/testing/fixtures/dispatch";
import { textsBelow } from "@medhelm/testing/fixtures/work";
import { aggregateJob, aggregateJobName } from "./aggregate-job.ts";
import { aggregateRun, type RunToAggregate } from "./aggregate-run.ts";
import { putSyntheticRun } from "@medhelm/testing/fixtures/synthetic-run";

const LARGE = 10_000_000_000;
const FOLDER = `public/3-${"a".repeat(32)}`;
const RUN = { suite: "s", run: 'mmlu:subject="a/b",model=m', generation: 3, folder: FOLDER };

/** The same store, but it reports a large size for each scenario state. */
function asIfLarge(objects: ObjectStore): ObjectStore {
  return {
    ...objects,
    async head(key) {
      const head = await objects.head(key);
      return head && key.endsWith("/scenario_state.json") ? { ...head, sizeBytes: LARGE } : head;
    },
  };
}

const notAsked = () => Promise.reject(new Error("a small run needs no job"));

async function unsealed() {
  const objects = memoryStore();
  return { objects, run: await putSyntheticRun(objects, "s", 20), metrics: metricFor };
}

const SYNTHETIC = `public/1-${"0".repeat(32)}`;
const filesOf = ({ objects, run }: { readonly objects: ObjectStore; readonly run: string }) =>
  textsBelow(objects, keys.generation("s", run, SYNTHETIC));

test("the function starts a job for a large run, and the job writes the same bytes as the function", async () => {
  const asked: RunToAggregate[] = [];
  const startJob = async (message: RunToAggregate) => void asked.push(message);
  const here = await unsealed();
  const { run } = here;
  const large = { ...here, objects: asIfLarge(here.objects) };
  expect(await aggregateRun({ ...large, startJob }, { suite: "s", run })).toEqual({ kind: "startJob" });
  expect(asked).toEqual([{ suite: "s", run, generation: 1, folder: SYNTHETIC }]);
  expect([...(await filesOf(here)).keys()]).toEqual([
    "assembly.json",
    "run_spec.json",
    "scenario.json",
    "scenario_state.json",
  ]);

  expect(await aggregateRun(large, { suite: "s", run })).toMatchObject({ kind: "sealed" }); // in the job
  const inFunction = await unsealed();
  const sealed = await aggregateRun({ ...inFunction, startJob: notAsked }, { suite: "s", run });
  expect(sealed).toMatchObject({ kind: "sealed" });
  expect(await filesOf(here)).toEqual(await filesOf(inFunction));

  expect(await aggregateRun({ ...large, startJob }, { suite: "s", run })).toEqual({ kind: "stale" });
  expect(asked).toHaveLength(1);
});

test("a repeated message does not start a second job, because the function finds the first by its name", async () => {
  const compute = testCompute();
  const startJob = aggregateJob({ compute, clock: fakeClock() });
  await startJob(RUN);
  await startJob(RUN);
  expect(compute.jobs).toEqual([
    {
      id: "job-1",
      name: "aggregate-72af2fb85b46ebea1321c2917f886a5a-1",
      state: "running",
      environment: { MEDHELM_SUITE: "s", MEDHELM_RUN: RUN.run, MEDHELM_FOLDER: FOLDER },
    },
  ]);
  await startJob({ ...RUN, generation: 4 });
  expect(compute.jobs).toHaveLength(2);
});

test("the function replaces an interrupted job and reports the last reason after three failures", async () => {
  const compute = testCompute();
  const startJob = aggregateJob({ compute, clock: fakeClock() });
  const endings = ["Host EC2 (instance i-1) terminated.", "exit code 1: a", "exit code 1: b", "exit code 1: c"];
  for (const [i, reason] of endings.entries()) {
    await startJob(RUN);
    compute.end(`job-${i + 1}`, "failed", reason);
  }
  await expect(startJob(RUN)).rejects.toThrow(`the aggregation of ${RUN.run} failed 3 times, last: exit code 1: c`);
  expect(compute.jobs.map(({ name }) => name)).toEqual([1, 2, 3, 4].map((attempt) => aggregateJobName(RUN, attempt)));
});

test("a job's name is valid for AWS Batch", () => {
  expect(aggregateJobName({ ...RUN, run: "r".repeat(500) }, 20)).toMatch(/^[A-Za-z0-9_-]{1,128}$/);
});
