import { putJudged } from "@medhelm/testing/fixtures/judged";
import { everyNth, faultyStore } from "@medhelm/testing/stores/faulty-store";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import { JobRecord } from "@medhelm/core/jobs/job";
import { acquireLease } from "@medhelm/core/jobs/lease";
import { systemClock } from "@medhelm/adapters/system-clock";
import { expect, test } from "vitest";
import { z } from "zod";
import { submissionRunState } from "@medhelm/testing/fixtures/run-state";
import { markDone } from "../submissions/submission-run-state.ts";
import {
  dispatchPorts,
  MESSAGE,
  storeWithSubmission,
  submissionOf,
  SUBMISSION,
  testCompute,
} from "@medhelm/testing/fixtures/dispatch";
import { dispatch } from "./dispatch.ts";

const RECORD = keys.job("sub", "m/one", "candidate");
const [first = "", second = ""] = SUBMISSION.runs.map(({ run }) => run);

async function bench() {
  const objects = await storeWithSubmission();
  const compute = testCompute();
  const ports = dispatchPorts(objects, compute);
  const deliver = () => dispatch(ports, MESSAGE);
  const states = async () => [
    await submissionRunState(objects, SUBMISSION, first),
    await submissionRunState(objects, SUBMISSION, second),
  ];
  return { objects, compute, ports, deliver, states };
}

test("a repeated message starts no second job while the first one waits or runs", async () => {
  const { objects, compute, deliver } = await bench();
  for (let i = 0; i < 5; i++) await deliver();
  expect(compute.jobs.map(({ name }) => name)).toEqual(["sub-m_one_5ae3b028ff2d-candidate-1"]);
  expect(compute.jobs[0]?.environment).toEqual({
    MEDHELM_SUBMISSION: "sub",
    MEDHELM_DEPLOYMENT: "m/one",
    MEDHELM_ROLE: "candidate",
    MEDHELM_ASKS: '{"candidates":["m/one"],"judges":[]}',
  });
  expect(await getJson(objects, RECORD, JobRecord)).toMatchObject({ id: "job-1", attempt: 1, faults: 0 });
});

test("the dispatcher finds a started job without a record by its name and does not start it again", async () => {
  const { objects, compute, ports } = await bench();
  const broken = { ...compute, submit: (request: Parameters<typeof compute.submit>[0]) => startAndDie(request) };
  const startAndDie = async (request: Parameters<typeof compute.submit>[0]): Promise<never> => {
    await compute.submit(request);
    throw new Error("the dispatcher was killed here");
  };
  await expect(dispatch({ ...ports, compute: broken }, MESSAGE)).rejects.toThrow("killed here");
  await dispatch(ports, MESSAGE);
  expect(compute.jobs).toHaveLength(1);
  expect(await getJson(objects, RECORD, JobRecord)).toMatchObject({ id: "job-1" });
});

test.for(["throw before", "lose reply"] as const)(
  "the dispatcher starts one job even if every second put fails (%s)",
  async (fault) => {
    const { objects, compute, ports } = await bench();
    const faulty = faultyStore(objects, everyNth(2, fault, ["put"]));
    for (let i = 0; i < 6; i++) await dispatch({ ...ports, objects: faulty }, MESSAGE).catch(() => undefined);
    expect(faulty.faults.length).toBeGreaterThan(0);
    expect(compute.jobs).toHaveLength(1);
  },
);

test("the dispatcher restarts a killed or interrupted job any number of times and counts no fault", async () => {
  const { objects, compute, deliver } = await bench();
  for (const reason of [
    "killed by SIGKILL",
    "exit code 75: interrupted",
    "interrupted: run again",
    "killed by SIGTERM",
  ]) {
    await deliver();
    compute.end(compute.jobs.at(-1)?.id ?? "", "failed", reason);
  }
  await deliver();
  expect(compute.jobs.at(-1)).toMatchObject({ name: "sub-m_one_5ae3b028ff2d-candidate-5", state: "running" });
  expect(await getJson(objects, RECORD, JobRecord)).toMatchObject({ attempt: 5, faults: 0 });
});

/** Interrupts this many jobs. `work` is what a job does before. */
async function interrupt(
  at: Awaited<ReturnType<typeof bench>>,
  times: number,
  work: (job: number) => Promise<unknown>,
) {
  for (let job = 1; job <= times; job++) {
    await at.deliver();
    await work(job);
    at.compute.end(at.compute.jobs.at(-1)?.id ?? "", "failed", "killed by SIGTERM");
  }
  await at.deliver();
}

test("200 interrupted jobs that each make progress do not end the runs", async () => {
  const at = await bench();
  const progress = (done: number) =>
    putJson(at.objects, keys.progress("s", first), { formatVersion: 1, state: "running", done, total: 1000 });
  await interrupt(at, 200, progress);
  expect(at.compute.jobs).toHaveLength(201);
  expect(at.compute.jobs.at(-1)).toMatchObject({ state: "running" });
});

test("50 interrupted jobs without progress fail the runs", async () => {
  const at = await bench();
  await interrupt(at, 50, async () => undefined);
  expect(at.compute.jobs).toHaveLength(50);
  expect((await at.states())[0]).toEqual({
    state: "failed",
    reason: "the worker did not finish in 50 jobs, the last 50 of them without progress, last: killed by SIGTERM",
    code: "given_up",
  });
});

test("the job's third fault fails only its open runs, with the last reason", async () => {
  const { objects, compute, deliver, states } = await bench();
  await markDone(objects, "sub", first);
  await putJson(objects, keys.manifest("s", first), { contentSha256: "c" });
  for (const reason of ["exit code 1: one", "killed by SIGKILL", "exit code 1: two", "exit code 1: three"]) {
    await deliver();
    compute.end(compute.jobs.at(-1)?.id ?? "", "failed", reason);
  }
  await deliver();
  expect(compute.jobs).toHaveLength(4);
  expect(await states()).toEqual([
    { state: "sealed", contentSha256: "c" },
    { state: "failed", reason: "the worker failed 3 times, last: exit code 1: three", code: "given_up" },
  ]);
});

/** The third fault, after a worker that was killed while it held the first run. */
async function givenUp() {
  const at = await bench();
  const holder = { host: "h", pid: 9, startedAt: "x" };
  const key = keys.lease("s", first);
  await acquireLease({ objects: at.objects, clock: systemClock, key, ttlMs: 60_000, holder });
  const deliver = () => dispatch({ ...at.ports, holderIsGone: () => true }, MESSAGE);
  for (const reason of ["exit code 1: one", "exit code 1: two", "exit code 137: three"]) {
    await deliver();
    at.compute.end(at.compute.jobs.at(-1)?.id ?? "", "failed", reason);
  }
  await deliver();
  return { ...at, deliver };
}
const GIVEN_UP = "the worker failed 3 times, last: exit code 137: three";

test("a job that is given up after a kill is followed by one that charges the stored answers and sends no request", async () => {
  const { compute, states, deliver } = await givenUp();
  await deliver();
  expect(compute.jobs.map(({ environment }) => environment["MEDHELM_GIVEN_UP"])).toEqual([
    undefined,
    undefined,
    undefined,
    GIVEN_UP,
  ]);
  expect(await states()).toEqual([{ state: "queued" }, { state: "queued" }]);
});

test("the runs fail with the reason of the last fault even if the job that charges them fails, too", async () => {
  const { compute, states, deliver } = await givenUp();
  compute.end(compute.jobs.at(-1)?.id ?? "", "failed", "exit code 1: four");
  await deliver();
  expect(compute.jobs).toHaveLength(4);
  expect(await states()).toEqual([
    { state: "failed", reason: GIVEN_UP, code: "given_up" },
    { state: "failed", reason: GIVEN_UP, code: "given_up" },
  ]);
});

test("the dispatcher starts no job and counts no attempt for runs that another process holds", async () => {
  const { objects, compute, ports, deliver } = await bench();
  const holder = { host: "h", pid: 9, startedAt: "x" };
  const leases = [];
  for (const run of [first, second])
    leases.push(await acquireLease({ objects, clock: systemClock, key: keys.lease("s", run), ttlMs: 60_000, holder }));
  for (let i = 0; i < 60; i++) await deliver();
  expect(compute.jobs).toEqual([]);
  // the dispatcher does not wait for a holder that is gone
  await dispatch({ ...ports, holderIsGone: ({ pid }) => pid === 9 }, MESSAGE);
  expect(compute.jobs).toHaveLength(1);
  for (const acquired of leases) if (acquired.kind === "held") await acquired.lease.release();
});

test("the dispatcher starts no job for runs whose answers are complete", async () => {
  const { objects, compute, deliver } = await bench();
  for (const run of [first, second]) {
    await markDone(objects, "sub", run);
    await putJudged(objects, "s", run);
  }
  await deliver();
  expect(compute.jobs).toEqual([]);
});

test("the dispatcher stops the job of a cancelled submission and starts no other", async () => {
  const { objects, compute, deliver, states } = await bench();
  await deliver();
  await putJson(objects, keys.submissionCancel("sub"), { formatVersion: 1, cancelledAt: "now" });
  await deliver();
  expect(compute.cancelled).toEqual(["job-1"]);
  compute.end("job-1", "failed", "cancelled: the submission was cancelled");
  await deliver();
  expect(compute.jobs).toHaveLength(1);
  expect(await states()).toEqual([{ state: "cancelled" }, { state: "cancelled" }]);
});

test("the dispatcher drops a message of an unknown submission", async () => {
  const { compute, ports } = await bench();
  await dispatch(ports, { ...MESSAGE, submission: "other" });
  expect(compute.jobs).toEqual([]);
});

test("two deployments whose names differ in / and _ only have a job and a record each", async () => {
  const deployments = ["org/a_b", "org_a/b"];
  const submission = submissionOf({ a: { modelDeployment: "org/a_b" }, b: { modelDeployment: "org_a/b" } });
  const objects = await storeWithSubmission(submission);
  const compute = testCompute();
  const ports = dispatchPorts(objects, compute);
  for (const deployment of deployments) await dispatch(ports, { submission: "sub", deployment, role: "candidate" });
  for (const deployment of deployments) await dispatch(ports, { submission: "sub", deployment, role: "candidate" });
  expect(compute.jobs.map(({ environment }) => environment["MEDHELM_DEPLOYMENT"])).toEqual(deployments);
});

/** As an earlier version stored it. */
const EARLIER = { formatVersion: 1, submission: "sub", deployment: "org/a_b", role: "candidate", faults: 0 } as const;
const EARLIER_KEY = "jobs/sub/org_a_b-candidate.json";

test("the record of an earlier version stays in use for its deployment, and another deployment gets its own", async () => {
  const submission = submissionOf({ a: { modelDeployment: "org/a_b" }, b: { modelDeployment: "org_a/b" } });
  const objects = await storeWithSubmission(submission);
  const compute = testCompute();
  const { id } = await compute.submit({ name: "sub-org_a_b-candidate-7", definition: "worker", environment: {} });
  await putJson(objects, EARLIER_KEY, { ...EARLIER, attempt: 7, id });
  const send = (deployment: string) =>
    dispatch(dispatchPorts(objects, compute), { submission: "sub", deployment, role: "candidate" });
  await send("org/a_b");
  await send("org_a/b");
  compute.end(id, "failed", "killed by SIGKILL");
  await send("org/a_b");
  expect(compute.jobs.map(({ name }) => name)).toEqual([
    "sub-org_a_b-candidate-7",
    "sub-org_a_b_fa5e2998aaa9-candidate-1",
    "sub-org_a_b-candidate-8",
  ]);
  expect(await getJson(objects, EARLIER_KEY, JobRecord)).toMatchObject({ attempt: 8, id: "job-3" });
});

test("the dispatcher keeps the fields that a later version has added to a job's record", async () => {
  const { objects, compute, deliver } = await bench();
  await deliver();
  await putJson(objects, RECORD, { ...(await getJson(objects, RECORD, JobRecord)), later: { a: 1 } });
  compute.end("job-1", "failed", "killed by SIGKILL");
  await deliver();
  expect(await getJson(objects, RECORD, z.unknown())).toMatchObject({ id: "job-2", later: { a: 1 } });
});
