import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { DispatchMessage, StoredSubmission } from "@medhelm/core/submission";
import { expect, test } from "vitest";
import { submissionRunState } from "@medhelm/testing/fixtures/run-state";
import { markDone, markFailed } from "../submissions/submission-run-state.ts";
import {
  dispatchPorts,
  findDeployment,
  putPending,
  storeWithSubmission,
  submissionOf,
  testCompute,
} from "@medhelm/testing/fixtures/dispatch";
import { dispatch } from "./dispatch.ts";

const NO_COLUMN = { reason: "no such column", code: "input" } as const;

// The dispatcher's jobs on a service whose deployments run on different machines.

async function bench(submission: StoredSubmission) {
  const clock = fakeClock();
  const objects = await storeWithSubmission(submission, { clock });
  const compute = testCompute();
  const ports = { ...dispatchPorts(objects, compute, clock), deployments: findDeployment };
  const send = (deployment: string, role: DispatchMessage["role"]) =>
    dispatch(ports, { submission: "sub", deployment, role });
  return { clock, objects, compute, ports, send, names: () => compute.jobs.map(({ name }) => name) };
}

test("the dispatcher starts no candidate's job for runs that await another deployment", async () => {
  const { objects, send, names } = await bench(
    submissionOf({ a: { modelDeployment: "gpu/a", judges: ["host/judge"] } }),
  );
  await putPending(objects, "a", "host/judge");
  await send("gpu/a", "candidate");
  expect(names()).toEqual([]);
});

test("a run that awaits another submission's judge gets a job only after that submission is cancelled", async () => {
  const { objects, compute, send } = await bench(
    submissionOf({ a: { modelDeployment: "gpu/a", judges: ["host/judge"] } }),
  );
  await putPending(objects, "a", "b/judge", "other");
  const sendAll = async () => {
    await send("b/judge", "judge");
    await send("gpu/a", "candidate");
  };
  await sendAll();
  expect(compute.jobs).toEqual([]);
  await putJson(objects, keys.submissionCancel("other"), { formatVersion: 1, cancelledAt: "" });
  await sendAll();
  expect(compute.jobs).toMatchObject([{ name: "sub-gpu_a_b2f11b543996-candidate-1" }]);
});

test("a judge's message starts a job only if a run awaits that judge", async () => {
  const { objects, compute, send } = await bench(
    submissionOf({ a: { modelDeployment: "gpu/a", judges: ["b/judge", "host/judge"] } }),
  );
  await send("host/judge", "judge");
  await putPending(objects, "a", "b/judge");
  await send("host/judge", "judge");
  expect(compute.jobs).toEqual([]);
  await send("b/judge", "judge");
  expect(compute.requests).toMatchObject([
    { name: "sub-b_judge_f63e4b7db097-judge-1", secrets: ["B_KEY", "HOST_KEY"] },
  ]);
});

test("a judge with GPUs starts when all runs of a candidate await it, so its model is loaded once", async () => {
  const judged = { modelDeployment: "gpu/a", judges: ["gpu/judge"] };
  const { objects, send, names } = await bench(
    submissionOf({ a: judged, b: judged, c: judged, other: { ...judged, modelDeployment: "host/a" } }),
  );
  await putPending(objects, "a", "gpu/judge");
  await markFailed(objects, "sub", "b", NO_COLUMN);
  await send("gpu/judge", "judge");
  expect(names()).toEqual([]); // c does not await the judge yet; the other candidate's run does not matter
  await putPending(objects, "c", "gpu/judge");
  await send("gpu/judge", "judge");
  expect(names()).toEqual(["sub-gpu_judge_7d507ea0cf17-judge-1"]);
});

test("a job reads the data of one organisation; the next job takes another organisation's runs", async () => {
  const submission = {
    ...submissionOf({
      open: { modelDeployment: "host/a" },
      b: { modelDeployment: "host/a", organisation: "Stanford" },
      a: { modelDeployment: "host/a", organisation: "PhysioNet" },
    }),
    organisations: ["PhysioNet", "Stanford"],
  };
  const { objects, compute, send } = await bench(submission);
  await send("host/a", "candidate");
  for (const run of ["open", "a"]) {
    await markDone(objects, "sub", run);
    await putJson(objects, keys.manifest("s", run), { contentSha256: "c" });
  }
  compute.end("job-1", "succeeded");
  await send("host/a", "candidate");
  expect(compute.requests.map(({ organisation }) => organisation)).toEqual(["PhysioNet", "Stanford"]);
});

test("a run whose data the submitter may not read gets no job and fails with the reason", async () => {
  const submission = submissionOf({
    open: { modelDeployment: "host/a" },
    guarded: { modelDeployment: "host/a", benchmark: "shc_bmt_med", organisation: "Stanford" },
  });
  const { objects, compute, send } = await bench({ ...submission, organisations: ["PhysioNet"] });
  await send("host/a", "candidate");
  expect(compute.requests).toHaveLength(1);
  expect(compute.requests[0]).not.toHaveProperty("organisation");
  expect(await submissionRunState(objects, submission, "guarded")).toEqual({
    state: "failed",
    code: "input",
    reason:
      "shc_bmt_med needs data that Stanford licenses, and this submission's API key does not belong to Stanford: ask the operator of this service",
  });
});

test("one of several concurrent deliveries starts the job", async () => {
  const { compute, send } = await bench(submissionOf({ a: {} }));
  await Promise.all([1, 2, 3, 4, 5].map(() => send("m/one", "candidate")));
  expect(compute.jobs).toHaveLength(1);
});

test("a delivery that arrives while another one submits the job starts no second job", async () => {
  const { objects, compute, ports, send } = await bench(submissionOf({ a: {} }));
  const message = { submission: "sub", deployment: "m/one", role: "candidate" } as const;
  let other: Promise<void> | undefined;
  const slow = {
    ...compute,
    async submit(request: Parameters<typeof compute.submit>[0]) {
      other ??= send("m/one", "candidate"); // finds the record without an id and no job of that name
      await other;
      return compute.submit(request);
    },
  };
  await dispatch({ ...ports, compute: slow }, message);
  expect(other).toBeDefined();
  expect(compute.jobs).toHaveLength(1);
  expect(await objects.head(keys.job("sub", "m/one", "candidate"))).toBeDefined();
});

test("after a dispatcher dies before its submit, the next one starts the job when the claim is old", async () => {
  const { clock, compute, ports, send } = await bench(submissionOf({ a: {} }));
  const dead = { ...compute, submit: () => Promise.reject(new Error("killed")) };
  const message = { submission: "sub", deployment: "m/one", role: "candidate" } as const;
  await expect(dispatch({ ...ports, compute: dead }, message)).rejects.toThrow("killed");
  await send("m/one", "candidate");
  expect(compute.jobs).toEqual([]);
  await clock.advance(300_000);
  await send("m/one", "candidate");
  expect(compute.jobs).toMatchObject([{ name: "sub-m_one_5ae3b028ff2d-candidate-1" }]);
});

test("three faults of a judge's job fail only the runs that await that judge", async () => {
  const judged = { modelDeployment: "gpu/a", judges: ["host/judge"] };
  const submission = submissionOf({ a: judged, b: judged });
  const { objects, compute, send } = await bench(submission);
  await putPending(objects, "a", "host/judge");
  for (let i = 1; i <= 3; i++) {
    await send("host/judge", "judge");
    compute.end(`job-${i}`, "failed", "exit code 1: TypeError");
  }
  await send("host/judge", "judge");
  expect(compute.jobs).toHaveLength(3);
  expect(await submissionRunState(objects, submission, "a")).toEqual({
    state: "failed",
    reason: "the worker failed 3 times, last: exit code 1: TypeError",
    code: "given_up",
  });
  expect(await submissionRunState(objects, submission, "b")).toEqual({ state: "queued" });
});

test("after a cancellation any message of the submission stops all its jobs, including those of judges", async () => {
  const judged = { modelDeployment: "gpu/a", judges: ["host/judge"] };
  const { objects, compute, send } = await bench(submissionOf({ a: judged, b: judged }));
  await send("gpu/a", "candidate");
  await putPending(objects, "a", "host/judge");
  await send("host/judge", "judge");
  await putJson(objects, keys.submissionCancel("sub"), { formatVersion: 1, cancelledAt: "now" });
  await send("gpu/a", "candidate");
  expect(compute.cancelled.toSorted()).toEqual(["job-1", "job-2"]);
});

test("a message for a running job costs three reads, for any number of runs", async () => {
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`run${i}`, {}]));
  const { objects, ports, send } = await bench(submissionOf(many));
  await send("m/one", "candidate");
  const calls: string[] = [];
  const counting = {
    ...objects,
    get: (key: string) => (calls.push(key), objects.get(key)),
    head: (key: string) => (calls.push(key), objects.head(key)),
  };
  await dispatch({ ...ports, objects: counting }, { submission: "sub", deployment: "m/one", role: "candidate" });
  expect(calls).toEqual([keys.submission("sub"), keys.submissionCancel("sub"), keys.job("sub", "m/one", "candidate")]);
});

test("a run whose lease is damaged stays in the job, whose worker waits for the lease's expiry", async () => {
  const submission = submissionOf({ a: {}, b: {} });
  const { objects, compute, send } = await bench(submission);
  await objects.put(keys.lease("s", "a"), "{");
  await send("m/one", "candidate");
  expect(compute.jobs).toHaveLength(1);
  expect(await submissionRunState(objects, submission, "a")).toEqual({ state: "queued" });
});

test("a cancellation stops all jobs whose records can be read, and names one that cannot", async () => {
  const { objects, compute, send } = await bench(submissionOf({ a: {}, b: { modelDeployment: "host/a" } }));
  await send("m/one", "candidate");
  await send("host/a", "candidate");
  await objects.put(keys.job("sub", "host/a", "candidate"), "{");
  await putJson(objects, keys.submissionCancel("sub"), { formatVersion: 1, cancelledAt: "now" });
  await expect(send("m/one", "candidate")).rejects.toThrow(`${keys.job("sub", "host/a", "candidate")}: not valid JSON`);
  expect(compute.cancelled).toEqual(["job-1"]);
});
