import type { JobRecord } from "@medhelm/core/jobs/job";
import { expect, test } from "vitest";
import { findDeployment, submissionOf } from "@medhelm/testing/fixtures/dispatch";
import { jobRequest } from "./job-request.ts";

const record = (deployment: string, role: JobRecord["role"] = "candidate"): JobRecord => ({
  formatVersion: 1,
  submission: "sub",
  deployment,
  role,
  attempt: 1,
  faults: 0,
});
type Runs = Parameters<typeof submissionOf>[0];
const requestOf = (deployment: string, runs: Runs, role?: JobRecord["role"]) => {
  const submission = submissionOf(runs);
  return jobRequest(record(deployment, role), submission, submission.runs, findDeployment);
};

test("a served model's job has its GPUs and no provider's key, for any judges", () => {
  const request = requestOf("gpu/a", { a: { judges: ["host/judge", "gpu/judge"] } });
  expect(request).toEqual({
    name: "sub-gpu_a-candidate-1",
    definition: "worker",
    environment: {
      MEDHELM_SUBMISSION: "sub",
      MEDHELM_DEPLOYMENT: "gpu/a",
      MEDHELM_ROLE: "candidate",
      MEDHELM_JOB_NAME: "sub-gpu_a-candidate-1",
    },
    owner: "ann",
    served: "gpu/a",
  });
});

test("a hosted model's job holds only its key and the keys of its hosted judges, sorted, without duplicates", () => {
  const judges = ["host/judge", "b/judge", "gpu/judge", "judge/lexical"];
  expect(requestOf("host/a", { a: { judges }, b: { judges } })).toMatchObject({ secrets: ["B_KEY", "HOST_KEY"] });
  expect(requestOf("host/a", { a: {} })).toMatchObject({ secrets: ["HOST_KEY"] });
  expect(requestOf("open/server", { a: { judges: ["gpu/judge"] } })).not.toHaveProperty("secrets");
  expect(requestOf("host/a", { a: { judges } })).not.toHaveProperty("served");
});

test("a hosted judge's job holds the keys of all hosted judges of its runs, but not the candidate's key", () => {
  const runs = { a: { modelDeployment: "host/a", judges: ["b/judge", "gpu/judge"] } };
  expect(requestOf("b/judge", runs, "judge")).toMatchObject({
    environment: { MEDHELM_DEPLOYMENT: "b/judge", MEDHELM_ROLE: "judge" },
    secrets: ["B_KEY"],
  });
});

test("a job that needs licensed data names the organisation", () => {
  const request = requestOf("gpu/a", { open: {}, guarded: { organisation: "Stanford" } });
  expect(request).toMatchObject({ organisation: "Stanford", environment: { MEDHELM_ORGANISATION: "Stanford" } });
});

test.for([
  { runs: 1, size: undefined },
  { runs: 2, size: 2 },
  { runs: 3, size: 3 },
  { runs: 9, size: 3 },
])("an array of $runs runs on a model with three replicas has $size children", ({ runs, size }) => {
  const many = Object.fromEntries(Array.from({ length: runs }, (_, i) => [`run${i}`, {}]));
  expect(requestOf("gpu/a", many).arraySize).toBe(size);
  expect(requestOf("gpu/judge", many).arraySize).toBeUndefined(); // this model has one replica
  expect(requestOf("host/a", many).arraySize).toBeUndefined(); // all children would share the provider's limits
});

test("on a single machine a job request has only a name and an environment, which names the models of its runs", () => {
  const submission = submissionOf({
    a: { modelDeployment: "host/a", organisation: "Stanford", judges: ["host/judge"] },
    b: { modelDeployment: "host/a", judges: ["b/judge", "host/judge"] },
    c: { modelDeployment: "other/model", judges: ["other/judge"] },
  });
  expect(jobRequest(record("host/a"), submission, submission.runs, undefined)).toEqual({
    name: "sub-host_a-candidate-1",
    definition: "worker",
    environment: {
      MEDHELM_SUBMISSION: "sub",
      MEDHELM_DEPLOYMENT: "host/a",
      MEDHELM_ROLE: "candidate",
      MEDHELM_ASKS: '{"candidates":["host/a"],"judges":["b/judge","host/judge"]}',
    },
  });
});
