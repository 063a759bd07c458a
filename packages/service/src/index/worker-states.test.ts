import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { metricFor } from "@medhelm/benchmarks/registry";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { Index, ObjectStore } from "@medhelm/core/ports";
import type { RunState, StoredSubmission } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { type Counted, judgedBy, plan, SUITE, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { pauseAt, pausedIndex, pausedStore } from "@medhelm/testing/stores/paused-store";
import { expect, test } from "vitest";
import { aggregateRun } from "../aggregate/aggregate-run.ts";
import { recordDeadLetter } from "../failure/record-failure.ts";
import { workJob } from "../work/work-job.ts";
import { readStates } from "./run-states.ts";
import { createSubmission } from "./submission-record.ts";

// The states that workers, the aggregator and the failure handler write into the index.

const CANDIDATE = "gpu/candidate";
const planned = await plan(2, `demo_questions:model=${CANDIDATE}`);
const judged = judgedBy(await plan(2, `demo_notes:model=${CANDIDATE}`), "host/judge");
const [run, judgedRun] = [planned.runSpec.name, judged.runSpec.name];
const newCounter = (): Counted => ({ answered: [] });

const submission: StoredSubmission = {
  formatVersion: 1,
  id: "sub",
  owner: "ann",
  createdAt: "2025-01-01T00:00:00.000Z",
  request: { suite: SUITE, entries: [{ description: run }, { description: judgedRun }] },
  runs: [run, judgedRun].map((name) => ({
    run: name,
    description: name,
    benchmark: "demo",
    model: CANDIDATE,
    modelDeployment: CANDIDATE,
    ...(name === judgedRun ? { judges: ["host/judge"] } : {}),
  })),
};

/** Runs a job of the candidate. `refusal`: no run can be planned, for this reason. */
const work = (
  ports: { readonly objects: ObjectStore; readonly index: Index },
  { pid = 1, refusal }: { readonly pid?: number; readonly refusal?: string } = {},
) => {
  const { plan: _, suite: _suite, ...options } = workRequest(planned);
  const canReach = (name: string) => name === CANDIDATE;
  return workJob(
    { ...workerPorts(ports.objects, newCounter(), pid), index: ports.index, canReach },
    {
      ...options,
      submission: "sub",
      deployment: CANDIDATE,
      expand: async (_submission, { run: name }) => {
        if (refusal !== undefined) throw new UserError(refusal);
        return name === run ? planned : judged;
      },
    },
  );
};

async function bench() {
  const objects = memoryStore();
  const index = sqliteIndex(":memory:");
  await putJson(objects, keys.submission("sub"), submission);
  await createSubmission(index, submission, 0);
  const aggregate = () => aggregateRun({ objects, index, metrics: metricFor }, { suite: SUITE, run });
  const states = async () => (await readStates(index, "sub"))?.states.map(({ state }) => state);
  return { objects, index, work, aggregate, states };
}

test("a job leaves its runs judged and awaiting, and the aggregator's seal ends the judged one", async () => {
  const here = await bench();
  await here.work(here);
  expect(await here.states()).toEqual(["judged", "awaiting"]);
  await here.aggregate();
  expect(await here.states()).toEqual(["sealed", "awaiting"]);
});

test("a worker writes the progress of a run under the term of its lease", async () => {
  const here = await bench();
  const seen: RunState[] = [];
  const watched: Index = {
    ...here.index,
    async write(writes) {
      const result = await here.index.write(writes);
      for (const write of writes)
        if (write.kind === "put" && write.sort === "run/000000")
          seen.push((await readStates(here.index, "sub"))?.states[0] ?? { state: "queued" });
      return result;
    },
  };
  await here.work({ ...here, index: watched });
  expect(seen).toContainEqual({ state: "running", done: 1, total: 2 });
  expect((await readStates(here.index, "sub"))?.stored.get(0)).toMatchObject({ term: 1, isHandled: true });
});

test("a run that the worker gives up is failed in the index", async () => {
  const here = await bench();
  await here.work(here, { refusal: "no such column" });
  expect((await readStates(here.index, "sub"))?.states).toEqual([
    { state: "failed", reason: "no such column", code: "input" },
    { state: "failed", reason: "no such column", code: "input" },
  ]);
});

test("a repeated delivery of a sealed run ends a run whose seal the index missed", async () => {
  const here = await bench();
  await here.work(here);
  await aggregateRun({ objects: here.objects, metrics: metricFor }, { suite: SUITE, run });
  expect(await here.states()).toEqual(["judged", "awaiting"]);
  expect(await here.aggregate()).toEqual({ kind: "stale" });
  expect(await here.states()).toEqual(["sealed", "awaiting"]);
});

test("a dead letter of the aggregator fails the runs that wait for its seal", async () => {
  const here = await bench();
  await here.work(here);
  const ports = { objects: here.objects, index: here.index, clock: fakeClock() };
  await recordDeadLetter(ports, JSON.stringify({ suite: SUITE, run }));
  expect(await here.states()).toEqual(["failed", "awaiting"]);
});

test("a worker that stalls at any operation, until another one has worked and the run is sealed, leaves it sealed", async () => {
  let operations = 0;
  for (let isReached = true; isReached; operations++) {
    const here = await bench();
    isReached = false;
    const turn = pauseAt(operations + 1, async () => {
      isReached = true;
      await here.work(here, { pid: 2 });
      await here.aggregate();
    });
    const stalled = { objects: pausedStore(here.objects, turn), index: pausedIndex(here.index, turn) };
    await here.work(stalled).catch(() => undefined);
    await here.aggregate();
    expect({ operations, states: await here.states() }).toEqual({ operations, states: ["sealed", "awaiting"] });
  }
  expect(operations).toBeGreaterThan(50);
});
