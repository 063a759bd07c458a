import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { memoryQueue } from "@medhelm/testing/queues/memory-queue";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { JobRecord } from "@medhelm/core/jobs/job";
import { expect, test } from "vitest";
import { messages } from "@medhelm/testing/fixtures/api";
import { siteJobName } from "../release/site-job-name.ts";
import { recordFailure } from "./record-failure.ts";
import type { EndedJob } from "./job-event.ts";

const RECORD: JobRecord = {
  formatVersion: 1,
  submission: "e6a5-01d2",
  deployment: "gpu-host/a.b",
  role: "judge",
  attempt: 2,
  id: "job-2",
  faults: 0,
};
const NAME = "e6a5-01d2-gpu-host_a_b-judge-2";

/** As EventBridge sends it, with what is not read. */
const event = (detail: object) => ({
  version: "0",
  id: "c8f9c4b5",
  "detail-type": "Batch Job State Change",
  source: "aws.batch",
  account: "123456789012",
  time: "2026-01-01T00:00:00Z",
  region: "us-east-1",
  resources: ["arn:aws:batch:us-east-1:123456789012:job/job-2"],
  detail: {
    jobArn: "arn:aws:batch:us-east-1:123456789012:job/job-2",
    jobId: "job-2",
    jobName: NAME,
    jobQueue: "q",
    status: "FAILED",
    statusReason: "Essential container in task exited",
    attempts: [],
    createdAt: 1,
    ...detail,
  },
});

async function bench() {
  const objects = memoryStore();
  const clock = fakeClock();
  const queue = () => memoryQueue({ clock, visibilityMs: 30_000 });
  const [dispatchQueue, releaseQueue] = [queue(), queue()];
  const ended: EndedJob[] = [];
  const recordGpuJob = async (job: EndedJob) => void ended.push(job);
  await putJson(objects, keys.job(RECORD.submission, RECORD.deployment, RECORD.role), RECORD);
  await putJson(objects, keys.job(RECORD.submission, RECORD.deployment, "candidate"), { ...RECORD, role: "candidate" });
  const ports = { objects, clock, dispatchQueue, releaseQueue, recordGpuJob };
  const tell = (detail: object) => recordFailure(ports, JSON.stringify(event(detail)));
  return { objects, dispatchQueue, releaseQueue, ended, tell };
}

const MESSAGE = { submission: RECORD.submission, deployment: RECORD.deployment, role: RECORD.role };

test.for(["FAILED", "SUCCEEDED"])("a job that ended (%s) is looked at by the dispatcher at once", async (status) => {
  const { dispatchQueue, tell } = await bench();
  await tell({ status });
  await tell({ status });
  expect(await messages(dispatchQueue)).toEqual([MESSAGE, MESSAGE]); // twice is harmless
});

test("what is not an end, not the newest attempt, or not of ours tells nothing", async () => {
  const { dispatchQueue, tell } = await bench();
  for (const status of ["SUBMITTED", "RUNNABLE", "STARTING", "RUNNING"]) await tell({ status });
  await tell({ jobName: NAME.replace(/2$/, "1") }); // late: another attempt has been started since
  await tell({ jobName: "somebody-elses-judge-2" });
  await tell({ jobName: "nightly" });
  expect(await messages(dispatchQueue)).toEqual([]);
});

test("the ledger is told of every time that a job had its machine, of an older attempt as well", async () => {
  const { ended, tell } = await bench();
  const attempts = [
    { startedAt: 1000, stoppedAt: 4000, container: { exitCode: 75 }, statusReason: "Host EC2 terminated" },
    { startedAt: 9000, stoppedAt: 19_000, container: { exitCode: 1 } },
    { container: { reason: "CannotPullContainerError" } }, // never had one
  ];
  await tell({ jobName: NAME.replace(/2$/, "1"), jobId: "job-1", attempts, startedAt: 9000, stoppedAt: 19_000 });
  await tell({ attempts: [], startedAt: 5, stoppedAt: 7 });
  await tell({ status: "RUNNING", startedAt: 5 });
  const job = { ...MESSAGE };
  expect(ended).toEqual([
    {
      ...job,
      jobId: "job-1",
      name: NAME.replace(/2$/, "1"),
      periods: [
        { startedAtMs: 1000, stoppedAtMs: 4000 },
        { startedAtMs: 9000, stoppedAtMs: 19_000 },
      ],
    },
    { ...job, jobId: "job-2", name: NAME, periods: [{ startedAtMs: 5, stoppedAtMs: 7 }] },
  ]);
});

test("an array's children are charged and its parent ends it", async () => {
  const { dispatchQueue, ended, tell } = await bench();
  const child = { arrayProperties: { index: 1 }, jobId: "job-2:1", startedAt: 5, stoppedAt: 7 };
  await tell(child);
  expect(await messages(dispatchQueue)).toEqual([]);
  await tell({ arrayProperties: { size: 2, statusSummary: { FAILED: 1 } }, startedAt: 5, stoppedAt: 9 });
  expect(await messages(dispatchQueue)).toEqual([MESSAGE]);
  expect(ended.map(({ jobId, name }) => [jobId, name])).toEqual([["job-2:1", `${NAME}:1`]]);
});

test("a site's job that failed is looked at again at once, one that succeeded has switched the site itself", async () => {
  const { objects, releaseQueue, dispatchQueue, tell } = await bench();
  for (const release of ["v1.0-beta", "v1_0-beta"]) await putJson(objects, keys.releaseRequest(release), {});
  const jobName = siteJobName("v1.0-beta", 1);
  await tell({ jobName, status: "SUCCEEDED" });
  expect(await messages(releaseQueue)).toEqual([]);
  await tell({ jobName });
  await tell({ jobName: siteJobName("unknown", 1) });
  expect(await messages(releaseQueue)).toEqual([{ release: "v1.0-beta" }]);
  expect(await messages(dispatchQueue)).toEqual([]);
});
